/// Where the value of a property is kept: the storage of the class that declares it, the number of
/// properties that its superclasses have, and its position among its own.
struct PropertyPlace {
  var level: _LevelValues
  var base: Int
  var slot: Int
}

extension PersistentModel {
  /// An object of a class that has the defaults of its properties, and no other values.
  static func _$blank() -> Self {
    let model = Self(_$materializing: _ModelState())
    // Initialisers that a subclass inherits have run its defaults.
    model._$visitLevels { $0 = _LevelValues() }
    for (slot, property) in ModelMetadata.of(Self.self).properties.enumerated() {
      if let value = try? property.defaultTableValue() { model._$setSlot(slot, to: .value(value)) }
    }
    return model
  }

  /// Nil for a key path that leads to no persisted property.
  func _$place(of keyPath: AnyKeyPath) -> PropertyPlace? {
    _$findPlace(of: keyPath) { _ in }
  }

  /// A place whose storage exists, so that a copy of it shares it.
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
