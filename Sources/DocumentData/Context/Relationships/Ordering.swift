import DocumentTables

// The order of a to-many that its members store. A row stores a list only if the order is not that of
// the keys; the list then contains exactly the members (spec 5.3).
extension ContextCore {
  /// Sets the order of a to-many; nil for a nil to-many.
  ///
  /// An empty list means "empty, not nil" (spec 5.3) and states no order. The order of keys needs no
  /// list.
  func setOrder(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, _ column: Int,
    _ keys: [ObjectKey]?
  ) {
    guard let keys else {
      touch(model)
      model._$setSlot(slot, to: .value(.null))
      return
    }
    var stored: [ObjectKey]?
    if case .references(let keys) = model._$storedValue(slot, column: column) {
      stored = keys
    }
    if keys.isEmpty {
      guard end.relationship.isNullable || stored != nil, stored != [] else { return }
    } else if stored?.isEmpty ?? true, keys == keys.sorted() {
      guard case .value = model._$slotValue(slot) else { return }
      // Unset, the slot would read the order of the row.
      if savedKeys(of: model, column).isEmpty {
        model._$setSlot(slot, to: .unset)
        return
      }
    } else if stored == keys {
      return
    }
    touch(model)
    model._$setSlot(slot, to: .value(.references(keys)))
  }

  /// Updates every list to the current members before a save.
  func stateOrders() {
    var owners: Set<Owner> = []
    for column in pending.references.changedColumns {
      let members = ModelCatalog.StoredEnd(hierarchy: column.hierarchy, column: column.column)
      guard let end = catalog.memberships[members] else { continue }
      for key in pending.references.changedTargets(through: column) where !isDeleted(key) {
        owners.insert(Owner(key: key, end: end))
      }
    }
    for model in pending.deleted.values {
      guard let description = model._$state.description, let segment = model._$state.segment else {
        continue
      }
      for (column, end) in catalog.memberColumns[description.hierarchy] {
        let value = segment.value(at: Int(model._$state.row), column: column)
        for key in value.relatedKeys where !isDeleted(key) {
          owners.insert(Owner(key: key, end: end))
        }
      }
    }
    for owner in owners {
      guard let object = model(for: owner.key, hierarchy: owner.end.hierarchy),
        let slot = object._$state.description?.slot(named: owner.end.property)
      else { continue }
      stateOrder(of: object, slot: slot, column: owner.end.column)
    }
    guard catalog.hasOrders else { return }
    // This context may have set lists whose members another context has changed.
    for models in [pending.inserted, pending.touched] {
      for model in models.values {
        guard let description = model._$state.description else { continue }
        for slot in description.orderSlots {
          guard let column = description.slots[slot].column,
            case .value(.references) = model._$slotValue(slot)
          else { continue }
          stateOrder(of: model, slot: slot, column: column)
        }
      }
    }
  }

  private struct Owner: Hashable {
    var key: ObjectKey
    var end: ModelCatalog.StoredEnd
  }

  private func stateOrder(of model: any PersistentModel, slot: Int, column: Int) {
    guard let end = model._$state.description?.slots[slot].end else { return }
    let stored = model._$storedValue(slot, column: column)
    if stored.isNull, !end.relationship.isNullable { return }
    guard let members = relatedKeys(of: model, slot: slot) else { return }
    let value: Value =
      if members.isEmpty {
        end.relationship.isNullable ? .references([]) : .null
      } else if stored.isNull || members == members.sorted() {
        .null
      } else {
        .references(members)
      }
    guard value != stored else { return }
    // The save may still fail.
    noteHiddenPlaces(in: model, slot: slot, column, present: members)
    touch(model)
    model._$setSlot(slot, to: .value(value))
  }
}
