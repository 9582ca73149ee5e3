// Foundation has these nodes and builders on Apple's platforms only. The builders here are disfavoured: if a
// release of Foundation adds its own, code still compiles and uses Foundation's nodes.

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// Whether a text contains another by the rules of the current locale, without regard to case or
    /// diacritics.
    public struct StringLocalizedStandardContains<
      Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The left text.
      public let root: Root
      /// The right text.
      public let other: Other

      /// Creates a node from those of its texts.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

      /// Evaluates the node for given values of the variables.
      ///
      /// - Throws: The errors of the nodes below.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
      }
    }

    /// The order of two texts by the rules of the current locale.
    public struct StringLocalizedCompare<
      Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The left text.
      public let root: Root
      /// The right text.
      public let other: Other

      /// Creates a node from those of its texts.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

      /// Evaluates the node for given values of the variables.
      ///
      /// - Throws: The errors of the nodes below.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
      }
    }

    /// The order of two texts without regard to case, independent of the locale.
    public struct StringCaseInsensitiveCompare<
      Root: PredicateExpression, Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The left text.
      public let root: Root
      /// The right text.
      public let other: Other

      /// Creates a node from those of its texts.
      public init(root: Root, other: Other) {
        self.root = root
        self.other = other
      }

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
    ) -> StringLocalizedStandardContains<Root, Other> {
      StringLocalizedStandardContains(root: root, other: other)
    }

    /// Builds the node of `text.localizedCompare(other)`.
    @_disfavoredOverload
    public static func build_localizedCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> {
      StringLocalizedCompare(root: root, other: other)
    }

    /// Builds the node of `text.caseInsensitiveCompare(other)`.
    @_disfavoredOverload
    public static func build_caseInsensitiveCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
      StringCaseInsensitiveCompare(root: root, other: other)
    }
  }

  extension PredicateExpressions.StringLocalizedStandardContains: Sendable
  where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.StringLocalizedStandardContains: Codable
  where Root: Codable, Other: Codable {}
  extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

  extension PredicateExpressions.StringLocalizedCompare: Sendable
  where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.StringLocalizedCompare: Codable
  where Root: Codable, Other: Codable {}
  extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

  extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable
  where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.StringCaseInsensitiveCompare: Codable
  where Root: Codable, Other: Codable {}
  extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
#endif
