/// Reads the records of the central directory in order and compares each with the only record that
/// the format allows for its entry.
struct CentralDirectoryReader {
  private let place: CentralDirectoryPlace
  private let bytes: [UInt8]
  private let limits: ZipLimits
  private var meter: BudgetMeter
  private var position = 0
  /// The offset of the next local header: entries are contiguous, starting at offset 0.
  private var nextOffset = 0

  init(_ bytes: [UInt8], place: CentralDirectoryPlace, limits: ZipLimits) {
    self.bytes = bytes
    self.place = place
    self.limits = limits
    meter = BudgetMeter(limits: limits)
  }

  /// Reads the next entry and its flags.
  mutating func next() throws(ZipError) -> (entry: ZipEntry, flags: GeneralPurposeFlags) {
    let offset = place.offset + position
    guard let record = CentralDirectoryRecord(in: bytes, at: position) else {
      throw ZipError(
        position == bytes.count ? .entryCount : .directoryRecord, offset: offset)
    }
    try checkKind(of: record, offset: offset)
    let flags = record.fields.flags
    let name = try EntryName.decode(record.name[...], flags: flags, limits: limits, offset: offset)
    let entry = try entry(from: record, name: name, offset: offset)
    try checkPlace(of: entry)
    let expected = CentralDirectoryRecord(for: entry, flags: flags)
    if let field = record.fieldName(differingFrom: expected) {
      let isZip64 = CentralDirectoryRecord.zip64FieldNames.contains(field)
      throw ZipError(
        isZip64 ? .zip64Invalid : .fieldValue, entry: name, offset: offset, field: field)
    }
    try meter.admit(entry)
    position += record.size
    nextOffset = entry.endOffset
    return (entry, flags)
  }

  /// Checks that nothing lies between the last record and the end of the directory, or between the
  /// last entry and the directory.
  ///
  /// Call this after the last record.
  func finish() throws(ZipError) {
    if position != bytes.count {
      let isRecord = CentralDirectoryRecord(in: bytes, at: position) != nil
      throw ZipError(
        isRecord ? .entryCount : .directoryRecord, offset: place.offset + position)
    }
    if nextOffset != place.offset {
      throw ZipError(
        nextOffset == 0 ? .leadingBytes : .gap, offset: nextOffset,
        detail: .surplus(bytes: UInt64(clamping: place.offset - nextOffset)))
    }
  }

  /// Rejects properties that the format does not allow for any entry, regardless of sizes and
  /// offsets.
  private func checkKind(
    of record: CentralDirectoryRecord, offset: Int
  ) throws(ZipError) {
    let flags = record.fields.flags
    let code: ZipError.Code
    if !flags.isDisjoint(with: .anyEncryption) {
      code = .encrypted
    } else if flags.contains(.dataDescriptor) {
      code = .dataDescriptor
    } else if !flags.isSubset(of: .utf8Name) {
      code = .flags
    } else if ZipEntry.Method(rawValue: record.fields.method) == nil {
      code = .method
    } else if record.diskNumberStart != 0 {
      code = .multidisk
    } else if record.commentLength != 0 {
      code = .comment
    } else {
      return
    }
    throw ZipError(code, entry: String(decoding: record.name, as: UTF8.self), offset: offset)
  }

  private func entry(
    from record: CentralDirectoryRecord, name: String, offset: Int
  ) throws(ZipError) -> ZipEntry {
    let fields = record.fields
    let escapesAny =
      fields.rawSize == .max || fields.storedSize == .max || record.localHeaderOffset == .max
    guard
      let zip64 = Zip64ExtraField(
        in: record.extra, escapesRawSize: fields.rawSize == .max,
        escapesStoredSize: fields.storedSize == .max,
        escapesOffset: record.localHeaderOffset == .max)
    else {
      var reader = LittleEndianReader(record.extra)
      let isZip64 = escapesAny || reader.next() == Zip64ExtraField.headerID
      throw ZipError(
        isZip64 ? .zip64Invalid : .extraField, entry: name, offset: offset,
        field: isZip64 ? "extra field" : nil)
    }
    guard let storedSize = Int(exactly: zip64.storedSize ?? UInt64(fields.storedSize)),
      let rawSize = Int(exactly: zip64.rawSize ?? UInt64(fields.rawSize)),
      let localHeaderOffset = Int(exactly: zip64.offset ?? UInt64(record.localHeaderOffset)),
      let method = ZipEntry.Method(rawValue: fields.method)
    else {
      throw ZipError(.zip64Invalid, entry: name, offset: offset, field: "extra field")
    }
    if method == .stored, storedSize != rawSize {
      throw ZipError(
        .sizeMismatch, entry: name, offset: offset, field: "uncompressed size",
        detail: .mismatch(expected: storedSize, found: rawSize))
    }
    return try ZipEntry(
      name: name, method: method, crc32: fields.crc32, storedSize: storedSize, rawSize: rawSize,
      localHeaderOffset: localHeaderOffset)
  }

  private func checkPlace(of entry: ZipEntry) throws(ZipError) {
    let offset = entry.localHeaderOffset
    if offset > nextOffset {
      throw ZipError(
        nextOffset == 0 ? .leadingBytes : .gap, entry: entry.name, offset: nextOffset,
        detail: .surplus(bytes: UInt64(clamping: offset - nextOffset)))
    }
    if offset < nextOffset {
      throw ZipError(
        .entryOverlap, entry: entry.name, offset: offset,
        field: "relative offset of local header",
        detail: .mismatch(expected: nextOffset, found: offset))
    }
    if entry.endOffset > place.offset {
      throw ZipError(
        .entryOverlap, entry: entry.name, offset: offset, field: "end of the entry",
        detail: .exceeds(limit: place.offset, value: entry.endOffset))
    }
  }
}
