import DocumentTables

extension ContextCore {
  /// Makes a relationship of an object lead to exactly the given objects, in order; both ends are
  /// in step at once. New objects are inserted with it.
  func setRelated(
    of model: any PersistentModel, slot: Int, to related: [any PersistentModel]?
  ) {
    guard let description = model._$state.description, let end = description.slots[slot].end else {
      return
    }
    var keys: [ObjectKey] = []
    for object in related ?? [] {
      insert(object)
      // An object of another context or schema cannot be referred to; saving reports it.
      if object._$state.core === self { keys.append(object._$state.key) }
    }
    var seen: Set<ObjectKey> = []
    keys.removeAll { !seen.insert($0).inserted }
    switch end.storage {
    case .reference: setReference(of: model, slot: slot, end, to: keys.first)
    case .derived: setDerived(of: model, end, to: keys.first)
    case .list: setList(of: model, slot: slot, end, to: related == nil ? nil : keys)
    case .order: setMembers(of: model, slot: slot, end, to: related == nil ? nil : keys)
    }
  }

  /// Sets the stored end of a to-one, and takes the target from whoever else had it one-to-one.
  private func setReference(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to target: ObjectKey?
  ) {
    guard let column = end.column else { return }
    let identity = PendingChanges.ColumnIdentity(hierarchy: end.hierarchy, column: column)
    let key = model._$state.key
    var old: ObjectKey?
    if case .reference(let stored) = storedValue(of: model, slot: slot, column: column) {
      old = stored
    }
    guard old != target else { return }
    touch(model)
    model._$setSlot(slot, to: .value(target.map { .reference($0) } ?? .null))
    if let old {
      pending.note(key, refersTo: old, through: identity, false)
      notifyInverse(of: end, at: old)
    }
    guard let target else { return }
    if let inverse = end.relationship.inverse, isToOne(inverse, of: end) {
      for other in sources(of: target, hierarchy: end.hierarchy, column: column) where other != key {
        if let holder = self.model(for: other, hierarchy: end.hierarchy),
          let position = holder._$state.description?.slot(named: end.relationship.name)
        {
          setReference(of: holder, slot: position, end, to: nil)
        }
      }
      if isItsOwnInverse(end) { mirror(model, slot: slot, end, target) }
    }
    pending.note(key, refersTo: target, through: identity, true)
    notifyInverse(of: end, at: target)
  }

  /// A one-to-one that is its own inverse stands at both of its rows.
  private func mirror(
    _ model: any PersistentModel, slot: Int, _ end: RelationshipEnd, _ target: ObjectKey
  ) {
    guard let other = self.model(for: target, hierarchy: end.hierarchy), other !== model,
      case let back = relatedKeys(of: other, slot: slot), back != [model._$state.key]
    else { return }
    setReference(of: other, slot: slot, end, to: model._$state.key)
  }

  private func setDerived(
    of model: any PersistentModel, _ end: RelationshipEnd, to target: ObjectKey?
  ) {
    guard let column = end.inverseColumn, let inverse = end.relationship.inverse else { return }
    let key = model._$state.key
    for holder in sources(of: key, hierarchy: end.destinationHierarchy, column: column)
    where holder != target {
      edit(inverse, of: holder, end.destinationHierarchy) { setReference(of: $0, slot: $1, $2, to: nil) }
    }
    if let target {
      edit(inverse, of: target, end.destinationHierarchy) { setReference(of: $0, slot: $1, $2, to: key) }
    }
  }

  private func setList(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to keys: [ObjectKey]?
  ) {
    guard let column = end.column else { return }
    let identity = PendingChanges.ColumnIdentity(hierarchy: end.hierarchy, column: column)
    let old = relatedKeys(of: model, slot: slot)
    guard old != keys else { return }
    touch(model)
    model._$setSlot(slot, to: .value(keys.map { .references($0) } ?? .null))
    let before = Set(old ?? [])
    let after = Set(keys ?? [])
    for target in before.subtracting(after) {
      pending.note(model._$state.key, refersTo: target, through: identity, false)
      notifyInverse(of: end, at: target)
    }
    for target in after.subtracting(before) {
      pending.note(model._$state.key, refersTo: target, through: identity, true)
      notifyInverse(of: end, at: target)
    }
  }

  /// Sets a to-many whose members state it themselves, and the order if it is not that of the keys.
  private func setMembers(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to keys: [ObjectKey]?
  ) {
    guard let column = end.column, let inverseColumn = end.inverseColumn,
      let inverse = end.relationship.inverse
    else { return }
    let key = model._$state.key
    guard relatedKeys(of: model, slot: slot) != keys else { return }
    let before = Set(sources(of: key, hierarchy: end.destinationHierarchy, column: inverseColumn))
    let after = Set(keys ?? [])
    for member in before.subtracting(after) {
      edit(inverse, of: member, end.destinationHierarchy) { child, slot, childEnd in
        if childEnd.storage == .reference {
          setReference(of: child, slot: slot, childEnd, to: nil)
        } else {
          setList(
            of: child, slot: slot, childEnd,
            to: (relatedKeys(of: child, slot: slot) ?? []).filter { $0 != key })
        }
      }
    }
    for member in (keys ?? []) where !before.contains(member) {
      edit(inverse, of: member, end.destinationHierarchy) { child, slot, childEnd in
        if childEnd.storage == .reference {
          setReference(of: child, slot: slot, childEnd, to: key)
        } else {
          setList(
            of: child, slot: slot, childEnd,
            to: (relatedKeys(of: child, slot: slot) ?? []) + [key])
        }
      }
    }
    // An empty list says "empty, not nil" (spec 5, "Order"); the order of keys needs no list.
    let order: [ObjectKey]? =
      switch keys {
      case nil: nil
      case let keys? where keys.isEmpty: end.relationship.isNullable ? [] : nil
      case let keys?: keys == keys.sorted() ? nil : keys
      }
    var stored: [ObjectKey]?
    if case .references(let keys) = storedValue(of: model, slot: slot, column: column) {
      stored = keys
    }
    if stored != order {
      touch(model)
      model._$setSlot(slot, to: .value(order.map { .references($0) } ?? .null))
    }
    model._$notify(slot: slot)
  }

  private func edit(
    _ property: String, of key: ObjectKey, _ hierarchy: Int,
    _ body: (any PersistentModel, Int, RelationshipEnd) -> Void
  ) {
    guard let object = model(for: key, hierarchy: hierarchy),
      let slot = object._$state.description?.slot(named: property),
      let end = object._$state.description?.slots[slot].end
    else { return }
    body(object, slot, end)
  }

  private func isToOne(_ inverse: String, of end: RelationshipEnd) -> Bool {
    schema.relationship(named: inverse, of: end.relationship.destination)?.relationship.isToMany
      == false
  }

  private func isItsOwnInverse(_ end: RelationshipEnd) -> Bool {
    end.inverseColumn == end.column && end.destinationHierarchy == end.hierarchy
  }

  /// Whoever watches the other end of a relationship hears that it changed.
  private func notifyInverse(of end: RelationshipEnd, at key: ObjectKey) {
    guard let inverse = end.relationship.inverse,
      let object = pending.object(for: key) ?? identityMap[key],
      let slot = object._$state.description?.slot(named: inverse)
    else { return }
    object._$notify(slot: slot)
  }
}
