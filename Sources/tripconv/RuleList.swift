import DocumentFile

/// The rules of the format as text: the identifier, the clauses of the specification, and the words.
enum RuleList {
  static var text: String {
    let width = FormatRule.all.map(\.identifier.count).max() ?? 0
    let clauseWidth = FormatRule.all.map(\.clauses.count).max() ?? 0
    return FormatRule.all.map { rule in
      padded(rule.identifier, to: width) + "  " + padded(rule.clauses, to: clauseWidth) + "  "
        + rule.message + "\n"
    }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
