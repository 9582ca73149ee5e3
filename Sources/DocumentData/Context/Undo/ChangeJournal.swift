import DocumentTables

/// What objects were before they changed, since the undo manager was told last.
///
/// Changes are remembered as states, not as operations: of each object whether it was there, the
/// values of the slots that changed since, and the order of the lists. That is what an undo puts
/// back, and what putting back makes is again a journal: the redo.
struct ChangeJournal {
  enum Presence {
    case absent, present, deleted
  }

  struct Entry {
    /// Held strongly: an object keeps its identity through undo and redo.
    let model: any PersistentModel
    /// The model's key may be another by now: an upsert has made it stand for an older object.
    let key: ObjectKey
    let before: Presence
    /// What it has become when the step is done.
    var after = Presence.present
    /// The first old values, by slot; of an object that left, every value that was not its row's.
    var slots: [Int: SlotValue] = [:]
    /// The first old members, in order, of to-many relationships that others state.
    var lists: [Int: [ObjectKey]?] = [:]
  }

  private(set) var entries: [ObjectKey: Entry] = [:]
  /// The keys of the entries, in the order in which the objects changed first.
  private(set) var order: [ObjectKey] = []

  var isEmpty: Bool { order.isEmpty }

  func hasSlot(_ slot: Int, of key: ObjectKey) -> Bool { entries[key]?.slots[slot] != nil }

  func hasList(_ slot: Int, of key: ObjectKey) -> Bool { entries[key]?.lists[slot] != nil }

  /// Whether old values of an object matter: one that was not there needs none.
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

/// What one registered action puts back, in one store.
struct UndoStep {
  var entries: [ChangeJournal.Entry]
}
