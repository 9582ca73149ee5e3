import DocumentTables

extension ContextCore {
  /// Makes the pending changes part of the document.
  ///
  /// - Throws: ``SwiftDataError`` where an object breaks a rule of its schema, and what making the
  ///   change durable throws; the changes then stay pending.
  func save() throws {
    do {
      try commitPending()
    } catch {
      if firstSaveError == nil { firstSaveError = error }
      throw error
    }
  }

  private func commitPending() throws {
    guard !pending.isEmpty else { return }
    if isReadOnly {
      throw SwiftDataError(
        .readOnlyStore, "the document needs features that this version cannot write")
    }
    if let refusal = pending.refused.first {
      pending.refused.removeAll()
      throw refusal
    }
    while true {
      advance()
      try checkConcurrentDeletions()
      try mergeDuplicates()
      try validate()
      let changes = makeChangeSet()
      let before = base.tables
      if changes.isEmpty {
        settle()
        return
      }
      guard let version = try store.commit(changes, after: base.generation) else { continue }
      base = version
      if recordsSavedChanges { savedChanges.append((before, changes)) }
      settle()
      return
    }
  }

  /// An edit of an object that another context has removed has nowhere to go.
  private func checkConcurrentDeletions() throws {
    for (key, model) in pending.touched {
      guard let description = model._$state.description,
        base.tables.tables[description.hierarchy].location(of: key) == nil
      else { continue }
      throw SwiftDataError(
        .concurrentDeletion, "it was deleted through another context; roll back to go on",
        entity: description.entityName, object: key)
    }
  }

  func makeChangeSet() -> ChangeSet {
    var changes = ChangeSet(author: author, nextKey: base.tables.nextKey)
    for (key, model) in pending.inserted.sorted(by: { $0.key < $1.key }) {
      guard let description = model._$state.description else { continue }
      changes.inserted.append(
        InsertedRow(
          hierarchy: description.hierarchy, key: key, discriminator: description.discriminator,
          values: rowValues(of: model, description)))
    }
    for (key, model) in pending.touched.sorted(by: { $0.key < $1.key }) {
      guard let description = model._$state.description else { continue }
      let edits = propertyChanges(of: model, description)
      if !edits.isEmpty {
        changes.updated.append(
          UpdatedRow(hierarchy: description.hierarchy, key: key, changes: edits))
      }
    }
    for (key, model) in pending.deleted.sorted(by: { $0.key < $1.key }) {
      guard let description = model._$state.description,
        base.tables.tables[description.hierarchy].location(of: key) != nil
      else { continue }
      var preserved: [Int: Value] = [:]
      let columns = schema.hierarchies[description.hierarchy].columns
      for property in description.slots {
        guard let column = property.column, columns[column].attribute?.isPreservedOnDeletion == true
        else { continue }
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
    of model: any PersistentModel, _ description: ModelDescription
  ) -> [PropertyChange] {
    guard let location = base.tables.tables[description.hierarchy].location(of: model._$state.key)
    else { return [] }
    let segment = base.tables.tables[description.hierarchy].segments[location.segment]
    var edits: [PropertyChange] = []
    for (slot, property) in description.slots.enumerated() {
      guard let column = property.column else { continue }
      let new: Value
      switch model._$slotValue(slot) {
      case .value(let value), .decoded(_, let value): new = value
      case .unset, .model, .models, .failed: continue
      }
      let old = segment.value(at: location.row, column: column)
      if old != new { edits.append(PropertyChange(column: column, old: old, new: new)) }
    }
    return edits
  }

  /// After a save, objects read from the rows that hold what they said.
  private func settle() {
    for models in [pending.inserted, pending.touched] {
      for (key, model) in models {
        guard let description = model._$state.description else { continue }
        settle(model, key, description)
      }
    }
    for (newer, older) in pending.aliases {
      newer._$state.segment = older._$state.segment
      newer._$state.row = older._$state.row
      newer._$clearStoredSlots()
    }
    for (_, model) in pending.deleted { model._$state.phase = .removed }
    for key in pending.deleted.keys { identityMap[key] = nil }
    pending = PendingChanges()
  }

  private func settle(
    _ model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription
  ) {
    let table = base.tables.tables[description.hierarchy]
    guard let location = table.location(of: key) else { return }
    model._$state.segment = table.segments[location.segment]
    model._$state.row = Int32(truncatingIfNeeded: location.row)
    model._$state.phase = .stored
    model._$clearStoredSlots()
  }
}

extension PersistentModel {
  /// Forgets what the row holds now; decoded values stay, and so do those that are never stored.
  func _$clearStoredSlots() {
    guard let description = _$state.description else { return }
    for (slot, property) in description.slots.enumerated() {
      switch _$slotValue(slot) {
      case .value where property.column != nil || property.end != nil: _$setSlot(slot, to: .unset)
      default: break
      }
    }
  }
}
