import DocumentTables

/// Where a document goes whose rows pass by once.
protocol StreamedOutput {
  /// Takes the next segment, in the order of hierarchies and keys.
  ///
  /// - Parameter referred: Objects whose order is empty and that are referred to nevertheless.
  mutating func add(
    _ segment: Segment, hierarchy: Int, referred: EmptyOrders.Owners, _ workers: inout Workers
  ) throws(DocumentError)

  /// Ends the records.
  mutating func finishRecords(_ workers: inout Workers) throws(DocumentError)

  /// Ends the document.
  ///
  /// - Parameter surroundings: What stands beside the rows.
  mutating func finish(
    _ surroundings: Tables, rows: [String: Int]
  ) throws(DocumentError)
}

extension RecordBlock.Source {
  /// The same for rows that stand alone.
  func forRows(
    _ rows: Range<Int>, of segment: Segment, referred: EmptyOrders.Owners
  ) -> RecordBlock.Source {
    var members = OrderMembers(tables.schema)
    members.addLists(of: segment, rows, hierarchy: hierarchy, referred: referred)
    return over(members.tables())
  }
}
