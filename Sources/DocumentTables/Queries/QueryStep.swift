/// One way in which a query was answered.
package enum QueryStep: Hashable, Sendable {
  /// An index named the only row with a value, or told that there is none.
  case pointLookup(column: Int)
  /// Rows were found by the hashes of their values in these columns.
  case hashes(columns: [Int])
  /// Rows were found by their own keys.
  case keys
  /// Rows were found through those at the other end of a relationship.
  case relationship(String)
  /// Rows of a segment were found among its rows in the order of a column.
  case sortedRows(column: Int)
  /// The column's values in a segment were gone through.
  case scan(column: Int)
  /// Single rows that an index had found were tested.
  case rowTests
}
