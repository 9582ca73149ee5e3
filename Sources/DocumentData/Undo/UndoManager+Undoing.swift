extension UndoManager {
  /// Whether there is anything to undo.
  ///
  /// Contexts register what they have changed so far; Foundation asks only at ``canRedo``.
  public var canUndo: Bool {
    askRegistrants()
    return !undoStack.isEmpty || openGroups.contains { !$0.isEmpty }
  }

  /// Whether there is anything to redo: nothing has been registered since the last undo.
  public var canRedo: Bool {
    checkpoint()
    return !redoStack.isEmpty
  }

  /// How many outermost groups can be undone.
  public var undoCount: Int { undoStack.count + (openGroups.contains { !$0.isEmpty } ? 1 : 0) }

  /// How many outermost groups can be redone.
  public var redoCount: Int { redoStack.count }

  /// Whether an undo is going on.
  public var isUndoing: Bool { work == .undoing }

  /// Whether a redo is going on.
  public var isRedoing: Bool { work == .redoing }

  /// Ends the open group, unless others are open inside it, and undoes the last.
  public func undo() {
    guard work == .recording else { return }
    askRegistrants()
    if groupingLevel == 1 { endUndoGrouping() }
    guard groupingLevel == 0 else { return }
    undoNestedGroup()
  }

  /// Undoes the group that was ended last, also inside one that is still open.
  ///
  /// Nothing happens where something was registered after that group, inside the open one.
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

  /// Does again what was undone last.
  public func redo() {
    guard work == .recording else { return }
    checkpoint()
    // A group that is open and empty is in nobody's way.
    while let open = openGroups.last, open.isEmpty { endUndoGrouping() }
    guard openGroups.isEmpty, let group = redoStack.popLast() else { return }
    perform(group, as: .redoing)
  }

  /// Runs a group's actions; what they register becomes one group on the other stack.
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
    // What a handler began and did not end, ends here.
    while openGroups.count > 1 { endUndoGrouping() }
    if !openGroups.isEmpty { endUndoGrouping() }
    work = .recording
    openGroups = around
    post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
  }
}
