import DocumentTables

extension PredicateExpressions.Comparison: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    let order = order
    return form(in: translator) { left, right in
      switch (left, right) {
      case (.constant, .constant): nil
      case (let form, .constant(let value)):
        translator.comparison(form, order, value).map { .condition(RowCondition($0)) }
      case (.constant(let value), let form):
        translator.comparison(form, order.reversed, value).map { .condition(RowCondition($0)) }
      default: nil
      }
    }
  }

  private var order: ComparisonOrder {
    switch op {
    case .lessThan: .below
    case .lessThanOrEqual: .atMost
    case .greaterThan: .above
    case .greaterThanOrEqual: .atLeast
    @unknown default: .below
    }
  }
}

/// One of the four order comparisons.
enum ComparisonOrder {
  case below, atMost, above, atLeast

  /// The comparison with its operands exchanged.
  var reversed: ComparisonOrder {
    switch self {
    case .below: .above
    case .atMost: .atLeast
    case .above: .below
    case .atLeast: .atMost
    }
  }

  func range(of value: Value) -> ColumnRange {
    switch self {
    case .below: .below(value)
    case .atMost: .atMost(value)
    case .above: .above(value)
    case .atLeast: .atLeast(value)
    }
  }

  /// Returns the numbers for which the comparison with a number is true; nil if there are none.
  func numbers(_ number: Int) -> ClosedRange<Int>? {
    switch self {
    case .below: number > Int.min ? Int.min...(number - 1) : nil
    case .atMost: Int.min...number
    case .above: number < Int.max ? (number + 1)...Int.max : nil
    case .atLeast: number...Int.max
    }
  }
}

extension Translator {
  /// Translates the comparison of a column or a count with a constant.
  func comparison(_ form: TranslatedExpression, _ order: ComparisonOrder, _ value: Any) -> Query? {
    switch form {
    case .attribute(let attribute):
      guard attribute.isDirect, let value = value as? any _PersistentValue else { return nil }
      return attribute.path.lift(
        .range(column: attribute.column, order.range(of: value.tableValue)))
    case .memberCount, .textLength:
      guard let number = value as? Int else { return nil }
      return count(form, in: order.numbers(number))
    default: return nil
    }
  }

  /// Returns a query for the rows for which a count is in a range.
  func count(_ form: TranslatedExpression, in range: ClosedRange<Int>?) -> Query? {
    guard let range else { return .constant(false) }
    switch form {
    case .memberCount(let members): return condition(members, countIn: range)
    case .textLength(let text):
      return text.path.lift(.text(column: text.column, .count(range)))
    default: return nil
    }
  }
}
