import DocumentTables

// Moves pending changes to a base with changes of other contexts.
extension ContextCore {
  /// Computes the pending changes of relationships again, because the references in the base changed.
  ///
  /// - Parameter former: The rows that objects which come back had: their changes are changes of these.
  func rebase(_ before: LastRows, _ former: [ObjectKey: FormerRow] = [:]) {
    pending.references.forgetChanges()
    let changed =
      pending.inserted.inOrder() + pending.touched.inOrder()
    for (key, model) in changed { restate(model, key, before, former[key]) }
    for (key, model) in pending.deleted.inOrder() {
      restate(model, key, before, former[key], isHidden: true)
    }
    for (key, entry) in pending.deletions.withdrawn { restate(entry, key) }
    for (key, model) in changed where pending.inserted[key] != nil || isStored(model) {
      settleConflicts(of: model, key)
    }
    for (_, model) in pending.deleted.inOrder() { detach(model) }
    for (_, model) in changed { forgetChangesThatAreNone(of: model) }
    forgetHarmlessChanges()
  }

  /// Drops changes of objects that another context has removed if nothing is lost with them.
  ///
  /// - Returns: The first object whose changes would be lost; nil if there is none.
  @discardableResult
  func forgetHarmlessChanges() -> (key: ObjectKey, value: any PersistentModel)? {
    var searches = base.tables.tables.map { RowSearch($0) }
    func hasNoRow(_ model: any PersistentModel) -> Bool {
      guard let hierarchy = model._$state.description?.hierarchy else { return true }
      return searches[hierarchy].location(of: model._$state.key) == nil
    }
    var first: (key: ObjectKey, value: any PersistentModel)?
    for (key, model) in pending.touched.inOrder(where: hasNoRow) {
      guard model._$losesNothing(where: exists) else {
        first = first ?? (key, model)
        continue
      }
      pending.forget(key)
      objects.setPhase(.removed, of: model)
      objects.notifyAll(model)
    }
    return first
  }

  /// Notes the references of a withdrawn object, which has no row.
  private func restate(_ entry: Deletions.Withdrawn, _ key: ObjectKey) {
    for (slot, value) in entry.references {
      guard let end = entry.description.slots[slot].end, let column = end.column,
        end.storage != .order
      else { continue }
      let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
      for target in value.stored?.relatedKeys ?? [] {
        pending.references.note(key, refersTo: target, through: identity, true)
      }
    }
  }

  /// - Parameter isHidden: Whether the object is deleted; it then keeps references to other deleted
  ///   objects.
  private func restate(
    _ model: any PersistentModel, _ key: ObjectKey, _ before: LastRows,
    _ former: FormerRow? = nil, isHidden: Bool = false
  ) {
    guard let description = model._$state.description else { return }
    let table = base.tables.tables[description.hierarchy]
    let location = table.location(of: key)
    func known(_ column: Int) -> [ObjectKey] {
      if let former {
        return former.segment.value(at: former.row, column: column).relatedKeys
      }
      let earlier = before.tables.tables[description.hierarchy]
      return earlier.location(of: key).map {
        earlier.segments[$0.segment].value(at: $0.row, column: column).relatedKeys
      } ?? []
    }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column,
        let value = model._$slotValue(slot).stored
      else { continue }
      let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
      var old: [ObjectKey] = []
      if let location {
        old = table.segments[location.segment].value(at: location.row, column: column).relatedKeys
      }
      let stated = value.relatedKeys
      if end.storage == .order {
        // The members themselves say who belongs to the list, so it may name others.
        guard known(column) != old else { continue }
        let named = Set(stated)
        let order = stated + old.filter { !named.contains($0) }
        if order != stated { model._$setSlot(slot, to: .value(.references(order))) }
        continue
      }
      var named = stated
      if location != nil, end.storage == .list, end.relationship.inverse != nil {
        named = merged(stated, since: known(column), with: old)
      }
      let kept = named.filter { isHidden && isDeleted($0) || canBeNamed($0, property, end) }
      if kept != stated { setKept(kept, of: model, slot, property, end, lost: stated, before) }
      // A row that another context has removed refers to nothing.
      if location == nil, pending.inserted[key] == nil { continue }
      for target in Set(old).subtracting(kept) {
        pending.references.note(key, refersTo: target, through: identity, false)
      }
      for target in Set(kept).subtracting(old) {
        pending.references.note(key, refersTo: target, through: identity, true)
      }
    }
  }

  /// A list with the members that another context added, and without those that it removed.
  ///
  /// The list must agree with its members' own ends.
  private func merged(
    _ stated: [ObjectKey], since known: [ObjectKey], with saved: [ObjectKey]
  ) -> [ObjectKey] {
    guard known != saved else { return stated }
    let removed = Set(known).subtracting(saved)
    let present = Set(known).union(stated)
    return stated.filter { !removed.contains($0) } + saved.filter { !present.contains($0) }
  }

  /// Resolves conflicts between two contexts that set one end of a one-to-one, or changed different rows
  /// of a relationship that is its own inverse: the later context wins.
  func settleConflicts(of model: any PersistentModel, _ key: ObjectKey) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column, end.storage != .order,
        let kept = model._$slotValue(slot).stored?.relatedKeys
      else { continue }
      if end.storage == .reference, property.inverseIsToOne, let target = kept.first {
        displaceHolders(of: target, except: key, end, column)
      }
      guard property.isItsOwnInverse else { continue }
      for source in sources(of: key, hierarchy: end.hierarchy, column: column)
      where source != key && !kept.contains(source) {
        guard let holder = self.model(for: source, hierarchy: end.hierarchy) else { continue }
        let others = (relatedKeys(of: holder, slot: slot) ?? []).filter { $0 != key }
        setStored(of: holder, slot: slot, end, to: others)
      }
      for target in kept where target != key {
        guard let partner = self.model(for: target, hierarchy: end.hierarchy),
          case let others = relatedKeys(of: partner, slot: slot) ?? [], !others.contains(key)
        else { continue }
        setStored(of: partner, slot: slot, end, to: end.storage == .list ? others + [key] : [key])
      }
    }
  }

  private func setStored(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, to keys: [ObjectKey]
  ) {
    if end.storage == .reference {
      setReference(of: model, slot: slot, end, to: keys.first)
    } else {
      setList(of: model, slot: slot, end, to: keys)
    }
  }

  /// Sets a relationship whose target another context has deleted, as by the delete rule nullify.
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

  /// Whether a relationship may lead to an object, which may be marked for removal if the relationship
  /// denies the deletion.
  func canBeNamed(
    _ key: ObjectKey, _ property: ModelDescription.Slot, _ end: RelationshipEnd
  ) -> Bool {
    property.inverseDenies && isDeleted(key)
      ? isStored(key, end.destinationHierarchy) : exists(key, end.destinationHierarchy)
  }

  func exists(_ key: ObjectKey, _ hierarchy: Int) -> Bool {
    if pending.inserted[key] != nil { return true }
    return pending.deleted[key] == nil && isStored(key, hierarchy)
  }

  private func isStored(_ model: any PersistentModel) -> Bool {
    base.tables.location(of: model) != nil
  }

  func isStored(_ key: ObjectKey, _ hierarchy: Int) -> Bool {
    base.tables.tables[hierarchy].location(of: key) != nil
      || custom?.isUnread(key, hierarchy) == true
  }
}
