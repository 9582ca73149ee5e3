/// A node of a predicate that is evaluated here, and not by Foundation.
///
/// Foundation's nodes end the program if an operation has no value: a division by zero, an overflow,
/// a range whose lower bound is above the upper one. Stored data must not end a program. Here such an
/// operation throws a ``PredicateError``, as `nil!` does in Foundation, and conditions follow
/// ``ThreeValuedLogic``. Columns and objects are tested by the same definitions.
protocol EvaluableExpression<Output>: PredicateExpression {
  /// Returns a function that evaluates the node for given values of the variables.
  func prepared() -> (PredicateBindings) throws -> Output
}

extension PredicateExpression {
  /// Returns a function that evaluates the expression for given values of the variables.
  ///
  /// The function looks up the nodes once, and not for each object.
  func evaluation() -> (PredicateBindings) throws -> Output {
    (self as? any EvaluableExpression<Output>)?.prepared() ?? evaluate
  }
}

/// An operation on one value.
protocol UnaryOperation<Output>: EvaluableExpression {
  associatedtype Operand: PredicateExpression

  var operand: Operand { get }
  /// - Throws: ``PredicateError`` if the operation has no value.
  func result(_ value: Operand.Output) throws -> Output
}

/// An operation on two values.
protocol BinaryOperation<Output>: EvaluableExpression {
  associatedtype Left: PredicateExpression
  associatedtype Right: PredicateExpression

  var operands: (left: Left, right: Right) { get }
  /// - Throws: ``PredicateError`` if the operation has no value.
  func result(_ left: Left.Output, _ right: Right.Output) throws -> Output
}

extension UnaryOperation {
  func prepared() -> (PredicateBindings) throws -> Output {
    let value = operand.evaluation()
    return { try result(value($0)) }
  }
}

extension BinaryOperation {
  func prepared() -> (PredicateBindings) throws -> Output {
    let (left, right) = (operands.left.evaluation(), operands.right.evaluation())
    return { try result(left($0), right($0)) }
  }
}
