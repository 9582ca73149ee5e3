/// The header before the bytes of an entry (APPNOTE 4.3.7).
///
/// It is only ever written: reading compares the bytes in the archive with the one header that the
/// central directory record calls for.
struct LocalHeader {
  static let signature: UInt32 = 0x0403_4B50
  static let fixedSize = 4 + EntryHeaderFields.size

  var fields: EntryHeaderFields
  var name: [UInt8]
  var extra: [UInt8]

  /// The header that the format calls for.
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

  /// The name of the field that holds the byte at an index of the serialized header.
  func fieldName(at index: Int) -> String {
    if index < 4 { return "local file header signature" }
    if index >= Self.fixedSize + name.count { return "extra field" }
    if index >= Self.fixedSize { return "file name" }
    return EntryHeaderFields.layout.last { $0.offset <= index - 4 }?.name ?? ""
  }
}
