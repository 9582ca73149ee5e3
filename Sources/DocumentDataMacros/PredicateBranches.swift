import SwiftSyntax

extension PredicateTranslation {
  /// Translates the single expression of a block.
  func block(_ items: CodeBlockItemListSyntax, of owner: some SyntaxProtocol) -> String {
    guard let item = items.first, items.count == 1 else {
      if let second = items.dropFirst().first {
        return diagnose(.notOneExpression, at: second)
      }
      return diagnose(.notOneExpression, at: owner)
    }
    if let expression = item.item.as(ExprSyntax.self) { return node(expression) }
    if let statement = item.item.as(StmtSyntax.self) { return self.block(statement) }
    return diagnose(.notOneExpression, at: item.item)
  }

  private func block(_ statement: StmtSyntax) -> String {
    switch statement.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let wrapper): return node(wrapper.expression)
    case .returnStmt(let result):
      guard let expression = result.expression else {
        return diagnose(.notOneExpression, at: result)
      }
      return node(expression)
    case .doStmt(let group):
      if let handler = group.catchClauses.first {
        return diagnose(.statement("'catch'"), at: handler.catchKeyword)
      }
      return block(group.body.statements, of: group.body)
    case .forStmt, .whileStmt, .repeatStmt: return diagnose(.statement("loops"), at: statement)
    default: return diagnose(.notOneExpression, at: statement)
    }
  }

  /// Translates an `if` expression.
  func branch(_ branch: IfExprSyntax) -> String {
    let otherwise: String
    if let body = branch.elseBody?.as(CodeBlockSyntax.self) {
      otherwise = block(body.statements, of: body)
    } else if let next = branch.elseBody?.as(IfExprSyntax.self) {
      otherwise = node(next)
    } else {
      return diagnose(.noElse, at: branch.ifKeyword)
    }
    return conditions(Array(branch.conditions), of: branch, otherwise: otherwise)
  }

  /// Translates the conditions of a branch: the branch's body if all of them hold, or else
  /// `otherwise`.
  private func conditions(
    _ conditions: [ConditionElementSyntax], of branch: IfExprSyntax, otherwise: String
  ) -> String {
    guard let first = conditions.first else {
      return block(branch.body.statements, of: branch.body)
    }
    switch first.condition {
    case .expression(let test):
      let holds = statement(test)
      let rest = self.conditions(
        Array(conditions.dropFirst()), of: branch, otherwise: otherwise)
      return conditional(holds, rest, otherwise)
    case .optionalBinding:
      let bound = bindings(conditions[...], of: branch, otherwise: otherwise)
      return "PredicateExpressions.build_NilCoalesce(lhs: \(bound), rhs: \(otherwise))"
    default: return diagnose(.condition, at: first)
    }
  }

  /// Translates optional bindings, whose result is nil if one of the values is missing.
  private func bindings(
    _ conditions: ArraySlice<ConditionElementSyntax>, of branch: IfExprSyntax, otherwise: String
  ) -> String {
    guard case .optionalBinding(let binding)? = conditions.first?.condition else {
      return self.conditions(Array(conditions), of: branch, otherwise: otherwise)
    }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      binding.typeAnnotation == nil, binding.bindingSpecifier.tokenKind == .keyword(.let)
    else { return diagnose(.optionalBinding, at: binding.pattern) }
    let optional =
      binding.initializer.map { node($0.value) }
      ?? node(DeclReferenceExprSyntax(baseName: name.trimmed))
    let rest = self.binding(name.trimmed) {
      bindings(conditions.dropFirst(), of: branch, otherwise: otherwise)
    }
    return "PredicateExpressions.build_flatMap(\(optional), \(rest))"
  }
}
