import SwiftDiagnostics
import SwiftSyntax

/// Translates a closure into the source text of the expression tree that it describes.
///
/// Each condition of an `&&` or `||` becomes a separate statement in the expansion. The compiler
/// then infers one small type at a time, regardless of the number of conditions.
final class PredicateTranslation {
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the expression has an operation that may have no value, such as a division.
  var mayLackValue = false
  private var scope = PredicateScope()
  private var statements: [String] = []
  private var unwrapped: [SyntaxIdentifier: String] = [:]
  private var taken: Set<String>

  /// Creates a translation whose generated names do not occur in the source.
  init(of source: ClosureExprSyntax) {
    taken = Set(source.tokens(viewMode: .sourceAccurate).map(\.plainName))
  }

  /// Returns an unused name: `base` and a number.
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

  /// Translates a closure over values into a closure over expressions.
  func closure(_ node: ClosureExprSyntax) -> String {
    closure(node) { block(node.statements, of: node) }
  }

  /// Translates the closure of a predicate.
  func root(_ node: ClosureExprSyntax) -> String {
    closure(node) {
      let block = block(node.statements, of: node)
      return mayLackValue ? "PredicateExpressions.build_checked(\(block))" : block
    }
  }

  private func closure(_ node: ClosureExprSyntax, _ result: () -> String) -> String {
    let outer = scope
    let parameters = declareParameters(of: node)
    defer { scope = outer }
    let body = body {
      statements = captures(of: node)
      return result()
    }
    return parameters.map { "{ \($0) in\n\(body)\n}" } ?? "{ \(body) }"
  }

  /// Returns statements for the captures with a new name; other captures are in scope where the
  /// tree is built.
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

  /// Returns a closure with one parameter, named by the expansion.
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
    let clause = node.signature?.parameterClause
    if let parameters = clause?.as(ClosureShorthandParameterListSyntax.self) {
      for parameter in parameters { declare(parameter.name) }
      return parameters.map(\.name.text).joined(separator: ", ")
    }
    if let parameters = clause?.as(ClosureParameterClauseSyntax.self)?.parameters {
      let list = parameters.map { parameter in
        let name = parameter.secondName ?? parameter.firstName
        declare(name)
        guard let type = parameter.type?.trimmedDescription else { return name.text }
        return "\(name.text): PredicateExpressions.Variable<\(type)>"
      }
      return "(\(list.joined(separator: ", ")))"
    }
    return declareShorthand(of: node)
  }

  private func declareShorthand(of node: ClosureExprSyntax) -> String? {
    // The closures that the expansion adds would hide the shorthand names.
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

  private func declare(_ name: TokenSyntax) {
    guard name.tokenKind != .wildcard else { return }
    scope.declare(name.plainName, as: name.text)
  }

  /// Translates with a name that refers to an unwrapped value.
  func binding(_ name: TokenSyntax, _ result: () -> String) -> String {
    let outer = scope
    defer { scope = outer }
    declare(name)
    return closure(over: name.text, result)
  }

  // MARK: Expressions

  /// Returns the tree node of an expression.
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

  /// Returns a node that a separate statement builds, unless the expression is only a name or does
  /// not depend on the input.
  func statement(_ expression: ExprSyntax) -> String {
    let node = node(expression)
    guard dependsOnInput(expression), !expression.is(DeclReferenceExprSyntax.self) else {
      return node
    }
    let name = makeName("condition")
    statements.append("let \(name) = \(node)")
    return name
  }

  /// Returns a node for the value that an expression without inputs has when the predicate is
  /// created.
  private func value(_ expression: ExprSyntax) -> String {
    let builder = expression.isLiteral ? "Value" : "build_capture"
    return "PredicateExpressions.\(builder)(\(expression.trimmedDescription))"
  }

  /// Returns a node for an expression that no builder expresses: a captured value, or a diagnostic
  /// if it depends on the input.
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

  /// Returns the expansion's name of an input, or nil if the name is not that of an input.
  func input(_ name: TokenSyntax) -> String? { scope.names[name.plainName] }

  // MARK: Optional chains

  /// Returns the first `?` in a chain of members, calls and subscripts that has no name yet.
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

  /// Returns the name of the value that a `?` has unwrapped.
  func unwrappedName(of optional: OptionalChainingExprSyntax) -> String? {
    unwrapped[optional.id]
  }
}

extension ExprSyntax {
  /// The expression without grouping parentheses.
  var withoutParentheses: ExprSyntax {
    var expression = self
    while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.label == nil
    {
      expression = element.expression
    }
    return expression
  }

  /// The base expression of a member access, a call, a subscript or an unwrapping.
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

  /// Whether the expression is a literal or an implicit member, whose type the context determines,
  /// other than a regular expression.
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
