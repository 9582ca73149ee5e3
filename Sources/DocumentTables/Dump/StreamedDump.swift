/// A dump with the text of ``TablesDump``, written in pieces, for rows that need not be in memory
/// together.
package struct StreamedDump {
  private let schema: TableSchema
  private let includesForeign: Bool
  private let omitted: Set<DumpedProperty>
  /// By hierarchy, made when the first row of it comes.
  private var records: [DumpedRecords?]
  private var text = DumpText()

  /// - Parameters:
  ///   - document: The tables whose metadata begins the dump; their rows are not read.
  ///   - all: Whether to include foreign data, extension records, carried entries and kept parts.
  ///   - omitting: Properties to leave out, as in ``TablesDump/dump(_:all:omitting:to:)``.
  package init(_ document: Tables, all: Bool, omitting omitted: Set<DumpedProperty> = []) {
    self.omitted = omitted
    schema = document.schema
    records = Array(repeating: nil, count: schema.hierarchies.count)
    includesForeign = all
    TablesDump.appendDocument(document, to: &text)
  }

  /// Appends the next rows, in the order of hierarchies and keys.
  ///
  /// - Parameter members: The tables in which relationships are followed back to the objects that
  ///   refer to these rows.
  package mutating func append<Failure: Error>(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: Tables,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let records =
      records[hierarchy]
      ?? DumpedRecords(
        schema, hierarchy: hierarchy, includesForeign: includesForeign, omitted)
    self.records[hierarchy] = records
    for row in rows {
      records.append(segment, row, members: members, to: &text)
      try text.flush(ifAbove: DumpText.pieceBytes, to: sink)
    }
  }

  /// Ends the dump: appends extension records, carried entries and kept parts if the dump includes
  /// them.
  package mutating func finish<Failure: Error>(
    _ surroundings: Tables, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if includesForeign {
      try TablesDump.dumpForeignContent(of: surroundings, &text, to: sink)
    }
    try text.flush(ifAbove: 0, to: sink)
  }
}
