import DocumentTables

// These methods precede each change of an object. Without an undo manager there is no journal, and each
// of them is one comparison.
extension ContextCore {
  /// Precedes each change of a value of an object.
  func willSet(_ model: any PersistentModel, _ slot: Int) {
    if journal != nil { journalSlot(of: model, slot) }
    touch(model)
  }

  /// Sets a slot of an object, and records the old value for undo.
  func setSlot(_ slot: Int, of model: any PersistentModel, to value: SlotValue) {
    if journal != nil { journalSlot(of: model, slot) }
    model._$setSlot(slot, to: value)
  }

  private func journalSlot(of object: any PersistentModel, _ objectSlot: Int) {
    // A stand-in has the slots of another class.
    let model = objects.principal(of: object)
    guard
      let slot = type(of: model) == type(of: object)
        ? objectSlot
        : object._$state.description.flatMap({
          model._$state.description?.slot(named: $0.slots[objectSlot].name)
        })
    else { return }
    let key = model._$state.key
    guard model._$state.phase.isPresent, journal?.wants(key) == true,
      journal?.hasSlot(slot, of: key) == false
    else { return }
    journal?.open(model, .present)
    journal?.note(effectiveValue(of: model, slot), in: slot, of: key)
  }

  /// The value of a slot, read from the row if the slot is unset, because the row may change later.
  private func effectiveValue(of model: any PersistentModel, _ slot: Int) -> SlotValue {
    let value = model._$slotValue(slot)
    guard case .unset = value, let column = model._$state.description?.slots[slot].column else {
      return value
    }
    return .value(model._$storedValue(slot, column: column))
  }

  /// Precedes each change of a reference to an object, which may change a list of the object.
  func willChangeMembers(through column: ColumnIdentity, of target: ObjectKey) {
    guard journal != nil,
      let owner = catalog.memberships[
        ModelCatalog.StoredEnd(hierarchy: column.hierarchy, column: column.column)],
      let object = model(for: target, hierarchy: owner.hierarchy),
      let slot = object._$state.description?.slot(named: owner.property)
    else { return }
    willChangeList(of: object, slot)
  }

  /// Precedes each change of a to-many's members or their order.
  func willChangeList(of model: any PersistentModel, _ slot: Int) {
    let key = model._$state.key
    guard journal != nil, model._$state.phase.isPresent, journal?.wants(key) == true,
      journal?.hasList(slot, of: key) == false
    else { return }
    journal?.open(model, .present)
    let order = ChangeJournal.ListOrder(
      stated: model._$slotValue(slot), value: effectiveValue(of: model, slot))
    journal?.note(list: relatedKeys(of: model, slot: slot), order, in: slot, of: key)
  }

  /// Precedes the deletion of an object that the objects of a relationship may deny, and records their
  /// references to it: they lose it at a later change, whose undo does not find it.
  func willKeepReferences(to model: any PersistentModel, _ slot: Int, _ end: RelationshipEnd) {
    guard journal != nil, end.storage == .derived || end.storage == .order,
      let inverse = end.relationship.inverse
    else { return }
    for key in relatedKeys(of: model, slot: slot) ?? [] {
      guard let holder = self.model(for: key, hierarchy: end.destinationHierarchy),
        let slot = holder._$state.description?.slot(named: inverse)
      else { continue }
      journalSlot(of: holder, slot)
      journal?.keep(slot, of: key)
    }
  }

  /// Precedes the insertion of an object, or its return.
  func willArrive(_ model: any PersistentModel) {
    guard journal != nil else { return }
    let key = model._$state.key
    var entry = ChangeJournal.Entry(
      model: model, key: key, before: model._$state.phase.presence)
    entry.isByRule = pending.deletions.byRule.contains(key)
    entry.losses = pending.deletions.losses(of: key)
    journal?.open(entry)
  }

  /// Precedes the removal of an object, and records every value that its row lacks.
  func willLeave(_ model: any PersistentModel) {
    guard journal != nil, let description = model._$state.description else { return }
    let key = model._$state.key
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column else { continue }
      if end.storage == .order {
        willChangeList(of: model, slot)
      } else {
        let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
        for target in model._$storedValue(slot, column: column).relatedKeys {
          willChangeMembers(through: identity, of: target)
        }
      }
    }
    journal?.open(model, .present)
    guard journal?.wants(key) == true else { return }
    for slot in description.slots.indices where journal?.hasSlot(slot, of: key) == false {
      let value = model._$slotValue(slot)
      if case .unset = value { continue }
      journal?.note(value, in: slot, of: key)
    }
  }

  /// Makes changes that cannot be undone, because they follow from saves of other contexts.
  func withoutJournal(_ body: () -> Void) {
    let kept = journal
    journal = nil
    body()
    journal = kept
  }

  /// The changes since the last call; nil if there are none.
  func takeUndoStep() -> UndoStep? {
    guard let journal, !journal.isEmpty else { return nil }
    self.journal = ChangeJournal()
    let entries = journal.order.compactMap { journal.entries[$0] }.filter(hasEffect)
    if entries.isEmpty { return nil }
    return UndoStep(
      entries: entries.map { entry in
        var entry = entry
        entry.after = entry.model._$state.phase.presence
        return entry
      }, renamings: renamings.count)
  }

  /// Whether an object's state differs from the recorded one.
  private func hasEffect(_ entry: ChangeJournal.Entry) -> Bool {
    let model = entry.model
    guard model._$state.core === self, model._$state.key == entry.key else { return false }
    if model._$state.phase.presence != entry.before {
      // The removal of a marked object by a save is no change.
      return !(entry.before == .deleted && model._$state.phase == .removed)
    }
    guard entry.before == .present else { return false }
    if !entry.kept.isEmpty { return true }
    for (slot, old) in entry.slots {
      guard model._$state.description?.slots[slot].column != nil, let old = old.stored,
        case .value(let new) = effectiveValue(of: model, slot).plain, old == new
      else { return true }
    }
    return entry.lists.contains { slot, old in relatedKeys(of: model, slot: slot) != old }
  }
}

extension SlotValue {
  /// The stored form of a value that has one.
  fileprivate var plain: SlotValue {
    if case .decoded(_, let value) = self { .value(value) } else { self }
  }
}
