extension PersistentModel {
  /// Creates backing data without values, for an object of this class.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    ObjectBackingData<P>(for: P.self)
  }

  /// Creates a new object with the values of backing data.
  ///
  /// Backing data from ``createBackingData()`` shares its values with the object.
  public init(backingData: any BackingData<Self>) {
    self.init(
      _$materializing: _ModelState(constants: { Self._$value(of: backingData, at: $0) }))
    _$state.forgetConstants()
    _$visitLevels { $0 = _LevelValues() }
    if let backing = backingData as? ObjectBackingData<Self>, backing.model._$state.phase == .new,
      type(of: backing.model) == type(of: self)
    {
      _$shareLevels(with: backing.model)
    } else {
      _$takeValues(of: backingData)
    }
  }

  /// The object's values; setting this property copies the values of other backing data.
  public var persistentBackingData: any BackingData<Self> {
    get { ObjectBackingData(self) }
    set {
      if let backing = newValue as? ObjectBackingData<Self>, backing.model === self { return }
      _$takeValues(of: newValue)
    }
  }

  private func _$takeValues(of backing: some BackingData<Self>) {
    if let backing = backing as? ObjectBackingData<Self>, backing.model._$state.phase == .new {
      // Some values may not be set yet.
      for slot in 0..<Self._$propertyCount { _$setSlot(slot, to: backing.model._$slotValue(slot)) }
      return
    }
    for property in ModelMetadata.of(Self.self).properties where property.isStored {
      switch property.kind {
      case .attribute:
        if property.transformer != nil {
          _$takeTransformable(property, of: backing)
        } else if let type = property.valueType as? any Codable.Type {
          _$takeAttribute(type, property.keypath, of: backing)
        }
      case .toOne(let type, _): _$takeRelationship(type, property.keypath, of: backing)
      case .toMany(let type, _): _$takeRelationships(type, property.keypath, of: backing)
      case .unsupported: break
      }
    }
  }

  /// Returns the value of an attribute in backing data.
  private static func _$value(of backing: some BackingData<Self>, at position: Int) -> Any? {
    let properties = ModelMetadata.of(self).properties
    guard position < properties.count else { return nil }
    let property = properties[position]
    func value<Value: Decodable>(_ type: Value.Type) -> Any? {
      (property.keypath as? KeyPath<Self, Value>).map { backing.getValue(forKey: $0) }
    }
    func transformed<Value>(_ type: Value.Type) -> Any? {
      (property.keypath as? KeyPath<Self, Value>).map { backing.getTransformableValue(forKey: $0) }
    }
    if property.transformer != nil { return transformed(property.valueType) }
    return (property.valueType as? any Decodable.Type).flatMap { value($0) }
  }

  private func _$takeAttribute<Value: Codable>(
    _ type: Value.Type, _ keyPath: AnyKeyPath, of backing: some BackingData<Self>
  ) {
    guard let keyPath = keyPath as? KeyPath<Self, Value> else { return }
    setValue(forKey: keyPath, to: backing.getValue(forKey: keyPath))
  }

  private func _$takeTransformable(
    _ property: Schema.PropertyMetadata, of backing: some BackingData<Self>
  ) {
    func take<Value>(_ type: Value.Type) {
      guard let keyPath = property.keypath as? KeyPath<Self, Value> else { return }
      setTransformableValue(forKey: keyPath, to: backing.getTransformableValue(forKey: keyPath))
    }
    take(property.valueType)
  }

  private func _$takeRelationship<Other: PersistentModel>(
    _ type: Other.Type, _ keyPath: AnyKeyPath, of backing: some BackingData<Self>
  ) {
    if let keyPath = keyPath as? KeyPath<Self, Other?> {
      setValue(forKey: keyPath, to: backing.getValue(forKey: keyPath))
    } else if let keyPath = keyPath as? KeyPath<Self, Other> {
      setValue(forKey: keyPath, to: backing.getValue(forKey: keyPath))
    }
  }

  private func _$takeRelationships<Other: PersistentModel>(
    _ type: Other.Type, _ keyPath: AnyKeyPath, of backing: some BackingData<Self>
  ) {
    if let keyPath = keyPath as? KeyPath<Self, [Other]> {
      setValue(forKey: keyPath, to: backing.getValue(forKey: keyPath))
    } else if let keyPath = keyPath as? KeyPath<Self, [Other]?> {
      setValue(forKey: keyPath, to: backing.getValue(forKey: keyPath))
    }
  }
}
