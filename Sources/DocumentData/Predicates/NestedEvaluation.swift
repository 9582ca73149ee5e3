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
