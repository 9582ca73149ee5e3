extension UndoManager {
  /// Whether there is anything to undo.
  ///
  /// Contexts first register their changes so far; Foundation asks for that only in ``canRedo``.
  public var canUndo: Bool {
    askRegistrants()
    return !undoStack.isEmpty || openGroups.contains { !$0.isEmpty }
  }

  /// Whether there is anything to redo; false if something was registered after the last undo.
  public var canRedo: Bool {
    checkpoint()
    return !redoStack.isEmpty
  }

  /// The number of outermost groups that can be undone.
  public var undoCount: Int { undoStack.count + (openGroups.contains { !$0.isEmpty } ? 1 : 0) }

  /// The number of outermost groups that can be redone.
  public var redoCount: Int { redoStack.count }

  /// Whether the manager is undoing a group.
  public var isUndoing: Bool { work == .undoing }

  /// Whether the manager is redoing a group.
  public var isRedoing: Bool { work == .redoing }

  /// Ends the open group and undoes the last group; does nothing if nested groups are open.
  public func undo() {
    guard work == .recording else { return }
    askRegistrants()
    if groupingLevel == 1 { endUndoGrouping() }
    guard groupingLevel == 0 else { return }
    undoNestedGroup()
  }

  /// Undoes the group that was closed last, even inside a group that is still open.
  ///
  /// Does nothing if something was registered after that group, inside the open one.
  public func undoNestedGroup() {
    guard work == .recording else { return }
    checkpoint()
    if let outer = openGroups.last {
      guard case .group(let group) = outer.entries.last else { return }
      outer.entries.removeLast()
      perform(group, as: .undoing)
    } else if let group = undoStack.popLast() {
      perform(group, as: .undoing)
    }
  }

  /// Repeats the group that was undone last.
  public func redo() {
    guard work == .recording else { return }
    checkpoint()
    // Open groups without entries do not prevent a redo.
    while let open = openGroups.last, open.isEmpty { endUndoGrouping() }
    guard openGroups.isEmpty, let group = redoStack.popLast() else { return }
    perform(group, as: .redoing)
  }

  /// Runs a group's actions; the actions that these register become one group on the other stack.
  private func perform(_ group: UndoGroup, as newWork: Work) {
    let isUndo = newWork == .undoing
    post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
    let around = openGroups
    let opposite = UndoGroup()
    opposite.name = group.name
    opposite.isDiscardable = group.isDiscardable
    opposite.information = group.information
    openGroups = [opposite]
    work = newWork
    for action in group.actions.reversed() { action.perform() }
    // Ends the groups that a handler began and did not end.
    while openGroups.count > 1 { endUndoGrouping() }
    if !openGroups.isEmpty { endUndoGrouping() }
    work = .recording
    openGroups = around
    post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
  }
}
