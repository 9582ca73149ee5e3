import DocumentTables
import Markup

/// Writes the flat form from rows that pass by.
struct StreamedFlatText: StreamedOutput {
  private let options: DocumentWriteOptions
  private let schema: TableSchema
  private let lines: any FlatLines
  private let output: FileReplacement.Output
  private let sources: [RecordBlock.Source]

  /// The table that was begun last.
  private var hierarchy = -1
  private var isFirst = true
  private var texts: [WorkItem<RecordBlock>] = []

  init(
    _ empty: Tables, options: DocumentWriteOptions, output: @escaping FileReplacement.Output
  ) throws(DocumentError) {
    self.options = options
    self.output = output
    schema = empty.schema
    lines = options.encoding == .json ? FlatJSONLines() : FlatXMLLines()
    sources = empty.schema.hierarchies.indices.map { hierarchy in
      RecordBlock.Source(
        tables: empty, hierarchy: hierarchy, encoding: options.encoding,
        putsAsideExternals: false)
    }
    let sections = FlatSections(
      header: Header(documentID: empty.documentID, type: options.type, schema: schema),
      nextKey: empty.nextKey)
    var bytes: [UInt8] = []
    lines.begin(sections, schema: schema.tree(), to: &bytes)
    try write(bytes[...])
  }

  mutating func add(
    _ segment: Segment, hierarchy: Int, referred: EmptyOrders.Owners, _ workers: inout Workers
  ) throws(DocumentError) {
    try begin(hierarchy, &workers)
    let source = sources[hierarchy]
    for rows in RecordBlock.cut(segment, 0..<segment.count) {
      try take(textsDownTo: workers.ahead - 1, &workers)
      texts.append(
        workers.submit {
          RecordBlock(segment, rows, source.forRows(rows, of: segment, referred: referred))
        })
    }
  }

  /// Ends tables and begins others, up to one.
  private mutating func begin(
    _ hierarchy: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    guard self.hierarchy < hierarchy else { return }
    try take(textsDownTo: 0, &workers)
    var bytes: [UInt8] = []
    while self.hierarchy < hierarchy {
      if self.hierarchy >= 0 { lines.endTable(to: &bytes) }
      self.hierarchy += 1
      guard self.hierarchy < schema.hierarchies.count else { break }
      lines.beginTable(
        schema.hierarchies[self.hierarchy].name, isFirst: self.hierarchy == 0, to: &bytes)
    }
    isFirst = true
    try write(bytes[...])
  }

  private mutating func take(
    textsDownTo rest: Int, _ workers: inout Workers
  ) throws(DocumentError) {
    while texts.count > rest {
      let block = workers.result(of: texts.removeFirst())
      try block.withText(of: block.rows, isFirst: isFirst, output)
      isFirst = false
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(DocumentError) {
    // Lifetime: the buffer is used inside the call.
    try bytes.withUnsafeBufferPointer { (bytes) throws(DocumentError) in
      try output(UnsafeRawBufferPointer(bytes))
    }
  }

  mutating func finishRecords(_ workers: inout Workers) throws(DocumentError) {
    try begin(schema.hierarchies.count, &workers)
  }

  mutating func finish(
    _ surroundings: Tables, rows: [String: Int]
  ) throws(DocumentError) {
    var bytes: [UInt8] = []
    lines.end(FlatSections.trailer(of: surroundings), to: &bytes)
    try write(bytes[...])
  }
}
