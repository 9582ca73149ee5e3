import DocumentTables

// New keys of inserted objects whose keys another process has used.
extension ContextCore {
  /// Gives new keys to inserted objects whose keys another process may have used since the base.
  ///
  /// The objects keep their order. Their old identifiers still lead to them.
  func takeNewKeys(_ foreign: ForeignSaves) {
    let generation = base.generation
    // A row of the other process may have the key of an object that cannot return.
    forgetReleased()
    let unsaved = pending.inserted.inOrder() + withdrawnObjects
    let first = unsaved.map(\.key).filter { foreign.hasUsed($0, since: generation) }.min()
    guard let first else { return }
    // A row belongs to an object that was deleted before, and its key to the object.
    let renamed = unsaved.filter { $0.key >= first && $0.value._$state.segment == nil }
      .sorted { $0.key < $1.key }
    let start = store.takeKeys(renamed.count)
    var newKeys: [ObjectKey: ObjectKey] = [:]
    for (index, (key, _)) in renamed.enumerated() { newKeys[key] = start + ObjectKey(index) }
    for (key, model) in renamed {
      guard let new = newKeys[key] else { continue }
      let isInserted = pending.inserted[key] != nil
      pending.forget(key)
      objects.renumber(model, to: new)
      if isInserted { pending.insert(model) }
    }
    for models in [pending.inserted, pending.touched, pending.deleted] {
      for (_, model) in models { renumber(newKeys, in: model) }
    }
    pending.renumber(newKeys)
    undo.renumber(newKeys)
    store.note(newKeys: newKeys)
  }

  /// The withdrawn objects that the program may insert again.
  private var withdrawnObjects: [PendingObjects.Element] {
    pending.deletions.withdrawn.keys.compactMap { key in hiddenObject(for: key).map { (key, $0) } }
  }

  private func renumber(_ newKeys: [ObjectKey: ObjectKey], in model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() where property.end != nil {
      guard let value = model._$slotValue(slot).renumbered(newKeys) else { continue }
      model._$setSlot(slot, to: value)
    }
  }
}

extension SlotValue {
  /// The value with new keys; nil if it has none of the old ones.
  func renumbered(_ newKeys: [ObjectKey: ObjectKey]) -> SlotValue? {
    switch self {
    case .value(.reference(let key)):
      return newKeys[key].map { .value(.reference($0)) }
    case .value(.references(let keys)) where keys.contains { newKeys[$0] != nil }:
      return .value(.references(keys.map { newKeys[$0] ?? $0 }))
    default: return nil
    }
  }
}
