import DocumentTables

/// Where a writer of records looks up the members of to-many relationships whose order it writes.
enum MemberLookup: Sendable {
  /// Objects that are referred to, by the column of their order.
  typealias Referred = [Int: Set<ObjectKey>]

  /// In the tables that the writer was made for, which have all rows.
  case tables
  /// In the lists of the rows themselves, because no other row is in memory.
  ///
  /// - Parameter referred: The objects with an empty list to which a record refers.
  case lists(referred: Referred)
  /// In tables that hold nothing but the rows that refer to those of the segment.
  case found(Tables)

  /// The tables in which some rows of a segment look up their members.
  ///
  /// - Parameter tables: Those that the writer was made for.
  func tables(
    for rows: Range<Int>, of segment: Segment, hierarchy: Int, in tables: Tables
  ) -> Tables {
    switch self {
    case .tables: return tables
    case .found(let found): return found
    case .lists(let referred):
      var members = InverseMembers(tables.schema)
      members.addLists(of: segment, rows, hierarchy: hierarchy, referred: referred)
      return members.tables()
    }
  }
}

extension RecordBlock.Source {
  /// The same source for some rows, which find their members in one way or the other.
  func forRows(_ rows: Range<Int>, of segment: Segment, _ members: MemberLookup) -> Self {
    if case .tables = members { return self }
    return over(members.tables(for: rows, of: segment, hierarchy: hierarchy, in: tables))
  }
}
