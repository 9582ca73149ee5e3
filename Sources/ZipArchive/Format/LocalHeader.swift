/// The header before the data of an entry (APPNOTE 4.3.7).
///
/// Local headers are only serialized, never parsed: the reader compares the bytes in the archive
/// with the only header that the central directory record allows.
struct LocalHeader {
  static let signature: UInt32 = 0x0403_4B50
  static let fixedSize = 4 + EntryHeaderFields.size

  var fields: EntryHeaderFields
  var name: [UInt8]
  var extra: [UInt8]

  /// Creates the only header that the format allows for an entry.
  init(for entry: ZipEntry, flags: GeneralPurposeFlags) {
    let sizes = Zip64ExtraField(storedSize: entry.storedSize, rawSize: entry.rawSize, offset: 0)
    extra = sizes.serialized
    fields = EntryHeaderFields(for: entry, flags: flags, extraLength: extra.count)
    name = Array(entry.name.utf8)
  }

  var serialized: [UInt8] {
    var writer = LittleEndianWriter()
    writer.append(Self.signature)
    fields.write(to: &writer)
    writer.append(name)
    writer.append(extra)
    return writer.bytes
  }

  /// Returns the name of the field that contains the byte at `index` of the serialized header.
  func fieldName(at index: Int) -> String {
    if index < 4 { return "local file header signature" }
    if index >= Self.fixedSize + name.count { return "extra field" }
    if index >= Self.fixedSize { return "file name" }
    return EntryHeaderFields.layout.last { $0.offset <= index - 4 }?.name ?? ""
  }
}
