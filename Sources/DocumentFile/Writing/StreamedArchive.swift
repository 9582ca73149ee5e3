import DocumentTables
import ZipArchive

/// Writes the document form from rows that pass by: the road of ``ChunkWriter``, pushed instead of
/// pulled.
struct StreamedArchive: DocumentSink {
  private let options: DocumentWriteOptions
  private let header: Header
  private var writer: PartWriter
  private var externals: SpilledExternals
  /// Small for each chunk, but not for all together.
  private var indexes: SpilledParts
  /// What the chunks of each hierarchy share.
  private let surroundings: [ChunkAssembly.Surroundings]

  private var hierarchy = 0
  private var planning: ChunkPlanning
  private var blocks: [WorkItem<RecordBlock>] = []
  private var parts: [WorkItem<Result<ChunkAssembly.Finished, DocumentError>>] = []

  init(
    _ empty: Tables, options: DocumentWriteOptions, spill: SpillFile,
    output: @escaping FileReplacement.Output
  ) throws(DocumentError) {
    self.options = options
    let header = Header(documentID: empty.documentID, type: options.type, schema: empty.schema)
    self.header = header
    writer = PartWriter(options: options, output: output)
    externals = SpilledExternals(spill, compression: options.compression)
    indexes = SpilledParts(spill)
    surroundings = empty.schema.hierarchies.indices.map { hierarchy in
      ChunkAssembly.Surroundings(
        header: header, compression: options.compression,
        source: RecordBlock.Source(
          tables: empty, hierarchy: hierarchy, encoding: options.encoding,
          putsAsideExternals: true),
        memberColumns: [], indexes: IndexPlan(empty.schema, hierarchy: hierarchy), replaced: nil)
    }
    planning = ChunkPlanning(limit: options.chunkLimit)
    try DocumentWriter(empty, options: options).begin(&writer)
  }

  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    if hierarchy != self.hierarchy {
      try finishHierarchy(&workers)
      self.hierarchy = hierarchy
    }
    let source = surroundings[hierarchy].source
    for rows in RecordBlock.cut(segment, rows) {
      try take(blocksDownTo: workers.ahead - 1, &workers)
      blocks.append(
        workers.submit { RecordBlock(segment, rows, source.forRows(rows, of: segment, members)) })
    }
  }

  private mutating func finishHierarchy(_ workers: inout Workers) throws(DocumentError) {
    try take(blocksDownTo: 0, &workers)
    try assemble(planning.finish(), &workers)
    planning = ChunkPlanning(limit: options.chunkLimit)
  }

  private mutating func take(
    blocksDownTo rest: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    while blocks.count > rest {
      let block = workers.result(of: blocks.removeFirst())
      try assemble(planning.add(block), &workers)
    }
  }

  private mutating func assemble(
    _ chunks: [ChunkPlanning.Decided], _ workers: inout Workers
  ) throws(DocumentError) {
    for chunk in chunks {
      if parts.count >= workers.ahead { try add(workers.result(of: parts.removeFirst()).get()) }
      let assembly = ChunkAssembly(
        surroundings: surroundings[hierarchy], range: chunk.range, pieces: chunk.pieces)
      parts.append(
        workers.submit { Result { () throws(DocumentError) in try assembly.finish() } })
    }
  }

  private mutating func add(_ finished: ChunkAssembly.Finished) throws(DocumentError) {
    try writer.add(finished.part, kind: .data, chunk: finished.chunk)
    if let index = finished.index { try indexes.add(index) }
    for (digest, value) in finished.externals { try externals.add(digest, value) }
  }

  mutating func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    try finishHierarchy(&workers)
    for part in self.parts { try add(workers.result(of: part).get()) }
    self.parts = []
    try externals.write(to: &writer)
    var parts = StoredParts(header, encoding: options.encoding)
    try DocumentWriter(surroundings, options: options).finish(
      &writer, rows: rows, indexes: indexes.chunkIndexes, &parts)
  }
}
