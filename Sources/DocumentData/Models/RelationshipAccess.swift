import DocumentTables

// The context stores relationships; only objects without a context reference one another directly.
extension PersistentModel {
  /// Reads a relationship; called by the accessors that `@Model` generates.
  public func _$get<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    _$access(keyPath)
    let level = level()
    if let related = _$related(level, base, slot)?.first.flatMap({ _$object($0, as: V.self) }) {
      return related
    }
    if let last = _$lastRelated(level, base, slot).flatMap({ _$object($0, as: V.self) }) {
      return last
    }
    // Opening a document and saving a context check required to-one relationships. So the object
    // has no row: its identifier refers to no stored object, and there is no related object.
    return V._$blank()
  }

  /// Reads a relationship; called by the accessors that `@Model` generates.
  public func _$get<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V?>
  ) -> V? {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    _$access(keyPath)
    return _$related(level(), base, slot)?.first.flatMap { _$object($0, as: V.self) }
  }

  /// Reads a relationship; called by the accessors that `@Model` generates.
  public func _$get<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]>
  ) -> [V] {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    _$access(keyPath)
    return _$related(level(), base, slot)?.compactMap { _$object($0, as: V.self) } ?? []
  }

  /// Reads an optional to-many relationship; called by the accessors that `@Model` generates.
  ///
  /// The list is never nil, as in SwiftData, so that `tags?.append(tag)` always appends.
  public func _$get<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]?>
  ) -> [V]? {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    _$access(keyPath)
    return _$related(level(), base, slot)?.compactMap { _$object($0, as: V.self) } ?? []
  }

  /// Sets a relationship; called by the accessors that `@Model` generates.
  public func _$set<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: [value], isToMany: false) }
  }

  /// Sets a relationship; called by the accessors that `@Model` generates.
  public func _$set<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V?>,
    to value: V?
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value.map { [$0] } ?? [], isToMany: false) }
  }

  /// Sets a relationship; called by the accessors that `@Model` generates.
  public func _$set<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]>,
    to value: [V]
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value, isToMany: true) }
  }

  /// Sets a relationship; called by the accessors that `@Model` generates.
  public func _$set<V: PersistentModel>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]?>, to value: [V]?
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value, isToMany: true) }
  }

  /// Returns a related object as an instance of the property's static type.
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

  /// Returns the object that a required relationship referred to before losing it; that object
  /// stays readable.
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
    if let core = _$state.core, core.facade != nil,
      !_$state.phase.hasLeft || _$state.phase == .withdrawn && core.isDeleted(_$state.key)
    {
      core.setRelated(of: self, slot: slot, to: models)
    } else {
      // Without a context, the objects themselves are stored until a context inserts this object.
      _$setSlot(slot, to: isToMany ? .models(models) : .model(models?.first))
      // An object that is related to a context's object belongs to that context too, so that both
      // ends agree.
      if !_$state.phase.hasLeft,
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
  /// Stores the initial value of a relationship.
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: V) {
    set(slot, to: .model(value))
  }

  /// Stores the initial value of a relationship; an unset one reads as nil, so nil takes no storage
  /// while the level is empty.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: V?) {
    if !isEmpty || value != nil { set(slot, to: value) }
  }

  /// Stores the initial value of a relationship; an unset one reads as empty, so an empty array
  /// takes no storage while the level is empty.
  @inlinable
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: [V]) {
    if !isEmpty || !value.isEmpty { set(slot, to: value) }
  }

  /// Stores the initial value of a relationship.
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: [V]?) {
    set(slot, to: .models(value))
  }
}
