/// The text of ``TablesDump`` in pieces, of rows that need not be in memory together.
package struct StreamedDump {
  private let schema: TableSchema
  private let includesForeign: Bool
  private let omitted: Set<DumpedProperty>
  private var text = DumpText()

  /// - Parameters:
  ///   - document: Its rows do not matter.
  ///   - all: Whether foreign data and what stands beside the rows are shown too.
  ///   - omitting: As in ``TablesDump/dump(_:all:omitting:to:)``.
  package init(_ document: Tables, all: Bool, omitting omitted: Set<DumpedProperty> = []) {
    self.omitted = omitted
    schema = document.schema
    includesForeign = all
    TablesDump.appendDocument(document, to: &text)
  }

  /// Takes the next rows, in the order of hierarchies and keys.
  ///
  /// - Parameter members: Tables in which the rows find who refers to them.
  package mutating func append<Failure: Error>(
    _ segment: Segment, _ rows: Range<Int>, hierarchy: Int, members: Tables,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let records = DumpedRecords(
      members, hierarchy: hierarchy, includesForeign: includesForeign, omitted)
    for row in rows {
      records.append(segment, row, to: &text)
      try text.flush(ifAbove: DumpText.pieceBytes, to: sink)
    }
  }

  /// Ends the text with what stands beside the rows.
  package mutating func finish<Failure: Error>(
    _ surroundings: Tables, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if includesForeign {
      try TablesDump.dumpForeignContent(of: surroundings, &text, to: sink)
    }
    try text.flush(ifAbove: 0, to: sink)
  }
}
