extension PredicateExpressions {
  /// Builds the node of a property that `#Predicate` names by a key path literal.
  ///
  /// Foundation's builder requires a Sendable key path. A key path to a property of a class on the
  /// main actor is not Sendable.
  public static func build_Property<Root, Value>(
    root: Root, keyPath: Swift.KeyPath<Root.Output, Value>
  ) -> KeyPath<Root, Value> {
    // The literal has no subscripts, so it captures nothing. A marker protocol has no
    // representation, so the cast returns the same reference.
    build_KeyPath(
      root: root,
      keyPath: unsafeBitCast(
        keyPath, to: (any Swift.KeyPath<Root.Output, Value> & Sendable).self))
  }
}
