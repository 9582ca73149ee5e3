import DocumentTables

/// Writes the content of a document as text that people read and `git diff` compares.
struct DumpWriter: DocumentSink {
  typealias Output = ([UInt8]) throws(DocumentError) -> Void

  private let tables: Tables
  private var text: StreamedDump
  private let output: Output

  /// - Parameters:
  ///   - tables: All rows, or none if they bring their own ``MemberLookup``.
  ///   - all: Whether foreign data and what stands beside the rows are shown too.
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
