import DocumentTables

// The relationships of hidden objects: deleted ones that may return before the save.
extension ContextCore {
  /// The hidden objects that the deletion of a hidden object deletes.
  func hiddenDependents(of model: any PersistentModel) -> [ObjectKey] {
    guard let description = model._$state.description else { return [] }
    var keys: [ObjectKey] = []
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, end.relationship.deleteRule == .cascade else { continue }
      keys += hiddenObjects(relatedTo: model, slot: slot, end)
    }
    return keys
  }

  /// The hidden objects whose deletion deletes a hidden object.
  func hiddenOwners(of model: any PersistentModel) -> [ObjectKey] {
    guard let description = model._$state.description else { return [] }
    var keys: [ObjectKey] = []
    for (slot, property) in description.slots.enumerated() where property.inverseCascades {
      guard let end = property.end else { continue }
      keys += hiddenObjects(relatedTo: model, slot: slot, end)
    }
    for end in catalog.oneWayReferences[description.hierarchy] {
      keys += hiddenSources(
        of: model._$state.key, hierarchy: end.hierarchy, column: end.column
      ).filter { key in
        let owner = hiddenObject(for: key)?._$state.description
        return owner?.slot(named: end.property).flatMap { owner?.slots[$0].end }?
          .relationship.deleteRule == .cascade
      }
    }
    return keys
  }

  /// The hidden object of a key; a withdrawn one may be in another context by now.
  func hiddenObject(for key: ObjectKey) -> (any PersistentModel)? {
    let found = pending.deleted[key] ?? pending.deletions.withdrawn[key]?.model
    guard let found, found._$state.core === self, found._$state.key == key,
      !found._$state.phase.isPresent
    else { return nil }
    return found
  }

  /// Forgets the withdrawn objects that cannot return: the program has released them, or they are in
  /// another context by now.
  func forgetReleased() {
    var candidates = Array(pending.deletions.withdrawn.keys)
    while !candidates.isEmpty {
      let released = candidates.filter {
        pending.deletions.withdrawn[$0] != nil && hiddenObject(for: $0) == nil
      }
      for key in released { forgetHiddenHolders(ofReleased: key) }
      candidates = pending.forgetWithdrawn(released)
    }
  }

  /// Removes an object that cannot return from the references of hidden objects: a row of another
  /// process may get its key.
  private func forgetHiddenHolders(ofReleased key: ObjectKey) {
    guard let description = pending.deletions.withdrawn[key]?.description else { return }
    for property in description.slots {
      guard let end = property.end, let column = end.inverseColumn else { continue }
      forgetHiddenHolders(
        of: key, through: ColumnIdentity(hierarchy: end.destinationHierarchy, column: column))
    }
    for end in catalog.oneWayReferences[description.hierarchy] {
      forgetHiddenHolders(
        of: key, through: ColumnIdentity(hierarchy: end.hierarchy, column: end.column))
    }
  }

  private func hiddenObjects(
    relatedTo model: any PersistentModel, slot: Int, _ end: RelationshipEnd
  ) -> [ObjectKey] {
    let key = model._$state.key
    switch end.storage {
    case .reference, .list:
      guard let column = end.column else { return [] }
      let value =
        pending.deletions.withdrawn[key]?.references[slot]?.stored
        ?? model._$storedValue(slot, column: column)
      return value.relatedKeys.filter(isDeleted)
    case .derived, .order:
      guard let column = end.inverseColumn else { return [] }
      return hiddenSources(of: key, hierarchy: end.destinationHierarchy, column: column)
    }
  }

  // MARK: Edits

  /// Notes the places of a list's hidden members before the list gets another order.
  func noteHiddenPlaces(
    in model: any PersistentModel, slot: Int, _ column: Int, present: [ObjectKey]
  ) {
    guard pending.hidesObjects, let end = model._$state.description?.slots[slot].end,
      let inverse = end.inverseColumn
    else { return }
    let hidden = hiddenSources(
      of: model._$state.key, hierarchy: end.destinationHierarchy, column: inverse)
    guard !hidden.isEmpty else { return }
    let place = Deletions.Place(key: model._$state.key, slot: slot)
    var order: [ObjectKey]?
    if case .references(let keys) = model._$storedValue(slot, column: column) { order = keys }
    if let before = pending.deletions.loss(at: place) {
      order = before.merged(with: order ?? present)
    }
    let keys = membersInOrder(Set(present).union(hidden).sorted(), stored: order)
    pending.deletions.note(Deletions.Loss(keys: keys, hidden: Set(hidden)), at: place)
  }

  /// Follows the program's change of a reference: what the reference was before a deletion does not
  /// return, and no hidden object gets back an end that it has lost to another object.
  func forgetHidden(
    at model: any PersistentModel, slot: Int, _ property: ModelDescription.Slot,
    _ column: ColumnIdentity, _ target: ObjectKey?
  ) {
    let key = model._$state.key
    pending.deletions.takeLoss(at: Deletions.Place(key: key, slot: slot))
    if property.isItsOwnInverse { forgetHiddenHolders(of: key, through: column) }
    if property.inverseIsToOne, let target { forgetHiddenHolders(of: target, through: column) }
  }

  /// Removes an object from the references of hidden objects.
  func forgetHiddenHolders(of target: ObjectKey, through column: ColumnIdentity) {
    for source in hiddenSources(of: target, hierarchy: column.hierarchy, column: column.column) {
      let entry = pending.deletions.withdrawn[source]
      let holder = hiddenObject(for: source)
      guard let description = entry?.description ?? holder?._$state.description,
        let slot = description.columnSlots[column.column]
      else { continue }
      var others: [ObjectKey] = []
      if let value = entry?.references[slot]?.stored
        ?? holder?._$storedValue(slot, column: column.column)
      {
        others = value.relatedKeys.filter { $0 != target }
      }
      let value = self.value(others, ofHidden: description.slots[slot], without: target)
      if entry != nil {
        pending.deletions.setReferences(value, in: slot, ofWithdrawn: source)
      } else {
        holder?._$setSlot(slot, to: value)
      }
      pending.references.note(source, refersTo: target, through: column, false)
    }
  }

  /// The value of a hidden object's relationship that has lost an object.
  private func value(
    _ keys: [ObjectKey], ofHidden property: ModelDescription.Slot, without target: ObjectKey
  ) -> SlotValue {
    if property.end?.storage == .list { return .value(.references(keys)) }
    guard property.isRequiredToOne, let lost = heldObject(target) else { return .value(.null) }
    // A required relationship stays readable; the save rejects it.
    return .missing(lost)
  }
}
