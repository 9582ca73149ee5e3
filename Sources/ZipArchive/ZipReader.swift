/// A reader for an archive whose headers have all been validated.
///
/// The data of an entry is read only on request.
package struct ZipReader: Sendable {
  /// The entries in archive order.
  package let entries: [ZipEntry]
  /// The limits that the archive was checked against.
  package let limits: ZipLimits
  private let source: any ByteSource
  private let indices: [String: Int]

  /// Reads and validates the end record, the central directory and every local header.
  package init(_ source: any ByteSource, limits: ZipLimits = .standard) throws(ZipError) {
    let place = try CentralDirectoryFinder(source: source, limits: limits).find()
    var directory = CentralDirectoryReader(
      try source.read(at: place.offset, count: place.size), place: place, limits: limits)
    var entries: [ZipEntry] = []
    var indices: [String: Int] = [:]
    entries.reserveCapacity(place.entries)
    indices.reserveCapacity(place.entries)
    for index in 0..<place.entries {
      let (entry, flags) = try directory.next()
      // Some file systems treat canonically equivalent names as equal.
      if indices.updateValue(index, forKey: entry.name) != nil {
        throw ZipError(.duplicateName, entry: entry.name, offset: entry.localHeaderOffset)
      }
      try Self.checkLocalHeader(of: entry, flags: flags, source: source)
      entries.append(entry)
    }
    try directory.finish()
    self.entries = entries
    self.indices = indices
    self.source = source
    self.limits = limits
  }

  /// Returns the entry whose name has exactly these Unicode scalars, or nil if there is none.
  package func entry(named name: String) -> ZipEntry? {
    guard let index = indices[name] else { return nil }
    let entry = entries[index]
    return entry.name.utf8.elementsEqual(name.utf8) ? entry : nil
  }

  /// Returns the stored bytes of an entry, without decoding them.
  package func storedBytes(of entry: ZipEntry) throws(ZipError) -> [UInt8] {
    do {
      return try source.read(at: entry.dataOffset, count: entry.storedSize)
    } catch {
      var named = error
      named.entry = entry.name
      throw named
    }
  }

  /// Returns the raw bytes of an entry, checked against the stated size and CRC-32, followed by
  /// `padding` zeros that a scanner may read past the end.
  package func contents(of entry: ZipEntry, padding: Int = 0) throws(ZipError) -> [UInt8] {
    try Self.inflate(stored: storedBytes(of: entry), of: entry, padding: padding, limits: limits)
  }

  private static func checkLocalHeader(
    of entry: ZipEntry, flags: GeneralPurposeFlags, source: any ByteSource
  ) throws(ZipError) {
    let header = LocalHeader(for: entry, flags: flags)
    let expected = header.serialized
    let offset = entry.localHeaderOffset
    let found = try source.read(at: offset, count: expected.count)
    if found == expected { return }
    let index = zip(found, expected).prefix { $0 == $1 }.count
    throw ZipError(
      .localHeaderMismatch, entry: entry.name, offset: offset + index,
      field: header.fieldName(at: index))
  }
}
