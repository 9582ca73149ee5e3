/// A dump with the text of ``TablesDump``, written in pieces, for rows that need not be in memory
/// together.
package struct StreamedDump {
  private let schema: TableSchema
  private let includesForeign: Bool
  private let omitted: Set<DumpedProperty>
  /// By hierarchy, made when the first row of it comes.
  private var records: [DumpedRecords?]
  /// The text that has not been passed to the sink.
  private var rest: [UInt8]

  /// - Parameters:
  ///   - document: The tables whose metadata begins the dump; their rows are not read.
  ///   - all: Whether to include foreign data, extension records, carried entries and kept parts.
  ///   - omitting: Properties to leave out, as in ``TablesDump/dump(_:all:omitting:to:)``.
  package init(_ document: Tables, all: Bool, omitting omitted: Set<DumpedProperty> = []) {
    self.omitted = omitted
    schema = document.schema
    records = Array(repeating: nil, count: schema.hierarchies.count)
    includesForeign = all
    var text = DumpText()
    TablesDump.appendDocument(document, to: &text)
    rest = text.bytes
  }

  /// Appends the next rows, in the order of hierarchies and keys.
  ///
  /// - Parameter references: The objects that refer to these rows.
  package mutating func append<Failure: Error>(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, references: DumpedReferences,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let records =
      records[hierarchy]
      ?? DumpedRecords(
        schema, hierarchy: hierarchy, includesForeign: includesForeign, omitted)
    self.records[hierarchy] = records
    var text = DumpText(capacity: DumpText.pieceBytes * 3 / 2)
    takeRest(to: &text)
    var row = rows.lowerBound
    while row < rows.upperBound {
      row = records.append(
        segment, row..<rows.upperBound, references, to: &text, limit: DumpText.pieceBytes)
      try text.flush(ifAbove: DumpText.pieceBytes, to: sink)
    }
    rest = text.bytes
  }

  private mutating func takeRest(to text: inout DumpText) {
    text.append(rest)
    rest = []
  }

  /// Ends the dump: appends extension records, carried entries and kept parts if the dump includes
  /// them.
  package mutating func finish<Failure: Error>(
    _ surroundings: Tables, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var text = DumpText(hasBlocks: true)
    takeRest(to: &text)
    if includesForeign {
      try TablesDump.dumpForeignContent(of: surroundings, &text, to: sink)
    }
    try text.flush(ifAbove: 0, to: sink)
  }
}
