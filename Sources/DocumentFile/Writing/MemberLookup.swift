import DocumentTables

/// The place where a writer of records looks up the members of ordered to-many relationships.
package enum MemberLookup: Sendable {
  /// Objects to which others refer, by the column of their order.
  package typealias Referred = [Int: Set<ObjectKey>]

  /// The tables of the writer, which contain all rows.
  case tables
  /// The lists of the rows themselves, because no other row is in memory.
  ///
  /// - Parameter referred: The objects with an empty list to which other objects refer.
  case lists(referred: Referred)

  /// Returns the tables in which rows of a segment look up their members.
  ///
  /// - Parameter tables: The tables of the writer.
  package func tables(
    for rows: Range<Int>, of segment: Segment, hierarchy: Int, in tables: Tables
  ) -> Tables {
    switch self {
    case .tables: return tables
    case .lists(let referred):
      var members = InverseMembers(tables.schema)
      members.addLists(of: segment, rows, hierarchy: hierarchy, referred: referred)
      return members.tables()
    }
  }
}

extension RecordBlock.Source {
  /// Returns the same source for some rows with their own member lookup.
  func forRows(_ rows: Range<Int>, of segment: Segment, _ members: MemberLookup) -> Self {
    if case .tables = members { return self }
    return over(members.tables(for: rows, of: segment, hierarchy: hierarchy, in: tables))
  }
}
