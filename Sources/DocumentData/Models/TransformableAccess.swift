import DocumentTables

// The functions that the accessors of attributes with a value transformer call; the attributes'
// types need not be `Codable`.
extension PersistentModel {
  /// Reads an attribute that a value transformer stores.
  public func _$getTransformable<V>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    let turn = _$state.beginTurn()
    defer { turn?.leave() }
    _$access(keyPath)
    let level = level()
    switch level.slot(slot) {
    case .decoded(let value, _), .failed(let value, _):
      if let value = value as? V { return value }
    case .unset, .value, .model, .models, .missing, .gone: break
    }
    let stored: Value
    if case .value(let value) = level.slot(slot) {
      stored = value
    } else {
      stored = _$rowValue(base + slot)
    }
    let coding: AttributeCoding<V>? = ModelMetadata.of(type(of: self))
      .transformedCoding(at: base + slot)
    if let value = try? coding?.decode(stored) { return value }
    // Opening and saving have decoded the value of every stored object, and an initialiser must set
    // every property of a new one. So the object has no row, because its identifier refers to no
    // stored object, or a closure of a migration stage reads what it has to set.
    _$state.noteUnreadable(stored, base + slot)
    return Self._$valueOfNothing(base + slot)
  }

  /// Sets an attribute that a value transformer stores.
  public func _$setTransformable<V>(
    _ level: @autoclosure () -> _LevelValues, _ base: Int, _ slot: Int,
    _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {
    let coding: AttributeCoding<V>? = ModelMetadata.of(type(of: self))
      .transformedCoding(at: base + slot)
    _$withMutation(keyPath) {
      _$state.core?.willSet(self, base + slot)
      _$store(.coded(value, by: coding), level(), base, slot)
    }
  }

  /// Reads an attribute that a value transformer stores.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    guard let place = _$place(of: keyPath) else { return self[keyPath: keyPath] }
    return _$getTransformable(_$level(at: place), place.base, place.slot, keyPath)
  }

  /// Sets an attribute that a value transformer stores.
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) {
    guard let place = _$place(of: keyPath) else { return }
    _$setTransformable(_$preparedLevel(at: place), place.base, place.slot, keyPath, to: newValue)
  }
}

extension _LevelValues {
  /// Stores the initial value of an attribute that a value transformer stores.
  public mutating func initializeTransformable<V>(
    _ base: Int, _ slot: Int, to value: V, in type: any PersistentModel.Type
  ) {
    let coding: AttributeCoding<V>? = ModelMetadata.of(type).transformedCoding(at: base + slot)
    set(slot, to: .coded(value, by: coding))
  }
}
