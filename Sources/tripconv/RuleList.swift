import DocumentFile

/// What `validate` reports as text: the rules of the format with their identifiers, the clauses of the
/// specification and words, then the warnings about trips.
enum RuleList {
  static var text: String {
    let rules =
      FormatRule.all.map { ($0.identifier, $0.clauses, $0.message) }
      + Doubt.Kind.allCases.map { ($0.rawValue, "warning", $0.words) }
    let width = rules.map(\.0.count).max() ?? 0
    let clauseWidth = rules.map(\.1.count).max() ?? 0
    return rules.map { identifier, clauses, message in
      padded(identifier, to: width) + "  " + padded(clauses, to: clauseWidth) + "  " + message
        + "\n"
    }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
