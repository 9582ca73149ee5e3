// Foundation's builders for these exist on Apple's platforms only. Ours are disfavoured, so that
// code keeps compiling, with Foundation's nodes, in a release of Foundation that has them.

extension PredicateExpressions {
  /// Whether a text contains another as people search: without regard to case or diacritics, by
  /// the rules of the current locale.
  public struct LocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    package let root: Root
    package let other: Other

    /// The node's value for the values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
    }
  }

  /// The order of two texts by the rules of the current locale.
  public struct LocalizedCompare<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    package let root: Root
    package let other: Other

    /// The node's value for the values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
    }
  }

  /// The order of two texts without regard to case, whatever the locale.
  public struct CaseInsensitiveCompare<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    package let root: Root
    package let other: Other

    /// The node's value for the values of the variables.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
    }
  }

  /// What `#Predicate` makes of `text.localizedStandardContains(other)`.
  @_disfavoredOverload
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> LocalizedStandardContains<Root, Other> {
    LocalizedStandardContains(root: root, other: other)
  }

  /// What `#Predicate` makes of `text.localizedCompare(other)`.
  @_disfavoredOverload
  public static func build_localizedCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> LocalizedCompare<Root, Other> {
    LocalizedCompare(root: root, other: other)
  }

  /// What `#Predicate` makes of `text.caseInsensitiveCompare(other)`.
  @_disfavoredOverload
  public static func build_caseInsensitiveCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> CaseInsensitiveCompare<Root, Other> {
    CaseInsensitiveCompare(root: root, other: other)
  }
}

extension PredicateExpressions.LocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.LocalizedStandardContains: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.LocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.LocalizedCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.LocalizedCompare: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.LocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.CaseInsensitiveCompare: Sendable
where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.CaseInsensitiveCompare: Codable
where Root: Codable, Other: Codable {}
extension PredicateExpressions.CaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
