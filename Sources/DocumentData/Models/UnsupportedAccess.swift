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

  /// Rejects a set of models.
  @available(
    *, unavailable,
    message: "a to-many relationship is an array; write [Model] instead of Set<Model>"
  )
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: Set<V>) {}

  /// Rejects an optional set of models.
  @available(
    *, unavailable,
    message: "a to-many relationship is an array; write [Model] instead of Set<Model>"
  )
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: Set<V>?) {}
}

// The label of a value states the options of its property. The compiler chooses an unavailable
// overload only if no other matches.

extension _LevelValues {
  /// Stores the initial value of a relationship with options.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, relationship value: V) {
    initialize(slot, to: value)
  }

  /// Stores the initial value of an optional relationship with options.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, relationship value: V?) {
    initialize(slot, to: value)
  }

  /// Stores the initial value of a to-many relationship with options.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, relationship value: [V]) {
    initialize(slot, to: value)
  }

  /// Stores the initial value of an optional to-many relationship with options.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, relationship value: [V]?) {
    initialize(slot, to: value)
  }

  /// Rejects a relationship to a type that is not a model.
  @available(
    *, unavailable,
    message: """
      @Relationship applies to a model, an optional model or an array of models; remove it, or write \
      @Attribute
      """
  )
  @_disfavoredOverload
  public mutating func initialize<V>(_ slot: Int, relationship value: V) {}

  /// Stores the initial value of a unique attribute whose type a column stores directly.
  @inlinable
  public mutating func initialize<V: _PersistentValue>(_ slot: Int, unique value: V) {
    initialize(slot, to: value)
  }

  /// Stores the initial value of a unique attribute of any other type.
  @_disfavoredOverload
  public mutating func initialize<V: Codable>(_ slot: Int, unique value: V) {
    initialize(slot, to: value)
  }

  /// Stores the initial value of a unique relationship.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, unique value: V) {
    initialize(slot, to: value)
  }

  /// Stores the initial value of a unique optional relationship.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, unique value: V?) {
    initialize(slot, to: value)
  }

  /// Rejects a unique to-many relationship.
  @available(
    *, unavailable, message: "a to-many relationship cannot be unique; remove .unique"
  )
  public mutating func initialize<V: PersistentModel>(_ slot: Int, unique value: [V]) {}

  /// Rejects a unique optional to-many relationship.
  @available(
    *, unavailable, message: "a to-many relationship cannot be unique; remove .unique"
  )
  public mutating func initialize<V: PersistentModel>(_ slot: Int, unique value: [V]?) {}

  /// Rejects a unique property of a type that cannot be stored.
  @available(
    *, unavailable,
    message: """
      the property's type is neither Codable nor a model; make the type Codable, add @Transient to the \
      property, or store it through a value transformer, with @Attribute(.transformable(by:))
      """
  )
  @_disfavoredOverload
  public mutating func initialize<V>(_ slot: Int, unique value: V) {}
}

extension PersistentModel {
  /// Prevents a second error for a property of a type that cannot be stored.
  @_disfavoredOverload
  public func _$get<V>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    Self._$valueOfNothing(base + slot)
  }

  /// Prevents a second error for a property of a type that cannot be stored.
  @_disfavoredOverload
  public func _$set<V>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V>,
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
