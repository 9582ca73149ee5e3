import DocumentTables

// Taking back deletions: which objects return, and with which references.
extension ContextCore {
  /// Takes back the deletions of hidden objects.
  ///
  /// - Returns: The objects that are present again.
  @discardableResult
  func takeBackDeletions(of roots: [any PersistentModel]) -> [any PersistentModel] {
    let returning = objectsReturning(with: roots.filter(canReturn)).filter(canReturn)
    var edits: [(model: any PersistentModel, edits: [Deletions.Edit])] = []
    var references: [ObjectKey: [Int: SlotValue]] = [:]
    for model in returning {
      let hidden = bringBack(hidden: model)
      references[model._$state.key] = hidden.references
      edits.append((model, hidden.edits))
    }
    for model in roots where !hiddenOwners(of: model).isEmpty {
      pending.deletions.noteKept(model._$state.key)
    }
    for model in returning { showReferences(of: model, references[model._$state.key]) }
    let losses = pending.deletions.takeLosses(of: returning.map { $0._$state.key })
    var orders: [(place: Deletions.Place, loss: Deletions.Loss)] = []
    var changed = Dictionary(returning.map { ($0._$state.key, $0) }) { first, _ in first }
    for (place, loss, keys) in losses {
      guard let holder = heldObject(place.key), holder._$state.phase.isPresent else { continue }
      changed[place.key] = holder
      if holder._$state.description?.slots[place.slot].end?.storage == .order {
        orders.append((place, loss))
      } else {
        giveBack(keys, to: holder, slot: place.slot, loss)
      }
    }
    for (place, loss) in orders { restoreOrder(at: place, loss) }
    for (model, edits) in edits {
      for edit in edits {
        setRelated(of: model, slot: edit.slot, to: edit.related?.filter(canBeRelated))
      }
    }
    let inOrder = changed.sorted { $0.key < $1.key }
    for (key, model) in inOrder { settleConflicts(of: model, key) }
    for (_, model) in inOrder { forgetChangesThatAreNone(of: model) }
    for model in returning { objects.notifyAll(model) }
    return returning
  }

