/// A value that is computed from the rows of each group.
package struct RowAggregate: Sendable {
  package enum Function: Sendable {
    /// The number of rows.
    case rowCount
    /// The number of values that are not null.
    case valueCount
    /// The number of values that differ as keys (``ComparisonKey``); nulls are left out.
    case distinctCount
    /// The least value in an order; nulls are left out, and NaN unless all values are NaN.
    case minimum(ColumnOrder.Comparison)
    /// The greatest value in an order; nulls are left out, and NaN unless all values are NaN.
    case maximum(ColumnOrder.Comparison)
    /// The sum and the number of the values that are not null.
    case total
  }

  package var function: Function
  /// The position of the values in ``GroupedRows/values``; nil for ``Function/rowCount``.
  package var value: Int?
  /// The layout of the values.
  package var layout: ColumnLayout?

  /// Creates an aggregate that counts rows.
  package init() { function = .rowCount }

  /// Creates an aggregate of values.
  package init(_ function: Function, of value: Int, _ layout: ColumnLayout) {
    self.function = function
    self.value = value
    self.layout = layout
  }

  /// The result for one group.
  package enum Result: Sendable {
    case count(Int)
    /// The least or greatest value; null if there is none.
    case value(Value)
    case total(ValueTotal)
  }
}

/// The sum of the numbers of a group, and how many there are.
package struct ValueTotal: Sendable {
  package enum Sum: Sendable {
    /// A sum of integers, which 2⁶³ numbers cannot overflow.
    case integer(Int128)
    case double(Double)
    case decimal(ExactDecimal)
  }

  package var count: Int
  package var sum: Sum

  package init(count: Int, sum: Sum) {
    self.count = count
    self.sum = sum
  }
}
