import DocumentTables

// A `let` property is a stored constant of its object, which cannot be set again. The row stores
// its value like that of any property. An object created from a row reads its constants from the
// row; a new object, which has no row, passes them to the values that its context inserts. If
// another context saves another value, the row differs from the constants of objects that are
// already in memory; the next object created from the row has the new value.
extension _ModelState {
  /// Returns the value of a `let` property whose type a column stores directly.
  public func constant<V: _PersistentValue>(
    _ slot: Int, of model: any PersistentModel.Type
  ) -> V {
    constant(slot) { V(_$attributeValue: _AttributeValue($0)) }
      ?? model._$blankValue(slot, V.self) ?? V._$blank
  }

  /// Returns the value of a `let` property of any other type: an enumeration or a `Codable` value.
  @_disfavoredOverload
  public func constant<V: Codable>(_ slot: Int, of model: any PersistentModel.Type) -> V {
    constant(slot) { try? AttributeCoding.shared(V.self)?.decode($0) }
      ?? model._$valueOfNothing(slot)
  }

  /// Returns the value of a `let` property that a value transformer stores.
  public func transformableConstant<V>(_ slot: Int, of model: any PersistentModel.Type) -> V {
    let coding: AttributeCoding<V>? = ModelMetadata.of(model).transformedCoding(at: slot)
    return constant(slot) { try? coding?.decode($0) } ?? model._$valueOfNothing(slot)
  }

  private func constant<V>(_ slot: Int, _ decode: (Value) -> V?) -> V? {
    if let given = givenConstant(slot) { return given as? V }
    return columnValue(slot).flatMap(decode)
  }

  /// Whether the object has no row, so that its unsaved values must include the constants of its
  /// class.
  public var hasNoRow: Bool { segment == nil }
}

extension _LevelValues {
  /// Whether a property has no unsaved value.
  public func lacks(_ slot: Int) -> Bool {
    if case .unset = self.slot(slot) { true } else { false }
  }
}
