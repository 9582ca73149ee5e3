import DocumentTables

// What the accessors that `@Model` makes call. `level` is the storage of the property's own class,
// `base + slot` the property's position in the whole lineage.
extension PersistentModel {
  /// Reads an attribute of a type that a column holds.
  ///
  /// Made for each type where the model is, so that nothing has to be found out about it at run time.
  @inlinable
  public func _$get<V: _PersistentValue>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    if _$state.isWatched { _$noteAccess(keyPath()) }
    if let value = _$state.attribute(level, base, slot), let result = V(_$attributeValue: value) {
      return result
    }
    return _$rowAttribute(base + slot)
  }

  /// Where neither the object nor its row has a value of the property's type.
  @usableFromInline
  func _$rowAttribute<V: _PersistentValue>(_ slot: Int) -> V {
    if let result = V(_$attributeValue: _AttributeValue(_$rowValue(slot))) { return result }
    // A column of this type holds nothing else: the schema's fingerprint has been compared, and an
    // initialiser must set every property. So the object has no row: its identifier leads nowhere.
    return Self._$blankValue(slot, V.self) ?? V._$blank
  }

  /// Reads an attribute of any other type: an enumeration or a `Codable` value.
  @_disfavoredOverload
  public func _$get<V: Codable>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>
  ) -> V {
    _$access(keyPath)
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
    if let value = try? AttributeCoding.shared(V.self)?.decode(stored) { return value }
    // Opening has decoded the value of every stored object, and an initialiser must set every
    // property of a new one. So the object has no row: its identifier leads nowhere.
    return Self._$valueOfNothing(base + slot)
  }

  /// Sets an attribute of a type that a column holds.
  public func _$set<V: _PersistentValue>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {
    _$withMutation(keyPath) {
      _$state.core?.willSet(self, base + slot)
      _$store(.value(value._$attributeValue.value), level, base, slot)
    }
  }

  /// Sets an attribute of any other type: an enumeration or a `Codable` value.
  @_disfavoredOverload
  public func _$set<V: Codable>(
    _ level: _LevelValues, _ base: Int, _ slot: Int, _ keyPath: @autoclosure () -> KeyPath<Self, V>,
    to value: V
  ) {
    _$withMutation(keyPath) {
      _$state.core?.willSet(self, base + slot)
      _$store(.coded(value), level, base, slot)
    }
  }

  /// What a property of a model's own type reads as where neither the object nor a row has a value.
  ///
  /// A stored object has one, which opening has decoded, and so has a new one, whose initialiser
  /// must set it; even where the type now refuses it, as after another value transformer was
  /// registered, `ExampleValue` has kept one. For an identifier that leads nowhere the context makes
  /// an object of the class only if a blank value can be made of each property, and an ephemeral
  /// property must have a default. So the last line is reached by no data and no document, only by
  /// a program that makes an object of `createBackingData()`, does not set the property, reads it,
  /// and has never had a value of that type, of which no blank one can be made; of a class with a `let`
  /// of such a type, by `createBackingData()` itself. Swift itself lets
  /// no program read a variable before it is set; here there is no value to return.
  static func _$valueOfNothing<V>(_ slot: Int) -> V {
    if let blank = _$blankValue(slot, V.self) { return blank }
    if let example = ExampleValue.shared(V.self)?.value { return example }
    preconditionFailure("\(self): property \(slot) was read before it was set")
  }

  static func _$blankValue<V>(_ slot: Int, _ type: V.Type) -> V? {
    let properties = ModelMetadata.of(self).properties
    return BlankValue.make(of: type, by: slot < properties.count ? properties[slot] : nil)
  }

  /// What the object's row holds; for a property that no row holds, its default.
  func _$rowValue(_ slot: Int) -> Value {
    if let value = _$state.columnValue(slot) { return value }
    let properties = ModelMetadata.of(type(of: self)).properties
    guard slot < properties.count, let value = try? properties[slot].defaultTableValue()
    else { return .null }
    // Asked once: a default may be another value each time.
    _$setSlot(slot, to: .value(value))
    return value
  }

  func _$store(_ value: SlotValue, _ level: _LevelValues, _ base: Int, _ slot: Int) {
    // The accessor has made the box, and a copy of the level shares it.
    level.box?[slot] = value
  }
}

extension _LevelValues {
  /// Takes the initial value of an attribute of a type that a column holds.
  ///
  /// Nil is what a property has that was not set, so it takes no storage where nothing else does.
  @inlinable
  public mutating func initialize<V: _PersistentValue>(_ slot: Int, to value: V) {
    let value = value._$attributeValue
    if !isEmpty || !value.isNull { set(slot, to: value) }
  }

  /// Takes the initial value of an attribute of any other type.
  @_disfavoredOverload
  public mutating func initialize<V: Codable>(_ slot: Int, to value: V) {
    set(slot, to: .coded(value))
  }
}
