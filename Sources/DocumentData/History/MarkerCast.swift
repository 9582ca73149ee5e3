/// Casts to marker protocols, which exist only for the compiler.
enum MarkerCast {
  /// Returns a value as one that is Sendable.
  ///
  /// The caller must have decoded the value for this call alone, so that nothing else refers to it.
  static func sendable(_ value: Any) -> (any Sendable)? { cast(value) }

  /// Returns the key path of a persisted property as one that is Sendable; nil if its root is no
  /// superclass.
  ///
  /// Such a key path captures nothing.
  static func sendable<Model: PersistentModel>(
    _ keyPath: AnyKeyPath, of type: Model.Type
  ) -> (any PartialKeyPath<Model> & Sendable)? { cast(keyPath) }

  /// Returns a key path that is Sendable as one to a type that is known only at run time; nil if it leads to another.
  static func sendable<Root, Content, Known>(
    _ keyPath: any KeyPath<Root, Content> & Sendable, to type: Known.Type
  ) -> (any KeyPath<Root, Known> & Sendable)? { cast(keyPath) }

  // Only a generic cast may name a marker protocol.
  private static func cast<Target>(_ value: Any) -> Target? { value as? Target }
}
