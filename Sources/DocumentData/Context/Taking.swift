import DocumentTables

// An object whose context is gone belongs to its store. A context over that store takes the object if
// the program inserts or deletes it there, or relates it to an object of the context.
extension ContextCore {
  /// An object that the context took, and its unsaved values.
  struct Taken {
    /// The registered object of the row.
    let model: any PersistentModel
    /// The values, by slot.
    let values: [SlotValue]
  }

  /// Whether an object's context is gone and this context can take the object.
  func canTake(_ model: any PersistentModel) -> Bool {
    guard let other = model._$state.core, other !== self, other.facade == nil,
      other.store === store, catalog.description(of: model) != nil
    else { return false }
    switch model._$state.phase {
    case .inserted, .stored, .deleted: return true
    case .new, .removed, .withdrawn: return false
    }
  }

  /// Moves an object of a context that is gone to this context, without its changes.
  ///
  /// An object whose row is gone is removed; if it has changes, the next save throws. If this context
  /// has an object for the row, the taken object becomes an alias of it, as after an upsert.
  ///
  /// - Returns: The related objects that the program holds.
  func take(_ model: any PersistentModel, into taken: inout [Taken]) -> [any PersistentModel] {
    guard let other = model._$state.core, let description = catalog.description(of: model)
    else { return [] }
    let key = model._$state.key
    let values = model._$slotValues()
    if forgetDeleted(model) {
      if description.hasChanges(values) {
        pending.refuse(
          SwiftDataError(
            .concurrentDeletion, "it was deleted through another context; make a new object",
            entity: description.entityName, object: key))
      }
      return []
    }
    advance()
    let location = location(of: key, hierarchy: description.hierarchy)
    let related = other.heldObjects(relatedTo: model)
    // Aliases share the values of their principal and move with it.
    let principal = other.objects.principal(of: model)
    let aliases = other.objects.takeAliases(of: key).filter { $0 !== model }
    let others = ([model] + aliases).filter { $0 !== principal }
    principal._$clearSlots()
    let home = objects.home(of: description)
    for object in [principal] + others {
      object._$state.move(to: home)
      if object._$state.registrar != nil { noteObserver() }
    }
    if let known = heldObject(key) {
      for object in [principal] + others { objects.alias(object, to: known) }
      taken.append(Taken(model: known, values: values))
      return related
    }
    if let location {
      let segment = base.tables.tables[description.hierarchy].segments[location.segment]
      principal._$state.place(in: segment, row: Int32(truncatingIfNeeded: location.row))
      principal._$state.phase = .stored
    } else {
      undo.willArrive(principal, as: .absent)
      pending.insert(principal)
    }
    objects.identityMap[key] = principal
    for object in others { objects.alias(object, to: principal) }
    taken.append(Taken(model: principal, values: values))
    return related
  }

  /// Removes an object whose context is gone if its row is gone, too.
  ///
  /// - Returns: Whether the object was removed.
  func forgetDeleted(_ model: any PersistentModel) -> Bool {
    guard let other = model._$state.core, let description = model._$state.description,
      model._$state.phase != .inserted
    else { return false }
    advance()
    guard location(of: model._$state.key, hierarchy: description.hierarchy) == nil else {
      return false
    }
    other.objects.setPhase(.removed, of: model)
    return true
  }

  /// The related objects of an object that the program holds, and those that were set after the context
  /// was gone.
  private func heldObjects(relatedTo model: any PersistentModel) -> [any PersistentModel] {
    guard let description = model._$state.description else { return [] }
    // The object is usually the only one, so that no search is needed.
    let isAlone = objects.identityMap.size.count <= 1
    var related: [any PersistentModel] = []
    for slot in description.slots.indices where description.slots[slot].end != nil {
      switch model._$slotValue(slot) {
      case .model(let model): if let model { related.append(model) }
      case .models(let models): related += models ?? []
      default:
        if isAlone { continue }
        related += (relatedKeys(of: model, slot: slot) ?? []).compactMap { objects.identityMap[$0] }
      }
    }
    return related
  }

  /// Applies the unsaved values of taken objects as changes of this context.
  func apply(_ taken: [Taken]) {
    let present = taken.filter { $0.model._$state.phase.isPresent }
    for object in present { applyStored(object) }
    for object in present {
      guard let description = object.model._$state.description else { continue }
      for (slot, value) in object.values.enumerated() {
        guard let end = description.slots[slot].end else { continue }
        switch value {
        case .model(let related):
          setRelated(of: object.model, slot: slot, to: related.map { [$0] } ?? [])
        case .models(let related):
          setRelated(of: object.model, slot: slot, to: related)
        case .value(let value) where end.storage == .order:
          if value.isNull {
            restoreList(of: object.model, slot, nil)
          } else {
            restoreList(of: object.model, slot, value.relatedKeys)
          }
        default: break
        }
      }
      forgetChangesThatAreNone(of: object.model)
      objects.notifyAll(object.model)
    }
  }

  private func applyStored(_ object: Taken) {
    let model = object.model
    guard let description = model._$state.description else { return }
    for (slot, value) in object.values.enumerated() {
      let property = description.slots[slot]
      if case .unset = value { continue }
      guard let end = property.end else {
        // The object has kept its ephemeral values.
        if property.isEphemeral { continue }
        willSet(model, slot)
        model._$setSlot(slot, to: value)
        objects.notify(model, property.name)
        continue
      }
      guard end.column != nil, end.storage != .order, let stored = value.stored else { continue }
      let named = stored.relatedKeys
      let kept = named.filter { exists($0, end.destinationHierarchy) }
      if end.storage == .list {
        setList(of: model, slot: slot, end, to: stored.isNull ? nil : kept)
      } else if kept == named || !property.isRequiredToOne {
        setReference(of: model, slot: slot, end, to: kept.first)
      }
    }
  }
}

extension ModelDescription {
  /// Whether an object has values that its row lacks.
  fileprivate func hasChanges(_ values: [SlotValue]) -> Bool {
    zip(slots, values).contains { slot, value in
      if case .unset = value { false } else { !slot.isEphemeral }
    }
  }
}
