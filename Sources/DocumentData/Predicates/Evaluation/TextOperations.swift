extension PredicateExpressions.CollectionContainsCollection: BinaryOperation {
  var operands: (left: Base, right: Other) { (base, other) }
  func result(_ left: Base.Output, _ right: Other.Output) -> Bool { left.contains(right) }
}

extension PredicateExpressions.SequenceStartsWith: BinaryOperation {
  var operands: (left: Base, right: Prefix) { (base, prefix) }
  func result(_ left: Base.Output, _ right: Prefix.Output) -> Bool { left.starts(with: right) }
}

extension PredicateExpressions.StringContainsRegex: BinaryOperation {
  var operands: (left: Subject, right: Regex) { (subject, regex) }

  func result(_ left: Subject.Output, _ right: Regex.Output) throws -> Bool {
    try right.regex.firstMatch(in: left[...]) != nil
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: BinaryOperation {
  var operands: (left: Root, right: Other) { (root, other) }

  func result(_ left: Root.Output, _ right: Other.Output) -> Bool {
    left.localizedStandardContains(right)
  }
}

extension PredicateExpressions.StringLocalizedCompare: BinaryOperation {
  var operands: (left: Root, right: Other) { (root, other) }

  func result(_ left: Root.Output, _ right: Other.Output) -> ComparisonResult {
    left.localizedCompare(right)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: BinaryOperation {
  var operands: (left: Root, right: Other) { (root, other) }

  func result(_ left: Root.Output, _ right: Other.Output) -> ComparisonResult {
    left.caseInsensitiveCompare(right)
  }
}
