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
    let core = core(of: type, besideStoreOf: other)
    guard let description = core.catalog.description(of: type), other._$state.key != 0 else {
      return nil
    }
    return core.model(for: other._$state.key, hierarchy: description.hierarchy) as? Model
  }

  /// The core of the store that an object's store is in the other version: both are of one document.
  private func core(
    of type: any PersistentModel.Type, besideStoreOf other: any PersistentModel
  ) -> ContextCore {
    guard cores.count > 1 else { return core }
    let identifier = other._$state.core?.store.identifier
    return cores.first {
      $0.store.identifier == identifier && $0.catalog.description(of: type) != nil
    } ?? core(of: type)
  }
}
