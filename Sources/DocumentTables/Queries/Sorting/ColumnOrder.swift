/// A column that rows are sorted by, and how.
package struct ColumnOrder: Sendable {
  package enum Comparison: Sendable {
    /// Swift's `<`, made total: texts by their NFC forms, NaN before all numbers, false before
    /// true, decimals by value; values without an order are equal.
    case natural
    /// Returns a negative number, zero or a positive one; is not called for nulls.
    case custom(@Sendable (Value, Value) -> Int)
  }

  package var column: Int
  /// Whether the whole order is reversed, so that nulls, which otherwise come first, come last.
  package var isDescending: Bool
  package var comparison: Comparison

  package init(column: Int, isDescending: Bool = false, comparison: Comparison = .natural) {
    self.column = column
    self.isDescending = isDescending
    self.comparison = comparison
  }
}
