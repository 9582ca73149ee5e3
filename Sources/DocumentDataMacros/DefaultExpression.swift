import SwiftSyntax

/// The kind of a property's initialiser expression.
///
/// A schema states a constant default as a value; only the model can compute any other default. An
/// expression that is not certainly constant counts as computed, because a schema that changes by
/// itself is worse than a schema that states less.
enum DefaultExpression: String {
  /// The same value each time, so the expression may be evaluated once.
  case constant
  /// A static member of a type, such as `.business` or `Date.now`: constant if the value is an
  /// enum's.
  case member
  case computed

  init(_ expression: ExprSyntax) {
    // An explicit stack, because literals can be nested to any depth.
    var pending = [expression]
    var result = DefaultExpression.constant
    while let next = pending.popLast() {
      switch Self.classify(next, &pending) {
      case .constant: break
      case .member where next == expression: result = .member
      default:
        self = .computed
        return
      }
    }
    self = result
  }

  private static func classify(
    _ expression: ExprSyntax, _ pending: inout [ExprSyntax]
  ) -> DefaultExpression {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr:
      return .constant
    case .stringLiteralExpr(let literal):
      let isPlain = literal.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
      return isPlain ? .constant : .computed
    case .prefixOperatorExpr(let prefixed) where prefixed.operator.text == "-":
      pending.append(prefixed.expression)
      return .constant
    case .arrayExpr(let array):
      pending += array.elements.map(\.expression)
      return .constant
    case .dictionaryExpr(let dictionary):
      if case .elements(let elements) = dictionary.content {
        pending += elements.flatMap { [$0.key, $0.value] }
      }
      return .constant
    case .tupleExpr(let tuple):
      guard tuple.elements.count == 1, let only = tuple.elements.first else { return .computed }
      pending.append(only.expression)
      return .constant
    case .memberAccessExpr(let access): return classify(access)
    default: return .computed
    }
  }

  /// Names that refer to one constant value in every type of the standard library and of
  /// Foundation.
  private static let constants: Set<String> = [
    "zero", "min", "max", "infinity", "nan", "pi", "greatestFiniteMagnitude",
    "leastNormalMagnitude", "leastNonzeroMagnitude", "distantPast", "distantFuture",
  ]

  private static func classify(_ access: MemberAccessExprSyntax) -> DefaultExpression {
    let isOfType =
      switch access.base?.as(ExprSyntaxEnum.self) {
      case nil: true
      case .declReferenceExpr(let base): base.baseName.text.first?.isUppercase ?? false
      case .memberAccessExpr(let base): base.declName.baseName.text.first?.isUppercase ?? false
      default: false
      }
    guard isOfType else { return .computed }
    return constants.contains(access.declName.baseName.text) ? .constant : .member
  }
}
