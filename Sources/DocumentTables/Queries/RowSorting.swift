import FoundationEssentials

extension Tables {
  /// Sorts rows of a hierarchy by columns; rows that are alike stay in the order they have.
  ///
  /// - Parameter limit: How many of the first rows are wanted; the others are removed.
  package func sort(
    _ rows: inout [RowLocation], of hierarchy: Int, by orders: [ColumnOrder], limit: Int? = nil
  ) {
    let segments = tables[hierarchy].segments
    rows.sort { left, right in
      for order in orders {
        let left = segments[left.segment].value(at: left.row, column: order.column)
        let right = segments[right.segment].value(at: right.row, column: order.column)
        let outcome = order.compare(left, right)
        if outcome != 0 { return outcome < 0 }
      }
      return false
    }
    if let limit, limit < rows.count { rows.removeSubrange(max(0, limit)...) }
  }
}

extension ColumnOrder {
  /// Negative where the left value comes first, zero where neither does.
  func compare(_ left: Value, _ right: Value) -> Int {
    let outcome =
      switch (left.isNull, right.isNull) {
      case (true, true): 0
      case (true, false): -1
      case (false, true): 1
      case (false, false):
        switch comparison {
        case .natural: naturalOrder(left, right)
        case .custom(let compare): compare(left, right).signum()
        }
      }
    return isDescending ? -outcome : outcome
  }
}

/// The order of two values of one column that are not nil.
func naturalOrder(_ left: Value, _ right: Value) -> Int {
  func order<Compared: Comparable>(_ left: Compared, _ right: Compared) -> Int {
    left < right ? -1 : right < left ? 1 : 0
  }
  return switch (left, right) {
  case (.bool(let left), .bool(let right)): order(left ? 1 : 0, right ? 1 : 0)
  case (.integer(let left), .integer(let right)): order(left, right)
  case (.unsigned(let left), .unsigned(let right)): order(left, right)
  case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
    left.isNaN || right.isNaN ? order(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1) : order(left, right)
  case (.uuid(let left), .uuid(let right)): order(left, right)
  case (.text(let left), .text(let right)): order(ComparisonText(left), ComparisonText(right))
  case (.reference(let left), .reference(let right)): order(left, right)
  default: 0
  }
}
