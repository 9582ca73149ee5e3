import DocumentTables

extension ContextCore {
  /// Marks an object for removal and applies the delete rules of its relationships.
  ///
  /// Cascades and nullified ends take effect immediately; the save reports denials.
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
    var waiting: [any PersistentModel] = [root]
    while let last = waiting.popLast() {
      let model = objects.principal(of: last)
      guard model._$state.core === self, model._$state.phase.isPresent else { continue }
      waiting.append(contentsOf: cascade(from: model))
      letGoOfOthers(model)
      remove(model)
    }
    noteChange()
  }

  /// Applies the rules again for a marked object, because another context has related objects to it.
  func detach(_ model: any PersistentModel) {
    guard let description = model._$state.description,
      base.tables.tables[description.hierarchy].location(of: model._$state.key) != nil
    else { return }
    for object in cascade(from: model) { delete(object) }
    letGoOfOthers(model)
  }

  /// The objects that are deleted with an object; notes denials for the save.
  private func cascade(from model: any PersistentModel) -> [any PersistentModel] {
    guard let description = model._$state.description else { return [] }
    var related: [any PersistentModel] = []
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end else { continue }
      switch end.relationship.deleteRule {
      case .noAction, .nullify: break
      case .cascade:
        related += (relatedKeys(of: model, slot: slot) ?? []).compactMap {
          self.model(for: $0, hierarchy: end.destinationHierarchy)
        }
      case .deny:
        // A deletion of an unsaved object needs no save, so no rule can deny it.
        if model._$state.phase != .inserted,
          relatedKeys(of: model, slot: slot)?.isEmpty == false
        {
          pending.denied.append(PendingChanges.Denial(model: model, slot: slot))
        }
      }
    }
    return related
  }

  /// Removes a deleted object from the relationships of other objects, even if the rule is to do
  /// nothing, because a document has no dangling references.
  ///
  /// The object's own relationships keep their values, so that they stay readable.
  private func letGoOfOthers(_ model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    let key = model._$state.key
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let inverse = end.relationship.inverse else { continue }
      switch end.relationship.deleteRule {
      case .cascade: continue
      case .deny where model._$state.phase != .inserted: continue
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
      if end.storage == .reference {
        setReference(of: holder, slot: slot, end, to: nil)
      } else {
        setList(
          of: holder, slot: slot, end,
          to: (relatedKeys(of: holder, slot: slot) ?? []).filter { $0 != key })
      }
    }
    if waits { pending.lost[identity, default: []].insert(key) }
    return waits
  }

  private func remove(_ model: any PersistentModel) {
    willLeave(model)
    let key = model._$state.key
    if model._$state.phase == .inserted {
      forgetReferences(of: model)
      leave(model)
      pending.inserted[key] = nil
    } else {
      pending.touched[key] = nil
      pending.deleted[key] = model
      objects.setPhase(.deleted, of: model)
    }
  }

  /// Drops the references of an unsaved object.
  private func forgetReferences(of model: any PersistentModel) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column, end.storage != .order else { continue }
      let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
      for target in model._$storedValue(slot, column: column).relatedKeys {
        pending.note(model._$state.key, refersTo: target, through: identity, false)
      }
    }
  }
}
