/// A reader for archives of other programs, such as `.itinerary` files.
///
/// ``ZipReader`` accepts one arrangement of bytes only. This reader takes entries as the central directory
/// states them: with any times, attributes, extra fields, data descriptors and gaps. It refuses what it
/// cannot read exactly (encryption, other methods, zip64), entries that overlap, and names that lead out of a
/// folder.
package struct OtherArchiveReader: Sendable {
  /// The entries in the order of the central directory, without folders.
  package let entries: [ZipEntry]
  private let source: any ByteSource
  private let limits: ZipLimits

  /// Reads the central directory and the local headers.
  package init(_ source: any ByteSource, limits: ZipLimits = .standard) throws(ZipError) {
    self.source = source
    self.limits = limits
    let place = try CentralDirectoryFinder(source: source, limits: limits).find()
    let directory = try source.read(at: place.offset, count: place.size)
    var meter = BudgetMeter(limits: limits)
    var names: Set<String> = []
    var entries: [ZipEntry] = []
    var position = 0
    for _ in 0..<place.entries {
      let offset = place.offset + position
      guard let record = CentralDirectoryRecord(in: directory, at: position) else {
        throw ZipError(.directoryRecord, offset: offset)
      }
      position += record.size + Int(record.commentLength)
      guard record.name.last != UInt8(ascii: "/") else { continue }
      let entry = try Self.entry(record, source, limits, offset: offset, end: place.offset)
      try meter.admit(entry)
      guard names.insert(entry.name).inserted else {
        throw ZipError(.duplicateName, entry: entry.name, offset: entry.localHeaderOffset)
      }
      entries.append(entry)
    }
    try Self.checkOverlap(entries, end: place.offset)
    self.entries = entries
  }

  /// Returns the raw bytes of an entry, checked against the stated size and CRC-32.
  package func contents(of entry: ZipEntry) throws(ZipError) -> [UInt8] {
    let stored: [UInt8]
    do {
      stored = try source.read(at: entry.dataOffset, count: entry.storedSize)
    } catch {
      var named = error
      named.entry = entry.name
      throw named
    }
    return try ZipReader.inflate(stored: stored, of: entry, limits: limits)
  }

  private static func entry(
    _ record: CentralDirectoryRecord, _ source: any ByteSource, _ limits: ZipLimits, offset: Int,
    end: Int
  ) throws(ZipError) -> ZipEntry {
    let fields = record.fields
    let spelling = String(decoding: record.name, as: UTF8.self)
    guard fields.flags.isDisjoint(with: .anyEncryption) else {
      throw ZipError(.encrypted, entry: spelling, offset: offset)
    }
    guard let method = ZipEntry.Method(rawValue: fields.method) else {
      throw ZipError(.method, entry: spelling, offset: offset)
    }
    guard fields.rawSize < .max, fields.storedSize < .max, record.localHeaderOffset < .max else {
      throw ZipError(.zip64Invalid, entry: spelling, offset: offset, field: "extra field")
    }
    // Many programs write UTF-8 without the flag that says so.
    let name = try EntryName.decode(
      record.name[...], flags: fields.flags.union(.utf8Name), limits: limits, offset: offset)
    let header = Int(record.localHeaderOffset)
    guard header <= end - LocalHeader.fixedSize else {
      throw ZipError(
        .localHeaderMismatch, entry: name, offset: offset,
        field: "relative offset of local header")
    }
    var reader = LittleEndianReader(try source.read(at: header, count: LocalHeader.fixedSize))
    guard reader.next() == LocalHeader.signature, let local = EntryHeaderFields(from: &reader),
      local.nameLength == fields.nameLength, local.method == fields.method
    else {
      throw ZipError(
        .localHeaderMismatch, entry: name, offset: header, field: "local file header signature")
    }
    // Neither sum overflows: an offset has 32 bits, each length 16.
    return try ZipEntry(
      name: name, method: method, crc32: fields.crc32, storedSize: Int(fields.storedSize),
      rawSize: Int(fields.rawSize), localHeaderOffset: header,
      headerSize: LocalHeader.fixedSize + Int(local.nameLength) + Int(local.extraLength))
  }

  /// Refuses entries that share bytes, with which a small file could claim any size.
  private static func checkOverlap(_ entries: [ZipEntry], end: Int) throws(ZipError) {
    var free = 0
    for entry in entries.sorted(by: { $0.localHeaderOffset < $1.localHeaderOffset }) {
      guard entry.localHeaderOffset >= free, entry.endOffset <= end else {
        throw ZipError(
          .entryOverlap, entry: entry.name, offset: entry.localHeaderOffset,
          field: "end of the entry", detail: .exceeds(limit: end, value: entry.endOffset))
      }
      free = entry.endOffset
    }
  }
}
