import DocumentTables

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let left = translator.form(lhs),
      let isSome = translator.isSome(left, RHS.Output.self)
    else { return nil }
    switch isSome.constant {
    case true?: return translator.unwrapped(left)
    case false?: return translator.form(rhs)
    case nil:
      guard let value = translator.unwrapped(left), let other = translator.form(rhs) else {
        return nil
      }
      return .choice(isSome, value, other)
    }
  }
}

// Optional chaining, `flatMap` and `if let`.
extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let form = translator.form(wrapped),
      let isSome = translator.isSome(form, Wrapped.self)
    else { return nil }
    if isSome.constant == false { return .constant(Result?.none as Any) }
    guard let value = translator.unwrapped(form),
      let result = translator.binding(variable, to: value, { $0.form(transform) })
    else { return nil }
    if isSome.constant == true { return result }
    return .choice(isSome, result, .constant(Result?.none as Any))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let form = translator.form(inner),
      let isSome = translator.isSome(form, Wrapped.self)
    else { return nil }
    if isSome.constant == false { return .missing }
    guard let value = translator.unwrapped(form) else { return nil }
    if isSome.constant == true { return value }
    return .choice(isSome, value, .missing)
  }
}
