/// A rule of the format as `spec/rules.json` states it: its identifier, what it enforces, and its
/// words.
package struct FormatRule: Sendable {
  /// What an error of the rule tells about.
  package enum Severity: String, Sendable {
    /// A document that every reader refuses.
    case error
    /// A document that only validators refuse.
    case validation
    /// The system or a file, not a document.
    case system
  }

  package let identifier: String
  /// The numbers of the clauses that the rule enforces.
  package let clauses: String
  package let severity: Severity
  /// The words of an error, which its detail follows.
  package let message: String
  /// The remedy; nil if there is no general advice.
  package let mend: String?

  init(
    _ identifier: String, _ clauses: String, _ severity: Severity, _ message: String,
    mend: String? = nil
  ) {
    self.identifier = identifier
    self.clauses = clauses
    self.severity = severity
    self.message = message
    self.mend = mend
  }

  private static let byIdentifier = Dictionary(
    uniqueKeysWithValues: all.map { ($0.identifier, $0) })

  /// Returns the rule with an identifier; nil if the format has none.
  package static func named(_ identifier: String) -> FormatRule? { byIdentifier[identifier] }
}

extension DocumentError.Code {
  /// The rule with this identifier.
  package var rule: FormatRule? { FormatRule.named(rawValue) }
}
