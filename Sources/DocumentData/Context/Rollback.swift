import DocumentTables

extension ContextCore {
  /// Drops the pending changes: removes new objects, and restores changed and deleted ones.
  func rollback() {
    confinement.enter()
    defer { confinement.leave() }
    resultsSignals.raise()
    let dropped = pending
    forgetWithdrawn()
    for union in dropped.unions.reversed() { separate(union) }
    for (_, model) in dropped.inserted {
      leave(model)
      model._$state.unregister()
    }
    pending = PendingChanges()
    let restored = Array(dropped.touched.values) + Array(dropped.deleted.values)
    for model in restored {
      model._$clearSlots()
      objects.setPhase(.stored, of: model)
    }
    let before = LastRows(base.tables)
    advance()
    for model in restored {
      if let description = model._$state.description,
        base.tables.tables[description.hierarchy].location(of: model._$state.key) == nil
      {
        keepRequiredReadable(of: model, in: before)
        objects.setPhase(.removed, of: model)
      }
      objects.notifyAll(model)
    }
    // The other ends of relationships changed, too.
    let references = dropped.references
    for key in Set(references.changedColumns.flatMap(references.changedTargets(through:))) {
      if let object = objects.identityMap[key] { objects.notifyAll(object) }
    }
  }

  /// Withdraws the newer object of a union that was never saved: both objects get the values again that
  /// they had before.
  private func separate(_ union: PendingChanges.Union) {
    let model = union.newer
    objects.separate(model, before: union.key)
    model._$visitLevels { $0 = _LevelValues() }
    model._$state.take(key: union.key)
    for (slot, value) in union.values.enumerated() { model._$setSlot(slot, to: value) }
    for (slot, value) in union.olderValues.enumerated() { union.older._$setSlot(slot, to: value) }
    leave(model)
    model._$state.unregister()
    objects.notifyAll(model)
  }

  /// Withdraws a new object, which keeps its attributes and required relationships.
  func leave(_ model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end else { continue }
      if property.isRequiredToOne {
        guard case .value(.reference(let key)) = model._$slotValue(slot),
          let related = heldObject(key) ?? self.model(for: key, hierarchy: end.destinationHierarchy)
        else { continue }
        model._$setSlot(slot, to: .missing(related))
      } else {
        let isEmpty = end.relationship.isToMany && !end.relationship.isNullable
        model._$setSlot(slot, to: isEmpty ? .models([]) : .unset)
      }
    }
    objects.setPhase(.withdrawn, of: model)
  }

  /// Precedes the end of the pending changes: a row of another process may then have the key of a
  /// withdrawn object.
  func forgetWithdrawn() {
    for entry in pending.deletions.withdrawn.values {
      guard let model = entry.model, model._$state.core === self,
        model._$state.phase == .withdrawn
      else { continue }
      model._$state.unregister()
    }
  }
}
