extension ModelContext {
  /// Tells observers what a save has made part of the stores.
  func announce(_ saved: SavedObjects) {
    var information = saved.information
    information[NotificationKey.queryGeneration.rawValue] = core.base.generation
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
  }

  /// Tells observers which objects of this context are gone because all of a store was erased.
  func announce(invalidated identifiers: [PersistentIdentifier], of core: ContextCore) {
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.invalidatedAllIdentifiers.rawValue: identifiers,
        NotificationKey.queryGeneration.rawValue: core.base.generation,
      ])
  }

  /// Tells observers what is lost with this context, which is about to be gone.
  func postDiscarded(_ discarded: [SavedObjects]) {
    var all = SavedObjects()
    for objects in discarded { all.append(objects) }
    guard !all.isEmpty else { return }
    NotificationCenter.default.post(
      name: Self.didDiscardChanges, object: container, userInfo: all.information)
  }
}
