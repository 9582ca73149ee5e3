import DocumentTables

/// The states of objects before their changes, since the last registration with the undo manager.
///
/// The journal records states, not operations: for each object its presence, the old values of changed
/// slots, and the old order of lists. An undo restores these states and records another journal, the
/// redo.
struct ChangeJournal {
  enum Presence {
    case absent, present, deleted
  }

  struct Entry {
    /// The object, held strongly, so that undo and redo keep its identity.
    let model: any PersistentModel
    /// The key at the time of the change; an upsert may have changed the key of the model since.
    let key: ObjectKey
    let before: Presence
    /// The presence at the end of the step.
    var after = Presence.present
    /// The first old values, by slot; for a removed object, every value that its row lacks.
    var slots: [Int: SlotValue] = [:]
    /// The first old members, in order, of to-many relationships that their members store.
    var lists: [Int: [ObjectKey]?] = [:]
  }

  private(set) var entries: [ObjectKey: Entry] = [:]
  /// The keys of the entries, in the order in which the objects changed first.
  private(set) var order: [ObjectKey] = []

  var isEmpty: Bool { order.isEmpty }

  func hasSlot(_ slot: Int, of key: ObjectKey) -> Bool { entries[key]?.slots[slot] != nil }

  func hasList(_ slot: Int, of key: ObjectKey) -> Bool { entries[key]?.lists[slot] != nil }

  /// Whether the journal needs old values of an object; an object that was absent has none.
  func wants(_ key: ObjectKey) -> Bool {
    guard let entry = entries[key] else { return true }
    return entry.before != .absent
  }

  mutating func open(_ model: any PersistentModel, _ before: Presence) {
    let key = model._$state.key
    guard entries[key] == nil else { return }
    entries[key] = Entry(model: model, key: key, before: before)
    order.append(key)
  }

  mutating func note(_ value: SlotValue, in slot: Int, of key: ObjectKey) {
    entries[key]?.slots[slot] = value
  }

  mutating func note(list: [ObjectKey]?, in slot: Int, of key: ObjectKey) {
    entries[key]?.lists[slot] = .some(list)
  }
}

extension ModelPhase {
  var presence: ChangeJournal.Presence {
    switch self {
    case .inserted, .stored: .present
    case .deleted: .deleted
    case .new, .removed: .absent
    }
  }
}

/// The states that one registered action restores in one store.
struct UndoStep {
  var entries: [ChangeJournal.Entry]
}
