/// A method that contributed to the answer of a query.
package enum QueryStep: Hashable, Sendable {
  /// An index returned the only row with a value, or none.
  case pointLookup(column: Int)
  /// Hashes of the values in these columns returned rows.
  case hashes(columns: [Int])
  /// Keys of rows returned rows.
  case keys
  /// Rows at the other end of a relationship led to rows.
  case relationship(String)
  /// The sorted rows of a segment were searched by a column.
  case sortedRows(column: Int)
  /// Every value of the column in a segment was tested.
  case scan(column: Int)
  /// Rows that an index had returned were tested one by one.
  case rowTests
}
