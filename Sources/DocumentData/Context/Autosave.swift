extension ModelContext {
  /// A notification after a failed automatic save; the changes stay pending.
  ///
  /// The user information contains the error under ``autosaveErrorKey``. SwiftData lacks this
  /// notification.
  public static let didFailToAutosave = Notification.Name(
    "DocumentData.ModelContext.didFailToAutosave")

  /// The key of the error in the user information of ``didFailToAutosave``.
  public static let autosaveErrorKey = "error"

  /// Follows each change of an object.
  ///
  /// After the main actor's current work, the context registers the changes with the undo manager and
  /// saves automatically, once for all changes. Changes made elsewhere schedule nothing, because the
  /// context may only be used there.
  func noteChange() {
    guard !isWorkScheduled, autosaveEnabled || undoManager != nil, !isConfinedToExecutor,
      isOnMainActor || MainQueue.isCurrent
    else { return }
    isWorkScheduled = true
    // The closure holds the context, so that no change is lost if the program releases it.
    MainQueue.afterCurrentWork { self.finishWork() }
  }

  private func finishWork() {
    confinement.run { isWorkScheduled = false }
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
