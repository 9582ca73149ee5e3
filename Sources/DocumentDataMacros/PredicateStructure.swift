import SwiftSyntax

extension PredicateTranslation {
  /// Returns the node of an expression by its kind.
  func structure(of expression: ExprSyntax) -> String {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      reference.argumentNames == nil
        ? input(reference.baseName) ?? value(reference, orDiagnose: .expression, at: reference)
        : value(reference, orDiagnose: .expression, at: reference)
    case .optionalChainingExpr(let optional):
      unwrappedName(of: optional) ?? node(optional.expression)
    case .memberAccessExpr(let member): self.member(member)
    case .forceUnwrapExpr(let unwrap): forcedUnwrap(unwrap)
    case .functionCallExpr(let call): self.call(call)
    case .subscriptCallExpr(let call): self.subscript(call)
    case .prefixOperatorExpr(let prefix): prefixOperator(prefix)
    case .infixOperatorExpr(let infix): infixOperator(infix)
    case .ternaryExpr(let ternary):
      conditional(
        statement(ternary.condition), node(ternary.thenExpression), node(ternary.elseExpression))
    case .isExpr(let check): cast("TypeCheck", check.expression, to: check.type)
    case .asExpr(let cast):
      self.cast(
        cast.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
          ? "ConditionalCast" : "ForceCast", cast.expression, to: cast.type)
    case .ifExpr(let branch): self.branch(branch)
    case .switchExpr(let choice): diagnose(.statement("a 'switch'"), at: choice.switchKeyword)
    case .tryExpr(let attempt): diagnose(.effect("try"), at: attempt.tryKeyword)
    case .awaitExpr(let wait): diagnose(.effect("await"), at: wait.awaitKeyword)
    case .arrayExpr(let list): value(list, orDiagnose: .collectionLiteral, at: list)
    case .dictionaryExpr(let list): value(list, orDiagnose: .collectionLiteral, at: list)
    case .stringLiteralExpr(let text): value(text, orDiagnose: .interpolation, at: text)
    case .tupleExpr(let tuple): value(tuple, orDiagnose: .tuple, at: tuple)
    case .closureExpr(let closure): value(closure, orDiagnose: .closure, at: closure)
    case .postfixOperatorExpr(let postfix):
      value(postfix, orDiagnose: .infixOperator(postfix.operator.text), at: postfix.operator)
    default: value(expression, orDiagnose: .expression, at: expression)
    }
  }

  func conditional(_ test: String, _ first: String, _ second: String) -> String {
    "PredicateExpressions.build_Conditional(\(test), \(first), \(second))"
  }

  private func cast(_ kind: String, _ expression: ExprSyntax, to type: TypeSyntax) -> String {
    if kind == "ForceCast" { mayLackValue = true }
    return "PredicateExpressions.\(kind)<_, \(type.trimmedDescription)>(\(node(expression)))"
  }

  private func member(_ member: MemberAccessExprSyntax) -> String {
    guard let base = member.base, dependsOnInput(member) else {
      return value(member, orDiagnose: .expression, at: member)
    }
    guard member.declName.argumentNames == nil else {
      return diagnose(.expression, at: member.declName)
    }
    return property(member.declName.baseName.text, of: node(base))
  }

  /// Returns the node of a property of another node's value.
  func property(_ name: String, of root: String) -> String {
    "PredicateExpressions.build_Property(root: \(root), keyPath: \\.\(name))"
  }

  private func forcedUnwrap(_ unwrap: ForceUnwrapExprSyntax) -> String {
    mayLackValue = true
    return "PredicateExpressions.build_ForcedUnwrap(\(node(unwrap.expression)))"
  }

  // MARK: Operators

  private func prefixOperator(_ prefix: PrefixOperatorExprSyntax) -> String {
    switch prefix.operator.text {
    case "!": return "PredicateExpressions.build_Negation(\(node(prefix.expression)))"
    case "-":
      mayLackValue = true
      return "PredicateExpressions.build_UnaryMinus(\(node(prefix.expression)))"
    case let name: return value(prefix, orDiagnose: .prefixOperator(name), at: prefix.operator)
    }
  }

  private func infixOperator(_ infix: InfixOperatorExprSyntax) -> String {
    let name = infix.operator.trimmedDescription
    guard let builder = Self.builders[name] else {
      return value(infix, orDiagnose: .infixOperator(name), at: infix.operator)
    }
    let isCondition = name == "&&" || name == "||"
    if !Self.totalOperators.contains(name) { mayLackValue = true }
    let left = isCondition ? statement(infix.leftOperand) : node(infix.leftOperand)
    let right = isCondition ? statement(infix.rightOperand) : node(infix.rightOperand)
    let labels = builder.name.hasSuffix("Range") ? ("lower", "upper") : ("lhs", "rhs")
    let operation = builder.operation.map { ", op: .\($0)" } ?? ""
    return "PredicateExpressions.build_\(builder.name)"
      + "(\(labels.0): \(left), \(labels.1): \(right)\(operation))"
  }

  /// The operators that have a value for all operands.
  private static let totalOperators: Set = ["==", "!=", "<", "<=", ">", ">=", "&&", "||", "??"]

  private static let builders: [String: (name: String, operation: String?)] = [
    "==": ("Equal", nil), "!=": ("NotEqual", nil),
    "<": ("Comparison", "lessThan"), "<=": ("Comparison", "lessThanOrEqual"),
    ">": ("Comparison", "greaterThan"), ">=": ("Comparison", "greaterThanOrEqual"),
    "&&": ("Conjunction", nil), "||": ("Disjunction", nil),
    "+": ("Arithmetic", "add"), "-": ("Arithmetic", "subtract"),
    "*": ("Arithmetic", "multiply"), "/": ("Division", nil), "%": ("Remainder", nil),
    "??": ("NilCoalesce", nil), "...": ("ClosedRange", nil), "..<": ("Range", nil),
  ]
}
