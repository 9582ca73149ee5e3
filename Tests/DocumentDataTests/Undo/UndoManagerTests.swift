import DocumentData
import Testing

@Suite("The undo manager")
struct UndoManagerTests {
  private final class Counter {
    var value = 0

    func set(_ new: Int, _ manager: UndoManager) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old, manager) }
      value = new
    }
  }

  private func explicitManager() -> UndoManager {
    let manager = UndoManager()
    manager.groupsByEvent = false
    return manager
  }

  @Test("a group is undone and redone as a whole, any number of times")
  func groups() {
    let manager = explicitManager()
    let counter = Counter()
    manager.beginUndoGrouping()
    counter.set(1, manager)
    counter.set(2, manager)
    manager.endUndoGrouping()
    #expect(manager.canUndo)
    #expect(!manager.canRedo)
    for _ in 0..<3 {
      manager.undo()
      #expect(counter.value == 0)
      #expect(!manager.canUndo)
      #expect(manager.canRedo)
      manager.redo()
      #expect(counter.value == 2)
    }
  }

  @Test("what is registered without a group stays in one group until the undo")
  func eventGroup() {
    let manager = UndoManager()
    let counter = Counter()
    counter.set(1, manager)
    #expect(manager.groupingLevel == 1)
    counter.set(2, manager)
    manager.undo()
    #expect(manager.groupingLevel == 0)
    #expect(counter.value == 0)
  }

  @Test("on the main actor a group ends with the current work")
  @MainActor func endOfWork() async throws {
    let manager = UndoManager()
    let counter = Counter()
    counter.set(1, manager)
    while manager.groupingLevel > 0 { await Task.yield() }
    counter.set(2, manager)
    counter.set(3, manager)
    while manager.groupingLevel > 0 { await Task.yield() }
    manager.undo()
    #expect(counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
    manager.redo()
    manager.redo()
    #expect(counter.value == 3)
  }

  @Test("without groups by event each action is a group of its own")
  func singleActions() {
    let manager = explicitManager()
    let counter = Counter()
    counter.set(1, manager)
    counter.set(2, manager)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test("nested groups are undone with the group around them, or alone while that is open")
  func nested() {
    let manager = explicitManager()
    let counter = Counter()
    manager.beginUndoGrouping()
    counter.set(1, manager)
    manager.beginUndoGrouping()
    counter.set(2, manager)
    #expect(manager.groupingLevel == 2)
    manager.undo()
    #expect(counter.value == 2)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
    #expect(!manager.canUndo)
  }

  @Test("registering anew forgets what could be redone")
  func redoIsCleared() {
    let manager = explicitManager()
    let counter = Counter()
    counter.set(1, manager)
    manager.undo()
    counter.set(5, manager)
    #expect(!manager.canRedo)
    manager.redo()
    #expect(counter.value == 5)
  }

  @Test("only so many groups are kept as asked")
  func levels() {
    let manager = explicitManager()
    let counter = Counter()
    for value in 1...5 { counter.set(value, manager) }
    manager.levelsOfUndo = 2
    #expect(manager.undoCount == 2)
    counter.set(6, manager)
    for _ in 0..<9 { manager.undo() }
    #expect(counter.value == 4)
  }

  @Test("nothing is recorded while that is disabled, and calls nest")
  func disabling() {
    let manager = explicitManager()
    let counter = Counter()
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.set(1, manager)
    #expect(!manager.canUndo)
    manager.enableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled)
    counter.set(2, manager)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test("actions can be forgotten, all or those of one target, and go with their target")
  func removing() {
    let manager = explicitManager()
    let one = Counter()
    let two = Counter()
    manager.beginUndoGrouping()
    one.set(1, manager)
    two.set(1, manager)
    manager.endUndoGrouping()
    two.set(2, manager)
    manager.removeAllActions(withTarget: two)
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(one.value == 0)
    #expect(two.value == 2)
    manager.redo()
    manager.removeAllActions()
    #expect(!manager.canUndo)
    do {
      let short = Counter()
      short.set(1, manager)
    }
    manager.undo()
    #expect(!manager.canRedo)
  }

  @Test("what Foundation answers with an exception does nothing")
  func misuse() {
    let manager = explicitManager()
    let counter = Counter()
    manager.endUndoGrouping()
    manager.undo()
    manager.redo()
    manager.undoNestedGroup()
    manager.registerUndo(withTarget: counter) { _ in
      manager.undo()
      manager.redo()
      manager.beginUndoGrouping()
      counter.value = 7
    }
    manager.undo()
    #expect(counter.value == 7)
    #expect(manager.groupingLevel == 0)
    #expect(!manager.isUndoing)
    manager.beginUndoGrouping()
    manager.endUndoGrouping()
    #expect(!manager.canUndo)
  }

  @Test("a group nested ten thousand times deep is undone")
  func deep() {
    let manager = explicitManager()
    let counter = Counter()
    for _ in 0..<10_000 { manager.beginUndoGrouping() }
    counter.set(1, manager)
    while manager.groupingLevel > 0 { manager.endUndoGrouping() }
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.canRedo)
  }

  @Test("names, flags and values go with their action through undo and redo")
  func names() {
    let manager = explicitManager()
    let counter = Counter()
    #expect(manager.undoMenuItemTitle == "Undo")
    counter.set(1, manager)
    manager.setActionName("Rename")
    manager.setActionIsDiscardable(true)
    let key = UndoManager.UserInfoKey(rawValue: "place")
    manager.setActionUserInfoValue(3, forKey: key)
    #expect(manager.undoActionName == "Rename")
    #expect(manager.undoMenuItemTitle == "Undo Rename")
    #expect(manager.undoMenuTitle(forUndoActionName: "Typing") == "Undo Typing")
    #expect(manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.redoActionName == "Rename")
    #expect(manager.redoMenuItemTitle == "Redo Rename")
    #expect(manager.redoActionIsDiscardable)
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 3)
    manager.redo()
    #expect(manager.undoActionName == "Rename")
    #expect(manager.undoActionIsDiscardable)
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 3)
  }

  @Test("groups, undo and redo are told of")
  func notifications() {
    let manager = explicitManager()
    let counter = Counter()
    final class Seen: @unchecked Sendable {
      var names: [Notification.Name] = []
    }
    let seen = Seen()
    let tokens = [
      Notification.Name.NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ].map { name in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) {
        seen.names.append($0.name)
      }
    }
    defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
    manager.beginUndoGrouping()
    counter.set(1, manager)
    manager.endUndoGrouping()
    #expect(
      seen.names == [
        .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
        .NSUndoManagerDidCloseUndoGroup,
      ])
    seen.names = []
    manager.undo()
    #expect(seen.names.first == .NSUndoManagerWillUndoChange)
    #expect(seen.names.last == .NSUndoManagerDidUndoChange)
    seen.names = []
    manager.redo()
    #expect(seen.names.first == .NSUndoManagerWillRedoChange)
    #expect(seen.names.last == .NSUndoManagerDidRedoChange)
  }
}
