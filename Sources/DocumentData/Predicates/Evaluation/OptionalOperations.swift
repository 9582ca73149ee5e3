extension PredicateExpressions.NilCoalesce: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Output {
    let (left, right) = (lhs.evaluation(), rhs.evaluation())
    return { try left($0) ?? right($0) }
  }
}

// Optional chaining, `flatMap` and `if let`.
extension PredicateExpressions.OptionalFlatMap: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Result? {
    let (optional, transform) = (wrapped.evaluation(), transform.evaluation())
    return { values in
      guard let value = try optional(values) else { return nil }
      let result: Any = try transform(values.binding(variable, to: value))
      return result as? Result
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: UnaryOperation {
  var operand: Inner { inner }

  func result(_ value: Wrapped?) throws -> Wrapped {
    guard let value else { throw PredicateError.forceUnwrapFailure }
    return value
  }
}
