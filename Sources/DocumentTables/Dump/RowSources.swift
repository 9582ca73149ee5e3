/// The keys of the objects that refer to the rows of one segment.
///
///     rows of Trip   1       2    3            refer through BucketListItem.trip
///     keys           10 12        11
///     ends               2   2        3
package struct RowSources: Sendable {
  private struct Sources {
    var hierarchy: Int
    var column: Int
    var keys: [ObjectKey]
    var ends: [Int]
  }

  private var relationships: [Sources] = []

  package init() {}

  /// Adds the objects that refer through one column.
  ///
  /// - Parameters:
  ///   - keys: Their keys in the order of the rows, those of one row in ascending order.
  ///   - ends: The number of keys up to the end of each row.
  package mutating func append(
    hierarchy: Int, column: Int, keys: [ObjectKey], ends: [Int]
  ) {
    relationships.append(Sources(hierarchy: hierarchy, column: column, keys: keys, ends: ends))
  }

  /// Returns the objects of a hierarchy that refer to a row through a column.
  func sources(of row: Int, hierarchy: Int, column: Int) -> ArraySlice<ObjectKey> {
    for index in relationships.indices
    where relationships[index].hierarchy == hierarchy && relationships[index].column == column {
      let start = row == 0 ? 0 : relationships[index].ends[row - 1]
      return relationships[index].keys[start..<relationships[index].ends[row]]
    }
    return []
  }
}

/// The place where a dump looks up the objects that refer to a row.
package enum DumpedReferences: Sendable {
  /// Tables with all rows.
  case tables(Tables)
  /// What was found for the segment, because no other row is in memory.
  case found(RowSources)

  /// Returns the keys of the objects that refer to the object of a row, in ascending order.
  ///
  /// - Parameter column: The column of the other end through which they refer.
  func sources(
    of key: ObjectKey, _ row: Int, through end: RelationshipEnd, _ column: Int
  ) -> ArraySlice<ObjectKey> {
    switch self {
    case .tables(let tables):
      tables.tables[end.destinationHierarchy].sources(of: key, throughColumn: column)[...]
    case .found(let sources):
      sources.sources(of: row, hierarchy: end.destinationHierarchy, column: column)
    }
  }
}
