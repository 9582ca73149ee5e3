extension ModelContext {
  /// The object of this context that stands for the same thing as an object of another version.
  ///
  /// In the closure of a transforming stage an object keeps its identity from version to version,
  /// also where its class or its entity has another name.
  ///
  /// - Parameters:
  ///   - other: An object of the other context.
  ///   - type: The class that the object has here, or one of its superclasses.
  /// - Returns: Nil where the object has no counterpart, or one of another class.
  public func counterpart<Other: PersistentModel, Model: PersistentModel>(
    of other: Other, as type: Model.Type = Model.self
  ) -> Model? {
    let core = core(of: type)
    guard let description = core.catalog.description(of: type), other._$state.key != 0 else {
      return nil
    }
    return core.model(for: other._$state.key, hierarchy: description.hierarchy) as? Model
  }
}
