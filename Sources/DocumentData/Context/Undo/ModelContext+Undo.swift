extension ModelContext: UndoManager.Registrant {
  /// Registers the changes since the last call with the undo manager, as one action.
  ///
  /// The context calls this method before it saves, before an undo group begins or ends, and after the
  /// main actor's current work. Without an undo manager, the method does nothing.
  public func processPendingChanges() {
    guard let undoManager else { return }
    let steps = confinement.run {
      cores.compactMap { core in core.takeUndoStep().map { (core, $0) } }
    }
    guard !steps.isEmpty else { return }
    undoManager.registerUndo(withTarget: self) { $0.undo(steps) }
  }

  func registerPendingUndo() { processPendingChanges() }

  /// Undoes or redoes steps, and registers the opposite.
  private func undo(_ steps: [(core: ContextCore, step: UndoStep)]) {
    processPendingChanges()
    confinement.run {
      for (core, step) in steps { core.restore(step) }
    }
    processPendingChanges()
  }

  /// Precedes a change of the undo manager.
  func undoManagerWillChange() {
    processPendingChanges()
    undoManager?.remove(self)
  }

  func undoManagerDidChange() {
    for core in cores { core.applyLosses() }
    for core in cores {
      if undoManager == nil { core.undo.stop() } else { core.undo.start() }
    }
    undoManager?.add(self)
  }

  /// Removes the undo actions of the context.
  func forgetUndo() {
    guard let undoManager else { return }
    for core in cores { core.undo.start() }
    undoManager.removeAllActions(withTarget: self)
  }
}
