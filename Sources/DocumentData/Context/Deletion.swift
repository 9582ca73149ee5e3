import DocumentTables

extension ContextCore {
  /// Marks an object for removal and follows the delete rules of its relationships: cascades go on
  /// at once, nullified ends let go at once, denials are reported by the save.
  func delete(_ root: any PersistentModel) {
    confinement.enter()
    defer { confinement.leave() }
    guard facade != nil else { return }
    if canTake(root) {
      // What others have deleted already needs no error, whatever else was changed of it.
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

  /// Follows the rules again for an object that is marked already: another context has related
  /// objects to it meanwhile.
  func detach(_ model: any PersistentModel) {
    guard let description = model._$state.description,
      base.tables.tables[description.hierarchy].location(of: model._$state.key) != nil
    else { return }
    for object in cascade(from: model) { delete(object) }
    letGoOfOthers(model)
  }

  /// The objects that go with an object; a denial is noted for the save.
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
        // No save deletes an object that was never saved, so none can deny it.
        if model._$state.phase != .inserted,
          relatedKeys(of: model, slot: slot)?.isEmpty == false
        {
          pending.denied.append(PendingChanges.Denial(model: model, slot: slot))
        }
      }
    }
    return related
  }

  /// The objects that refer to a deleted object forget it, also where the rule is to do nothing.
  ///
  /// A reference that leads nowhere has no place in a document. The object's own ends keep their
  /// values, so that it reads as it was.
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
        letGo(of: key, inverse, end.destinationHierarchy, column)
      } else {
        // The row goes, and what it says with it.
        for target in relatedKeys(of: model, slot: slot) ?? [] {
          inverseLost(property, at: target, model)
        }
      }
    }
    for end in catalog.oneWayReferences[description.hierarchy] {
      letGo(of: key, end.property, end.hierarchy, end.column)
    }
  }

  private func letGo(of key: ObjectKey, _ property: String, _ hierarchy: Int, _ column: Int) {
    for source in sources(of: key, hierarchy: hierarchy, column: column) where source != key {
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

  /// What an object that was never saved has said of others is unsaid.
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
