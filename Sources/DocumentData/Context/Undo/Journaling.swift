import DocumentTables

// What precedes changes, so that the context saves them and an undo finds the states before. The recording
// sees single objects; these methods know which other objects a change concerns.
extension ContextCore {
  /// Precedes each change of a value of an object.
  func willSet(_ model: any PersistentModel, _ slot: Int) {
    if undo.isOn { undo.willSet(slot, of: model) }
    touch(model)
  }

  /// Sets a slot of an object, and records the old value for undo.
  func setSlot(_ slot: Int, of model: any PersistentModel, to value: SlotValue) {
    if undo.isOn { undo.willSet(slot, of: model) }
    model._$setSlot(slot, to: value)
  }

  /// Precedes each change of a reference to an object, which may change a list of the object.
  func willChangeMembers(through column: ColumnIdentity, of target: ObjectKey) {
    guard undo.isOn,
      let owner = catalog.memberships[
        ModelCatalog.StoredEnd(hierarchy: column.hierarchy, column: column.column)],
      let object = model(for: target, hierarchy: owner.hierarchy),
      let slot = object._$state.description?.slot(named: owner.property)
    else { return }
    willChangeList(of: object, slot)
  }

  /// Precedes each change of a to-many's members or their order.
  func willChangeList(of model: any PersistentModel, _ slot: Int) {
    guard undo.isOn, undo.wantsList(slot, of: model) else { return }
    let list = relatedKeys(of: model, slot: slot)
    undo.note(list: list, in: slot, of: model)
  }

  /// Precedes the deletion of an object that the objects of a relationship may deny, and records their
  /// references to it.
  func willKeepReferences(to model: any PersistentModel, _ slot: Int, _ end: RelationshipEnd) {
    guard undo.isOn, end.storage == .derived || end.storage == .order,
      let inverse = end.relationship.inverse
    else { return }
    for key in relatedKeys(of: model, slot: slot) ?? [] {
      guard let holder = self.model(for: key, hierarchy: end.destinationHierarchy),
        let slot = holder._$state.description?.slot(named: inverse)
      else { continue }
      undo.willKeep(slot, of: holder)
    }
  }

  /// Precedes the return of an object.
  func willArrive(_ model: any PersistentModel) {
    guard undo.isOn else { return }
    let key = model._$state.key
    undo.willArrive(
      model, as: model._$state.phase.presence,
      isByRule: pending.deletions.byRule.contains(key), losses: pending.deletions.losses(of: key))
  }

  /// Precedes the removal of an object, which may change lists of other objects.
  func willLeave(_ model: any PersistentModel) {
    guard undo.isOn, let description = model._$state.description else { return }
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
    undo.willLeave(model)
  }

  /// Makes changes that cannot be undone, because they follow from saves of other contexts.
  func withoutUndo(_ body: () -> Void) {
    undo.pause()
    body()
    undo.resume()
  }

  /// The changes since the last call; nil if there are none.
  func takeUndoStep() -> UndoStep? {
    guard var step = undo.takeStep() else { return nil }
    step.entries = step.entries.filter { entry in
      entry.model._$state.core === self && entry.model._$state.key == entry.key
        && entry.hasEffect { relatedKeys(of: entry.model, slot: $0) }
    }
    for index in step.entries.indices {
      step.entries[index].after = step.entries[index].model._$state.phase.presence
    }
    return step.entries.isEmpty ? nil : step
  }
}
