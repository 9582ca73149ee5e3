extension UndoManager {
  /// Names what can be kept beside an action.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// Makes a key of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The group that names and flags are for: the open one, or the last that was ended.
  private var currentGroup: UndoGroup? {
    askRegistrants()
    return openGroups.first ?? undoStack.last
  }

  /// Names the current action, for menus; an empty name takes the name away.
  public func setActionName(_ actionName: String) { currentGroup?.name = actionName }

  /// The name of what ``undo()`` undoes; empty if there is none.
  public var undoActionName: String { currentGroup?.name ?? "" }

  /// The name of what ``redo()`` does again; empty if there is none.
  public var redoActionName: String { redoStack.last?.name ?? "" }

  /// "Undo", and the name of the action.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// "Redo", and the name of the action.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// "Undo", and a name.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// "Redo", and a name.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Says whether the current action may be dropped without loss, such as a change of selection.
  public func setActionIsDiscardable(_ discardable: Bool) {
    currentGroup?.isDiscardable = discardable
  }

  /// Whether what ``undo()`` undoes may be dropped without loss.
  public var undoActionIsDiscardable: Bool { currentGroup?.isDiscardable ?? false }

  /// Whether what ``redo()`` does again may be dropped without loss.
  public var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// Keeps a value beside the current action.
  public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    currentGroup?.information[key] = info
  }

  /// What was kept beside the action that ``undo()`` undoes.
  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    currentGroup?.information[key]
  }

  /// What was kept beside the action that ``redo()`` does again.
  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoStack.last?.information[key]
  }
}
