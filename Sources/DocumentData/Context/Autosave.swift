extension ModelContext {
  /// Posted where a context that saves by itself could not; the changes stay pending.
  ///
  /// The user information holds the error below ``autosaveErrorKey``. Not SwiftData's, which says
  /// nothing.
  public static let didFailToAutosave = Notification.Name(
    "DocumentData.ModelContext.didFailToAutosave")

  /// Where the user information of ``didFailToAutosave`` holds the error.
  public static let autosaveErrorKey = "error"

  /// Called at each change of an object: once the main actor's current work is done, the undo
  /// manager is told and a context that saves by itself does so, however many changes the work
  /// makes.
  ///
  /// Changes that are made elsewhere schedule nothing: the context may only be used there.
  func noteChange() {
    guard !isWorkScheduled, autosaveEnabled || undoManager != nil, !isConfinedToExecutor,
      isOnMainActor || MainQueue.isCurrent
    else { return }
    isWorkScheduled = true
    // Held until then, so that nothing is lost where nobody else holds the context.
    MainQueue.afterCurrentWork { self.finishWork() }
  }

  private func finishWork() {
    isWorkScheduled = false
    if autosaveEnabled, hasChanges {
      do {
        try save()
      } catch {
        NotificationCenter.default.post(
          name: Self.didFailToAutosave, object: self, userInfo: [Self.autosaveErrorKey: error])
      }
    }
    processPendingChanges()
  }
}
