/// The zip64 end of central directory locator (APPNOTE 4.3.15).
struct Zip64EndLocator: Equatable {
  static let signature: UInt32 = 0x0706_4B50
  static let size = 20

  var endRecordDisk: UInt32
  var endRecordOffset: UInt64
  var disks: UInt32

  var serialized: [UInt8] {
    var writer = LittleEndianWriter()
    writer.append(Self.signature)
    writer.append(endRecordDisk)
    writer.append(endRecordOffset)
    writer.append(disks)
    return writer.bytes
  }
}

extension Zip64EndLocator {
  /// Reads the locator at the beginning of `bytes`; nil if there is no complete one.
  init?(in bytes: [UInt8]) {
    var reader = LittleEndianReader(bytes)
    guard reader.next() == Self.signature, let endRecordDisk = reader.next(UInt32.self),
      let endRecordOffset = reader.next(UInt64.self), let disks = reader.next(UInt32.self)
    else { return nil }
    self.init(endRecordDisk: endRecordDisk, endRecordOffset: endRecordOffset, disks: disks)
  }

  /// Creates the only locator that the format allows: the zip64 end record follows the directory.
  init(for directory: CentralDirectoryPlace) {
    endRecordDisk = 0
    endRecordOffset = UInt64(clamping: directory.offset) + UInt64(clamping: directory.size)
    disks = 1
  }
}
