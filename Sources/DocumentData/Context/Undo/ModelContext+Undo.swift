extension ModelContext: UndoManager.Registrant {
  /// Tells the undo manager what has changed since the last call, as one action.
  ///
  /// The context does so by itself before it saves, before an undo group begins or ends, and once
  /// the main actor's current work is done. Without an undo manager nothing happens.
  public func processPendingChanges() {
    guard let undoManager else { return }
    let steps = cores.compactMap { core in core.takeUndoStep().map { (core, $0) } }
    guard !steps.isEmpty else { return }
    undoManager.registerUndo(withTarget: self) { $0.undo(steps) }
  }

  func registerPendingUndo() { processPendingChanges() }

  /// Undoes, or does again: what this changes is registered as its opposite.
  private func undo(_ steps: [(core: ContextCore, step: UndoStep)]) {
    processPendingChanges()
    for (core, step) in steps { core.restore(step) }
    processPendingChanges()
  }

  /// Before the context gets another undo manager, and after.
  func undoManagerWillChange() {
    processPendingChanges()
    undoManager?.remove(self)
  }

  func undoManagerDidChange() {
    for core in cores { core.journal = undoManager == nil ? nil : ChangeJournal() }
    undoManager?.add(self)
  }

  /// What was done cannot be undone any more.
  func forgetUndo() {
    guard let undoManager else { return }
    for core in cores { core.journal = ChangeJournal() }
    undoManager.removeAllActions(withTarget: self)
  }
}
