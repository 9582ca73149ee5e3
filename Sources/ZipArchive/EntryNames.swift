/// The names of the entries of any zip archive, as far as a few bytes of the file state them.
///
/// The names tell which program wrote an archive that is no document. So nothing is checked here: an archive that
/// ``ZipReader`` and ``OtherArchiveReader`` refuse has names too.
package enum EntryNames {
  /// The most bytes of a central directory that are read.
  private static let mostBytes = 256 << 10

  /// Returns the names at the beginning of the central directory, or else that of the first entry.
  ///
  /// - Throws: `.readFailed`.
  package static func names(in source: any ByteSource) throws(ZipError) -> [String] {
    if let directory = try directory(of: source) {
      var names: [String] = []
      var position = 0
      // Bound: each record is longer than 0 bytes.
      while let record = CentralDirectoryRecord(in: directory, at: position) {
        names.append(String(decoding: record.name, as: UTF8.self))
        position += record.size + Int(record.commentLength)
      }
      if !names.isEmpty { return names }
    }
    return try first(of: source).map { [$0.name] } ?? []
  }

  /// Returns the name and the beginning of the stored bytes of the first entry; nil if the file begins with none.
  package static func first(
    of source: any ByteSource
  ) throws(ZipError) -> (name: String, bytes: [UInt8])? {
    let start = try source.read(at: 0, count: min(4096, source.count))
    var reader = LittleEndianReader(start)
    guard reader.next() == LocalHeader.signature, let fields = EntryHeaderFields(from: &reader)
    else { return nil }
    let name = start.dropFirst(LocalHeader.fixedSize).prefix(Int(fields.nameLength))
    let data = start.dropFirst(
      LocalHeader.fixedSize + Int(fields.nameLength) + Int(fields.extraLength))
    return (String(decoding: name, as: UTF8.self), Array(data))
  }

  /// Returns the beginning of the central directory; nil if the end of the file leads to none.
  private static func directory(of source: any ByteSource) throws(ZipError) -> [UInt8]? {
    let count = min(source.count, EndOfCentralDirectory.size + Int(UInt16.max))
    let tail = try source.read(at: source.count - count, count: count)
    var position = count - EndOfCentralDirectory.size
    while position >= 0 {
      if tail[position] == UInt8(ascii: "P"),
        let end = EndOfCentralDirectory(in: tail, at: position)
      {
        let size = Int(end.directorySize)
        let offset = source.count - count + position - size
        guard offset >= 0 else { return nil }
        return try source.read(at: offset, count: min(size, mostBytes))
      }
      position -= 1
    }
    return nil
  }
}
