/// Finds the central directory from the end record, which must be the last bytes of the archive.
///
/// Accepts only the arrangement that the format allows.
struct CentralDirectoryFinder {
  private let source: any ByteSource
  private let limits: ZipLimits

  init(source: any ByteSource, limits: ZipLimits) {
    self.source = source
    self.limits = limits
  }

  /// Returns the location of the central directory, checked against the archive's size and the
  /// limits.
  func find() throws(ZipError) -> CentralDirectoryPlace {
    let endOffset = source.count - EndOfCentralDirectory.size
    guard endOffset >= 0,
      let end = EndOfCentralDirectory(
        in: try source.read(at: endOffset, count: EndOfCentralDirectory.size)),
      end.commentLength == 0
    else { throw try MissingEndDiagnosis(source: source).error() }

    guard end.disk == 0, end.directoryDisk == 0 else {
      throw ZipError(.multidisk, offset: endOffset, field: "number of this disk")
    }
    guard end.entriesOnDisk == end.entries else {
      throw ZipError(
        .entryCount, offset: endOffset, field: "total number of entries on this disk",
        detail: .mismatch(expected: UInt64(end.entries), found: UInt64(end.entriesOnDisk)))
    }
    let place: CentralDirectoryPlace
    if end.isEscaped {
      place = try zip64Place(end, endOffset: endOffset)
    } else {
      place = CentralDirectoryPlace(
        offset: Int(end.directoryOffset), size: Int(end.directorySize), entries: Int(end.entries))
      try checkBounds(of: place, directoryEnd: endOffset)
    }
    try checkBudgets(of: place, endOffset: endOffset)
    return place
  }

  private func zip64Place(
    _ end: EndOfCentralDirectory, endOffset: Int
  ) throws(ZipError) -> CentralDirectoryPlace {
    let locatorOffset = endOffset - Zip64EndLocator.size
    let recordOffset = locatorOffset - Zip64EndOfCentralDirectory.size
    guard recordOffset >= 0,
      let locator = Zip64EndLocator(
        in: try source.read(at: locatorOffset, count: Zip64EndLocator.size))
    else {
      throw ZipError(
        .zip64Invalid, offset: endOffset, field: "zip64 end of central directory locator")
    }
    guard locator.endRecordDisk == 0, locator.disks == 1 else {
      throw ZipError(.multidisk, offset: locatorOffset, field: "total number of disks")
    }
    guard locator.endRecordOffset == UInt64(recordOffset),
      let record = Zip64EndOfCentralDirectory(
        in: try source.read(at: recordOffset, count: Zip64EndOfCentralDirectory.size))
    else {
      throw ZipError(
        .zip64Invalid, offset: locatorOffset,
        field: "relative offset of the zip64 end of central directory record",
        detail: .mismatch(expected: UInt64(recordOffset), found: locator.endRecordOffset))
    }
    guard record.disk == 0, record.directoryDisk == 0 else {
      throw ZipError(.multidisk, offset: recordOffset, field: "number of this disk")
    }
    guard record.entriesOnDisk == record.entries else {
      throw ZipError(
        .entryCount, offset: recordOffset, field: "total number of entries on this disk",
        detail: .mismatch(expected: record.entries, found: record.entriesOnDisk))
    }
    guard let offset = Int(exactly: record.directoryOffset),
      let size = Int(exactly: record.directorySize), let entries = Int(exactly: record.entries)
    else {
      throw ZipError(.zip64Invalid, offset: recordOffset, field: "size of the central directory")
    }
    let place = CentralDirectoryPlace(offset: offset, size: size, entries: entries)
    guard Zip64EndOfCentralDirectory(for: place) == record,
      EndOfCentralDirectory(for: place) == end
    else {
      throw ZipError(
        .zip64Invalid, offset: recordOffset, field: "zip64 end of central directory record")
    }
    try checkBounds(of: place, directoryEnd: recordOffset)
    return place
  }

  /// Checks that the directory ends where the end records begin.
  private func checkBounds(
    of place: CentralDirectoryPlace, directoryEnd: Int
  ) throws(ZipError) {
    let (end, overflow) = place.offset.addingReportingOverflow(place.size)
    if !overflow, end == directoryEnd { return }
    let locatorOffset = directoryEnd - Zip64EndLocator.size
    if locatorOffset >= 0,
      Zip64EndLocator(in: try source.read(at: locatorOffset, count: Zip64EndLocator.size)) != nil
    {
      throw ZipError(
        .zip64Invalid, offset: locatorOffset, field: "zip64 end of central directory locator")
    }
    // If the directory does precede its end record, all offsets are too small by the same amount.
    if !overflow, end < directoryEnd, try isDirectory(at: directoryEnd - place.size, of: place) {
      throw ZipError(
        .leadingBytes, offset: 0, detail: .surplus(bytes: UInt64(clamping: directoryEnd - end)))
    }
    throw ZipError(
      .directoryBounds, offset: place.offset, field: "end of the central directory",
      detail: .mismatch(expected: directoryEnd, found: overflow ? .max : end))
  }

  private func checkBudgets(
    of place: CentralDirectoryPlace, endOffset: Int
  ) throws(ZipError) {
    let most = place.size / CentralDirectoryRecord.fixedSize
    if place.entries > most {
      throw ZipError(
        .entryCount, offset: endOffset, field: "total number of entries",
        detail: .exceeds(limit: most, value: place.entries))
    }
    if place.entries > limits.maximumEntries {
      throw ZipError(
        .budgetEntries, offset: endOffset, field: "total number of entries",
        detail: .exceeds(limit: limits.maximumEntries, value: place.entries))
    }
    if place.size > limits.maximumDirectoryBytes {
      throw ZipError(
        .budgetDirectoryBytes, offset: endOffset, field: "size of the central directory",
        detail: .exceeds(limit: limits.maximumDirectoryBytes, value: place.size))
    }
  }

  /// Whether a directory appears to begin at `offset`.
  private func isDirectory(
    at offset: Int, of place: CentralDirectoryPlace
  ) throws(ZipError) -> Bool {
    if place.size == 0 { return true }
    var reader = LittleEndianReader(try source.read(at: offset, count: 4))
    return reader.next() == CentralDirectoryRecord.signature
  }
}
