import DocumentTables

extension ContextCore {
  /// Marks an object for removal and applies the delete rules of its relationships.
  ///
  /// Cascades and nullified ends take effect immediately; the save reports denials. If a delete rule has
  /// deleted the object before, it stays deleted when the other deletion is taken back.
  func delete(_ root: any PersistentModel) {
    confinement.enter()
    defer { confinement.leave() }
    guard facade != nil else { return }
    if canTake(root) {
      // An object that another context has deleted needs no error, even if it has other changes.
      if forgetDeleted(root) { return }
      admit(root)
    }
    if root._$state.phase.isPresent, root._$state.core !== self {
      refuse(root)
      return
    }
    if root._$state.core === self { pending.deletions.noteProgramDeletes(root._$state.key) }
    hide(root)
    noteChange()
  }

  /// Hides an object and the objects that the delete rules delete with it.
  ///
  /// - Parameter owner: The hidden object whose delete rule deletes the object, if any.
  private func hide(_ root: any PersistentModel, with owner: ObjectKey? = nil) {
    var waiting: [(model: any PersistentModel, owner: ObjectKey?)] = [(root, owner)]
    while let next = waiting.popLast() {
      let model = objects.principal(of: next.model)
      guard model._$state.core === self, model._$state.phase.isPresent else { continue }
      let key = model._$state.key
      for object in cascade(from: model) { waiting.append((object, key)) }
      remove(model, with: next.owner)
    }
  }

  /// Applies the rules again for a marked object, because another context has related objects to it.
  func detach(_ model: any PersistentModel) {
    guard let description = model._$state.description,
      base.tables.tables[description.hierarchy].location(of: model._$state.key) != nil
    else { return }
    for object in cascade(from: model, isAgain: true) { hide(object, with: model._$state.key) }
    letGoOfOthers(model, isNew: false)
  }

