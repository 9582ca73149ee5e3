import DocumentTables

// As in evaluation, the second operand is skipped if the first one decides.

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.condition(lhs) else { return nil }
    if case .constant(false) = left { return .condition(left) }
    return translator.condition(rhs).map { .condition(.conjunction([left, $0])) }
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.condition(lhs) else { return nil }
    if case .constant(true) = left { return .condition(left) }
    return translator.condition(rhs).map { .condition(.disjunction([left, $0])) }
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    translator.condition(wrapped).map { .condition($0.negated) }
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let test = translator.condition(test) else { return nil }
    switch test {
    case .constant(true): return translator.form(trueBranch)
    case .constant(false): return translator.form(falseBranch)
    default:
      guard let first = translator.form(trueBranch), let second = translator.form(falseBranch)
      else { return nil }
      return .choice(test, first, second)
    }
  }
}
