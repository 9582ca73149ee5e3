import DocumentTables

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { base, other in translator.text(base, other) { .contains($0) } }
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    form(in: translator) { base, prefix in translator.text(base, prefix) { .hasPrefix($0) } }
  }
}

extension PredicateExpressions.StringContainsRegex: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    translator.canThrow = true
    return form(in: translator) { _, _ in nil }
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: TranslatableExpression {}
extension PredicateExpressions.StringLocalizedCompare: TranslatableExpression {}
extension PredicateExpressions.StringCaseInsensitiveCompare: TranslatableExpression {}

extension Translator {
  /// Translates the test of a text column with a constant text.
  fileprivate func text(
    _ form: TranslatedExpression, _ constant: TranslatedExpression, _ test: (String) -> TextTest
  ) -> TranslatedExpression? {
    guard case .attribute(let attribute) = form, attribute.isDirect,
      attribute.attribute.type == .scalar(.text), case .constant(let value) = constant
    else { return nil }
    guard let text = value as? String ?? (value as? Substring).map(String.init) else { return nil }
    return .condition(
      RowCondition(attribute.path.lift(.text(column: attribute.column, test(text)))))
  }
}
