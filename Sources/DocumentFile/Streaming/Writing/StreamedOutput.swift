import DocumentTables

/// Where a document goes whose rows pass by once.
protocol StreamedOutput {
  /// Takes the next segment, in the order of hierarchies and keys.
  ///
  /// - Parameter members: Who refers to its rows; nil where their own lists say it.
  mutating func add(
    _ segment: Segment, hierarchy: Int, members: Tables?, _ workers: inout Workers
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
  /// The same for some rows whose members are known, or stand in their own lists.
  func forRows(_ rows: Range<Int>, of segment: Segment, members: Tables?) -> RecordBlock.Source {
    let tables =
      members
      ?? {
        var found = OrderMembers(self.tables.schema)
        found.addLists(of: segment, rows, hierarchy: hierarchy)
        return found.tables()
      }()
    return RecordBlock.Source(
      tables: tables, hierarchy: hierarchy, plan: plan, encoding: encoding)
  }
}
