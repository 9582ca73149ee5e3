import DocumentTables

extension PredicateExpressions.Value: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? { .constant(value) }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? { .constant(Wrapped?.none as Any) }
}

extension PredicateExpressions.Variable: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? { translator.forms[key] }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let root = translator.form(root) else { return nil }
    let keyPath = keyPath
    return translator.distribute(root) { form in
      switch form {
      case .object(let object): translator.property(keyPath, of: object)
      case .members(let members):
        switch kind {
        case .collectionCount: .memberCount(members)
        case .collectionIsEmpty:
          translator.condition(members, countIn: 0...0).map { .condition(RowCondition($0)) }
        default: nil
        }
      case .attribute(let text)
      where text.isDirect && text.attribute.type == .scalar(.text)
        && Root.Output.self == String.self && kind == .collectionIsEmpty:
        .condition(RowCondition(text.path.lift(.text(column: text.column, .isEmpty))))
      case .attribute(let text)
      where text.isDirect && text.attribute.type == .scalar(.text)
        && Root.Output.self == String.self && kind == .collectionCount:
        .textLength(text)
      case .attribute(let attribute):
        translator.member(keyPath, of: attribute)
          ?? translator.map(form, as: Root.Output.self, reader())
      default: translator.map(form, as: Root.Output.self, reader())
      }
    }
  }
}
