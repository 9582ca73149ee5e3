/// The logic of conditions that may have no value, as in SQL.
///
/// A condition over an operation without a value is neither true nor false, and neither is its
/// negation. `false && x` is false and `true || x` is true for every `x`, on either side. A
/// predicate selects the objects for which it is true.
enum ThreeValuedLogic {
  /// Returns whether a condition is true; false if it has no value.
  static func isTrue(_ condition: () throws -> Bool) throws -> Bool {
    do {
      return try condition()
    } catch let error as PredicateError where error.isMissingValue {
      return false
    }
  }

  static func conjunction(
    _ left: () throws -> Bool, _ right: () throws -> Bool
  ) throws -> Bool {
    try !disjunction({ try !left() }, { try !right() })
  }

  static func disjunction(
    _ left: () throws -> Bool, _ right: () throws -> Bool
  ) throws -> Bool {
    do {
      if try left() { return true }
    } catch let error as PredicateError where error.isMissingValue {
      guard try right() else { throw error }
      return true
    }
    return try right()
  }

  /// Returns the disjunction of a condition over the elements of a sequence.
  static func contains<Elements: Sequence>(
    _ elements: Elements, where condition: (Elements.Element) throws -> Bool
  ) throws -> Bool {
    var missing: PredicateError?
    for element in elements {
      do {
        if try condition(element) { return true }
      } catch let error as PredicateError where error.isMissingValue {
        missing = error
      }
    }
    if let missing { throw missing }
    return false
  }

  /// Returns the conjunction of a condition over the elements of a sequence.
  static func allSatisfy<Elements: Sequence>(
    _ elements: Elements, _ condition: (Elements.Element) throws -> Bool
  ) throws -> Bool {
    try !contains(elements) { try !condition($0) }
  }
}

extension PredicateError {
  /// Whether an operation has no value; false if the expression is used without its variables.
  var isMissingValue: Bool {
    PredicateError.invalidInput == self || PredicateError.forceUnwrapFailure == self
      || PredicateError.forceCastFailure == self
  }
}

extension PredicateExpressions.Conjunction: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Bool {
    let (left, right) = (lhs.evaluation(), rhs.evaluation())
    return { values in
      try ThreeValuedLogic.conjunction({ try left(values) }, { try right(values) })
    }
  }
}

extension PredicateExpressions.Disjunction: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Bool {
    let (left, right) = (lhs.evaluation(), rhs.evaluation())
    return { values in
      try ThreeValuedLogic.disjunction({ try left(values) }, { try right(values) })
    }
  }
}

extension PredicateExpressions.Negation: UnaryOperation {
  var operand: Wrapped { wrapped }
  func result(_ value: Bool) -> Bool { !value }
}

extension PredicateExpressions.Conditional: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Output {
    let test = test.evaluation()
    let (first, second) = (trueBranch.evaluation(), falseBranch.evaluation())
    return { try test($0) ? first($0) : second($0) }
  }
}
