import DocumentTables

// A `let` property is a stored constant of its object, which Swift lets nothing set again. The
// document's value is in the row, as that of any property: an object that is made of a row takes its
// constants from there, and a new object, which has no row, hands them on to the values that its
// context inserts. So the row may come to differ from the constants of an object that is in memory
// already, where another context saved another value; the next object of the row has that.
extension _ModelState {
  /// The value of a `let` property of a type that a column holds.
  public func constant<V: _PersistentValue>(
    _ slot: Int, of model: any PersistentModel.Type
  ) -> V {
    constant(slot) { V(_$attributeValue: _AttributeValue($0)) }
      ?? model._$blankValue(slot, V.self) ?? V._$blank
  }

  /// The value of a `let` property of any other type: an enumeration or a `Codable` value.
  @_disfavoredOverload
  public func constant<V: Codable>(_ slot: Int, of model: any PersistentModel.Type) -> V {
    constant(slot) { try? AttributeCoding.shared(V.self)?.decode($0) }
      ?? model._$valueOfNothing(slot)
  }

  /// The value of a `let` property that a value transformer stores.
  public func transformableConstant<V>(_ slot: Int, of model: any PersistentModel.Type) -> V {
    let coding: AttributeCoding<V>? = ModelMetadata.of(model).transformedCoding(at: slot)
    return constant(slot) { try? coding?.decode($0) } ?? model._$valueOfNothing(slot)
  }

  private func constant<V>(_ slot: Int, _ decode: (Value) -> V?) -> V? {
    if let given = givenConstant(slot) { return given as? V }
    return columnValue(slot).flatMap(decode)
  }

  /// Whether no row holds the object's values, so that the constants of its class are among them.
  public var hasNoRow: Bool { segment == nil }
}

extension _LevelValues {
  /// Whether a property has no value of its own.
  public func lacks(_ slot: Int) -> Bool {
    if case .unset = self.slot(slot) { true } else { false }
  }
}
