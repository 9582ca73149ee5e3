import DocumentTables
import ZipArchive

/// A chunk whose records are decided: puts its part together, compresses and digests it, on any
/// thread.
struct ChunkAssembly: Sendable {
  /// Rows of a block, by their numbers in the block's segment.
  struct Piece: Sendable {
    var block: RecordBlock
    var rows: Range<Int>
  }

  let header: Header
  let encoding: DocumentEncoding
  let compression: CompressionMethod
  let hierarchy: String
  let range: KeyRange
  let pieces: [Piece]

  /// A data part that is ready to be written.
  struct Finished: Sendable {
    var part: CompressedPart
    var chunk: ManifestPart.Chunk
    /// The external values that its records refer to.
    var externals: [Digest: ArraySlice<UInt8>]
  }

  func finish() throws(DocumentError) -> Finished {
    let chunk = ManifestPart.Chunk(
      hierarchy: hierarchy, range: range, rows: pieces.reduce(0) { $0 + $1.rows.count },
      textBytes: pieces.reduce(0) { $0 + $1.block.segment.textBytes(of: $1.rows) })
    let name = PartName.data(hierarchy: hierarchy, range: range, encoding: encoding)
    let part = try CompressedPart(name, bytes(of: chunk), method: compression)
    var externals: [Digest: ArraySlice<UInt8>] = [:]
    for piece in pieces {
      externals.merge(piece.block.externals(of: piece.rows)) { first, _ in first }
    }
    return Finished(part: part, chunk: chunk, externals: externals)
  }

  private func bytes(of chunk: ManifestPart.Chunk) -> [UInt8] {
    let texts = pieces.map { $0.block.text(of: $0.rows) }
    let opening = ChunkOpening(chunk, of: header)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(1024) { $0 + $1.count })
    bytes.append(contentsOf: encoding == .json ? opening.jsonText : opening.xmlText)
    for (index, text) in texts.enumerated() {
      // The comma separates a record from another only.
      bytes.append(contentsOf: index == 0 && encoding == .json ? text.dropFirst() : text)
    }
    bytes.append(contentsOf: (encoding == .json ? "\n]}\n" : "\n</d:chunk>\n").utf8)
    return bytes
  }
}
