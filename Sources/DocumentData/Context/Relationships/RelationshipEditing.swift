import DocumentTables

extension ContextCore {
  /// Sets the objects of a relationship, in order.
  ///
  /// Updates both ends, and inserts new objects.
  func setRelated(
    of model: any PersistentModel, slot: Int, to related: [any PersistentModel]?
  ) {
    confinement.enter()
    defer { confinement.leave() }
    guard facade != nil, let description = model._$state.description,
      let end = description.slots[slot].end,
      isPresent(model, toBeRelated: related, slot: slot)
    else { return }
    var keys: [ObjectKey] = []
    for object in related ?? [] {
      receive(object, ownedBy: end.relationship.deleteRule == .cascade)
      guard object._$state.core === self, object._$state.phase.isPresent else {
        // The relationship is unchanged, and the next save throws the reason.
        if object._$state.phase != .new { refuse(object, at: description.slots[slot].name, model) }
        if description.slots[slot].isRequiredToOne,
          relatedKeys(of: model, slot: slot)?.isEmpty ?? true
        {
          setSlot(slot, of: model, to: .missing(object))
        }
        return
      }
      keys.append(object._$state.key)
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

  /// Sets the stored end of a to-one, and removes the target from other objects of a one-to-one.
  ///
  /// - Parameter isByRule: Whether a deletion or its return sets the reference, not the program.
  func setReference(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to target: ObjectKey?,
    isByRule: Bool = false
  ) {
    guard let column = end.column, let property = model._$state.description?.slots[slot] else {
      return
    }
    let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
    let key = model._$state.key
    if !isByRule, pending.hidesObjects {
      forgetHidden(at: model, slot: slot, property, identity, target)
    }
    var old: ObjectKey?
    if case .reference(let stored) = model._$storedValue(slot, column: column) {
      old = stored
    }
    guard old != target else { return }
    if let old { willChangeMembers(through: identity, of: old) }
    if let target { willChangeMembers(through: identity, of: target) }
    touch(model)
    let last =
      target == nil && property.isRequiredToOne
      ? old.flatMap { heldObject($0) ?? self.model(for: $0, hierarchy: end.destinationHierarchy) }
      : nil
    setSlot(
      slot, of: model,
      to: last.map { .missing($0) } ?? .value(target.map { .reference($0) } ?? .null))
    objects.notify(model, property.name)
    if let old {
      pending.references.note(key, refersTo: old, through: identity, false)
      inverseLost(property, at: old, model)
      if property.isItsOwnInverse, let partner = self.model(for: old, hierarchy: end.hierarchy),
        partner !== model, relatedKeys(of: partner, slot: slot) == [key]
      {
        setReference(of: partner, slot: slot, end, to: nil)
      }
    }
    guard let target else { return }
    if property.inverseIsToOne { displaceHolders(of: target, except: key, end, column) }
    pending.references.note(key, refersTo: target, through: identity, true)
    inverseGained(property, at: target)
    if property.isItsOwnInverse, let partner = self.model(for: target, hierarchy: end.hierarchy),
      partner !== model, relatedKeys(of: partner, slot: slot) != [key]
    {
      // Both rows store a one-to-one that is its own inverse.
      setReference(of: partner, slot: slot, end, to: key)
    }
  }

  /// Removes the target of a one-to-one from other objects.
  func displaceHolders(
    of target: ObjectKey, except key: ObjectKey, _ end: RelationshipEnd, _ column: Int
  ) {
    for other in sources(of: target, hierarchy: end.hierarchy, column: column) where other != key {
      guard let holder = self.model(for: other, hierarchy: end.hierarchy),
        let position = holder._$state.description?.slot(named: end.relationship.name)
      else { continue }
      setReference(of: holder, slot: position, end, to: nil)
    }
  }

  private func setDerived(
    of model: any PersistentModel, _ end: RelationshipEnd, to target: ObjectKey?
  ) {
    guard let column = end.inverseColumn, let inverse = end.relationship.inverse else { return }
    let key = model._$state.key
    forgetHiddenHolders(
      of: key, through: ColumnIdentity(hierarchy: end.destinationHierarchy, column: column))
    for holder in sources(of: key, hierarchy: end.destinationHierarchy, column: column)
    where holder != target {
      edit(inverse, of: holder, end.destinationHierarchy) {
        setReference(of: $0, slot: $1, $2, to: nil)
      }
    }
    if let target {
      edit(inverse, of: target, end.destinationHierarchy) {
        setReference(of: $0, slot: $1, $2, to: key)
      }
    }
  }

  func setList(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to keys: [ObjectKey]?
  ) {
    guard let column = end.column, let property = model._$state.description?.slots[slot] else {
      return
    }
    let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
    let key = model._$state.key
    // The stored list, which still contains objects that are marked for removal.
    let stored = model._$storedValue(slot, column: column)
    let none: Value = end.relationship.isNullable ? .null : .references([])
    let value = keys.map { Value.references($0) } ?? none
    guard stored != value else { return }
    let old = stored.relatedKeys
    let before = Set(old)
    let after = Set(keys ?? [])
    for other in before.symmetricDifference(after) {
      willChangeMembers(through: identity, of: other)
    }
    touch(model)
    setSlot(slot, of: model, to: .value(value))
    objects.notify(model, property.name)
    for target in old where !after.contains(target) {
      pending.references.note(key, refersTo: target, through: identity, false)
      mirror(property, slot: slot, end, at: target) { $0.filter { $0 != key } }
      inverseLost(property, at: target, model)
    }
    for target in (keys ?? []) where !before.contains(target) {
      pending.references.note(key, refersTo: target, through: identity, true)
      mirror(property, slot: slot, end, at: target) { $0.contains(key) ? $0 : $0 + [key] }
      inverseGained(property, at: target)
    }
  }

  /// Updates the other rows of a to-many that is its own inverse.
  private func mirror(
    _ property: ModelDescription.Slot, slot: Int, _ end: RelationshipEnd, at target: ObjectKey,
    _ change: ([ObjectKey]) -> [ObjectKey]
  ) {
    guard property.isItsOwnInverse,
      let partner = self.model(for: target, hierarchy: end.hierarchy)
    else { return }
    setList(
      of: partner, slot: slot, end, to: change(relatedKeys(of: partner, slot: slot) ?? []))
  }

  /// Sets a to-many that its members store, and the order if it is not that of the keys.
  private func setMembers(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to keys: [ObjectKey]?
  ) {
    guard let column = end.column, let inverseColumn = end.inverseColumn,
      let inverse = end.relationship.inverse
    else { return }
    let key = model._$state.key
    let present = relatedKeys(of: model, slot: slot)
    guard present != keys else { return }
    willChangeList(of: model, slot)
    noteHiddenPlaces(in: model, slot: slot, column, present: present ?? [])
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
    setOrder(of: model, slot: slot, end, column, keys)
    objects.notify(model, end.relationship.name)
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

  /// Notifies the observers of the other end that it lost an object.
  ///
  /// A required to-one stays readable until the save rejects it.
  func inverseLost(
    _ property: ModelDescription.Slot, at key: ObjectKey, _ lost: any PersistentModel
  ) {
    guard let end = property.end, let inverse = end.relationship.inverse else { return }
    if property.inverseIsCounted { pending.recount(key, hierarchy: end.destinationHierarchy) }
    if property.inverseIsRequired, end.storage == .reference, !property.isItsOwnInverse,
      let object = model(for: key, hierarchy: end.destinationHierarchy),
      let slot = object._$state.description?.slot(named: inverse)
    {
      touch(object)
      setSlot(slot, of: object, to: .missing(lost))
    }
    notifyInverse(inverse, at: key)
  }

  func inverseGained(_ property: ModelDescription.Slot, at key: ObjectKey) {
    guard let end = property.end, let inverse = end.relationship.inverse else { return }
    if property.inverseIsCounted { pending.recount(key, hierarchy: end.destinationHierarchy) }
    if property.inverseIsToOne, !property.isItsOwnInverse,
      let object = pending.object(for: key),
      let slot = object._$state.description?.slot(named: inverse),
      case .missing = object._$slotValue(slot)
    {
      setSlot(slot, of: object, to: .unset)
    }
    notifyInverse(inverse, at: key)
  }

  private func notifyInverse(_ inverse: String, at key: ObjectKey) {
    guard objects.isObserved, let object = heldObject(key) else { return }
    objects.notify(object, inverse)
  }
}
