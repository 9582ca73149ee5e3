import DocumentTables
import ZipArchive

/// Encodes the records of hierarchies side by side, and hands their chunks over in order.
///
///     rows ─► text                                  on any thread
///     sizes of records ─► ranges of chunks           on the caller's, in the order of keys
///     texts ─► part ─► deflate ─► digest             on any thread
///     parts, in order                                on the caller's
///
/// A few blocks and chunks are on the road at once, so memory does not grow with the document. Where a
/// file is replaced, chunks that would be the same are copied from it, digests checked, instead of
/// being made; the partition is that of a full write in either case.
struct ChunkWriter {
  let tables: Tables
  let header: Header
  let encoding: DocumentEncoding
  let compression: CompressionMethod
  let limit: Int
  var replaced: ReplacedDocument?

  typealias Part = ChunkAssembly.Finished
  private typealias PendingPart = WorkItem<Result<Part, DocumentError>>

  /// What was handed out and is not finished.
  private struct Pending {
    var blocks: [WorkItem<RecordBlock>] = []
    var parts: [PendingPart] = []
  }

  /// Hands over the chunks of all hierarchies.
  func write(
    _ workers: inout Workers, _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var pending = Pending()
    let unchanged = UnchangedChunks(tables, replaced?.parts)
    let memberColumns = OrderColumn.memberColumns(in: tables.schema)
    for index in tables.schema.hierarchies.indices {
      let surroundings = ChunkAssembly.Surroundings(
        header: header, compression: compression,
        source: RecordBlock.Source(
          tables: tables, hierarchy: index, encoding: encoding, putsAsideExternals: true),
        memberColumns: memberColumns[index],
        indexes: IndexPlan(tables.schema, hierarchy: index), replaced: replaced)
      try write(surroundings, unchanged.runs(of: index), &workers, &pending, add)
    }
    for part in pending.parts { try add(workers.result(of: part).get()) }
  }

  private func write(
    _ surroundings: ChunkAssembly.Surroundings, _ runs: [UnchangedChunks.Run],
    _ workers: inout Workers, _ pending: inout Pending,
    _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var planning = ChunkPlanning(limit: limit)
    for run in runs {
      var rows: [UnchangedChunks.Slice]
      switch run {
      case .changed(let segment, let own): rows = [(segment, own)]
      case .unchanged(let chunk, let own):
        rows = own
        let size = ChunkAssembly.recordBytes(of: chunk, header: header, encoding: encoding)
        if size <= limit || chunk.chunk.rows == 1 {
          try take(blocksDownTo: 0, &planning, surroundings, &workers, &pending, add)
          let decided = planning.add(chunk, own, size: size)
          try assemble(decided, surroundings, &workers, &pending, add)
          rows = []
        }
      }
      for (segment, own) in rows {
        for block in RecordBlock.cut(segment, own) {
          try take(
            blocksDownTo: workers.ahead - 1, &planning, surroundings, &workers, &pending, add)
          let source = surroundings.source
          pending.blocks.append(workers.submit { RecordBlock(segment, block, source) })
        }
      }
    }
    try take(blocksDownTo: 0, &planning, surroundings, &workers, &pending, add)
    try assemble(planning.finish(), surroundings, &workers, &pending, add)
  }

  /// Takes the oldest blocks until so many are left.
  private func take(
    blocksDownTo rest: Int, _ planning: inout ChunkPlanning,
    _ surroundings: ChunkAssembly.Surroundings, _ workers: inout Workers,
    _ pending: inout Pending, _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    while pending.blocks.count > rest {
      let block = workers.result(of: pending.blocks.removeFirst())
      try assemble(planning.add(block), surroundings, &workers, &pending, add)
    }
  }

  /// Hands out the work on chunks, and hands over the oldest that are finished.
  private func assemble(
    _ chunks: [ChunkPlanning.Decided], _ surroundings: ChunkAssembly.Surroundings,
    _ workers: inout Workers, _ pending: inout Pending,
    _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for chunk in chunks {
      if pending.parts.count >= workers.ahead {
        try add(workers.result(of: pending.parts.removeFirst()).get())
      }
      let assembly = ChunkAssembly(
        surroundings: surroundings, range: chunk.range, pieces: chunk.pieces)
      pending.parts.append(
        workers.submit { Result { () throws(DocumentError) in try assembly.finish() } })
    }
  }
}
