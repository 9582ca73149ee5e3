/// A node that applies a captured predicate or expression to values of the surrounding one.
package protocol NestedEvaluation {
  /// The tree of the captured predicate or expression; nil if there is none.
  var body: (any PredicateExpression)? { get }
  /// What stands for each of its inputs in `body`.
  var variables: [PredicateExpressions.VariableID] { get }
  /// The nodes of the surrounding tree that give each of its inputs.
  var inputs: [any PredicateExpression] { get }
}

/// Why a tree with a captured predicate is not written down: Foundation's predicates cannot be
/// encoded on this platform.
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
