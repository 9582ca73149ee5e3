/// A range of a column's values; each bound may be missing.
package struct ColumnRange: Hashable, Sendable {
  package struct Bound: Hashable, Sendable {
    package var value: Value
    package var isInclusive: Bool

    package init(_ value: Value, isInclusive: Bool) {
      self.value = value
      self.isInclusive = isInclusive
    }
  }

  package var lower: Bound?
  package var upper: Bound?

  package init(lower: Bound? = nil, upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }

  package static func above(_ value: Value) -> ColumnRange {
    ColumnRange(lower: Bound(value, isInclusive: false))
  }

  package static func atLeast(_ value: Value) -> ColumnRange {
    ColumnRange(lower: Bound(value, isInclusive: true))
  }

  package static func below(_ value: Value) -> ColumnRange {
    ColumnRange(upper: Bound(value, isInclusive: false))
  }

  package static func atMost(_ value: Value) -> ColumnRange {
    ColumnRange(upper: Bound(value, isInclusive: true))
  }

  /// Returns the range `lower...upper`.
  package static func closed(_ lower: Value, _ upper: Value) -> ColumnRange {
    ColumnRange(
      lower: Bound(lower, isInclusive: true), upper: Bound(upper, isInclusive: true))
  }
}
