import SwiftSyntax

/// The names that stand for a predicate's inputs, or for what a closure inside it is given.
struct PredicateScope {
  /// The name that the expansion uses for each name of the source.
  private(set) var names: [String: String] = [:]

  /// A name that shadows what it meant outside.
  mutating func declare(_ name: String, as emitted: String) { names[name] = emitted }

  /// Forgets a name that the source gives to something else.
  mutating func hide(_ name: String) { names[name] = nil }

  /// Forgets `$0` and its like, which a closure without parameters of its own gives new meaning.
  mutating func hideShorthand() { names = names.filter { !$0.key.hasPrefix("$") } }
}

/// Tells whether an expression depends on the inputs.
final class InputMentions: SyntaxVisitor {
  private var scopes: [PredicateScope]
  private let unwrapped: Set<SyntaxIdentifier>
  private(set) var found = false

  /// A visitor that also counts optionals which the expansion has bound to a name.
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
    // The member's name is a reference too, but not one to a name of the scope.
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

/// Finds the highest of `$0`, `$1` … that a closure uses itself.
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
  /// The names of the parameters that the closure declares, `_` among them.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let parameters): parameters.map(\.name.plainName)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).plainName }
    case nil: []
    }
  }
}

extension TokenSyntax {
  /// The name without the backticks that let it be a keyword.
  var plainName: String { identifier?.name ?? text }
}
