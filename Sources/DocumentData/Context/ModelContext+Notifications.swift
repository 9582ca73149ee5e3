extension ModelContext {
  /// Tells observers what a save has made part of the stores.
  func announce(_ saved: SavedObjects) {
    var information = saved.information
    information[NotificationKey.queryGeneration.rawValue] = core.base.generation
    NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: information)
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
