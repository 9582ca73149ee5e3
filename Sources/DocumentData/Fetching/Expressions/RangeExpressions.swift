import DocumentTables

extension PredicateExpressions.Range: TranslatableExpression {}
extension PredicateExpressions.ClosedRange: TranslatableExpression {}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { range, element in
      guard case .constant(let value) = range, let bounds = value as? any BoundedRange else {
        return nil
      }
      return translator.membership(element, bounds).map { .condition(RowCondition($0)) }
    }
  }
}

/// One of the standard library's ranges.
protocol BoundedRange {
  var lowest: Any? { get }
  /// The upper bound, and whether the range includes it.
  var highest: (value: Any, isInclusive: Bool)? { get }
}

extension Range: BoundedRange {
  var lowest: Any? { lowerBound }
  var highest: (value: Any, isInclusive: Bool)? { (upperBound, false) }
}

extension ClosedRange: BoundedRange {
  var lowest: Any? { lowerBound }
  var highest: (value: Any, isInclusive: Bool)? { (upperBound, true) }
}

extension PartialRangeFrom: BoundedRange {
  var lowest: Any? { lowerBound }
  var highest: (value: Any, isInclusive: Bool)? { nil }
}

extension PartialRangeUpTo: BoundedRange {
  var lowest: Any? { nil }
  var highest: (value: Any, isInclusive: Bool)? { (upperBound, false) }
}

extension PartialRangeThrough: BoundedRange {
  var lowest: Any? { nil }
  var highest: (value: Any, isInclusive: Bool)? { (upperBound, true) }
}

extension Translator {
  /// Returns a query for the rows for which a column or a count is in a range.
  fileprivate func membership(_ form: TranslatedExpression, _ bounds: any BoundedRange) -> Query? {
    var parts: [Query] = []
    if case .attribute(let attribute) = form {
      guard attribute.isDirect else { return nil }
      var range = ColumnRange()
      if let lowest = bounds.lowest {
        guard let value = lowest as? any _PersistentValue else { return nil }
        range.lower = ColumnRange.Bound(value.tableValue, isInclusive: true)
      }
      if let highest = bounds.highest {
        guard let value = highest.value as? any _PersistentValue else { return nil }
        range.upper = ColumnRange.Bound(value.tableValue, isInclusive: highest.isInclusive)
      }
      return attribute.path.lift(.range(column: attribute.column, range))
    }
    if let lowest = bounds.lowest {
      guard let query = comparison(form, .atLeast, lowest) else { return nil }
      parts.append(query)
    }
    if let highest = bounds.highest {
      guard let query = comparison(form, highest.isInclusive ? .atMost : .below, highest.value)
      else { return nil }
      parts.append(query)
    }
    return .conjunction(parts)
  }
}