  /// The hidden objects that some objects take with them when they return.
  private func objectsReturning(
    with roots: [any PersistentModel]
  ) -> [any PersistentModel] {
    let rootKeys = Set(roots.map { $0._$state.key })
    var found: [ObjectKey: any PersistentModel] = [:]
    var waiting = roots
    while let model = waiting.popLast() {
      guard found.updateValue(model, forKey: model._$state.key) == nil else { continue }
      for key in hiddenDependents(of: model)
      where found[key] == nil && pending.deletions.byRule.contains(key) {
        if let dependent = hiddenObject(for: key) { waiting.append(dependent) }
      }
    }
    // What another hidden object deletes, too, stays, and so does what only that takes with it.
    var staying: [(key: ObjectKey, owner: ObjectKey)] = []
    for (key, model) in found where !rootKeys.contains(key) {
      let owner = hiddenOwners(of: model).first { found[$0] == nil }
      if let owner { staying.append((key, owner)) }
    }
    while let (key, owner) = staying.popLast() {
      guard let model = found.removeValue(forKey: key) else { continue }
      pending.deletions.keep(model, with: owner)
      for dependent in hiddenDependents(of: model)
      where found[dependent] != nil && !rootKeys.contains(dependent) {
        staying.append((dependent, key))
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether the row of a hidden object still exists; a withdrawn object has none.
  func canReturn(_ model: any PersistentModel) -> Bool {
    guard model._$state.phase == .deleted, let description = model._$state.description else {
      return true
    }
    return isStored(model._$state.key, description.hierarchy)
  }

  /// Makes a hidden object present again, with the references that it had.
  func bringBack(
    hidden model: any PersistentModel
  ) -> (references: [Int: SlotValue]?, edits: [Deletions.Edit]) {
    let key = model._$state.key
    willArrive(model)
    let (references, edits) = pending.deletions.takeHidden(key)
    pending.references.regain(key)
    if references == nil {
      objects.setPhase(.stored, of: model)
      pending.change(model)
    } else {
      objects.setPhase(.inserted, of: model)
      pending.insert(model)
      objects.identityMap[key] = model
      for slot in references?.keys.sorted() ?? [] { model._$setSlot(slot, to: .unset) }
    }
    return (references, edits)
  }

  // MARK: References

  /// Shows the references of an object that returns, without those to hidden objects.
  ///
  /// - Parameter references: The values of a new object, by slot; nil for a stored object.
  func showReferences(of model: any PersistentModel, _ references: [Int: SlotValue]?) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column else { continue }
      let value = references.map { $0[slot] ?? .unset } ?? model._$slotValue(slot)
      if end.storage == .order {
        model._$setSlot(slot, to: value)
      } else {
        show(value, of: model, slot: slot, property, end, column)
      }
    }
  }

  /// Sets a stored relationship, without hidden objects and objects that are gone.
  private func show(
    _ value: SlotValue, of model: any PersistentModel, slot: Int,
    _ property: ModelDescription.Slot, _ end: RelationshipEnd, _ column: Int
  ) {
    let before = model._$storedValue(slot, column: column).relatedKeys
    let isStated = value.stored != nil
    let keys = value.stored?.relatedKeys ?? savedKeys(of: model, column)
    let visible = keys.filter { canBeNamed($0, property, end) }
    var shown = value
    if visible != keys {
      let last = property.isRequiredToOne ? keys.first.flatMap(heldObject) : nil
      shown =
        end.storage == .list
        ? .value(.references(visible)) : last.map { SlotValue.missing($0) } ?? .value(.null)
    }
    for target in Set(before).symmetricDifference(visible) {
      willChangeMembers(
        through: ColumnIdentity(hierarchy: end.hierarchy, column: column), of: target)
    }
    touch(model)
    setSlot(slot, of: model, to: shown)
    let hidden = Set(keys).subtracting(visible).filter(isDeleted)
    if !hidden.isEmpty {
      pending.deletions.note(
        Deletions.Loss(keys: keys, hidden: hidden, isStated: isStated),
        at: Deletions.Place(key: model._$state.key, slot: slot))
    }
    noteReferences(of: model, slot: slot, end, column, before: before)
    objects.notify(model, property.name)
    for target in visible { inverseGained(property, at: target) }
  }

  /// Gives a relationship the objects back that are hidden no more.
  private func giveBack(
    _ keys: Set<ObjectKey>, to holder: any PersistentModel, slot: Int, _ loss: Deletions.Loss
  ) {
    guard let property = holder._$state.description?.slots[slot], let end = property.end,
      let column = end.column
    else { return }
    if end.storage == .reference {
      guard let key = keys.first else { return }
      // The row may refer to another object by now.
      let value: SlotValue = loss.isStated ? .value(.reference(key)) : .unset
      show(value, of: holder, slot: slot, property, end, column)
      return
    }
    let present = holder._$storedValue(slot, column: column).relatedKeys
    setList(of: holder, slot: slot, end, to: loss.merged(with: present, returning: keys))
  }

  /// Gives the members of a list back their places.
  private func restoreOrder(at place: Deletions.Place, _ loss: Deletions.Loss) {
    guard let holder = heldObject(place.key), holder._$state.phase.isPresent,
      let end = holder._$state.description?.slots[place.slot].end, let column = end.column,
      let present = relatedKeys(of: holder, slot: place.slot)
    else { return }
    let members = Set(present)
    let others = loss.hidden.intersection(members)
    let shown = present.filter { !others.contains($0) }
    let order = loss.merged(with: shown).filter(members.contains)
    guard order != present else { return }
    willChangeList(of: holder, place.slot)
    setOrder(of: holder, slot: place.slot, end, column, order)
    objects.notify(holder, end.relationship.name)
  }
}
