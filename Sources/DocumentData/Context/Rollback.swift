import DocumentTables

extension ContextCore {
  /// Drops the pending changes: removes new objects, and restores changed and deleted ones.
  func rollback() {
    confinement.enter()
    defer { confinement.leave() }
    resultsSignals.raise()
    let dropped = pending
    for (_, model) in dropped.inserted { leave(model) }
    pending = PendingChanges()
    for (newer, older) in dropped.aliases {
      objects.aliases.remove(newer, for: older._$state.key)
      // The object was never saved. Its values went to the older object, which drops them.
      newer._$visitLevels { $0 = _LevelValues() }
      newer._$state.phase = .removed
    }
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
    for key in Set(dropped.inverse.values.flatMap(\.keys)) {
      if let object = objects.identityMap[key] { objects.notifyAll(object) }
    }
  }

  /// Removes a new object, which keeps its attributes and required relationships.
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
    objects.setPhase(.removed, of: model)
  }
}
