// Access to properties by key path, bypassing their accessors; accessors written by hand may call
// these functions.
extension PersistentModel {
  /// Reads an attribute.
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    guard let place = _$place(of: keyPath) else { return self[keyPath: keyPath] }
    func read<Known: _PersistentValue>(_ type: Known.Type) -> Value? {
      (keyPath as? KeyPath<Self, Known>).flatMap {
        _$get(_$level(at: place), place.base, place.slot, $0) as? Value
      }
    }
    func readCoded<Known: Codable>(_ type: Known.Type) -> Value? {
      (keyPath as? KeyPath<Self, Known>).flatMap {
        _$get(_$level(at: place), place.base, place.slot, $0) as? Value
      }
    }
    if let type = Value.self as? any _PersistentValue.Type, let value = read(type) { return value }
    if let type = Value.self as? any Codable.Type, let value = readCoded(type) { return value }
    return self[keyPath: keyPath]
  }

  /// Reads a relationship to one object.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    guard let place = _$place(of: keyPath) else { return self[keyPath: keyPath] }
    return _$get(_$level(at: place), place.base, place.slot, keyPath)
  }

  /// Reads a relationship to one object or none.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
    guard let place = _$place(of: keyPath) else { return self[keyPath: keyPath] }
    return _$get(_$level(at: place), place.base, place.slot, keyPath)
  }

  /// Reads a relationship to several objects.
  public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
  where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    _$related(keyPath)
  }

  /// Reads a relationship to several objects that have a coding of their own.
  public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
  where Value: RelationshipCollection & Decodable, OtherModel == Value.PersistentElement {
    _$related(keyPath)
  }

  private func _$related<Value: RelationshipCollection>(_ keyPath: KeyPath<Self, Value>) -> Value {
    guard let place = _$place(of: keyPath) else { return self[keyPath: keyPath] }
    if let list = keyPath as? KeyPath<Self, [Value.PersistentElement]>,
      let related = _$get(_$level(at: place), place.base, place.slot, list) as? Value
    {
      return related
    }
    if let list = keyPath as? KeyPath<Self, [Value.PersistentElement]?>,
      let related = _$get(_$level(at: place), place.base, place.slot, list) as? Value
    {
      return related
    }
    return self[keyPath: keyPath]
  }

  /// Sets an attribute.
  public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    guard let place = _$place(of: keyPath) else { return _$assign(keyPath, newValue) }
    func set<Known: _PersistentValue>(_ type: Known.Type) -> Bool {
      guard let keyPath = keyPath as? KeyPath<Self, Known>, let value = newValue as? Known
      else { return false }
      _$set(_$preparedLevel(at: place), place.base, place.slot, keyPath, to: value)
      return true
    }
    func setCoded<Known: Codable>(_ type: Known.Type) {
      guard let keyPath = keyPath as? KeyPath<Self, Known>, let value = newValue as? Known
      else { return }
      _$set(_$preparedLevel(at: place), place.base, place.slot, keyPath, to: value)
    }
    if let type = Value.self as? any _PersistentValue.Type, set(type) { return }
    if let type = Value.self as? any Codable.Type { setCoded(type) }
  }

  /// Sets a relationship to one object.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) {
    guard let place = _$place(of: keyPath) else { return _$assign(keyPath, newValue) }
    _$set(_$preparedLevel(at: place), place.base, place.slot, keyPath, to: newValue)
  }

  /// Sets a relationship to one object or none.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?
  ) {
    guard let place = _$place(of: keyPath) else { return _$assign(keyPath, newValue) }
    _$set(_$preparedLevel(at: place), place.base, place.slot, keyPath, to: newValue)
  }

  /// Sets a relationship to several objects.
  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
    _$relate(keyPath, to: newValue)
  }

  /// Sets a relationship to several objects that have a coding of their own.
  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) where Value: RelationshipCollection & Encodable, OtherModel == Value.PersistentElement {
    _$relate(keyPath, to: newValue)
  }

  private func _$relate<Value: RelationshipCollection>(
    _ keyPath: KeyPath<Self, Value>, to newValue: Value
  ) {
    guard let place = _$place(of: keyPath) else { return _$assign(keyPath, newValue) }
    if let list = keyPath as? KeyPath<Self, [Value.PersistentElement]>,
      let models = newValue as? [Value.PersistentElement]
    {
      _$set(_$preparedLevel(at: place), place.base, place.slot, list, to: models)
    } else if let list = keyPath as? KeyPath<Self, [Value.PersistentElement]?> {
      _$set(
        _$preparedLevel(at: place), place.base, place.slot, list,
        to: newValue as? [Value.PersistentElement])
    }
  }

  /// Assigns through a writable key path that refers to no persisted property.
  private func _$assign<Value>(_ keyPath: KeyPath<Self, Value>, _ newValue: Value) {
    guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
    self[keyPath: keyPath] = newValue
  }
}