  /// The objects that are deleted with an object; notes denials for the save.
  ///
  /// - Parameter isAgain: Whether the object is hidden already: objects that the program keeps are then
  ///   left out, though the object still refers to them.
  private func cascade(
    from model: any PersistentModel, isAgain: Bool = false
  ) -> [any PersistentModel] {
    guard let description = model._$state.description else { return [] }
    var related: [any PersistentModel] = []
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end else { continue }
      switch end.relationship.deleteRule {
      case .noAction, .nullify: break
      case .cascade:
        let isOwn = end.storage == .reference || end.storage == .list
        for key in relatedKeys(of: model, slot: slot) ?? []
        where !(isAgain && isOwn && pending.deletions.kept.contains(key)) {
          if let object = self.model(for: key, hierarchy: end.destinationHierarchy) {
            related.append(object)
          }
        }
      case .deny:
        // A deletion of an unsaved object needs no save, so no rule can deny it.
        if model._$state.phase != .inserted,
          relatedKeys(of: model, slot: slot)?.isEmpty == false
        {
          pending.note(PendingChanges.Denial(model: model, slot: slot))
          willKeepReferences(to: model, slot, end)
        }
      }
    }
    return related
  }

  /// Removes a deleted object from the relationships of other objects, even if the rule is to do
  /// nothing, because a document has no dangling references.
  ///
  /// The object's own relationships keep their values, so that they stay readable and the object can
  /// return.
  private func letGoOfOthers(_ model: any PersistentModel, isNew: Bool) {
    guard let description = model._$state.description else { return }
    let key = model._$state.key
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let inverse = end.relationship.inverse else { continue }
      switch end.relationship.deleteRule {
      case .cascade: continue
      case .deny where !isNew: continue
      case .deny, .nullify, .noAction: break
      }
      if let column = end.inverseColumn,
        end.storage == .derived || end.storage == .order || property.isItsOwnInverse
      {
        if letGo(of: key, inverse, end.destinationHierarchy, column) {
          objects.notify(model, property.name)
        }
      } else {
        // The removal of the row removes the reference.
        for target in relatedKeys(of: model, slot: slot) ?? [] {
          inverseLost(property, at: target, model)
        }
      }
    }
    for end in catalog.oneWayReferences[description.hierarchy] {
      letGo(of: key, end.property, end.hierarchy, end.column)
    }
  }

  /// - Returns: Whether rows without objects keep their references until the save.
  @discardableResult
  private func letGo(
    of key: ObjectKey, _ property: String, _ hierarchy: Int, _ column: Int
  ) -> Bool {
    let identity = ColumnIdentity(hierarchy: hierarchy, column: column)
    let canWait = canLose(through: identity)
    var waits = false
    for source in sources(of: key, hierarchy: hierarchy, column: column) where source != key {
      if canWait, heldObject(source) == nil {
        waits = true
        continue
      }
      guard let holder = model(for: source, hierarchy: hierarchy),
        let slot = holder._$state.description?.slot(named: property),
        let end = holder._$state.description?.slots[slot].end
      else { continue }
      lose(key, from: holder, slot: slot, end)
    }
    if waits { pending.references.lose(key, through: identity) }
    return waits
  }

  /// Removes a hidden object from a stored relationship, and notes what the relationship was.
  func lose(
    _ target: ObjectKey, from holder: any PersistentModel, slot: Int, _ end: RelationshipEnd
  ) {
    guard let column = end.column else { return }
    let place = Deletions.Place(key: holder._$state.key, slot: slot)
    let present = holder._$storedValue(slot, column: column).relatedKeys
    var loss = Deletions.Loss(keys: present, hidden: [])
    if end.storage == .reference {
      if case .unset = holder._$slotValue(slot) { loss.isStated = false }
      setReference(of: holder, slot: slot, end, to: nil, isByRule: true)
    } else {
      if let before = pending.deletions.loss(at: place) {
        loss.keys = before.merged(with: present)
        loss.hidden = before.hidden
      }
      setList(
        of: holder, slot: slot, end,
        to: (relatedKeys(of: holder, slot: slot) ?? []).filter { $0 != target })
    }
    loss.hidden.insert(target)
    pending.deletions.note(loss, at: place)
  }

  private func remove(_ model: any PersistentModel, with owner: ObjectKey?) {
    willLeave(model)
    takeBackLosses(of: model)
    let key = model._$state.key
    let isNew = model._$state.phase == .inserted
    pending.deletions.noteDeletion(of: key, isByRule: owner != nil)
    if isNew {
      if pending.deletions.isCrowded { forgetReleased() }
      pending.withdraw(model, with: owner)
      objects.setPhase(.withdrawn, of: model)
    } else {
      pending.delete(model)
      objects.setPhase(.deleted, of: model)
    }
    letGoOfOthers(model, isNew: isNew)
    if isNew { leave(model) }
  }

  /// Restores the references of an object that becomes hidden to objects that were hidden before.
  private func takeBackLosses(of model: any PersistentModel) {
    guard pending.deletions.hasLosses, let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column,
        let loss = pending.deletions.takeLoss(
          at: Deletions.Place(key: model._$state.key, slot: slot))
      else { continue }
      let present = model._$storedValue(slot, column: column).relatedKeys
      if end.storage == .reference {
        let reference = loss.keys.first.map { Value.reference($0) } ?? .null
        model._$setSlot(slot, to: loss.isStated ? .value(reference) : .unset)
      } else {
        model._$setSlot(slot, to: .value(.references(loss.merged(with: present))))
      }
      guard end.storage != .order else { continue }
      noteReferences(of: model, slot: slot, end, column, before: present)
    }
  }

  /// Notes what a column of an object refers to, compared with the object's row.
  func noteReferences(
    of model: any PersistentModel, slot: Int, _ end: RelationshipEnd, _ column: Int,
    before: [ObjectKey]
  ) {
    let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
    let saved = Set(savedKeys(of: model, column))
    let named = Set(model._$storedValue(slot, column: column).relatedKeys)
    for target in saved.union(named).union(before) {
      pending.references.state(
        model._$state.key, refersTo: target, through: identity, named.contains(target),
        saved: saved.contains(target))
    }
  }
}
