import DocumentTables

// Integer overflow and division by zero, which trap in Swift, are errors here.

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.form(lhs), let right = translator.form(rhs) else { return nil }
    let op = op
    guard LHS.Output.self is any FloatingPoint.Type else {
      return translator.integers(left, right, LHS.Output.self) { Exact.result(of: op, $0, $1) }
    }
    return translator.combine(left, right) { (left: LHS.Output, right: RHS.Output) in
      switch op {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      @unknown default: throw NoValue()
      }
    }
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.form(lhs), let right = translator.form(rhs) else { return nil }
    return translator.integers(left, right, LHS.Output.self) { Exact.quotient($0, $1) }
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.form(lhs), let right = translator.form(rhs) else { return nil }
    return translator.integers(left, right, LHS.Output.self) { Exact.remainder($0, $1) }
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.form(lhs), let right = translator.form(rhs) else { return nil }
    return translator.combine(left, right) { (left: LHS.Output, right: RHS.Output) in
      left / right
    }
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let form = translator.form(wrapped) else { return nil }
    guard Wrapped.Output.self is any FloatingPoint.Type else {
      return translator.integers(.constant(Wrapped.Output.zero), form, Wrapped.Output.self) {
        Exact.result(of: .subtract, $0, $1)
      }
    }
    return translator.map(form, as: Wrapped.Output.self) { -$0 }
  }
}

/// Integer arithmetic that returns nil instead of overflowing.
private enum Exact {
  static func result<Number: FixedWidthInteger>(
    of op: PredicateExpressions.ArithmeticOperator, _ left: Number, _ right: Any
  ) -> Number? {
    guard let right = right as? Number else { return nil }
    let (result, overflow) =
      switch op {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      @unknown default: (left, true)
      }
    return overflow ? nil : result
  }

  static func quotient<Number: FixedWidthInteger>(_ left: Number, _ right: Any) -> Number? {
    guard let right = right as? Number else { return nil }
    let (result, overflow) = left.dividedReportingOverflow(by: right)
    return overflow ? nil : result
  }

  static func remainder<Number: FixedWidthInteger>(_ left: Number, _ right: Any) -> Number? {
    guard let right = right as? Number else { return nil }
    let (result, overflow) = left.remainderReportingOverflow(dividingBy: right)
    return overflow ? nil : result
  }
}

extension Translator {
  /// Combines two integers of one type by a function; throws `PredicateError.invalidInput` in
  /// evaluation if the function has no result.
  fileprivate func integers<Number>(
    _ left: TranslatedExpression, _ right: TranslatedExpression, _ type: Number.Type,
    _ calculate: @escaping (any FixedWidthInteger, Any) -> Any?
  ) -> TranslatedExpression? {
    guard type is any FixedWidthInteger.Type else { return nil }
    if case .constant = left, case .constant = right {} else { canThrow = true }
    return combine(left, right) { (left: Number, right: Number) -> Number in
      guard let integer = left as? any FixedWidthInteger,
        let result = calculate(integer, right) as? Number
      else { throw PredicateError.invalidInput }
      return result
    }
  }
}
