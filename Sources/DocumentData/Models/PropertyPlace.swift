/// The location of a property's value: the number of superclasses of the class that declares it, the
/// number of their properties, and the position among the class's own properties.
struct PropertyPlace {
  var depth: Int
  var base: Int
  var slot: Int
}

extension PersistentModel {
  /// Creates an object with the defaults of its properties and no other values.
  static func _$blank() -> Self {
    let model = Self(_$materializing: _ModelState())
    // Inherited initialisers have already evaluated the defaults of a subclass.
    model._$visitLevels { $0 = _LevelValues() }
    for (slot, property) in ModelMetadata.of(Self.self).properties.enumerated() {
      if let value = try? property.defaultTableValue() { model._$setSlot(slot, to: .value(value)) }
    }
    return model
  }

  /// Returns the place of a property; nil if the key path refers to no persisted property.
  func _$place(of keyPath: AnyKeyPath) -> PropertyPlace? {
    guard let position = ModelMetadata.of(type(of: self)).position(of: keyPath) else { return nil }
    let bases = _$state.description?.levelBases ?? ModelDescription.levelBases(of: type(of: self))
    // The last level that begins at or before the position is the property's own.
    guard let found = bases.lastIndex(where: { $0 <= position }) else { return nil }
    return PropertyPlace(depth: found, base: bases[found], slot: position - bases[found])
  }

  /// Returns the storage of the property at a place.
  func _$level(at place: PropertyPlace) -> _LevelValues { _$level(at: place) { $0 } }

  /// Returns the storage of the property at a place, created if there is none.
  func _$preparedLevel(at place: PropertyPlace) -> _LevelValues {
    _$level(at: place) { $0.prepared() }
  }

  private func _$level(
    at place: PropertyPlace, _ take: (inout _LevelValues) -> _LevelValues
  ) -> _LevelValues {
    var found = _LevelValues()
    var depth = 0
    _$visitLevels { level in
      if depth == place.depth { found = take(&level) }
      depth += 1
    }
    return found
  }
}
