// Foundation has these builders on Apple's platforms only. The builders here are disfavoured: if a
// release of Foundation adds its own, code still compiles and uses Foundation's nodes.

extension PredicateExpressions {
  /// Whether a text contains another by the rules of the current locale, without regard to case or
  /// diacritics.
  public struct LocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    package let root: Root
    package let other: Other

    /// Evaluates the node for given values of the variables.
    ///
    /// - Throws: The errors of the nodes below.
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

    /// Evaluates the node for given values of the variables.
    ///
    /// - Throws: The errors of the nodes below.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
    }
  }

  /// The order of two texts without regard to case, independent of the locale.
  public struct CaseInsensitiveCompare<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    package let root: Root
    package let other: Other

    /// Evaluates the node for given values of the variables.
    ///
    /// - Throws: The errors of the nodes below.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
    }
  }

  /// Builds the node of `text.localizedStandardContains(other)`.
  @_disfavoredOverload
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> LocalizedStandardContains<Root, Other> {
    LocalizedStandardContains(root: root, other: other)
  }

  /// Builds the node of `text.localizedCompare(other)`.
  @_disfavoredOverload
  public static func build_localizedCompare<Root, Other>(
    _ root: Root, _ other: Other
  ) -> LocalizedCompare<Root, Other> {
    LocalizedCompare(root: root, other: other)
  }

  /// Builds the node of `text.caseInsensitiveCompare(other)`.
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
