extension PredicateExpressions.Equal: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }
  func result(_ left: LHS.Output, _ right: RHS.Output) -> Bool { left == right }
}

extension PredicateExpressions.NotEqual: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }
  func result(_ left: LHS.Output, _ right: RHS.Output) -> Bool { left != right }
}

extension PredicateExpressions.Comparison: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }

  func result(_ left: LHS.Output, _ right: RHS.Output) throws -> Bool {
    switch op {
    case .lessThan: left < right
    case .lessThanOrEqual: left <= right
    case .greaterThan: left > right
    case .greaterThanOrEqual: left >= right
    @unknown default: throw PredicateError.invalidInput
    }
  }
}

// A range whose bounds are in the wrong order, or unordered as NaN is, has no value.

extension PredicateExpressions.Range: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lower, upper) }

  func result(_ left: LHS.Output, _ right: RHS.Output) throws -> Swift.Range<LHS.Output> {
    guard left <= right else { throw PredicateError.invalidInput }
    return left..<right
  }
}

extension PredicateExpressions.ClosedRange: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lower, upper) }

  func result(_ left: LHS.Output, _ right: RHS.Output) throws
    -> Swift.ClosedRange<LHS.Output>
  {
    guard left <= right else { throw PredicateError.invalidInput }
    return left...right
  }
}

extension PredicateExpressions.RangeExpressionContains: BinaryOperation {
  var operands: (left: RangeExpression, right: Element) { (range, element) }

  func result(_ left: RangeExpression.Output, _ right: Element.Output) -> Bool {
    left.contains(right)
  }
}

extension PredicateExpressions.TypeCheck: UnaryOperation {
  var operand: Input { input }
  func result(_ value: Input.Output) -> Bool { value is Desired }
}

extension PredicateExpressions.ConditionalCast: UnaryOperation {
  var operand: Input { input }
  func result(_ value: Input.Output) -> Desired? { value as? Desired }
}

extension PredicateExpressions.ForceCast: UnaryOperation {
  var operand: Input { input }

  func result(_ value: Input.Output) throws -> Desired {
    guard let desired = value as? Desired else { throw PredicateError.forceCastFailure }
    return desired
  }
}
