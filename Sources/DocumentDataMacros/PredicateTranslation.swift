import SwiftDiagnostics
import SwiftSyntax

/// The source of the tree that a closure describes.
///
/// Each condition of an `&&` or `||` gets a statement of its own in the expansion: the compiler
/// then infers one small type at a time, however many conditions there are.
final class PredicateTranslation {
  private(set) var diagnostics: [Diagnostic] = []
  private var scope = PredicateScope()
  private var statements: [String] = []
  private var unwrapped: [SyntaxIdentifier: String] = [:]
  private var taken: Set<String>

  /// A translation whose own names are none that the source has.
  init(of source: ClosureExprSyntax) {
    taken = Set(source.tokens(viewMode: .sourceAccurate).map(\.plainName))
  }

  /// A name that nothing else has: `base` and a number.
  private func makeName(_ base: String) -> String {
    var number = 1
    while !taken.insert("\(base)\(number)").inserted { number += 1 }
    return "\(base)\(number)"
  }

  func diagnose(_ diagnostic: PredicateDiagnostic, at node: some SyntaxProtocol) -> String {
    diagnostics.append(diagnostic.at(node))
    return "PredicateExpressions.build_NilLiteral()"
  }

  // MARK: Closures

  /// A closure over expressions in place of one over values.
  func closure(_ node: ClosureExprSyntax) -> String {
    let outer = scope
    let parameters = declareParameters(of: node)
    defer { scope = outer }
    let body = body {
      statements = captures(of: node)
      return block(node.statements, of: node)
    }
    return parameters.map { "{ \($0) in\n\(body)\n}" } ?? "{ \(body) }"
  }

  /// The captures that have a name of their own; others are at hand where the tree is made.
  private func captures(of node: ClosureExprSyntax) -> [String] {
    (node.signature?.capture?.items ?? []).compactMap { capture in
      if let specifier = capture.specifier {
        return diagnose(.reference(specifier.specifier.text), at: specifier)
      }
      guard let value = capture.initializer?.value.trimmedDescription else { return nil }
      scope.hide(capture.name.plainName)
      return "let \(capture.name.text) = \(value)"
    }
  }

  /// A closure with one parameter that the expansion has named.
  func closure(over name: String, _ result: () -> String) -> String {
    "{ \(name) in\n\(body(result))\n}"
  }

  private func body(_ result: () -> String) -> String {
    let outer = statements
    statements = []
    defer { statements = outer }
    let value = result()
    return statements.isEmpty ? value : (statements + ["return \(value)"]).joined(separator: "\n")
  }

