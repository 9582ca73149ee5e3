import DocumentTables

// Relationships have one truth, in the context; only objects without a context hold one another.
extension PersistentModel {
  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    _$access(keyPath)
    if let related = _$related(level, base, slot)?.first as? V { return related }
    // A required to-one is checked when a document opens and when a context saves.
    preconditionFailure("\(Self.self): the required relationship \(base + slot) is not set")
  }

  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V?>
  ) -> V? {
    _$access(keyPath)
    return _$related(level, base, slot)?.first as? V
  }

  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, [V]>
  ) -> [V] {
    _$access(keyPath)
    return _$related(level, base, slot)?.compactMap { $0 as? V } ?? []
  }

  public func _$get<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]?>
  ) -> [V]? {
    _$access(keyPath)
    return _$related(level, base, slot)?.compactMap { $0 as? V }
  }

  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: [value], isToMany: false) }
  }

  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V?>,
    to value: V?
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value.map { [$0] } ?? [], isToMany: false) }
  }

  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, [V]>,
    to value: [V]
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value, isToMany: true) }
  }

  public func _$set<V: PersistentModel>(
    _ level: _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, [V]?>, to value: [V]?
  ) {
    _$withMutation(keyPath) { _$relate(base + slot, to: value, isToMany: true) }
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

  private func _$relate(_ slot: Int, to models: [any PersistentModel]?, isToMany: Bool) {
    if let core = _$state.core, _$state.phase != .removed {
      core.setRelated(of: self, slot: slot, to: models)
    } else if isToMany {
      _$setSlot(slot, to: .models(models))
    } else {
      _$setSlot(slot, to: .model(models?.first))
    }
  }
}

extension _LevelValues {
  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: V) {
    set(slot, to: .model(value))
  }

  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: V?) {
    set(slot, to: .model(value))
  }

  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: [V]) {
    set(slot, to: .models(value))
  }

  public mutating func initialize<V: PersistentModel>(_ slot: Int, to value: [V]?) {
    set(slot, to: .models(value))
  }
}
