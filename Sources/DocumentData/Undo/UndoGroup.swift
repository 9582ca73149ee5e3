/// One recorded operation that can be undone.
struct UndoAction {
  /// The target's identity; ``perform`` references the target weakly.
  let target: ObjectIdentifier
  let perform: () -> Void

  init(target: AnyObject, perform: @escaping () -> Void) {
    self.target = ObjectIdentifier(target)
    self.perform = perform
  }
}

/// Operations that are undone together, in reverse order.
final class UndoGroup {
  enum Entry {
    case action(UndoAction)
    case group(UndoGroup)

    var isGroup: Bool {
      if case .group = self { true } else { false }
    }
  }

  var entries: [Entry] = []
  var name = ""
  var isDiscardable = false
  var information: [UndoManager.UserInfoKey: Any] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// The actions of the group and its nested groups, in order.
  var actions: [UndoAction] {
    entries.flatMap { entry in
      switch entry {
      case .action(let action): [action]
      case .group(let group): group.actions
      }
    }
  }

  /// Replaces nested groups, which matter only while the group is open, by their actions.
  ///
  /// Otherwise a program could nest groups to any depth.
  func flatten() {
    if entries.contains(where: \.isGroup) { entries = actions.map { .action($0) } }
  }

  /// Removes a target's actions, and the nested groups that are then empty.
  func removeActions(of target: ObjectIdentifier) {
    entries.removeAll { entry in
      switch entry {
      case .action(let action): return action.target == target
      case .group(let group):
        group.removeActions(of: target)
        return group.isEmpty
      }
    }
  }
}
