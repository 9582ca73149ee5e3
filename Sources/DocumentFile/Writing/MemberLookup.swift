import DocumentTables

/// Where a writer of records looks up the members of to-many relationships whose order it writes.
enum MemberLookup: Sendable {
  /// In the tables that the writer was made for, which have all rows.
  case tables
  /// In the lists of the rows themselves, because no other row is in memory.
  ///
  /// - Parameter referred: The objects with an empty list to which a record refers.
  case lists(referred: EmptyListResolver.Owners)
}

extension RecordBlock.Source {
  /// The same source for some rows, which find their members in one way or the other.
  func forRows(_ rows: Range<Int>, of segment: Segment, _ members: MemberLookup) -> Self {
    switch members {
    case .tables: return self
    case .lists(let referred):
      var members = InverseMembers(tables.schema)
      members.addLists(of: segment, rows, hierarchy: hierarchy, referred: referred)
      return over(members.tables())
    }
  }
}
