import DocumentTables
import ZipArchive

/// Parts that are ready to be written, put aside until it is their turn.
struct SpilledParts {
  private struct Place {
    var extent: SpillFile.Extent
    var method: ZipEntry.Method
    var crc32: UInt32
    var rawSize: Int
    /// Of the stored bytes.
    var digest: Digest
  }

  private let spill: SpillFile
  private var places: [String: Place] = [:]

  init(_ spill: SpillFile) { self.spill = spill }

  mutating func add(_ part: CompressedPart) throws(DocumentError) {
    places[part.name] = Place(
      extent: try spill.append(part.contents.stored), method: part.contents.method,
      crc32: part.contents.crc32, rawSize: part.contents.rawSize, digest: part.digest)
  }

  /// In the order of their bytes.
  var names: [String] { places.keys.sorted(by: utf8Precedes) }

  func part(_ name: String) throws(DocumentError) -> CompressedPart {
    guard let place = places[name] else { throw DocumentError(.partMissing, part: name) }
    return CompressedPart(
      name,
      CompressedContents(
        stored: try spill.bytes(of: place.extent), method: place.method, crc32: place.crc32,
        rawSize: place.rawSize), digest: place.digest)
  }

  var chunkIndexes: [DocumentWriter.ChunkIndex] {
    places.keys.map { name in
      DocumentWriter.ChunkIndex(
        name: name, hierarchy: "", chunk: 0,
        part: { () throws(DocumentError) in try part(name) })
    }
  }
}
