import SwiftSyntax

/// The names of a predicate's inputs and of the parameters of closures inside it.
struct PredicateScope {
  /// The expansion's name for each name in the source.
  private(set) var names: [String: String] = [:]

  /// Declares a name, which hides its outer meaning.
  mutating func declare(_ name: String, as emitted: String) { names[name] = emitted }

  /// Removes a name that the source uses for another value.
  mutating func hide(_ name: String) { names[name] = nil }

  /// Removes `$0`, `$1` and so on, which have a new meaning in a closure without declared
  /// parameters.
  mutating func hideShorthand() { names = names.filter { !$0.key.hasPrefix("$") } }
}

/// Determines whether an expression depends on the inputs.
final class InputMentions: SyntaxVisitor {
  private var scopes: [PredicateScope]
  private let unwrapped: Set<SyntaxIdentifier>
  private(set) var found = false

  /// Creates a visitor that also finds optionals which the expansion has bound to a name.
  init(scope: PredicateScope, unwrapped: Set<SyntaxIdentifier>) {
    scopes = [scope]
    self.unwrapped = unwrapped
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let scope = scopes.last, scope.names[node.baseName.plainName] != nil { found = true }
    return .skipChildren
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    if unwrapped.contains(node.id) { found = true }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // A member's name is a reference too, but not to a name in the scope.
    if let base = node.base { walk(base) }
    return .skipChildren
  }

  override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    var scope = scopes.last ?? PredicateScope()
    if node.signature?.parameterClause == nil { scope.hideShorthand() }
    for name in node.parameterNames { scope.hide(name) }
    scopes.append(scope)
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { scopes.removeLast() }
}

/// Determines the number of shorthand inputs from the highest of `$0`, `$1` … that a closure uses
/// itself.
final class ShorthandInputs: SyntaxVisitor {
  private(set) var count = 0

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if case .dollarIdentifier(let name) = node.baseName.tokenKind,
      let index = Int(name.dropFirst()), index < 64
    {
      count = max(count, index + 1)
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    node.signature?.parameterClause == nil ? .skipChildren : .visitChildren
  }
}

extension ClosureExprSyntax {
  /// The names of the declared parameters, including `_`.
  var parameterNames: [String] {
    let clause = signature?.parameterClause
    if let parameters = clause?.as(ClosureShorthandParameterListSyntax.self) {
      return parameters.map(\.name.plainName)
    }
    let parameters = clause?.as(ClosureParameterClauseSyntax.self)?.parameters
    return parameters?.map { ($0.secondName ?? $0.firstName).plainName } ?? []
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainName: String { identifier?.name ?? text }
}
