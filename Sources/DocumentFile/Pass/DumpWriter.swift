import DocumentTables

/// A writer of a document's content as text for people and `git diff`.
struct DumpWriter: DocumentSink {
  typealias Output = ([UInt8]) throws(DocumentError) -> Void

  private var references: InverseMemberCursor
  private var text: StreamedDump
  private let output: Output

  /// - Parameters:
  ///   - document: The tables whose metadata begins the dump; their rows are not read.
  ///   - all: Whether to include foreign data and the content beside the rows.
  ///   - checked: The check of an earlier reading of the same rows, which has the references between them.
  init(
    _ document: Tables, all: Bool, after checked: StreamedCheck, output: @escaping Output
  ) {
    self.output = output
    references = InverseMemberCursor(checked)
    text = StreamedDump(document, all: all)
  }

  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    let sources = try references.sources(for: segment, hierarchy: hierarchy)
    try text.append(
      segment, rows, hierarchy: hierarchy, references: .found(sources), to: output)
  }

  mutating func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    try text.finish(surroundings, to: output)
  }
}
