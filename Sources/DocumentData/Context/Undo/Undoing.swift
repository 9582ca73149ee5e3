import DocumentTables

// Restores the states of an undo step. Other contexts may have saved meanwhile, and changes may have
// been made without an undo manager. An undo overwrites properties that these changed. It does not edit
// objects that they deleted, but restores an object that the step itself deleted. Relationships lose the
// objects that are gone.
extension ContextCore {
  /// Restores the states of a step.
  func restore(_ step: UndoStep) {
    guard facade != nil else { return }
    advance()
    let step = undo.current(step)
    let entries = step.entries.filter {
      $0.model._$state.core === self && $0.model._$state.key == $0.key
    }
    var returned: Set<ObjectKey> = []
    for entry in entries where entry.before == .present && entry.after != .present {
      if bringBack(entry.model) { returned.insert(entry.key) }
    }
    for entry in entries where entry.before == .present {
      restoreSlots(entry, isComplete: returned.contains(entry.key))
    }
    // Owners first, so that delete rules delete what they deleted before.
    for entry in entries where entry.before != .present && !entry.isByRule { delete(entry.model) }
    for entry in entries where entry.before != .present && entry.model._$state.phase.isPresent {
      delete(entry.model)
      if isDeleted(entry.key) {
        pending.deletions.noteDeletion(of: entry.key, isByRule: true)
      }
    }
    for entry in entries where isDeleted(entry.key) {
      for (place, loss) in entry.losses { noteAgain(loss, at: place, of: entry.key) }
    }
    for entry in entries where entry.model._$state.phase.isPresent {
      for (slot, list) in entry.lists.sorted(by: { $0.key < $1.key }) {
        if let order = entry.orders[slot], restoreOrder(of: entry.model, slot, order, list) {
          continue
        }
        restoreList(of: entry.model, slot, list)
      }
    }
    for entry in entries where entry.model._$state.phase.isPresent {
      settleConflicts(of: entry.model, entry.key)
    }
    // Changes that a step before this one made may equal their rows now, too.
    for (_, model) in pending.touched.inOrder() { forgetChangesThatAreNone(of: model) }
    for key in returned {
      if let model = pending.object(for: key) { objects.notifyAll(model) }
    }
    facade?.noteChange()
  }

  /// Notes a loss again, because the step has already removed the object from the relationship.
  private func noteAgain(_ loss: Deletions.Loss, at place: Deletions.Place, of key: ObjectKey) {
    guard pending.object(for: place.key)?._$state.phase.isPresent == true else { return }
    var loss = pending.deletions.loss(at: place) ?? loss
    loss.hidden = loss.hidden.filter(isDeleted).union([key])
    pending.deletions.note(loss, at: place)
  }

  /// - Returns: Whether the object was away.
  private func bringBack(_ model: any PersistentModel) -> Bool {
    guard !model._$state.phase.isPresent, let description = model._$state.description else {
      return false
    }
    let key = model._$state.key
    if isDeleted(key), canReturn(model) {
      let hidden = bringBack(hidden: model)
      showReferences(of: model, hidden.references)
      // The step has the values of the objects that have lost this one.
      pending.deletions.takeLosses(of: [key])
      return true
    }
    willArrive(model)
    _ = pending.deletions.takeHidden(key)
    if let location = location(of: key, hierarchy: description.hierarchy) {
      let table = base.tables.tables[description.hierarchy]
      objects.move(
        model, to: table.segments[location.segment], row: Int32(truncatingIfNeeded: location.row),
        .stored)
      pending.change(model)
    } else {
      objects.setPhase(.inserted, of: model)
      pending.insert(model)
    }
    objects.identityMap[key] = model
    return true
  }

  /// Restores the slots of an object; for an object that was removed, every slot.
  private func restoreSlots(_ entry: ChangeJournal.Entry, isComplete: Bool) {
    let model = entry.model
    guard model._$state.phase.isPresent, let description = model._$state.description else { return }
    guard isComplete else {
      for (slot, value) in entry.slots.sorted(by: { $0.key < $1.key }) {
        if entry.kept.contains(slot), hasOtherTarget(model, slot, than: value) { continue }
        put(value, in: slot, of: model)
      }
      return
    }
    for (slot, property) in description.slots.enumerated() {
      if let value = entry.slots[slot] {
        put(value, in: slot, of: model)
      } else if property.isEphemeral {
        continue
      } else if model._$state.phase == .inserted, let column = property.column,
        let segment = model._$state.segment
      {
        let last = segment.value(at: Int(model._$state.row), column: column)
        put(.value(last), in: slot, of: model)
      } else {
        put(.unset, in: slot, of: model)
      }
    }
  }

  /// Whether a to-one has got another object than that of a value.
  private func hasOtherTarget(
    _ model: any PersistentModel, _ slot: Int, than value: SlotValue
  ) -> Bool {
    guard model._$state.description?.slots[slot].end?.storage == .reference,
      let current = relatedKeys(of: model, slot: slot)?.first
    else { return false }
    return value.stored?.relatedKeys.first != current
  }

  private func put(_ value: SlotValue, in slot: Int, of model: any PersistentModel) {
    guard let property = model._$state.description?.slots[slot] else { return }
    if let end = property.end, let column = end.column, end.storage != .order {
      putReferences(value, in: slot, of: model, property, end, column)
    } else {
      willSet(model, slot)
      model._$setSlot(slot, to: value)
    }
    objects.notify(model, property.name)
  }

