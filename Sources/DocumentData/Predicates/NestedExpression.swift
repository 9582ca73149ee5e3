extension PredicateExpressions {
  /// A captured expression that a predicate applies to its own values.
  public struct NestedExpression<each Input: PredicateExpression, Output>: PredicateExpression {
    package let expression: Expression<repeat (each Input).Output, Output>
    package let input: (repeat each Input)

    /// Evaluates the node for given values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try expression.evaluate(repeat (each input).evaluate(bindings))
    }
  }

  /// Builds the node of `expression.evaluate(input)`.
  public static func build_evaluate<each Input: PredicateExpression, Output>(
    _ expression: Expression<repeat (each Input).Output, Output>, _ input: repeat each Input
  ) -> NestedExpression<repeat each Input, Output> {
    NestedExpression(expression: expression, input: (repeat each input))
  }
}

extension PredicateExpressions.NestedExpression: NestedEvaluation {
  package var body: (any PredicateExpression)? { expression.expression }

  package var variables: [PredicateExpressions.VariableID] {
    var variables: [PredicateExpressions.VariableID] = []
    for variable in repeat each expression.variable { variables.append(variable.key) }
    return variables
  }

  package var inputs: [any PredicateExpression] {
    var inputs: [any PredicateExpression] = []
    for node in repeat each input { inputs.append(node) }
    return inputs
  }
}

extension PredicateExpressions.NestedExpression: Sendable where repeat each Input: Sendable {}

extension PredicateExpressions.NestedExpression: Codable where repeat each Input: Codable {
  /// Throws, because Foundation's predicates cannot be encoded on this platform.
  public func encode(to encoder: any Encoder) throws {
    try NestedEvaluationCoding.refuseEncoding(of: self, to: encoder)
  }

  /// Throws, because Foundation's predicates cannot be decoded on this platform.
  public init(from decoder: any Decoder) throws {
    try NestedEvaluationCoding.refuseDecoding(from: decoder)
  }
}

extension PredicateExpressions.NestedExpression: StandardPredicateExpression
where repeat each Input: StandardPredicateExpression {}
