/// The location of the central directory and the number of its records.
struct CentralDirectoryPlace: Equatable {
  var offset: Int
  var size: Int
  var entries: Int

  /// Whether a value does not fit the fields of the end record (APPNOTE 4.4.1.4).
  var needsZip64: Bool {
    entries >= Int(UInt16.max) || size >= Int(UInt32.max) || offset >= Int(UInt32.max)
  }

  /// The end of an archive: the zip64 records, if needed, and the end record.
  var serializedEnd: [UInt8] {
    let end = EndOfCentralDirectory(for: self).serialized
    guard needsZip64 else { return end }
    return Zip64EndOfCentralDirectory(for: self).serialized
      + Zip64EndLocator(for: self).serialized + end
  }
}
