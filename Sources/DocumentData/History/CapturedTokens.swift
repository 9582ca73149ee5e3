/// The tokens with which a predicate compares the tokens of transactions.
enum CapturedTokens {
  /// Returns the tokens of a predicate, in ascending order: captured tokens, and those of captured
  /// transactions.
  static func tokens(
    in predicate: Predicate<DefaultHistoryTransaction>?
  ) -> [DefaultHistoryToken] {
    guard let predicate else { return [] }
    var found: Set<DefaultHistoryToken> = []
    var waiting: [Any] = [predicate.expression]
    while let next = waiting.popLast() {
      if let token = next as? DefaultHistoryToken {
        found.insert(token)
      } else if let tokens = next as? any Sequence<DefaultHistoryToken> {
        found.formUnion(Array(tokens))
      } else {
        let mirror = Mirror(reflecting: next)
        guard
          next is any PredicateExpression || next is any PredicateTree
            || mirror.displayStyle == .tuple || mirror.displayStyle == .optional
        else { continue }
        if let token = token(ofKeyPath: mirror) { found.insert(token) }
        waiting += mirror.children.map(\.value)
      }
    }
    return found.sorted()
  }

  /// Returns the token of a captured transaction, if an expression reads it.
  private static func token(ofKeyPath expression: Mirror) -> DefaultHistoryToken? {
    guard
      expression.children.contains(where: {
        $0.value as? AnyKeyPath == \DefaultHistoryTransaction.token
      }), let root = expression.children.first?.value, root is any PredicateExpression
    else { return nil }
    return Mirror(reflecting: root).children.lazy
      .compactMap { $0.value as? DefaultHistoryTransaction }.first?.token
  }
}
