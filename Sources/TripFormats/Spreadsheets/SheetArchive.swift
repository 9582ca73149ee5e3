import DocumentFile
import ZipArchive

/// The archive of a spreadsheet, whose parts are read one by one.
struct SheetArchive {
  private let reader: OtherArchiveReader
  private let places: [String: Int]

  /// The bytes that tables of the archive may take: what a document of its size may.
  let expandedBytes: Int

  /// - Throws: The codes of zip archives.
  init(_ bytes: [UInt8], _ options: ImportOptions) throws(DocumentError) {
    expandedBytes = options.limits.expandedBytes(ofFile: bytes.count)
    var limits = options.limits.zip
    limits.maximumTotalBytes = min(limits.maximumTotalBytes, expandedBytes)
    do throws(ZipError) {
      reader = try OtherArchiveReader(MemoryByteSource(bytes), limits: limits)
    } catch {
      throw DocumentError(error)
    }
    places = Dictionary(
      reader.entries.enumerated().map { ($0.element.name.lowercased(), $0.offset) }
    ) { first, _ in first }
  }

  /// Returns the bytes of a part; nil if there is none.
  ///
  /// Names of parts do not distinguish capitals (ECMA-376, part 2).
  func contents(_ name: String) throws(DocumentError) -> [UInt8]? {
    guard let place = places[name.lowercased()] else { return nil }
    do throws(ZipError) {
      return try reader.contents(of: reader.entries[place])
    } catch {
      throw DocumentError(error)
    }
  }

  /// Whether bytes begin an archive of which one of the first entries begins with a name.
  static func begins(_ bytes: [UInt8], withEntry prefix: String) -> Bool {
    guard OtherArchive.begins(bytes) else { return false }
    // The size of an entry may be stated behind it, so headers are found by their marks.
    for place in bytes.indices.dropLast(30) where bytes[place] == 0x50 {
      if bytes[place...].starts(with: [0x50, 0x4B, 0x03, 0x04]),
        bytes[(place + 30)...].starts(with: prefix.utf8)
      {
        return true
      }
    }
    return false
  }
}