  private func declareParameters(of node: ClosureExprSyntax) -> String? {
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters):
      for parameter in parameters { declare(parameter.name) }
      return parameters.map(\.name.text).joined(separator: ", ")
    case .parameterClause(let clause):
      let list = clause.parameters.map { parameter in
        let name = parameter.secondName ?? parameter.firstName
        declare(name)
        guard let type = parameter.type?.trimmedDescription else { return name.text }
        return "\(name.text): PredicateExpressions.Variable<\(type)>"
      }
      return "(\(list.joined(separator: ", ")))"
    case nil:
      // The shorthand would be out of reach in the closures that the expansion adds.
      scope.hideShorthand()
      let inputs = ShorthandInputs(viewMode: .sourceAccurate)
      inputs.walk(node.statements)
      guard inputs.count > 0 else { return nil }
      let names = (0..<inputs.count).map { index in
        let name = makeName("input")
        scope.declare("$\(index)", as: name)
        return name
      }
      return names.joined(separator: ", ")
    }
  }

  private func declare(_ name: TokenSyntax) {
    guard name.tokenKind != .wildcard else { return }
    scope.declare(name.plainName, as: name.text)
  }

  /// Translates with a name that stands for an unwrapped value.
  func binding(_ name: TokenSyntax, _ result: () -> String) -> String {
    let outer = scope
    defer { scope = outer }
    declare(name)
    return closure(over: name.text, result)
  }

  // MARK: Expressions

  /// A node of the tree.
  func node(_ expression: some ExprSyntaxProtocol) -> String {
    let expression = ExprSyntax(expression).withoutParentheses
    if expression.is(NilLiteralExprSyntax.self) {
      return "PredicateExpressions.build_NilLiteral()"
    }
    if !dependsOnInput(expression), expression.cannotFail { return value(expression) }
    if let optional = firstUnboundOptional(of: expression) {
      return bind(optional, within: expression)
    }
    return structure(of: expression)
  }

  /// A node that a statement of its own makes, if it is not a mere name or value.
  func statement(_ expression: ExprSyntax) -> String {
    let node = node(expression)
    guard dependsOnInput(expression), !expression.is(DeclReferenceExprSyntax.self) else {
      return node
    }
    let name = makeName("condition")
    statements.append("let \(name) = \(node)")
    return name
  }

  /// What an expression that does not depend on the inputs is worth when the predicate is made.
  private func value(_ expression: ExprSyntax) -> String {
    let builder = expression.isLiteral ? "Value" : "build_capture"
    return "PredicateExpressions.\(builder)(\(expression.trimmedDescription))"
  }

  /// A node for what no builder expresses: a captured value, or a diagnostic.
  func value(
    _ expression: some ExprSyntaxProtocol, orDiagnose diagnostic: PredicateDiagnostic,
    at place: some SyntaxProtocol
  ) -> String {
    guard dependsOnInput(expression) else { return value(ExprSyntax(expression)) }
    return diagnose(diagnostic, at: place)
  }

  func dependsOnInput(_ expression: some SyntaxProtocol) -> Bool {
    let mentions = InputMentions(scope: scope, unwrapped: Set(unwrapped.keys))
    mentions.walk(expression)
    return mentions.found
  }

  /// The name in the expansion of one of the inputs.
  func input(_ name: TokenSyntax) -> String? { scope.names[name.plainName] }

  // MARK: Optional chains

  /// The first `?` of a chain of members, calls and subscripts that has no name yet.
  private func firstUnboundOptional(of expression: ExprSyntax) -> OptionalChainingExprSyntax? {
    var first: OptionalChainingExprSyntax?
    var next = expression.chainBase
    while let base = next {
      if let optional = base.as(OptionalChainingExprSyntax.self) {
        if unwrapped[optional.id] != nil { break }
        first = optional
      }
      next = base.chainBase
    }
    return first
  }

  private func bind(
    _ optional: OptionalChainingExprSyntax, within expression: ExprSyntax
  ) -> String {
    if let call = nestedEvaluation(after: optional, within: expression) { return call }
    let base = node(optional.expression)
    let name = makeName("unwrapped")
    unwrapped[optional.id] = name
    defer { unwrapped[optional.id] = nil }
    let rest = closure(over: name) { node(expression) }
    return "PredicateExpressions.build_flatMap(\(base), \(rest))"
  }

  /// The value that a `?` passed on.
  func unwrappedName(of optional: OptionalChainingExprSyntax) -> String? {
    unwrapped[optional.id]
  }
}

extension ExprSyntax {
  /// The expression inside parentheses that only group.
  var withoutParentheses: ExprSyntax {
    var expression = self
    while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.label == nil
    {
      expression = element.expression
    }
    return expression
  }

  /// What the expression takes a member of, calls or unwraps.
  var chainBase: ExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let member): member.base
    case .functionCallExpr(let call): call.calledExpression
    case .subscriptCallExpr(let call): call.calledExpression
    case .forceUnwrapExpr(let unwrap): unwrap.expression
    case .optionalChainingExpr(let optional): optional.expression
    default: nil
    }
  }

  /// Whether the expression takes its type from its surroundings and is no regular expression.
  var isLiteral: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr,
      .arrayExpr, .dictionaryExpr:
      true
    case .memberAccessExpr(let member): member.base == nil
    case .prefixOperatorExpr(let prefix): prefix.expression.isLiteral
    default: false
    }
  }
}
