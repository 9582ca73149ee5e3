import DocumentTables
import ZipArchive

/// The work on a chunk whose records are known: assembles, compresses and digests its part, or
/// copies the part from the replaced file; on any thread.
struct ChunkAssembly: Sendable {
  /// A run of the records, in the order of keys.
  enum Piece: Sendable {
    case encoded(RecordBlock, Range<Int>)
    /// A chunk of the replaced file, with its rows.
    case stored(StoredChunk, [(segment: Segment, rows: Range<Int>)])
  }

  /// The data that all chunks of a hierarchy share.
  struct Surroundings: Sendable {
    let header: Header
    let compression: CompressionMethod
    let source: RecordBlock.Source
    /// The columns whose references determine the members of orders in other hierarchies.
    let memberColumns: [Int]
    let indexes: IndexPlan
    let replaced: ReplacedDocument?
    /// The index of the hierarchy in the replaced file; nil if it is not usable.
    let storedIndex: StoredIndex?
    /// The source of the texts whose digests a history states; nil if there is no history.
    let contents: RecordBlock.Source?

    var encoding: DocumentEncoding { source.encoding }
    var layout: HierarchyLayout { source.tables.schema.hierarchies[source.hierarchy] }
    var hierarchy: String { layout.name }
  }

  let surroundings: Surroundings
  let range: KeyRange
  let pieces: [Piece]

  /// A data part that is ready to be written.
  struct Finished: Sendable {
    var hierarchy: Int
    var part: CompressedPart
    var chunk: ManifestPart.Chunk
    /// The memory of its trees and arrays; 0 for a copied part.
    var nestedBytes = 0
    /// What the index parts list of the chunk.
    var index: IndexRuns
    /// The rows by segment.
    var rows: [SegmentRows]
    /// The external values that the records refer to; nil for values that the replaced file
    /// contains.
    var externals: [Digest: ArraySlice<UInt8>?]
    var members: [MemberRows]
    /// The digest of the records for the history.
    var content: Digest?
  }

  func finish() throws(DocumentError) -> Finished {
    if case .stored(let stored, let slices) = pieces.first, pieces.count == 1,
      stored.chunk.range == range, let replaced = surroundings.replaced
    {
      let part = try replaced.copy(of: stored.part)
      return Finished(
        hierarchy: surroundings.source.hierarchy, part: part, chunk: stored.chunk,
        index: surroundings.storedIndex?.runs(of: stored.chunk) ?? index(slices),
        rows: stored.rows,
        externals: Dictionary(uniqueKeysWithValues: stored.externals.map { ($0, nil) }),
        members: stored.members,
        content: stored.content
          ?? surroundings.contents.map { ContentDigests.digest(of: slices, $0) })
    }
    return try assembled(
      pieces.flatMap { piece in
        switch piece {
        case .encoded(let block, let rows): [(block, rows)]
        case .stored(_, let slices):
          slices.map { (RecordBlock($0.segment, $0.rows, surroundings.source), $0.rows) }
        }
      })
  }

  private func assembled(
    _ texts: [(block: RecordBlock, rows: Range<Int>)]
  ) throws(DocumentError) -> Finished {
    let chunk = ManifestPart.Chunk(
      hierarchy: surroundings.hierarchy, range: range,
      rows: texts.reduce(0) { $0 + $1.rows.count },
      textBytes: texts.reduce(0) {
        $0 + $1.block.segment.textBytes(of: $1.rows, in: surroundings.layout)
      })
    let name = PartName.data(
      hierarchy: chunk.hierarchy, range: range, encoding: surroundings.encoding)
    var rows: [SegmentRows] = []
    var externals: [Digest: ArraySlice<UInt8>?] = [:]
    var members: [MemberRows] = []
    for text in texts {
      SegmentRows.append(text.block.segment, text.rows, to: &rows)
      externals.merge(text.block.externals(of: text.rows)) { first, _ in first }
      members += surroundings.memberColumns.map {
        MemberRows(text.block.segment, text.rows, column: $0)
      }
    }
    let opening = ChunkOpening(chunk, of: surroundings.header).text(surroundings.encoding)
    let bytes = bytes(opening, texts)
    let part = try CompressedPart(name, bytes, method: surroundings.compression)
    return Finished(
      hierarchy: surroundings.source.hierarchy, part: part, chunk: chunk,
      nestedBytes: texts.reduce(0) { $0 + $1.block.segment.nestedBytes(of: $1.rows) },
      index: index(texts.map { ($0.block.segment, $0.rows) }), rows: rows,
      externals: externals, members: members, content: content(bytes, opening, texts))
  }

  /// The digest of the records for the history: in JSON that of the text as it stands in the part.
  private func content(
    _ bytes: [UInt8], _ opening: [UInt8], _ texts: [(block: RecordBlock, rows: Range<Int>)]
  ) -> Digest? {
    guard let contents = surroundings.contents else { return nil }
    if surroundings.encoding == .xml {
      return ContentDigests.digest(
        of: texts.map { ($0.block.segment, $0.rows) }, contents)
    }
    return bytes.withUnsafeBytes { bytes in
      // Bound: the part consists of opening words, records and closing words.
      Digest(
        of: UnsafeRawBufferPointer(
          rebasing: bytes[opening.count..<bytes.count - Self.closing(.json).count]))
    }
  }

  private func index(_ slices: [IndexRuns.Slice]) -> IndexRuns {
    IndexRuns(surroundings.indexes, of: range, slices)
  }

  private func bytes(
    _ opening: [UInt8], _ texts: [(block: RecordBlock, rows: Range<Int>)]
  ) -> [UInt8] {
    let encoding = surroundings.encoding
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(1024) { $0 + $1.block.textSize(of: $1.rows) })
    bytes.append(contentsOf: opening)
    for (index, text) in texts.enumerated() {
      text.block.withText(of: text.rows, isFirst: index == 0) { bytes.append(contentsOf: $0) }
    }
    bytes.append(contentsOf: Self.closing(encoding))
    return bytes
  }

  static func closing(_ encoding: DocumentEncoding) -> [UInt8] {
    Array((encoding == .json ? "\n]}\n" : "\n</d:chunk>\n").utf8)
  }

  /// The size of the records of a stored chunk, without separators and line ends.
  static func recordBytes(
    of stored: StoredChunk, header: Header, encoding: DocumentEncoding
  ) -> Int {
    let opening = ChunkOpening(stored.chunk, of: header).text(encoding)
    let separators =
      stored.chunk.rows * RecordBlock.separator(encoding).count - (encoding == .json ? 1 : 0)
    return max(0, stored.part.rawSize - opening.count - separators - closing(encoding).count)
  }
}
