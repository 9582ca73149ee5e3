import DocumentTables

extension ContextCore {
  /// Makes the pending changes part of the document.
  ///
  /// - Throws: ``SwiftDataError`` where an object breaks a rule of its schema, and what making the
  ///   change durable throws; the changes then stay pending.
  @discardableResult func save() throws -> SavedObjects {
    confinement.enter()
    defer { confinement.leave() }
    do {
      return try commitPending()
    } catch {
      closure?.note(saveError: error)
      throw error
    }
  }

  /// Finds what would make a save fail, other than writing the store.
  ///
  /// - Throws: As ``save()`` does.
  func check() throws {
    do {
      try checkPermission()
      try prepare()
    } catch {
      closure?.note(saveError: error)
      throw error
    }
  }

  /// The document as saving would leave it; nothing is saved.
  ///
  /// - Throws: As ``check()`` does.
  func tablesIfSaved() throws -> Tables {
    try check()
    return base.tables.applying(makeChangeSet())
  }

  private func checkPermission() throws {
    if isReadOnly { throw SwiftDataError(notWritable: name, pending) }
    if let refusal = pending.refused.first {
      pending.refused.removeAll()
      throw refusal
    }
    if let role = closure?.role, role.isReadOnly { throw role.readOnlyRefusal(pending) }
  }

  /// Whether even a save without changes is a mistake: the closure of a stage means to have changed
  /// something.
  var refusesToSave: Bool { closure?.role.isReadOnly ?? false }

  /// Whether a save has something to write although nothing has changed: what opening has migrated, or
  /// a file that does not exist yet.
  var needsWriting: Bool { store.isUnwritten && !isReadOnly }

  private func writeUnwritten() throws {
    if needsWriting { try store.write(compression: compression) }
  }

  /// Brings the pending changes to where the store is now, and checks them.
  private func prepare() throws {
    advance()
    try checkConcurrentDeletions()
    try readUniqueEntities()
    try mergeDuplicates()
    try validate()
  }

  private func commitPending() throws -> SavedObjects {
    guard !pending.isEmpty || refusesToSave else {
      try writeUnwritten()
      return SavedObjects()
    }
    try checkPermission()
    while true {
      try prepare()
      let changes = makeChangeSet()
      let before = base.tables
      var saved = SavedObjects(changes, pending)
      if changes.isEmpty {
        settle(after: LastRows(before))
        try writeUnwritten()
        return saved
      }
      guard let outcome = try backing.commit(changes, of: self) else { continue }
      if outcome.hasUnited { saved.take(SavedObjects(pending)) }
      base = outcome.version
      closure?.note(ChangeDescription(changes, before: before))
      settle(after: LastRows(before))
      // A custom store may have made something else of it.
      if custom != nil { advance() }
      return saved
    }
  }

  /// An edit of an object that another context has removed has nowhere to go.
  ///
  /// Where the edit is only that it lost a related object, nothing is lost with it.
  private func checkConcurrentDeletions() throws {
    let removed = pending.touched.inOrder { model in
      guard let description = model._$state.description else { return false }
      return location(of: model, model._$state.key, description) == nil
    }
    for (key, model) in removed {
      guard let description = model._$state.description else { continue }
      let isHarmless = description.slots.indices.allSatisfy { slot in
        let property = description.slots[slot]
        return switch model._$slotValue(slot) {
        case .unset, .missing, .gone: true
        case .value(.null): property.end != nil
        case .value(.references(let kept)): hasOnlyLostMembers(model, property, kept)
        default: property.isEphemeral
        }
      }
      if isHarmless {
        pending.touched[key] = nil
        objects.setPhase(.removed, of: model)
        continue
      }
      throw SwiftDataError(
        .concurrentDeletion, "it was deleted through another context; roll back to go on",
        entity: description.entityName, object: key)
    }
  }

  /// Whether a list is what was stored without those that are gone.
  private func hasOnlyLostMembers(
    _ model: any PersistentModel, _ property: ModelDescription.Slot, _ kept: [ObjectKey]
  ) -> Bool {
    guard let end = property.end, let column = property.column,
      let segment = model._$state.segment
    else { return false }
    let stored = segment.value(at: Int(model._$state.row), column: column).relatedKeys
    return kept == stored.filter { exists($0, end.destinationHierarchy) }
  }

