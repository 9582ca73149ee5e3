/// A record of the central directory (APPNOTE 4.3.12).
struct CentralDirectoryRecord: Equatable {
  static let signature: UInt32 = 0x0201_4B50
  static let fixedSize = 46

  /// The fields that zip64 can escape, and the field that contains the escaped values.
  static let zip64FieldNames = [
    "compressed size", "uncompressed size", "relative offset of local header", "extra field",
  ]

  var versionMadeBy: UInt16
  var fields: EntryHeaderFields
  var commentLength: UInt16
  var diskNumberStart: UInt16
  var internalAttributes: UInt16
  var externalAttributes: UInt32
  var localHeaderOffset: UInt32
  var name: [UInt8]
  var extra: [UInt8]

  /// The size including name and extra field; the format has no comments.
  var size: Int { Self.fixedSize + name.count + extra.count }

  var serialized: [UInt8] {
    var writer = LittleEndianWriter()
    writer.append(Self.signature)
    writer.append(versionMadeBy)
    fields.write(to: &writer)
    writer.append(commentLength)
    writer.append(diskNumberStart)
    writer.append(internalAttributes)
    writer.append(externalAttributes)
    writer.append(localHeaderOffset)
    writer.append(name)
    writer.append(extra)
    return writer.bytes
  }

  /// Returns the name of a field that differs from another record, or nil if none does.
  ///
  /// Fields that zip64 can escape come first, because the version needed depends on them.
  func fieldName(differingFrom other: CentralDirectoryRecord) -> String? {
    if fields.storedSize != other.fields.storedSize { return "compressed size" }
    if fields.rawSize != other.fields.rawSize { return "uncompressed size" }
    if localHeaderOffset != other.localHeaderOffset { return "relative offset of local header" }
    if extra != other.extra { return "extra field" }
    if versionMadeBy != other.versionMadeBy { return "version made by" }
    if fields.versionNeeded != other.fields.versionNeeded { return "version needed to extract" }
    if fields.time != other.fields.time { return "last mod file time" }
    if fields.date != other.fields.date { return "last mod file date" }
    if internalAttributes != other.internalAttributes { return "internal file attributes" }
    if externalAttributes != other.externalAttributes { return "external file attributes" }
    return self == other ? nil : "central file header"
  }
}

extension CentralDirectoryRecord {
  /// Reads the record at index `start` of the central directory; nil if there is no complete one.
  init?(in directory: [UInt8], at start: Int) {
    var reader = LittleEndianReader(directory, at: start)
    guard reader.next() == Self.signature, let versionMadeBy = reader.next(UInt16.self),
      let fields = EntryHeaderFields(from: &reader), let commentLength = reader.next(UInt16.self),
      let diskNumberStart = reader.next(UInt16.self),
      let internalAttributes = reader.next(UInt16.self),
      let externalAttributes = reader.next(UInt32.self),
      let localHeaderOffset = reader.next(UInt32.self)
    else { return nil }
    let nameEnd = reader.position + Int(fields.nameLength)
    let extraEnd = nameEnd + Int(fields.extraLength)
    guard extraEnd + Int(commentLength) <= directory.count else { return nil }
    self.init(
      versionMadeBy: versionMadeBy, fields: fields, commentLength: commentLength,
      diskNumberStart: diskNumberStart, internalAttributes: internalAttributes,
      externalAttributes: externalAttributes, localHeaderOffset: localHeaderOffset,
      name: Array(directory[reader.position..<nameEnd]), extra: Array(directory[nameEnd..<extraEnd])
    )
  }

  /// Creates the only record that the format allows: version 4.5 of the specification, host 0, no
  /// comment, first disk, no attributes.
  init(for entry: ZipEntry, flags: GeneralPurposeFlags) {
    let zip64 = Zip64ExtraField(
      storedSize: entry.storedSize, rawSize: entry.rawSize, offset: entry.localHeaderOffset)
    extra = zip64.serialized
    versionMadeBy = 45
    fields = EntryHeaderFields(for: entry, flags: flags, extraLength: extra.count)
    commentLength = 0
    diskNumberStart = 0
    internalAttributes = 0
    externalAttributes = 0
    localHeaderOffset = zip64.offset == nil ? UInt32(clamping: entry.localHeaderOffset) : .max
    name = Array(entry.name.utf8)
  }
}
