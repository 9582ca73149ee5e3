extension PredicateExpressions {
  /// A captured predicate that another predicate applies to its own values.
  public struct NestedPredicate<each Input: PredicateExpression>: PredicateExpression {
    package let predicate: Predicate<repeat (each Input).Output>
    package let input: (repeat each Input)

    /// Evaluates the node for given values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(repeat (each input).evaluate(bindings))
    }
  }

  /// A captured optional predicate that another predicate applies to its own values.
  public struct NestedOptionalPredicate<each Input: PredicateExpression>: PredicateExpression {
    package let predicate: Predicate<repeat (each Input).Output>?
    package let input: (repeat each Input)

    /// Evaluates the node for given values of the variables; nil if there is no captured predicate.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool? {
      try predicate?.evaluate(repeat (each input).evaluate(bindings))
    }
  }

  /// Builds the node of `predicate.evaluate(input)`.
  public static func build_evaluate<each Input: PredicateExpression>(
    _ predicate: Predicate<repeat (each Input).Output>, _ input: repeat each Input
  ) -> NestedPredicate<repeat each Input> {
    NestedPredicate(predicate: predicate, input: (repeat each input))
  }

  /// Builds the node of `predicate?.evaluate(input)`.
  public static func build_evaluate<each Input: PredicateExpression>(
    _ predicate: Predicate<repeat (each Input).Output>?, _ input: repeat each Input
  ) -> NestedOptionalPredicate<repeat each Input> {
    NestedOptionalPredicate(predicate: predicate, input: (repeat each input))
  }
}

extension PredicateExpressions.NestedPredicate: NestedEvaluation {
  package var body: (any PredicateExpression)? { predicate.expression }

  package var variables: [PredicateExpressions.VariableID] {
    var variables: [PredicateExpressions.VariableID] = []
    for variable in repeat each predicate.variable { variables.append(variable.key) }
    return variables
  }

  package var inputs: [any PredicateExpression] {
    var inputs: [any PredicateExpression] = []
    for node in repeat each input { inputs.append(node) }
    return inputs
  }
}

extension PredicateExpressions.NestedOptionalPredicate: NestedEvaluation {
  package var body: (any PredicateExpression)? { predicate?.expression }

  package var variables: [PredicateExpressions.VariableID] {
    guard let predicate else { return [] }
    var variables: [PredicateExpressions.VariableID] = []
    for variable in repeat each predicate.variable { variables.append(variable.key) }
    return variables
  }

  package var inputs: [any PredicateExpression] {
    var inputs: [any PredicateExpression] = []
    for node in repeat each input { inputs.append(node) }
    return inputs
  }
}

extension PredicateExpressions.NestedPredicate: Sendable where repeat each Input: Sendable {}

extension PredicateExpressions.NestedPredicate: Codable where repeat each Input: Codable {
  /// Throws, because Foundation's predicates cannot be encoded on this platform.
  public func encode(to encoder: any Encoder) throws {
    try NestedEvaluationCoding.refuseEncoding(of: self, to: encoder)
  }

  /// Throws, because Foundation's predicates cannot be decoded on this platform.
  public init(from decoder: any Decoder) throws {
    try NestedEvaluationCoding.refuseDecoding(from: decoder)
  }
}

extension PredicateExpressions.NestedPredicate: StandardPredicateExpression
where repeat each Input: StandardPredicateExpression {}

extension PredicateExpressions.NestedOptionalPredicate: Sendable
where repeat each Input: Sendable {}

extension PredicateExpressions.NestedOptionalPredicate: Codable where repeat each Input: Codable {
  /// Throws, because Foundation's predicates cannot be encoded on this platform.
  public func encode(to encoder: any Encoder) throws {
    try NestedEvaluationCoding.refuseEncoding(of: self, to: encoder)
  }

  /// Throws, because Foundation's predicates cannot be decoded on this platform.
  public init(from decoder: any Decoder) throws {
    try NestedEvaluationCoding.refuseDecoding(from: decoder)
  }
}

extension PredicateExpressions.NestedOptionalPredicate: StandardPredicateExpression
where repeat each Input: StandardPredicateExpression {}
