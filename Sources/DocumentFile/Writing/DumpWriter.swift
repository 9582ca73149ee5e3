import DocumentTables

/// A writer of a document's content as text for people and `git diff`.
struct DumpWriter: DocumentSink {
  typealias Output = ([UInt8]) throws(DocumentError) -> Void

  private let tables: Tables
  private var text: StreamedDump
  private let output: Output

  /// - Parameters:
  ///   - tables: All rows, or none if each added segment brings its own ``MemberLookup``.
  ///   - all: Whether to include foreign data and the content beside the rows.
  init(_ tables: Tables, all: Bool, output: @escaping Output) {
    self.tables = tables
    self.output = output
    text = StreamedDump(tables, all: all)
  }

  mutating func add(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: MemberLookup,
    _ workers: inout Workers
  ) throws(DocumentError) {
    let tables = members.tables(for: rows, of: segment, hierarchy: hierarchy, in: tables)
    try text.append(segment, rows, hierarchy: hierarchy, members: tables, to: output)
  }

  mutating func finish(
    _ surroundings: Tables, rows: [String: Int], _ workers: inout Workers
  ) throws(DocumentError) {
    try text.finish(surroundings, to: output)
  }
}
