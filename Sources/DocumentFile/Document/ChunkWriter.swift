import DocumentTables
import ZipArchive

/// Encodes the records of hierarchies side by side, and hands their chunks over in order.
///
///     rows ─► text                                  on any thread
///     sizes of records ─► ranges of chunks           on the caller's, in the order of keys
///     texts ─► part ─► deflate ─► digest             on any thread
///     parts, in order                                on the caller's
///
/// A few blocks and chunks are on the road at once, so memory does not grow with the document.
struct ChunkWriter {
  let tables: Tables
  let header: Header
  let encoding: DocumentEncoding
  let compression: CompressionMethod
  var limit = ChunkPartition.standardLimit

  typealias Part = ChunkAssembly.Finished
  private typealias PendingPart = WorkItem<Result<Part, DocumentError>>

  /// Hands over the chunks of all hierarchies.
  func write(
    _ workers: inout Workers, _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    var parts: [PendingPart] = []
    for index in tables.tables.indices {
      try write(hierarchy: index, &workers, &parts, add)
    }
    for part in parts { try add(workers.result(of: part).get()) }
  }

  private func write(
    hierarchy index: Int, _ workers: inout Workers, _ parts: inout [PendingPart],
    _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let table = tables.tables[index]
    guard let first = table.segments.first?.keys.first, let last = table.lastKey else { return }
    let hierarchy = tables.schema.hierarchies[index]
    let source = RecordBlock.Source(
      tables: tables, hierarchy: index, plan: RecordPlan(hierarchy), encoding: encoding)
    var planning = ChunkPlanning(firstKey: first, lastKey: last, limit: limit)
    var blocks: [WorkItem<RecordBlock>] = []
    for segment in table.segments {
      for rows in RecordBlock.cut(segment, 0..<segment.count) {
        if blocks.count >= workers.ahead {
          let block = workers.result(of: blocks.removeFirst())
          try assemble(planning.add(block), hierarchy.name, &workers, &parts, add)
        }
        blocks.append(workers.submit { RecordBlock(segment, rows, source) })
      }
    }
    for item in blocks {
      try assemble(
        planning.add(workers.result(of: item)), hierarchy.name, &workers, &parts, add)
    }
    try assemble(planning.finish(), hierarchy.name, &workers, &parts, add)
  }

  /// Hands out the work on chunks, and hands over the oldest that are finished.
  private func assemble(
    _ chunks: [ChunkPlanning.Decided], _ hierarchy: String, _ workers: inout Workers,
    _ parts: inout [PendingPart], _ add: (Part) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    for chunk in chunks {
      if parts.count >= workers.ahead {
        try add(workers.result(of: parts.removeFirst()).get())
      }
      let assembly = ChunkAssembly(
        header: header, encoding: encoding, compression: compression, hierarchy: hierarchy,
        range: chunk.range, pieces: chunk.pieces)
      parts.append(
        workers.submit { Result { () throws(DocumentError) in try assembly.finish() } })
    }
  }
}
