import DocumentTables

// As in evaluation, the second operand is skipped if the first one decides.

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.condition(lhs) else { return nil }
    if left.constant == false { return .condition(left) }
    return translator.condition(rhs).map { .condition(.conjunction([left, $0])) }
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.condition(lhs) else { return nil }
    if left.constant == true { return .condition(left) }
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
    switch test.constant {
    case true?: return translator.form(trueBranch)
    case false?: return translator.form(falseBranch)
    case nil:
      guard let first = translator.form(trueBranch), let second = translator.form(falseBranch)
      else { return nil }
      return .choice(test, first, second)
    }
  }
}

extension PredicateExpressions.Checked: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? { translator.form(body) }
}
