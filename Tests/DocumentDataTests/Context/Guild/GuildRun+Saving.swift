@testable import DocumentData

extension GuildRun {
  func rollback(_ side: Side) throws {
    note(side, "rollback")
    side.context.rollback()
    side.expected.rollback(to: committed, generation)
    side.past = []
    side.future = []
    try separate(side)
    try refresh(side)
  }

  func save(_ side: Side, isAutomatic: Bool = false) throws {
    // Without changes there is nothing that begins an automatic save.
    if isAutomatic, !side.context.hasChanges { return }
    note(side, isAutomatic ? "autosave" : "save")
    let tag = side.expected.generation == generation ? side.foreignSaves : -1
    side.expected.advance(to: committed, generation)
    let before = Past(view: side.expected.view, foreignSaves: tag)
    var failure: (any Error)?
    do {
      if isAutomatic { try autosave(side) } else { try side.context.save() }
    } catch {
      failure = error
    }
    let code = failure as? SwiftDataError
    if side.expected.mustConflict || side.expected.mayConflict && code == .concurrentDeletion {
      try expect(.concurrentDeletion, failure, side)
      return try rollback(side)
    }
    side.expected.forgetConflicts()
    guard let united = side.expected.mergeDuplicates() else {
      try expect(.modelValidationFailure, failure, side)
      return try rollback(side)
    }
    let heirs = try unite(united, side)
    if side.expected.isDenied {
      try expect(.modelValidationFailure, failure, side)
      if !united.isEmpty { side.expected.isTouched = true }
    } else {
      if let failure { throw GuildMismatch(description: "\(side.name): saving threw \(failure)") }
      let saved = side.expected.saved()
      // A save that changes nothing writes nothing, and other contexts do not notice it.
      if saved != committed { generation += 1 }
      committed = saved
      side.expected.rollback(to: committed, generation)
      for other in sides where other !== side { other.foreignSaves += 1 }
      side.unsavedTwins = []
    }
    try registerUndo(of: before, side, hasUnited: !united.isEmpty)
    try refresh(side)
    if failure == nil { try compare(heirs, side) }
    if failure == nil { try compareSaved() }
  }

  private func expect(_ code: SwiftDataError, _ failure: (any Error)?, _ side: Side) throws {
    guard let failure = failure as? SwiftDataError, failure == code else {
      throw GuildMismatch(
        description:
          "\(side.name): saving gave \(failure.map { "\($0)" } ?? "no error"), not \(code)"
      )
    }
  }

  // MARK: Undo

  /// After something that may have changed something: one action, or none if nothing has changed.
  ///
  /// - Parameter hasUnited: Whether an object has become another, and what could be undone is not known
  ///   exactly any more.
  func registerUndo(of before: Past, _ side: Side, hasUnited: Bool = false) throws {
    guard let manager = side.manager else { return }
    side.context.processPendingChanges()
    if manager.undoCount > side.past.count {
      side.past.append(before)
      side.future = []
    } else if !hasUnited, before.view.shown() != side.expected.view.shown() {
      throw GuildMismatch(description: "\(side.name): a change cannot be undone")
    }
    if manager.undoCount != side.past.count {
      throw GuildMismatch(
        description: "\(side.name): \(manager.undoCount) undos, not \(side.past.count)")
    }
    guard hasUnited else { return }
    for index in side.past.indices { side.past[index].foreignSaves = -1 }
    for index in side.future.indices { side.future[index].foreignSaves = -1 }
  }

  /// What other contexts have saved meanwhile makes an undo less than exact: it is left out then.
  func undo(_ side: Side) throws {
    guard let last = side.past.last, last.foreignSaves == side.foreignSaves else { return }
    note(side, "undo")
    side.past.removeLast()
    side.future.append(Past(view: side.expected.view, foreignSaves: side.foreignSaves))
    side.manager?.undo()
    side.expected.restore(last.view)
    try refresh(side)
  }

  func redo(_ side: Side) throws {
    guard let next = side.future.last, next.foreignSaves == side.foreignSaves else { return }
    note(side, "redo")
    side.future.removeLast()
    side.past.append(Past(view: side.expected.view, foreignSaves: side.foreignSaves))
    side.manager?.redo()
    side.expected.restore(next.view)
    try refresh(side)
  }
}
