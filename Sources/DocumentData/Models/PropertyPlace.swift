/// The location of a property's value: the storage of the class that declares it, the number of
/// properties of that class's superclasses, and the position among the class's own properties.
struct PropertyPlace {
  var level: _LevelValues
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
    _$findPlace(of: keyPath) { _ in }
  }

  /// Returns the place of a property and creates its storage, so that a copy of the place shares
  /// it.
  func _$preparedPlace(of keyPath: AnyKeyPath) -> PropertyPlace? {
    _$findPlace(of: keyPath) { $0.prepare() }
  }

  private func _$findPlace(
    of keyPath: AnyKeyPath, _ prepare: (inout _LevelValues) -> Void
  ) -> PropertyPlace? {
    guard let position = ModelMetadata.of(type(of: self)).position(of: keyPath) else { return nil }
    let bases = _$state.description?.levelBases ?? ModelDescription.levelBases(of: type(of: self))
    // The last level that begins at or before the position is the property's own.
    guard let found = bases.lastIndex(where: { $0 <= position }) else { return nil }
    var depth = 0
    var place: PropertyPlace?
    _$visitLevels { level in
      if depth == found {
        prepare(&level)
        place = PropertyPlace(level: level, base: bases[found], slot: position - bases[found])
      }
      depth += 1
    }
    return place
  }
}
