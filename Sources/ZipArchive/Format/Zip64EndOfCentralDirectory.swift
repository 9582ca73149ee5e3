/// The zip64 end of central directory record (APPNOTE 4.3.14), without extensible data.
struct Zip64EndOfCentralDirectory: Equatable {
  static let signature: UInt32 = 0x0606_4B50
  static let size = 56

  /// The size of the record without its first 12 bytes (APPNOTE 4.3.14.1).
  var remainingSize: UInt64
  var versionMadeBy: UInt16
  var versionNeeded: UInt16
  var disk: UInt32
  var directoryDisk: UInt32
  var entriesOnDisk: UInt64
  var entries: UInt64
  var directorySize: UInt64
  var directoryOffset: UInt64

  var serialized: [UInt8] {
    var writer = LittleEndianWriter()
    writer.append(Self.signature)
    writer.append(remainingSize)
    writer.append(versionMadeBy)
    writer.append(versionNeeded)
    writer.append(disk)
    writer.append(directoryDisk)
    writer.append(entriesOnDisk)
    writer.append(entries)
    writer.append(directorySize)
    writer.append(directoryOffset)
    return writer.bytes
  }
}

extension Zip64EndOfCentralDirectory {
  /// Reads the record at the beginning of `bytes`; nil if there is no complete one.
  init?(in bytes: [UInt8]) {
    var reader = LittleEndianReader(bytes)
    guard reader.next() == Self.signature, let remainingSize = reader.next(UInt64.self),
      let versionMadeBy = reader.next(UInt16.self), let versionNeeded = reader.next(UInt16.self),
      let disk = reader.next(UInt32.self), let directoryDisk = reader.next(UInt32.self),
      let entriesOnDisk = reader.next(UInt64.self), let entries = reader.next(UInt64.self),
      let directorySize = reader.next(UInt64.self), let directoryOffset = reader.next(UInt64.self)
    else { return nil }
    self.init(
      remainingSize: remainingSize, versionMadeBy: versionMadeBy, versionNeeded: versionNeeded,
      disk: disk, directoryDisk: directoryDisk, entriesOnDisk: entriesOnDisk, entries: entries,
      directorySize: directorySize, directoryOffset: directoryOffset)
  }

  /// Creates the only record that the format allows.
  init(for directory: CentralDirectoryPlace) {
    remainingSize = UInt64(Self.size - 12)
    versionMadeBy = 45
    versionNeeded = 45
    disk = 0
    directoryDisk = 0
    entriesOnDisk = UInt64(clamping: directory.entries)
    entries = entriesOnDisk
    directorySize = UInt64(clamping: directory.size)
    directoryOffset = UInt64(clamping: directory.offset)
  }
}
