extension ColumnOrder {
  /// Compares two values that need not be in the column, as rows are compared.
  ///
  /// - Returns: A negative number if the left value comes first, zero if the values are equal.
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
    return layout.spelledOrder?.order(left, right) ?? naturalOrder(left, right)
  }
}
