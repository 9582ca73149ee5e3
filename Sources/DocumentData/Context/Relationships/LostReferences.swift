import DocumentTables

// Optional references to deleted objects, from rows that have no object. A deletion sets a reference to
// nil at once if an object has it. A row without an object is only noted by the column and the deleted
// object: the save changes such rows by columns, because a deletion of many objects would otherwise
// make an object for each row that refers to one of them.
extension ContextCore {
  /// Whether rows without objects may keep references through a column to a deleted object until the
  /// save.
  func canLose(through column: ColumnIdentity) -> Bool {
    // Undo, custom stores and contradictions need the objects.
    catalog.optionalReferences.contains(column) && custom == nil && !undo.isOn
      && facade?.undoManager == nil && !pending.areMerged
  }

  /// Sets the lost references of a new object of a row to nil.
  func applyLosses(to model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for (column, targets) in pending.references.lost(in: description.hierarchy) {
      guard let slot = description.columnSlots[column], let end = description.slots[slot].end,
        case .reference(let target) = model._$storedValue(slot, column: column),
        targets.contains(target)
      else { continue }
      lose(target, from: model, slot: slot, end)
    }
  }

  /// Makes the objects of all rows with lost references, before anything that reads rows without
  /// objects.
  func applyLosses() {
    guard pending.references.hasLost else { return }
    for row in pending.losses(since: base.tables) {
      _ = model(for: row.key, hierarchy: row.hierarchy)
    }
    pending.references.forgetLost()
  }
}

extension PendingChanges {
  /// The rows without objects that lose references, in the order of their keys.
  func losses(since base: Tables) -> [UpdatedRow] {
    references.losses(since: base) { touched[$0] != nil || deleted[$0] != nil }
  }
}
