/// The end of central directory record (APPNOTE 4.3.16).
struct EndOfCentralDirectory: Equatable {
  static let signature: UInt32 = 0x0605_4B50
  static let size = 22

  var disk: UInt16
  var directoryDisk: UInt16
  var entriesOnDisk: UInt16
  var entries: UInt16
  var directorySize: UInt32
  var directoryOffset: UInt32
  var commentLength: UInt16

  var serialized: [UInt8] {
    var writer = LittleEndianWriter()
    writer.append(Self.signature)
    writer.append(disk)
    writer.append(directoryDisk)
    writer.append(entriesOnDisk)
    writer.append(entries)
    writer.append(directorySize)
    writer.append(directoryOffset)
    writer.append(commentLength)
    return writer.bytes
  }

  /// Whether a field refers to the zip64 end record for its value (APPNOTE 4.4.1.4).
  var isEscaped: Bool {
    entriesOnDisk == .max || entries == .max || directorySize == .max || directoryOffset == .max
  }
}

extension EndOfCentralDirectory {
  /// Reads the record at index `start` of `bytes`; nil if there is no complete one.
  ///
  /// Does not check that the announced comment follows.
  init?(in bytes: [UInt8], at start: Int = 0) {
    var reader = LittleEndianReader(bytes, at: start)
    guard reader.next() == Self.signature, let disk = reader.next(UInt16.self),
      let directoryDisk = reader.next(UInt16.self), let entriesOnDisk = reader.next(UInt16.self),
      let entries = reader.next(UInt16.self), let directorySize = reader.next(UInt32.self),
      let directoryOffset = reader.next(UInt32.self), let commentLength = reader.next(UInt16.self)
    else { return nil }
    self.init(
      disk: disk, directoryDisk: directoryDisk, entriesOnDisk: entriesOnDisk, entries: entries,
      directorySize: directorySize, directoryOffset: directoryOffset, commentLength: commentLength)
  }

  /// Creates the only record that the format allows: exactly the values that do not fit are
  /// escaped.
  init(for directory: CentralDirectoryPlace) {
    disk = 0
    directoryDisk = 0
    entriesOnDisk = UInt16(clamping: directory.entries)
    entries = entriesOnDisk
    directorySize = UInt32(clamping: directory.size)
    directoryOffset = UInt32(clamping: directory.offset)
    commentLength = 0
  }
}
