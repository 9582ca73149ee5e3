extension UndoManager {
  /// A key of additional information about an action.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// Creates a key with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The group that names and flags apply to: the open group, or the last closed one.
  private var currentGroup: UndoGroup? {
    askRegistrants()
    return openGroups.first ?? undoStack.last
  }

  /// Sets the name of the current action, for menus; an empty name removes the name.
  public func setActionName(_ actionName: String) { currentGroup?.name = actionName }

  /// The name of the action that ``undo()`` undoes; empty if there is none.
  public var undoActionName: String { currentGroup?.name ?? "" }

  /// The name of the action that ``redo()`` repeats; empty if there is none.
  public var redoActionName: String { redoStack.last?.name ?? "" }

  /// "Undo" and the name of the action.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// "Redo" and the name of the action.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Returns "Undo" and a name.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns "Redo" and a name.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Sets whether the current action, such as a change of selection, may be dropped without loss.
  public func setActionIsDiscardable(_ discardable: Bool) {
    currentGroup?.isDiscardable = discardable
  }

  /// Whether the action that ``undo()`` undoes may be dropped without loss.
  public var undoActionIsDiscardable: Bool { currentGroup?.isDiscardable ?? false }

  /// Whether the action that ``redo()`` repeats may be dropped without loss.
  public var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// Sets a value of additional information about the current action.
  public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    currentGroup?.information[key] = info
  }

  /// Returns a value of additional information about the action that ``undo()`` undoes.
  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    currentGroup?.information[key]
  }

  /// Returns a value of additional information about the action that ``redo()`` repeats.
  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoStack.last?.information[key]
  }
}