  func makeChangeSet() -> ChangeSet {
    stateOrders()
    var changes = ChangeSet(author: author, nextKey: base.tables.nextKey)
    for (key, model) in pending.inserted.inOrder() {
      guard let description = model._$state.description else { continue }
      changes.inserted.append(
        InsertedRow(
          hierarchy: description.hierarchy, key: key, discriminator: description.discriminator,
          values: rowValues(of: model, description)))
    }
    for (key, model) in pending.touched.inOrder() {
      guard let description = model._$state.description else { continue }
      let edits = propertyChanges(of: model, key, description)
      if !edits.isEmpty {
        changes.updated.append(
          UpdatedRow(hierarchy: description.hierarchy, key: key, changes: edits))
      }
    }
    for (key, model) in pending.deleted.inOrder() {
      guard let description = model._$state.description,
        location(of: model, key, description) != nil
      else { continue }
      var preserved: [Int: Value] = [:]
      for column in description.preservedColumns {
        preserved[column] = model._$state.segment?.value(at: Int(model._$state.row), column: column)
      }
      changes.deleted.append(
        DeletedRow(
          hierarchy: description.hierarchy, key: key, discriminator: description.discriminator,
          preserved: preserved))
    }
    return changes
  }

  /// A new row: what the object says, and nil in the columns of other entities.
  private func rowValues(
    of model: any PersistentModel, _ description: ModelDescription
  ) -> [Value] {
    var values = [Value](
      repeating: .null, count: schema.hierarchies[description.hierarchy].columns.count)
    for (slot, property) in description.slots.enumerated() {
      guard let column = property.column else { continue }
      values[column] = storedValue(of: model, slot: slot, column: column)
    }
    return values
  }

  private func propertyChanges(
    of model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription
  ) -> [PropertyChange] {
    guard let location = location(of: model, key, description) else { return [] }
    let segment = base.tables.tables[description.hierarchy].segments[location.segment]
    var edits: [PropertyChange] = []
    for (slot, value) in model._$slotValues().enumerated() {
      guard let new = value.stored, let column = description.slots[slot].column else { continue }
      let old = segment.value(at: location.row, column: column)
      if old != new { edits.append(PropertyChange(column: column, old: old, new: new)) }
    }
    return edits
  }

  /// Where an object's row is in the base; nil if it is gone.
  private func location(
    of model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription
  ) -> RowLocation? {
    let table = base.tables.tables[description.hierarchy]
    guard let index = table.segmentIndex(for: key) else { return nil }
    // An object usually reads from the base, and knows the row.
    if table.segments[index] === model._$state.segment {
      return RowLocation(segment: index, row: Int(model._$state.row))
    }
    return table.location(of: key)
  }

  /// After a save, objects read from the rows that hold what they said.
  private func settle(after rows: LastRows) {
    for models in [pending.inserted, pending.touched] {
      for (key, model) in models {
        guard let description = model._$state.description else { continue }
        settle(model, key, description)
      }
    }
    for (_, model) in pending.deleted {
      model._$clearSlots()
      keepRequiredReadable(of: model, in: rows)
      objects.setPhase(.removed, of: model)
    }
    pending = PendingChanges()
  }

  private func settle(
    _ model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription
  ) {
    let table = base.tables.tables[description.hierarchy]
    guard let location = table.location(of: key) else { return }
    objects.move(
      model, to: table.segments[location.segment], row: Int32(truncatingIfNeeded: location.row),
      .stored)
    // A kept value would win over what another context saves later.
    model._$clearSlots()
  }
}

extension SwiftDataError {
  /// A save of changes to a store that may not be written; names one of the objects.
  fileprivate init(notWritable store: String, _ pending: PendingChanges) {
    let object =
      [pending.inserted, pending.touched, pending.deleted].lazy
      .compactMap { $0.inOrder().first }.first
    self.init(
      .readOnlyStore, "“\(store)” may not be written: \(Self.notWritable.explanation)",
      entity: object.map { Schema.entityName(of: type(of: $0.value)) }, object: object?.key)
  }
}

extension StageRole {
  /// Why nothing can be saved.
  fileprivate func readOnlyRefusal(_ pending: PendingChanges) -> SwiftDataError {
    let what: (verb: String, models: PendingObjects)? =
      if !pending.inserted.isEmpty {
        ("was inserted into", pending.inserted)
      } else if !pending.touched.isEmpty {
        ("was changed in", pending.touched)
      } else if !pending.deleted.isEmpty {
        ("was deleted from", pending.deleted)
      } else {
        nil
      }
    let first = what.flatMap { $0.models.inOrder().first?.value }
    let entity = first.map { Schema.entityName(of: type(of: $0)) }
    let done =
      what.flatMap { what in
        entity.map { "an object of \($0) \(what.verb) \(place.rawValue)" }
      } ?? "\(place.rawValue) was told to save"
    return SwiftDataError(
      .readOnlyStore,
      "\(done), whose objects of version \(version) are there to be read: make the change in "
        + partner.rawValue,
      entity: entity, object: first?._$state.key)
  }
}
