// Integers that overflow, divisions by zero and decimals that underflow have no value.
// Floating-point numbers have infinity and NaN, decimals that overflow are NaN.

extension PredicateExpressions.Arithmetic: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }

  func result(_ left: LHS.Output, _ right: RHS.Output) throws -> Output {
    if let integer = left as? any FixedWidthInteger {
      return try Exact.result(of: op, integer, right)
    }
    switch op {
    case .add: return left + right
    case .subtract: return left - right
    case .multiply:
      if let left = left as? Decimal, let right = right as? Decimal, left.underflows(times: right) {
        throw PredicateError.invalidInput
      }
      return left * right
    @unknown default: throw PredicateError.invalidInput
    }
  }
}

extension PredicateExpressions.IntDivision: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }

  func result(_ left: LHS.Output, _ right: RHS.Output) throws -> Output {
    if let integer = left as? any FixedWidthInteger { return try Exact.quotient(integer, right) }
    guard right != 0 else { throw PredicateError.invalidInput }
    return left / right
  }
}

extension PredicateExpressions.IntRemainder: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }

  func result(_ left: LHS.Output, _ right: RHS.Output) throws -> Output {
    if let integer = left as? any FixedWidthInteger { return try Exact.remainder(integer, right) }
    guard right != 0 else { throw PredicateError.invalidInput }
    return left % right
  }
}

extension PredicateExpressions.FloatDivision: BinaryOperation {
  var operands: (left: LHS, right: RHS) { (lhs, rhs) }
  func result(_ left: LHS.Output, _ right: RHS.Output) -> Output { left / right }
}

extension PredicateExpressions.UnaryMinus: UnaryOperation {
  var operand: Wrapped { wrapped }

  func result(_ value: Wrapped.Output) throws -> Output {
    if value is any FixedWidthInteger, let zero = Wrapped.Output.zero as? any FixedWidthInteger {
      return try Exact.result(of: .subtract, zero, value)
    }
    return -value
  }
}

extension Decimal {
  /// Whether the product of two numbers is too small for a decimal, which ends the program in
  /// Foundation.
  fileprivate func underflows(times other: Decimal) -> Bool {
    !isZero && !other.isZero && !isNaN && !other.isNaN
      && exponent + other.exponent < Int(Int8.min)
  }
}

/// Integer arithmetic that throws instead of overflowing.
///
/// The type of the number is known only at run time, so results are cast back to it.
private enum Exact {
  static func result<Number: FixedWidthInteger, Output>(
    of op: PredicateExpressions.ArithmeticOperator, _ left: Number, _ right: Any
  ) throws -> Output {
    try checked(right) { (right: Number) in
      switch op {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      @unknown default: (left, true)
      }
    }
  }

  static func quotient<Number: FixedWidthInteger, Output>(
    _ left: Number, _ right: Any
  ) throws -> Output {
    try checked(right) { left.dividedReportingOverflow(by: $0) }
  }

  static func remainder<Number: FixedWidthInteger, Output>(
    _ left: Number, _ right: Any
  ) throws -> Output {
    try checked(right) { left.remainderReportingOverflow(dividingBy: $0) }
  }

  private static func checked<Number: FixedWidthInteger, Output>(
    _ right: Any, _ calculate: (Number) -> (partialValue: Number, overflow: Bool)
  ) throws -> Output {
    guard let right = right as? Number else { throw PredicateError.invalidInput }
    let (result, overflow) = calculate(right)
    guard !overflow, let output = result as? Output else { throw PredicateError.invalidInput }
    return output
  }
}
