extension ModelContext {
  /// Returns the object of this context that corresponds to an object of another version.
  ///
  /// In the closure of a transforming stage, an object keeps its identity from version to version,
  /// even if its class or entity is renamed.
  ///
  /// - Parameters:
  ///   - other: An object of the other context.
  ///   - type: The object's class in this context, or one of its superclasses.
  /// - Returns: Nil if the object has no counterpart, or one of another class.
  public func counterpart<Other: PersistentModel, Model: PersistentModel>(
    of other: Other, as type: Model.Type = Model.self
  ) -> Model? {
    let core = core(of: type, besideStoreOf: other)
    guard let description = core.catalog.description(of: type), other._$state.key != 0 else {
      return nil
    }
    return core.model(for: other._$state.key, hierarchy: description.hierarchy) as? Model
  }

  /// Returns the core of the store that belongs to the same document as an object's store in the
  /// other version.
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
