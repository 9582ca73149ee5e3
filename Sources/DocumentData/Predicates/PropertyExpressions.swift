extension PredicateExpressions {
  /// The node of a property that `#Predicate` names by a key path literal.
  ///
  /// Foundation's builder asks for a Sendable key path, which one to a property of a class on the
  /// main actor is not.
  public static func build_Property<Root, Value>(
    root: Root, keyPath: Swift.KeyPath<Root.Output, Value>
  ) -> KeyPath<Root, Value> {
    // A literal without subscripts captures nothing. A marker protocol has no representation, so this
    // is the same reference.
    build_KeyPath(
      root: root,
      keyPath: unsafeBitCast(
        keyPath, to: (any Swift.KeyPath<Root.Output, Value> & Sendable).self))
  }
}
