/// A condition on objects that is prepared once and tested for each of them.
struct ObjectTest<Object> {
  private let condition: (PredicateBindings) throws -> Bool
  private let variable: PredicateExpressions.Variable<Object>

  init(
    _ expression: any PredicateExpression<Bool>, _ variable: PredicateExpressions.Variable<Object>
  ) {
    condition = expression.evaluation()
    self.variable = variable
  }

  init(_ predicate: Predicate<Object>) { self.init(predicate.expression, predicate.variable) }

  /// Whether the condition is true for an object; false if it has no value.
  func passes(_ object: Object) throws -> Bool {
    try ThreeValuedLogic.isTrue { try condition(PredicateBindings((variable, object))) }
  }
}
