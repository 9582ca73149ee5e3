// What `@Model` cannot store is refused here, because a macro sees no types: these are what the
// generated code calls if nothing else fits.

extension _LevelValues {
  /// Refuses a property of a type that cannot be stored.
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
  /// Keeps a property of a type that cannot be stored from having more than one error.
  @_disfavoredOverload
  public func _$get<V>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    Self._$valueOfNothing(base + slot)
  }

  /// Keeps a property of a type that cannot be stored from having more than one error.
  @_disfavoredOverload
  public func _$set<V>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {}
}

extension _ModelState {
  /// Refuses a constant of a type that cannot be stored.
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

  /// Refuses a constant relationship.
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

  /// Refuses a constant relationship.
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

  /// Refuses a constant relationship.
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

  /// Refuses a constant relationship.
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
