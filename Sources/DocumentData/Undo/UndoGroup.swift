/// One operation that can be undone.
struct UndoAction {
  /// The target's identity; the target itself is held weakly by ``perform``.
  let target: ObjectIdentifier
  let perform: () -> Void

  init(target: AnyObject, perform: @escaping () -> Void) {
    self.target = ObjectIdentifier(target)
    self.perform = perform
  }
}

/// Operations that are undone together, in the opposite order.
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

  /// The actions of the group and those inside it, in order.
  var actions: [UndoAction] {
    entries.flatMap { entry in
      switch entry {
      case .action(let action): [action]
      case .group(let group): group.actions
      }
    }
  }

  /// Forgets the groups inside, which only an open group needs to know.
  ///
  /// Otherwise they would nest as deeply as a program likes.
  func flatten() {
    if entries.contains(where: \.isGroup) { entries = actions.map { .action($0) } }
  }

  /// Forgets a target's actions, and the groups that held nothing else.
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
