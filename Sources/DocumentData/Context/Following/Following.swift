import DocumentTables

// Changes that other contexts of the container have saved.
extension ContextCore {
  /// Moves the base and the objects to the store's current version.
  func advance() {
    confinement.enter()
    defer { confinement.leave() }
    let current = store.current
    guard current.generation != base.generation else {
      // The tables of a custom store may have more rows in the same generation.
      base.tables = current.tables
      if custom != nil { pending.noteOtherBase(isForeign: false) }
      return
    }
    applyLosses()
    let saves = store.recentChanges(since: base.generation)
    let changes = saves?.map(\.changes)
    let before = LastRows(base.tables)
    if pending.concernObjects, let foreign = store.foreignSaves(since: base.generation) {
      takeNewKeys(foreign)
      var search = ContradictionSearch(
        catalog, saves, since: before, now: current.tables, known: pending.contradictions)
      search.search(pending)
      pending.contradictions = search.found
      pending.noteOtherBase(isForeign: true)
    }
    let invalidated = store.wasErased(since: base.generation) ? storedObjects : []
    base = current
    pending.noteOtherBase(isForeign: false)
    withoutUndo { follow(changes, before) }
    if !invalidated.isEmpty { facade?.announce(invalidated: invalidated, of: self) }
  }

  /// The identifiers of the stored objects that the program holds.
  private var storedObjects: [PersistentIdentifier] {
    objects.identityMap.all.map(\.1).filter { [.stored, .deleted].contains($0._$state.phase) }
      .map(\.persistentModelID).sorted()
  }

  private func follow(_ changes: [ChangeSet]?, _ before: LastRows) {
    var former: [ObjectKey: FormerRow] = [:]
    if let changes {
      for change in changes {
        for row in change.inserted { refresh(row.key, row.hierarchy, before, &former) }
        for row in change.updated { refresh(row.key, row.hierarchy, before, &former) }
        for row in change.deleted { refresh(row.key, row.hierarchy, before, &former) }
      }
      for change in changes { notifyInverses(of: change, before.tables) }
    } else {
      for (key, model) in objects.identityMap.all {
        if let description = model._$state.description {
          refresh(key, description.hierarchy, before, &former)
        }
      }
    }
    if pending.concernObjects { rebase(before, former) }
  }

  /// - Parameter former: Gets the former rows of objects with changes that come back.
  private func refresh(
    _ key: ObjectKey, _ hierarchy: Int, _ before: LastRows,
    _ former: inout [ObjectKey: FormerRow]
  ) {
    guard let model = heldObject(key) else { return }
    var phase = model._$state.phase
    let location = location(ofRowOf: model, hierarchy)
    switch phase {
    case .stored, .deleted: break
    case .inserted where location != nil:
      // Two contexts have undone the deletion: the context that saves later changes the other's row.
      pending.change(model)
      phase = .stored
    case .removed where location != nil:
      // Another context has undone the deletion.
      model._$clearSlots()
      phase = .stored
    default: return
    }
    if let location {
      // The first of several saves finds the object where it was before.
      if pending.touched[key] != nil || pending.deleted[key] != nil, former[key] == nil,
        before.tables.tables[hierarchy].location(of: key) == nil,
        let segment = model._$state.segment
      {
        former[key] = FormerRow(segment: segment, row: Int(model._$state.row))
      }
      objects.move(
        model, to: base.tables.tables[hierarchy].segments[location.segment],
        row: Int32(truncatingIfNeeded: location.row), phase)
    } else {
      keepRequiredReadable(of: model, in: before)
      // The save throws an error for an object with changes.
      if pending.touched[key] == nil, phase == .stored { objects.setPhase(.removed, of: model) }
    }
    objects.notifyAll(model)
  }

  /// The location of an object's row.
  ///
  /// After an older state of the document was restored, another process may have given the key to an
  /// object of another entity.
  private func location(
    ofRowOf model: any PersistentModel, _ hierarchy: Int
  ) -> RowLocation? {
    let table = base.tables.tables[hierarchy]
    guard let location = table.location(of: model._$state.key) else { return nil }
    let entity = table.segments[location.segment].entities[location.row]
    if model._$state.description?.discriminator == entity { return location }
    model._$state.unregister()
    return nil
  }

  /// Keeps the last objects of a removed object's required relationships readable.
  func keepRequiredReadable(of model: any PersistentModel, in rows: LastRows) {
    guard let description = model._$state.description else { return }
    for (slot, property) in description.slots.enumerated() where property.isRequiredToOne {
      guard let end = property.end else { continue }
      var target: ObjectKey?
      switch model._$slotValue(slot) {
      case .gone, .missing: continue
      default: break
      }
      if let column = end.column {
        if case .reference(let key) = model._$storedValue(slot, column: column) {
          target = key
        }
      } else if let column = end.inverseColumn {
        target =
          rows.tables.tables[end.destinationHierarchy]
          .sources(of: model._$state.key, throughColumn: column).first
      }
      if let target { model._$setSlot(slot, to: .gone(rows, target)) }
    }
  }

  // MARK: Observers

  /// Notifies the observers of one end of a relationship of changes at the other end.
  private func notifyInverses(of changes: ChangeSet, _ before: Tables) {
    for row in changes.inserted {
      for end in catalog.observedEnds[row.hierarchy] {
        notify(row.value(ofColumn: end.column).relatedKeys, end.inverse)
      }
    }
    for row in changes.updated {
      for end in catalog.observedEnds[row.hierarchy] {
        for change in row.changes where change.column == end.column {
          notify(change.old.relatedKeys + change.new.relatedKeys, end.inverse)
        }
      }
    }
    for row in changes.deleted {
      guard let location = before.tables[row.hierarchy].location(of: row.key) else { continue }
      let segment = before.tables[row.hierarchy].segments[location.segment]
      for end in catalog.observedEnds[row.hierarchy] {
        notify(segment.value(at: location.row, column: end.column).relatedKeys, end.inverse)
      }
    }
  }

  private func notify(_ keys: [ObjectKey], _ property: String) {
    guard objects.isObserved else { return }
    for key in keys {
      guard let object = heldObject(key) else { continue }
      objects.notify(object, property)
    }
  }
}

/// The row that an object had before another context removed it.
struct FormerRow {
  let segment: Segment
  let row: Int
}

extension Value {
  /// The keys in a value of a relationship's column.
  var relatedKeys: [ObjectKey] {
    switch self {
    case .reference(let key): [key]
    case .references(let keys): keys
    default: []
    }
  }
}
