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

  /// The order of a list, which may name objects that are no members.
  struct ListOrder {
    /// What the object states of it; unset if only its row does.
    var stated: SlotValue
    /// What the object or else its row states.
    var value: SlotValue
  }

  struct Entry {
    /// The object, held strongly, so that undo and redo keep its identity.
    let model: any PersistentModel
    /// The key at the time of the change; an upsert may have changed the key of the model since.
    let key: ObjectKey
    let before: Presence
    /// Whether a delete rule had deleted the object, not the program.
    var isByRule = false
    /// The relationships that had lost the object by its deletion.
    var losses: [(place: Deletions.Place, loss: Deletions.Loss)] = []
    /// The presence at the end of the step.
    var after = Presence.present
    /// The first old values, by slot; for a removed object, every value that its row lacks.
    var slots: [Int: SlotValue] = [:]
    /// The first old members, in order, of to-many relationships that their members store.
    var lists: [Int: [ObjectKey]?] = [:]
    /// The slots that refer to an object whose deletion they deny, and that lose it only at a later change.
    var kept: Set<Int> = []
    /// The first old orders of ``lists``.
    var orders: [Int: ListOrder] = [:]
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
    open(Entry(model: model, key: model._$state.key, before: before))
  }

  mutating func open(_ entry: Entry) {
    guard entries[entry.key] == nil else { return }
    entries[entry.key] = entry
    order.append(entry.key)
  }

  mutating func note(_ value: SlotValue, in slot: Int, of key: ObjectKey) {
    entries[key]?.slots[slot] = value
  }

  mutating func keep(_ slot: Int, of key: ObjectKey) { entries[key]?.kept.insert(slot) }

  mutating func note(
    list: [ObjectKey]?, _ order: ListOrder, in slot: Int, of key: ObjectKey
  ) {
    entries[key]?.lists[slot] = .some(list)
    entries[key]?.orders[slot] = order
  }

  /// Replaces the keys of objects that have new ones.
  mutating func renumber(_ newKeys: [ObjectKey: ObjectKey]) {
    let renamed = order.compactMap { entries[$0]?.renumbered(newKeys) }
    order = renamed.map(\.key)
    entries = Dictionary(renamed.map { ($0.key, $0) }) { first, _ in first }
  }
}

extension ChangeJournal.Entry {
  fileprivate func renumbered(_ newKeys: [ObjectKey: ObjectKey]) -> ChangeJournal.Entry {
    var entry = ChangeJournal.Entry(model: model, key: newKeys[key] ?? key, before: before)
    entry.after = after
    entry.isByRule = isByRule
    entry.losses = losses.map { ($0.place.renumbered(newKeys), $0.loss.renumbered(newKeys)) }
    entry.slots = slots.mapValues { $0.renumbered(newKeys) ?? $0 }
    entry.kept = kept
    entry.lists = lists.mapValues { list in list.map { $0.map { newKeys[$0] ?? $0 } } }
    entry.orders = orders.mapValues { order in
      ChangeJournal.ListOrder(
        stated: order.stated.renumbered(newKeys) ?? order.stated,
        value: order.value.renumbered(newKeys) ?? order.value)
    }
    return entry
  }
}

extension ModelPhase {
  var presence: ChangeJournal.Presence {
    switch self {
    case .inserted, .stored: .present
    case .deleted: .deleted
    case .new, .removed, .withdrawn: .absent
    }
  }
}

/// The states that one registered action restores in one store.
struct UndoStep {
  var entries: [ChangeJournal.Entry]
  /// How many times objects of the context had got new keys before this step.
  var renamings: Int

  /// Replaces the keys of objects that have got new ones since.
  mutating func renumber(_ renamings: [[ObjectKey: ObjectKey]]) {
    for newKeys in renamings.dropFirst(self.renamings) {
      entries = entries.map { $0.renumbered(newKeys) }
    }
    self.renamings = renamings.count
  }
}
