extension ModelContext {
  /// Posted where a context that saves by itself could not; the changes stay pending.
  ///
  /// The user information holds the error below ``autosaveErrorKey``. Not SwiftData's, which says
  /// nothing.
  public static let didFailToAutosave = Notification.Name(
    "DocumentData.ModelContext.didFailToAutosave")

  /// Where the user information of ``didFailToAutosave`` holds the error.
  public static let autosaveErrorKey = "error"

  /// Called at each change of an object: a context that saves by itself does so once the main
  /// actor's current work is done, however many changes that work makes.
  func noteChange() {
    guard autosaveEnabled, !isAutosaveScheduled, isOnMainActor || Thread.isMainThread else {
      return
    }
    isAutosaveScheduled = true
    // A context is confined to where it is used, here the main actor, on whose queue the job runs.
    nonisolated(unsafe) let context = self
    DispatchQueue.main.async { context.autosave() }
  }

  private func autosave() {
    isAutosaveScheduled = false
    guard autosaveEnabled, hasChanges else { return }
    do {
      try save()
    } catch {
      NotificationCenter.default.post(
        name: Self.didFailToAutosave, object: self, userInfo: [Self.autosaveErrorKey: error])
    }
  }
}
