// Overloads that generated code calls if no other fits. They reject properties that `@Model` cannot
// store, because a macro sees no types.

extension _LevelValues {
  /// Rejects a property of a type that cannot be stored.
  @available(
    *, unavailable,
    message: """
      the property's type is neither Codable nor a model; make the type Codable, add @Transient to the \
      property, or store it through a value transformer, with @Attribute(.transformable(by:))
      """
  )
  @_disfavoredOverload
  public mutating func initialize<V>(_ slot: Int, to value: V) {}
}

extension PersistentModel {
  /// Prevents a second error for a property of a type that cannot be stored.
  @_disfavoredOverload
  public func _$get<V>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    Self._$valueOfNothing(base + slot)
  }

  /// Prevents a second error for a property of a type that cannot be stored.
  @_disfavoredOverload
  public func _$set<V>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {}
}

extension _ModelState {
  /// Rejects a constant of a type that cannot be stored.
  @available(
    *, unavailable,
    message: """
      the property's type is neither Codable nor a model; make the type Codable, or store it through a \
      value transformer, with @Attribute(.transformable(by:))
      """
  )
  @_disfavoredOverload
  public func constant<V>(_ slot: Int, of model: any PersistentModel.Type) -> V {
    model._$valueOfNothing(slot)
  }

  /// Rejects a constant relationship.
  @available(
    *, unavailable,
    message: """
      a relationship ends when the object that it leads to is deleted, so it cannot be a 'let'; \
      write 'private(set) var'
      """
  )
  public func constant<V: PersistentModel>(
    _ slot: Int, of model: any PersistentModel.Type
  ) -> V {
    V._$blank()
  }

  /// Rejects a constant relationship.
  @available(
    *, unavailable,
    message: """
      a relationship ends when the object that it leads to is deleted, so it cannot be a 'let'; \
      write 'private(set) var'
      """
  )
  public func constant<V: PersistentModel>(
    _ slot: Int, of model: any PersistentModel.Type
  ) -> V? {
    nil
  }

  /// Rejects a constant relationship.
  @available(
    *, unavailable,
    message: """
      a relationship ends when the object that it leads to is deleted, so it cannot be a 'let'; \
      write 'private(set) var'
      """
  )
  public func constant<V: PersistentModel>(
    _ slot: Int, of model: any PersistentModel.Type
  ) -> [V] {
    []
  }

  /// Rejects a constant relationship.
  @available(
    *, unavailable,
    message: """
      a relationship ends when the object that it leads to is deleted, so it cannot be a 'let'; \
      write 'private(set) var'
      """
  )
  public func constant<V: PersistentModel>(
    _ slot: Int, of model: any PersistentModel.Type
  ) -> [V]? {
    nil
  }
}
