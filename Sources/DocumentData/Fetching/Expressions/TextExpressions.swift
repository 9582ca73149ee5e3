import DocumentTables

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let base = translator.form(base), let other = translator.form(other) else { return nil }
    return translator.combine(base, other) { (base: Base.Output, other: Other.Output) in
      base.contains(other)
    } special: { base, other in
      translator.text(base, other) { .contains($0) }
    }
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let base = translator.form(base), let prefix = translator.form(prefix) else {
      return nil
    }
    return translator.combine(base, prefix) { (base: Base.Output, prefix: Prefix.Output) in
      base.starts(with: prefix)
    } special: { base, prefix in
      translator.text(base, prefix) { .hasPrefix($0) }
    }
  }
}

extension PredicateExpressions.StringContainsRegex: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let subject = translator.form(subject), let regex = translator.form(regex) else {
      return nil
    }
    translator.canThrow = true
    return translator.combine(subject, regex) { (subject: Subject.Output, regex: Regex.Output) in
      try regex.regex.firstMatch(in: subject[...]) != nil
    }
  }
}

extension PredicateExpressions.LocalizedStandardContains: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let root = translator.form(root), let other = translator.form(other) else { return nil }
    return translator.combine(root, other) { (root: Root.Output, other: Other.Output) in
      root.localizedStandardContains(other)
    }
  }
}

extension PredicateExpressions.LocalizedCompare: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let root = translator.form(root), let other = translator.form(other) else { return nil }
    return translator.combine(root, other) { (root: Root.Output, other: Other.Output) in
      root.localizedCompare(other)
    }
  }
}

extension PredicateExpressions.CaseInsensitiveCompare: TranslatableExpression {
  func form(in translator: Translator) -> TranslatedExpression? {
    guard let root = translator.form(root), let other = translator.form(other) else { return nil }
    return translator.combine(root, other) { (root: Root.Output, other: Other.Output) in
      root.caseInsensitiveCompare(other)
    }
  }
}

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
      attribute.path.lift(.text(column: attribute.column, test(text))))
  }
}
