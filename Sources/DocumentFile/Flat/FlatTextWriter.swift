import DocumentTables

/// A writer of the flat form, with one record per line, so that version control shows the changes.
///
/// Threads encode blocks of rows in parallel; the caller's thread writes them in order.
struct FlatTextWriter: DocumentSink {
  private let schema: TableSchema
  private let lines: FlatLines
  private let output: FileReplacement.Output
  private let sources: [RecordBlock.Source]
  private let readable: ReadableValues
  /// The digests of the records for the history; nil if there is none.
  private var contents: ContentDigests?

  /// The table that was begun last.
  private var hierarchy = -1
  private var isFirst = true
  private var blocks: [WorkItem<RecordBlock>] = []

  /// Writes the sections before the tables.
  ///
  /// - Parameter tables: All rows, or none if each added segment brings its own ``MemberLookup``.
  init(
    _ tables: Tables, options: DocumentWriteOptions, output: @escaping FileReplacement.Output
  ) throws(DocumentError) {
    self.output = output
    schema = tables.schema
    contents =
      tables.history == nil ? nil : ContentDigests(tables, limit: options.chunkLimit)
    lines = FlatLines(encoding: options.encoding)
    readable = ReadableValues(options, hasExternals: false)
    sources = tables.schema.hierarchies.indices.map { hierarchy in
      RecordBlock.Source(
        tables: tables, hierarchy: hierarchy, encoding: options.encoding,
        putsAsideExternals: false)
    }
    let sections = FlatSections(
      header: Header(
        documentID: tables.documentID, type: options.type, schema: schema,
        history: tables.history?.policy),
      nextKey: tables.nextKey)
    var bytes: [UInt8] = []
    lines.begin(sections, to: &bytes)
    try write(bytes)
  }

  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    try begin(hierarchy, &workers)
    contents?.add(segment, rows, hierarchy: hierarchy, members: members)
    let source = sources[hierarchy]
    for rows in RecordBlock.cut(segment, rows) {
      try take(blocksDownTo: workers.ahead - 1, &workers)
      blocks.append(
        workers.submit { RecordBlock(segment, rows, source.forRows(rows, of: segment, members)) })
    }
  }

  /// Ends the current table and begins the following tables, up to a hierarchy.
  private mutating func begin(
    _ hierarchy: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    guard self.hierarchy < hierarchy else { return }
    try take(blocksDownTo: 0, &workers)
    var bytes: [UInt8] = []
    while self.hierarchy < hierarchy {
      if self.hierarchy >= 0 { lines.endTable(to: &bytes) }
      self.hierarchy += 1
      guard self.hierarchy < schema.hierarchies.count else { break }
      lines.beginTable(
        schema.hierarchies[self.hierarchy].name, isFirst: self.hierarchy == 0, to: &bytes)
    }
    isFirst = true
    try write(bytes)
  }

  /// Writes the oldest blocks until `rest` blocks are left.
  private mutating func take(
    blocksDownTo rest: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    while blocks.count > rest {
      let block = workers.result(of: blocks.removeFirst())
      try readable.check(block, schema.hierarchies[hierarchy])
      try block.withText(of: block.rows, isFirst: isFirst, output)
      isFirst = false
    }
  }

  private func write(_ bytes: [UInt8]) throws(DocumentError) {
    // Lifetime: the buffer is used inside the call.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      try output(UnsafeRawBufferPointer(bytes))
    }
  }

  mutating func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    try begin(schema.hierarchies.count, &workers)
    var bytes: [UInt8] = []
    let trailer = FlatSections.trailer(of: surroundings, contents?.finish() ?? [])
    for part in surroundings.keptParts { try readable.check(part) }
    for tree in surroundings.extensions.map(\.value) + surroundings.carried
      + (trailer["history"]?.arrayValue ?? [])
    { try readable.check(tree, part: "trailer") }
    lines.end(trailer, to: &bytes)
    try write(bytes)
  }
}
