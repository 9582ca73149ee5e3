import DocumentTables

// Relationships have one truth, in the context; only objects without a context hold one another.
extension PersistentModel {
  /// Reads a relationship; called by the accessors that `@Model` makes.
  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    _$access(keyPath)
    if let related = _$related(level, base, slot)?.first.flatMap({ _$object($0, as: V.self) }) {
      return related
    }
    if let last = _$lastRelated(level, base, slot).flatMap({ _$object($0, as: V.self) }) {
      return last
    }
    // A required to-one is checked when a document opens and when a context saves. So the object has
    // no row: its identifier leads nowhere, and so does what it should be related to.
    return V._$blank()
  }

  /// Reads a relationship; called by the accessors that `@Model` makes.
  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V?>
  ) -> V? {
    _$access(keyPath)
    return _$related(level, base, slot)?.first.flatMap { _$object($0, as: V.self) }
  }

  /// Reads a relationship; called by the accessors that `@Model` makes.
  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]>
  ) -> [V] {
    _$access(keyPath)
    return _$related(level, base, slot)?.compactMap { _$object($0, as: V.self) } ?? []
  }

  /// Reads an optional to-many relationship; called by the accessors that `@Model` makes.
  ///
  /// The list is never nil, as in SwiftData, so that `tags?.append(tag)` always appends.
  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]?>
  ) -> [V]? {
    _$access(keyPath)
    return _$related(level, base, slot)?.compactMap { _$object($0, as: V.self) } ?? []
  }

  /// Sets a relationship; called by the accessors that `@Model` makes.
  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: [value], isToMany: false) }
  }

  /// Sets a relationship; called by the accessors that `@Model` makes.
  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V?>,
    to value: V?
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value.map { [$0] } ?? [], isToMany: false) }
  }

  /// Sets a relationship; called by the accessors that `@Model` makes.
  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]>,
    to value: [V]
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value, isToMany: true) }
  }

  /// Sets a relationship; called by the accessors that `@Model` makes.
  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]?>, to value: [V]?
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value, isToMany: true) }
  }

  /// A related object as the static type of the property has it.
  private func _$object<V: PersistentModel>(_ model: any PersistentModel, as type: V.Type) -> V? {
    (model as? V) ?? model._$state.core?.object(model, as: type)
  }

  private func _$related(
    _ level: _LevelValues, _ base: Int, _ slot: Int
  ) -> [any PersistentModel]? {
    switch level.slot(slot) {
    case .model(let model): return model.map { [$0] } ?? []
    case .models(let models): return models
    default: break
    }
    guard let core = _$state.core, let end = _$state.description?.slots[base + slot].end else {
      return nil
    }
    return core.relatedKeys(of: self, slot: base + slot)?.compactMap {
      core.model(for: $0, hierarchy: end.destinationHierarchy)
    }
  }

  /// What a required relationship led to before that object was deleted: it stays readable.
  private func _$lastRelated(
    _ level: _LevelValues, _ base: Int, _ slot: Int
  ) -> (any PersistentModel)? {
    guard let core = _$state.core, let end = _$state.description?.slots[base + slot].end else {
      return nil
    }
    switch level.slot(slot) {
    case .missing(let model): return model
    case .gone(let rows, let key):
      return core.removedModel(key, end.destinationHierarchy, in: rows)
    default:
      guard let column = end.column,
        case .reference(let key) = _$storedValue(base + slot, column: column)
      else { return nil }
      return core.heldObject(key)
    }
  }

  private func _$relate(_ slot: Int, to models: [any PersistentModel]?, isToMany: Bool) {
    if let core = _$state.core, core.facade != nil, _$state.phase != .removed {
      core.setRelated(of: self, slot: slot, to: models)
    } else {
      // Without a context the objects themselves are kept, for the context that comes.
      _$setSlot(slot, to: isToMany ? .models(models) : .model(models?.first))
      // What a context's object is related to is the context's as well, so both ends are in step.
      if _$state.phase != .removed,
        let related = models?.first(where: {
          $0._$state.phase.isPresent && $0._$state.core?.facade != nil
        })
      {
        related._$state.core?.insert(self)
      }
    }
  }
}

extension _LevelValues {
  /// Takes the initial value of a relationship.
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: V) {
    set(slot, to: .model(value))
  }

  /// Takes the initial value of a relationship; nil is what one has that was not set.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: V?) {
    if !isEmpty || value != nil { set(slot, to: value) }
  }

  /// Takes the initial value of a relationship; no objects are what one has that was not set.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: [V]) {
    if !isEmpty || !value.isEmpty { set(slot, to: value) }
  }

  /// Takes the initial value of a relationship.
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: [V]?) {
    set(slot, to: .models(value))
  }
}
