/// One of the columns that rows are sorted by.
package struct ColumnOrder: Sendable {
  package enum Comparison: Sendable {
    /// Swift's `<` made total: texts by their NFC forms, NaN before all numbers, false before true,
    /// decimals as numbers; values without an order are all alike.
    case natural
    /// Negative, zero or positive; asked about values that are not nil.
    case custom(@Sendable (Value, Value) -> Int)
  }

  package var column: Int
  /// Turns the whole order round, so that nil, which is otherwise first, comes last.
  package var isDescending: Bool
  package var comparison: Comparison

  package init(column: Int, isDescending: Bool = false, comparison: Comparison = .natural) {
    self.column = column
    self.isDescending = isDescending
    self.comparison = comparison
  }
}
