extension UndoManager {
  /// The key of the flag, in notifications about ending a group, that says whether the group may be
  /// dropped without loss.
  static let groupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"
}

#if !canImport(Darwin)
  // Foundation's names on Apple's platforms; the object of each notification is the undo manager.

  extension Notification.Name {
    /// Posted before a group is begun, ended, undone or redone, and when ``UndoManager/canRedo`` is
    /// read.
    public static let NSUndoManagerCheckpoint = Notification.Name(
      "NSUndoManagerCheckpointNotification")
    /// Posted after a group was begun.
    public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
      "NSUndoManagerDidOpenUndoGroupNotification")
    /// Posted before a group is ended.
    public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
      "NSUndoManagerWillCloseUndoGroupNotification")
    /// Posted after a group was ended.
    public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
      "NSUndoManagerDidCloseUndoGroupNotification")
    /// Posted before an undo.
    public static let NSUndoManagerWillUndoChange = Notification.Name(
      "NSUndoManagerWillUndoChangeNotification")
    /// Posted after an undo.
    public static let NSUndoManagerDidUndoChange = Notification.Name(
      "NSUndoManagerDidUndoChangeNotification")
    /// Posted before a redo.
    public static let NSUndoManagerWillRedoChange = Notification.Name(
      "NSUndoManagerWillRedoChangeNotification")
    /// Posted after a redo.
    public static let NSUndoManagerDidRedoChange = Notification.Name(
      "NSUndoManagerDidRedoChangeNotification")
  }

  /// The key of the flag, in notifications about ending a group, that says whether the group may be
  /// dropped without loss.
  public let NSUndoManagerGroupIsDiscardableKey = UndoManager.groupIsDiscardableKey
#endif
