import DocumentTables

// How pending changes stand up to what other contexts have saved meanwhile.
extension ContextCore {
  /// States the pending changes of relationships anew: who else refers to whom has changed.
  func rebase(_ before: LastRows) {
    pending.inverse = [:]
    let changed = Array(pending.inserted) + Array(pending.touched)
    for (key, model) in changed.sorted(by: { $0.key < $1.key }) { rebase(model, key, before) }
    for (_, model) in pending.deleted.sorted(by: { $0.key < $1.key }) { detach(model) }
  }

  private func rebase(_ model: any PersistentModel, _ key: ObjectKey, _ before: LastRows) {
    guard let description = model._$state.description else { return }
    let table = base.tables.tables[description.hierarchy]
    let location = table.location(of: key)
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column, end.storage != .order,
        let value = model._$slotValue(slot).stored
      else { continue }
      let identity = PendingChanges.ColumnIdentity(hierarchy: end.hierarchy, column: column)
      let old =
        location.map {
          table.segments[$0.segment].value(at: $0.row, column: column).relatedKeys
        } ?? []
      let named = value.relatedKeys
      let kept = named.filter { exists($0, end.destinationHierarchy) }
      if kept != named { setKept(kept, of: model, slot, property, end, lost: named, before) }
      for target in Set(old).subtracting(kept) {
        pending.note(key, refersTo: target, through: identity, false)
      }
      for target in Set(kept).subtracting(old) {
        pending.note(key, refersTo: target, through: identity, true)
      }
      // Of two contexts that gave away one end of a one-to-one, the later has it.
      if end.storage == .reference, property.inverseIsToOne, let target = kept.first {
        displaceHolders(of: target, except: key, end, column)
      }
    }
  }

  /// Another context has deleted a target: for a change that comes late the rule is nullify.
  private func setKept(
    _ kept: [ObjectKey], of model: any PersistentModel, _ slot: Int,
    _ property: ModelDescription.Slot, _ end: RelationshipEnd, lost: [ObjectKey],
    _ before: LastRows
  ) {
    if end.storage == .list {
      model._$setSlot(slot, to: .value(.references(kept)))
    } else if property.isRequiredToOne, let last = lost.first {
      model._$setSlot(slot, to: .gone(before, last))
    } else {
      model._$setSlot(slot, to: .value(.null))
    }
  }

  private func exists(_ key: ObjectKey, _ hierarchy: Int) -> Bool {
    if pending.inserted[key] != nil { return true }
    return pending.deleted[key] == nil
      && base.tables.tables[hierarchy].location(of: key) != nil
  }
}
