import DocumentTables

/// The digests of a document's records by key range, which tell a reader whether a program saved
/// without recording its changes (spec 11.6).
///
/// A digest is computed over the text of the records in a JSON chunk, whatever the form and the
/// encoding of the document.
struct ContentDigests {
  private let sources: [RecordBlock.Source]
  private let schema: TableSchema
  private(set) var contents: [HistoryContent] = []

  /// The hierarchy that was added to last, its partition, and the blocks that wait.
  private var hierarchy = 0
  private var planning: ChunkPlanning

  /// - Parameters:
  ///   - tables: All rows, or none if each added segment brings its own ``MemberLookup``.
  ///   - limit: The size of the records of a range, as of a chunk.
  init(_ tables: Tables, limit: Int) {
    schema = tables.schema
    sources = Self.sources(tables)
    planning = ChunkPlanning(limit: limit)
    self.limit = limit
  }

  private let limit: Int

  private static func sources(_ tables: Tables) -> [RecordBlock.Source] {
    tables.schema.hierarchies.indices.map {
      RecordBlock.Source(
        tables: tables, hierarchy: $0, encoding: .json, putsAsideExternals: true)
    }
  }

  // MARK: Ranges of the content

  /// Adds the next rows of a document that has no chunks; the ranges are those of its JSON chunks.
  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup
  ) {
    if hierarchy != self.hierarchy { finishHierarchy() }
    self.hierarchy = hierarchy
    for rows in RecordBlock.cut(segment, rows) {
      let block = RecordBlock(
        segment, rows, sources[hierarchy].forRows(rows, of: segment, members))
      note(planning.add(block))
    }
  }

  mutating func finish() -> [HistoryContent] {
    finishHierarchy()
    return contents
  }

  private mutating func finishHierarchy() {
    note(planning.finish())
    planning = ChunkPlanning(limit: limit)
  }

  private mutating func note(_ decided: [ChunkPlanning.Decided]) {
    for chunk in decided {
      var text: [UInt8] = []
      for (index, piece) in chunk.pieces.enumerated() {
        guard case .encoded(let block, let rows) = piece else { continue }
        block.withText(of: rows, isFirst: index == 0) { text.append(contentsOf: $0) }
      }
      contents.append(
        HistoryContent(
          range: HistoryRange(
            hierarchy: schema.hierarchies[hierarchy].name, start: chunk.range.start,
            bits: chunk.range.bits),
          digest: Digest(of: text)))
    }
  }

  // MARK: Given ranges

  /// Returns the digest of some rows, which are all rows of a range.
  static func digest(
    of slices: [(segment: Segment, rows: Range<Int>)], _ source: RecordBlock.Source
  ) -> Digest {
    var text: [UInt8] = []
    for slice in slices {
      for rows in RecordBlock.cut(slice.segment, slice.rows) {
        let block = RecordBlock(slice.segment, rows, source)
        let isFirst = text.isEmpty
        block.withText(of: rows, isFirst: isFirst) { text.append(contentsOf: $0) }
      }
    }
    return Digest(of: text)
  }

  /// Returns the source of the texts whose digests are computed, for one hierarchy.
  static func source(_ tables: Tables, hierarchy: Int) -> RecordBlock.Source {
    RecordBlock.Source(
      tables: tables, hierarchy: hierarchy, encoding: .json, putsAsideExternals: true)
  }
}

extension Tables {
  /// Returns the key ranges whose records differ from the digests of a history, with the digests of
  /// the present records.
  ///
  /// A range that a digest does not cover is named if it has records.
  func changedRanges(since contents: [HistoryContent]) -> [HistoryRange] {
    var changed: [HistoryRange] = []
    for (hierarchy, table) in tables.enumerated() {
      let name = schema.hierarchies[hierarchy].name
      let source = ContentDigests.source(self, hierarchy: hierarchy)
      var next: ObjectKey = 0
      for content in contents where content.range.hierarchy == name {
        guard let range = KeyRange(start: content.range.start, bits: content.range.bits),
          range.start >= next
        else { continue }
        if range.start > next { changed += ranges(table, name, next...(range.start - 1), source) }
        let slices = table.slices(in: range.start...range.last)
        let found = ContentDigests.digest(of: slices, source)
        if slices.isEmpty || found != content.digest {
          var range = content.range
          range.found = found
          changed.append(range)
        }
        next = range.last + 1
      }
      changed += ranges(table, name, next...ObjectKeyRange.end, source)
    }
    return changed
  }

  /// The smallest range that holds all rows of a table between two keys.
  private func ranges(
    _ table: Table, _ hierarchy: String, _ keys: ClosedRange<ObjectKey>,
    _ source: RecordBlock.Source
  ) -> [HistoryRange] {
    let slices = table.slices(in: keys)
    guard
      let first = slices.first.flatMap({ slice in slice.rows.first.map { slice.segment.keys[$0] } }
      ),
      let last = slices.last.flatMap({ slice in slice.rows.last.map { slice.segment.keys[$0] } })
    else { return [] }
    let range = KeyRange(holding: first, last)
    return [
      HistoryRange(
        hierarchy: hierarchy, start: range.start, bits: range.bits,
        found: ContentDigests.digest(of: slices, source))
    ]
  }
}

extension Table {
  /// Returns the rows in a range of keys.
  func slices(in keys: ClosedRange<ObjectKey>) -> [(segment: Segment, rows: Range<Int>)] {
    var slices: [(segment: Segment, rows: Range<Int>)] = []
    for segment in segments {
      guard let first = segment.keys.first, let last = segment.keys.last else { continue }
      if last < keys.lowerBound { continue }
      if first > keys.upperBound { break }
      let rows =
        segment.keys.firstRow(
          notBelow: keys.lowerBound)..<segment.keys.firstRow(
          notBelow: keys.upperBound + 1)
      if !rows.isEmpty { slices.append((segment, rows)) }
    }
    return slices
  }
}
