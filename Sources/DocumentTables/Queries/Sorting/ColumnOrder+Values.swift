extension ColumnOrder {
  /// The order of two values of the column that do not stand in it; the same as that of rows.
  ///
  /// - Returns: Negative where the left one comes first, zero where neither does.
  package func compare(_ left: Value, _ right: Value, in layout: ColumnLayout) -> Int {
    let outcome =
      switch (left.isNull, right.isNull) {
      case (true, true): 0
      case (true, false): -1
      case (false, true): 1
      case (false, false): order(left, right, layout)
      }
    return isDescending ? -outcome : outcome
  }

  private func order(_ left: Value, _ right: Value, _ layout: ColumnLayout) -> Int {
    if case .custom(let compare) = comparison { return compare(left, right).signum() }
    guard layout.attribute?.type == .scalar(.decimal) else { return naturalOrder(left, right) }
    let numbers = (DecimalText.number(left), DecimalText.number(right))
    return numbers.0 < numbers.1 ? -1 : numbers.1 < numbers.0 ? 1 : 0
  }
}
