import DocumentTables

// An object whose context is gone belongs to its store. The first context over that store into which
// it is inserted, which deletes it, or one of whose objects is related to it, takes it.
extension ContextCore {
  /// An object that was taken, and what it was given while no context could save that.
  struct Taken {
    /// The object that this context knows the row by.
    let model: any PersistentModel
    /// By slot.
    let values: [SlotValue]
  }

  /// Whether an object's context is gone and this one can take it.
  func canTake(_ model: any PersistentModel) -> Bool {
    guard let other = model._$state.core, other !== self, other.facade == nil,
      other.store === store, catalog.description(of: type(of: model)) != nil
    else { return false }
    switch model._$state.phase {
    case .inserted, .stored, .deleted: return true
    case .new, .removed: return false
    }
  }

  /// Makes an object of a context that is gone one of this context, without its changes.
  ///
  /// An object whose row is gone is removed; changes that it has are an error of the next save.
  /// Where this context has an object for the row already, both share the row and their values from
  /// then on, as after an upsert.
  ///
  /// - Returns: The objects that it leads to, as far as the program holds them.
  func take(_ model: any PersistentModel, into taken: inout [Taken]) -> [any PersistentModel] {
    guard let other = model._$state.core, let description = catalog.description(of: type(of: model))
    else { return [] }
    let key = model._$state.key
    let values = model._$slotValues()
    if forgetDeleted(model) {
      if description.hasChanges(values) {
        pending.refused.append(
          SwiftDataError(
            .concurrentDeletion, "it was deleted through another context; make a new object",
            entity: description.entityName, object: key))
      }
      return []
    }
    advance()
    let location = location(of: key, hierarchy: description.hierarchy)
    let related = other.heldObjects(relatedTo: model)
    // The objects that an upsert has made one have one box for their values, and go together.
    let principal = other.objects.principal(of: model)
    let aliases = other.objects.aliases.takeAll(for: key).filter { $0 !== model }
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
      journal?.open(principal, .absent)
      pending.inserted[key] = principal
    }
    objects.identityMap[key] = principal
    for object in others { objects.alias(object, to: principal) }
    taken.append(Taken(model: principal, values: values))
    return related
  }

  /// Whether the row of an object whose context is gone is gone, too; the object is then removed.
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

  /// The objects that an object of this context leads to and that the program holds, or that it was
  /// given since the context is gone.
  private func heldObjects(relatedTo model: any PersistentModel) -> [any PersistentModel] {
    guard let description = model._$state.description else { return [] }
    // Most often the object is the only one, and nothing has to be searched.
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

  /// Gives objects that were taken the values that they had: changes of this context like any other.
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
        // What lives with the object alone has stayed there.
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
  /// Whether an object has values that its row does not have.
  fileprivate func hasChanges(_ values: [SlotValue]) -> Bool {
    zip(slots, values).contains { slot, value in
      if case .unset = value { false } else { !slot.isEphemeral }
    }
  }
}
