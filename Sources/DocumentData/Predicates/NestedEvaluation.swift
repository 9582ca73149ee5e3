/// A node that applies a captured predicate or expression to values of the enclosing one.
package protocol NestedEvaluation {
  /// The tree of the captured predicate or expression; nil if there is none.
  var body: (any PredicateExpression)? { get }
  /// The variables of `body`, one for each input.
  var variables: [PredicateExpressions.VariableID] { get }
  /// The nodes of the enclosing tree that compute the inputs.
  var inputs: [any PredicateExpression] { get }
}

/// Refuses to encode and decode trees with captured predicates, because Foundation's predicates
/// cannot be encoded on this platform.
enum NestedEvaluationCoding {
  static func refuseEncoding(of value: Any, to encoder: any Encoder) throws -> Never {
    throw EncodingError.invalidValue(
      value,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "A predicate that evaluates another predicate cannot be encoded"))
  }

  static func refuseDecoding(from decoder: any Decoder) throws -> Never {
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "A predicate that evaluates another predicate cannot be decoded"))
  }
}

extension PredicateExpressions {
  /// A captured predicate that another predicate applies to its own values.
  public struct NestedPredicate<each Input: PredicateExpression>: PredicateExpression {
    package let predicate: Predicate<repeat (each Input).Output>
    package let input: (repeat each Input)

    /// Evaluates the node for given values of the variables.
    ///
    /// - Throws: The errors of the nodes below.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(repeat (each input).evaluate(bindings))
    }
  }

  /// A captured optional predicate that another predicate applies to its own values.
  public struct NestedOptionalPredicate<each Input: PredicateExpression>: PredicateExpression {
    package let predicate: Predicate<repeat (each Input).Output>?
    package let input: (repeat each Input)

    /// Evaluates the node for given values of the variables; nil if there is no captured predicate.
    ///
    /// - Throws: The errors of the nodes below.
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

extension PredicateExpressions {
  /// A captured expression that a predicate applies to its own values.
  public struct NestedExpression<each Input: PredicateExpression, Output>: PredicateExpression {
    package let expression: Expression<repeat (each Input).Output, Output>
    package let input: (repeat each Input)

    /// Evaluates the node for given values of the variables.
    ///
    /// - Throws: The errors of the nodes below.
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

// The captured tree is prepared anew for each evaluation: captured predicates can mention each other
// more often than all of them together are evaluated.

extension PredicateExpressions.NestedPredicate: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Bool {
    let inputs = (repeat (each input).evaluation())
    return { values in
      try predicate.expression.evaluation()(
        PredicateBindings(repeat (each predicate.variable, try (each inputs)(values))))
    }
  }
}

extension PredicateExpressions.NestedOptionalPredicate: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Bool? {
    guard let predicate else { return { _ in nil } }
    let inputs = (repeat (each input).evaluation())
    return { values in
      try predicate.expression.evaluation()(
        PredicateBindings(repeat (each predicate.variable, try (each inputs)(values))))
    }
  }
}

extension PredicateExpressions.NestedExpression: EvaluableExpression {
  func prepared() -> (PredicateBindings) throws -> Output {
    let inputs = (repeat (each input).evaluation())
    return { values in
      try expression.expression.evaluation()(
        PredicateBindings(repeat (each expression.variable, try (each inputs)(values))))
    }
  }
}
