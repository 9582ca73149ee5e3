import DocumentTables

// The settlement of contradictions by the context's merge policy.
extension ContextCore {
  /// Takes the side that the merge policy decides for.
  ///
  /// - Throws: ``SwiftDataError/mergeConflict`` if the policy is to throw.
  func settleContradictions() throws {
    guard !pending.contradictions.isEmpty else { return }
    let policy = facade?.mergePolicy ?? .error
    var conflicts: [MergeConflict] = []
    var isChanged = false
    for place in pending.contradictions.places {
      // The settlement of one object may settle another.
      guard let contradiction = pending.contradictions[place] else { continue }
      guard let conflict = conflict(at: place, contradiction) else {
        // The contradiction of a deleted object counts if the object is inserted again.
        if pending.deleted[place.key] == nil { pending.contradictions.settle(place) }
        continue
      }
      guard let resolution = policy.resolution(of: conflict) else {
        conflicts.append(conflict)
        continue
      }
      pending.contradictions.settle(place)
      isChanged = true
      withoutUndo {
        switch resolution {
        case .mine: takeMine(at: place, contradiction)
        case .theirs: takeTheirs(at: place, contradiction)
        }
      }
    }
    if isChanged { withoutUndo { rebase(LastRows(base.tables)) } }
    if !conflicts.isEmpty { throw SwiftDataError(conflicts) }
  }

  /// The conflict at a place; nil if the object has changed since, so that there is none.
  private func conflict(
    at place: Contradiction.Place, _ contradiction: Contradiction
  ) -> MergeConflict? {
    guard let model = pending.object(for: place.key), let description = model._$state.description
    else { return nil }
    let table = base.tables.tables[description.hierarchy]
    let location = table.location(of: place.key)
    let property = place.slot.map { description.slots[$0] }
    func conflict(
      _ kind: MergeConflict.Kind, _ base: Value? = nil, _ mine: Value? = nil,
      _ theirs: Value? = nil
    ) -> MergeConflict {
      func side(_ value: Value?) -> ConflictValue? {
        value.flatMap { value in property.map { conflictValue(value, of: $0, description) } }
      }
      return MergeConflict(
        identifier: model.persistentModelID, property: property?.name, kind: kind,
        base: side(base), mine: side(mine), theirs: side(theirs))
    }
    switch contradiction {
    case .value(let was):
      guard pending.touched[place.key] != nil, let slot = place.slot, let location,
        let column = property?.column, let mine = model._$slotValue(slot).stored
      else { return nil }
      let theirs = table.segments[location.segment].value(at: location.row, column: column)
      return mine == theirs ? nil : conflict(.bothChanged, was, mine, theirs)
    case .deletedThere:
      guard pending.touched[place.key] != nil, location == nil,
        !model._$losesNothing(where: exists)
      else { return nil }
      return conflict(.deletedThere)
    case .deletedHere:
      guard pending.deleted[place.key] != nil, location != nil else { return nil }
      return conflict(.deletedHere)
    case .targetDeleted(let target, _, _):
      guard pending.deleted[place.key] == nil, let slot = place.slot,
        relatedKeys(of: model, slot: slot)?.isEmpty ?? true
      else { return nil }
      return conflict(.deletedThere, nil, .reference(target), .null)
    }
  }

  // MARK: Sides

  private func takeMine(at place: Contradiction.Place, _ contradiction: Contradiction) {
    switch contradiction {
    case .value, .deletedHere: break
    case .deletedThere(let rows):
      if let model = pending.touched[place.key] { bringBackRow(of: model, place.key, in: rows) }
    case .targetDeleted(let target, let hierarchy, let rows):
      guard let model = pending.object(for: place.key), let slot = place.slot else { return }
      if !exists(target, hierarchy), let lost = removedModel(target, hierarchy, in: rows) {
        bringBackRow(of: lost, target, in: rows)
      }
      model._$setSlot(slot, to: .value(.reference(target)))
    }
  }

  private func takeTheirs(at place: Contradiction.Place, _ contradiction: Contradiction) {
    guard let model = pending.object(for: place.key) else { return }
    switch contradiction {
    case .value:
      guard let slot = place.slot else { return }
      model._$setSlot(slot, to: .unset)
      forgetChangesThatAreNone(of: model)
      objects.notifyAll(model)
    case .deletedThere:
      pending.forget(place.key)
      objects.setPhase(.removed, of: model)
      objects.notifyAll(model)
    case .deletedHere: cancelDeletion(of: place.key)
    case .targetDeleted:
      guard let slot = place.slot, let property = model._$state.description?.slots[slot] else {
        return
      }
      // The other process would have deleted the object, too.
      if property.inverseCascades { delete(model) }
    }
  }

  /// Inserts an object again that another process has deleted, under its key and with its values.
  ///
  /// Other objects that were related to it are related to it again, unless they are gone or have got
  /// another object.
  private func bringBackRow(
    of model: any PersistentModel, _ key: ObjectKey, in rows: LastRows
  ) {
    guard let description = model._$state.description, let segment = model._$state.segment else {
      return
    }
    let row = Int(model._$state.row)
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.column else { continue }
      switch model._$slotValue(slot) {
      case .gone(_, let target):
        guard exists(target, end.destinationHierarchy) else { continue }
        model._$setSlot(slot, to: .value(.reference(target)))
      case .unset: model._$setSlot(slot, to: .value(segment.value(at: row, column: column)))
      default: continue
      }
    }
    objects.setPhase(.inserted, of: model)
    pending.insert(model)
    objects.identityMap[key] = model
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, let column = end.inverseColumn,
        end.storage == .derived || end.storage == .order
      else { continue }
      let related = rows.tables.tables[end.destinationHierarchy]
        .sources(of: key, throughColumn: column)
        .compactMap { self.model(for: $0, hierarchy: end.destinationHierarchy) }
        .filter { !property.inverseIsToOne || $0._$storedReference(column) == nil }
      if !related.isEmpty { setRelated(of: model, slot: slot, to: related) }
    }
    objects.notifyAll(model)
  }

  /// Takes back the deletion of an object and of the objects whose delete rules have deleted it.
  ///
  /// The objects are then as the other process has saved them.
  private func cancelDeletion(of root: ObjectKey) {
    guard let model = pending.deleted[root] else { return }
    var roots: [ObjectKey: any PersistentModel] = [:]
    var waiting = [model]
    while let next = waiting.popLast() {
      guard roots.updateValue(next, forKey: next._$state.key) == nil else { continue }
      waiting += hiddenOwners(of: next).compactMap { pending.deleted[$0] }
    }
    let owners = roots.sorted { $0.key < $1.key }.map(\.value)
    let present = takeBackDeletions(of: owners)
    for model in present {
      // A new object that returns has values of its own, and no row to read instead.
      guard model._$state.phase == .stored else { continue }
      let place = Contradiction.Place(key: model._$state.key, slot: nil)
      pending.contradictions.settle(place)
      model._$clearSlots()
      pending.forget(place.key)
      objects.notifyAll(model)
    }
  }
}

extension PersistentModel {
  /// The key that a to-one relationship leads to; nil if there is none.
  fileprivate func _$storedReference(_ column: Int) -> ObjectKey? {
    guard let slot = _$state.description?.slots.firstIndex(where: { $0.column == column }),
      case .reference(let key) = _$storedValue(slot, column: column)
    else { return nil }
    return key
  }
}
