import SwiftSyntax

/// Finds operations that may fail when they are computed.
///
/// Foundation's trees throw an error for a missing value or element, and only if an earlier
/// condition has not decided the result. Computed while the predicate is created, the same
/// operation would stop the program.
private final class FallibleOperations: SyntaxVisitor {
  private(set) var found = false

  private func find() -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AsExprSyntax) -> SyntaxVisitorContinueKind {
    node.questionOrExclamationMark?.tokenKind == .exclamationMark ? find() : .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.operator.trimmedDescription {
    case "...", "..<": find()
    case "/", "%": node.rightOperand.isNonzeroLiteral ? .visitChildren : find()
    default: .visitChildren
    }
  }
}

extension ExprSyntax {
  /// Whether the expression can safely be computed while the predicate is created.
  var cannotFail: Bool {
    let operations = FallibleOperations(viewMode: .sourceAccurate)
    operations.walk(self)
    return !operations.found
  }

  fileprivate var isNonzeroLiteral: Bool {
    guard self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self) else {
      return false
    }
    return trimmedDescription.contains { ("1"..."9").contains($0) }
  }
}