  private func putReferences(
    _ value: SlotValue, in slot: Int, of model: any PersistentModel,
    _ property: ModelDescription.Slot, _ end: RelationshipEnd, _ column: Int
  ) {
    let identity = ColumnIdentity(hierarchy: end.hierarchy, column: column)
    let key = model._$state.key
    let saved = savedKeys(of: model, column)
    let current = model._$storedValue(slot, column: column).relatedKeys
    var value = value
    var named = saved
    if let stored = value.stored {
      named = stored.relatedKeys.map(undo.resolved).filter { canBeNamed($0, property, end) }
      if named != stored.relatedKeys {
        if end.storage == .list {
          value = .value(.references(named))
        } else if let target = named.first {
          value = .value(.reference(target))
        } else if property.isRequiredToOne {
          // The relationship has no possible target and keeps its value.
          return
        } else {
          value = .value(.null)
        }
      }
    }
    for target in Set(saved + current + named) { willChangeMembers(through: identity, of: target) }
    if end.storage == .reference, current != named {
      pending.deletions.takeLoss(at: Deletions.Place(key: key, slot: slot))
    }
    willSet(model, slot)
    model._$setSlot(slot, to: value)
    for target in Set(saved + current + named) {
      pending.references.state(
        key, refersTo: target, through: identity, named.contains(target),
        saved: saved.contains(target))
      if let inverse = end.relationship.inverse,
        let object = heldObject(target)
      {
        objects.notify(object, inverse)
      }
    }
  }

  func savedKeys(of model: any PersistentModel, _ column: Int) -> [ObjectKey] {
    guard let description = model._$state.description else { return [] }
    let table = base.tables.tables[description.hierarchy]
    guard let location = table.location(of: model._$state.key) else { return [] }
    return table.segments[location.segment].value(at: location.row, column: column).relatedKeys
  }

  /// Restores what an object stated of the order of a list, if the list is then as it was.
  ///
  /// The order of the members alone does not say it: members that are added later may be in it.
  private func restoreOrder(
    of model: any PersistentModel, _ slot: Int, _ before: ChangeJournal.ListOrder,
    _ list: [ObjectKey]?
  ) -> Bool {
    guard let end = model._$state.description?.slots[slot].end, let column = end.column,
      end.storage == .order
    else { return false }
    var order = before.stated
    if case .unset = order,
      savedKeys(of: model, column) != before.value.stored?.relatedKeys ?? []
    {
      // A save has changed the order in the row.
      order = before.value
    }
    let current = relatedKeys(of: model, slot: slot)
    let stated = model._$slotValue(slot)
    willChangeList(of: model, slot)
    model._$setSlot(slot, to: order)
    guard relatedKeys(of: model, slot: slot) == list else {
      model._$setSlot(slot, to: stated)
      return false
    }
    if case .unset = order {} else { touch(model) }
    if current != list { objects.notify(model, end.relationship.name) }
    return true
  }

  func restoreList(of model: any PersistentModel, _ slot: Int, _ list: [ObjectKey]?) {
    guard let end = model._$state.description?.slots[slot].end, let column = end.column else {
      return
    }
    let current = relatedKeys(of: model, slot: slot)
    guard current != list else { return }
    willChangeList(of: model, slot)
    if list == nil {
      guard current?.isEmpty == true else { return }
      setOrder(of: model, slot: slot, end, column, nil)
    } else {
      let members = current ?? []
      var wanted = Set(members)
      var keys = (list ?? []).map(undo.resolved).filter { wanted.remove($0) != nil }
      keys += members.filter { wanted.contains($0) }
      guard keys != current else { return }
      setOrder(of: model, slot: slot, end, column, keys)
    }
    objects.notify(model, end.relationship.name)
  }

  /// Drops the changes of a stored object that equal its row and contradict no other process.
  func forgetChangesThatAreNone(of model: any PersistentModel) {
    let key = model._$state.key
    // A change of an object that another context has deleted says that the program wants the object.
    guard model._$state.phase == .stored, pending.touched[key] != nil,
      base.tables.location(of: model) != nil,
      let description = model._$state.description, let segment = model._$state.segment
    else { return }
    var isChanged = false
    for (slot, property) in description.slots.enumerated() {
      let value = model._$slotValue(slot)
      if case .unset = value { continue }
      guard let column = property.column, let stored = value.plainStored,
        pending.contradictions[Contradiction.Place(key: key, slot: slot)] == nil,
        stored == segment.value(at: Int(model._$state.row), column: column)
      else {
        isChanged = true
        continue
      }
      let keys = property.end?.storage == .order ? relatedKeys(of: model, slot: slot) : nil
      model._$setSlot(slot, to: .unset)
      if property.end?.storage == .order, relatedKeys(of: model, slot: slot) != keys {
        model._$setSlot(slot, to: value)
        isChanged = true
      }
    }
    if !isChanged { pending.forget(key) }
  }
}

extension SlotValue {
  /// The stored form of a value that has no other form.
  fileprivate var plainStored: Value? {
    switch self {
    case .value(let value), .decoded(_, let value): value
    default: nil
    }
  }
}
