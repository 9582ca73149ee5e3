import DocumentTables

extension ContextCore {
  /// Saves the pending changes.
  ///
  /// - Throws: ``SwiftDataError`` if an object breaks a rule of its schema, and errors of the backing
  ///   store; the changes then stay pending.
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

  /// Checks everything that a save checks before it writes the store.
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

  /// The tables that a save would produce.
  ///
  /// - Throws: As ``check()`` does.
  func tablesIfSaved() throws -> Tables {
    try check()
    return base.tables.applying(makeChangeSet())
  }

  private func checkPermission() throws {
    if let readOnlyReason { throw SwiftDataError(readOnly: readOnlyReason, name, pending) }
    if let refusal = pending.takeRefusal() { throw refusal }
    if let role = closure?.role, role.isReadOnly { throw role.readOnlyRefusal(pending) }
  }

  /// Whether even a save without changes fails, because the closure of a stage must not save here.
  var refusesToSave: Bool { closure?.role.isReadOnly ?? false }

  /// Whether a save without changes writes the store: after a migration, or if the file does not exist.
  var needsWriting: Bool { store.isUnwritten && !isReadOnly }

  private func writeUnwritten() throws {
    if needsWriting { try store.write(as: writing) }
  }

  /// Moves the pending changes to the current version of the store, and checks them.
  private func prepare() throws {
    advance()
    try settleContradictions()
    try checkConcurrentDeletions()
    try readUniqueEntities()
    if catalog.isOfRows { try validation.checkValues(ofNew: pending.inserted) }
    try mergeDuplicates()
    try validation.check(pending) { self.model(for: $0, hierarchy: $1) }
  }

  private func commitPending() throws -> SavedObjects {
    guard !pending.isEmpty || refusesToSave else {
      try writeUnwritten()
      return SavedObjects()
    }
    try checkPermission()
    var isMerging = false
    defer { if isMerging { backing.endMerge() } }
    while true {
      try prepare()
      let changes = makeChangeSet()
      if pending.areMerged { try check(merged: base.tables.applying(changes)) }
      let before = base.tables
      var saved = SavedObjects(changes, of: self)
      if changes.isEmpty {
        settle(after: LastRows(before))
        try writeUnwritten()
        return saved
      }
      guard let outcome = try backing.commit(changes, of: self) else {
        isMerging = true
        continue
      }
      if outcome.hasUnited { saved.take(SavedObjects(pendingIn: self)) }
      base = outcome.version
      closure?.note(ChangeDescription(changes, before: before))
      settle(after: LastRows(before))
      // A custom store may have changed the values.
      if custom != nil { advance() }
      return saved
    }
  }

  /// Checks every rule, because the changes of another process may break a rule together with these.
  private func check(merged tables: Tables) throws {
    guard let finding = TablesCheck.findings(tables, limit: 1).first else { return }
    throw SwiftDataError(
      .modelValidationFailure, "with what another process has saved: \(finding.detail)",
      entity: finding.entity, property: finding.property, object: finding.key)
  }

  /// Drops edits of objects that another context has removed if nothing is lost with them.
  ///
  /// - Throws: ``SwiftDataError/concurrentDeletion`` for any other edit of such an object.
  private func checkConcurrentDeletions() throws {
    guard pending.haveOtherBase, let (key, model) = forgetHarmlessChanges() else { return }
    throw SwiftDataError(
      .concurrentDeletion, "it was deleted through another context; roll back to go on",
      entity: model._$state.description?.entityName, object: key)
  }

  private var validation: Validation {
    Validation(schema, leavesGaps: closure?.role.place.isArrival ?? false) {
      self.relatedKeys(of: $0, slot: $1)
    }
  }

  func makeChangeSet() -> ChangeSet {
    stateOrders()
    return ChangeSet(pending, since: base.tables, author: author)
  }

  /// Lets the saved objects read from their new rows.
  private func settle(after rows: LastRows) {
    var searches = base.tables.tables.map { RowSearch($0) }
    for models in [pending.inserted, pending.touched] {
      for (key, model) in models {
        guard let hierarchy = model._$state.description?.hierarchy else { continue }
        settle(model, key, in: &searches[hierarchy])
      }
    }
    for (_, model) in pending.deleted {
      model._$clearSlots()
      keepRequiredReadable(of: model, in: rows)
      objects.setPhase(.removed, of: model)
    }
    forgetWithdrawn()
    let united = Set(pending.unions.map { $0.older._$state.key })
    pending = PendingChanges()
    for key in united { objects.replacePrincipal(of: key) }
  }

  private func settle(
    _ model: any PersistentModel, _ key: ObjectKey, in search: inout RowSearch
  ) {
    guard let location = search.location(of: key) else { return }
    objects.move(
      model, to: search.table.segments[location.segment],
      row: Int32(truncatingIfNeeded: location.row), .stored)
    // A kept value would hide what another context saves later.
    model._$clearSlots()
  }
}

extension SwiftDataError {
  /// Creates the error for changes to a read-only store, which names one of the objects.
  fileprivate init(readOnly reason: ReadOnlyReason, _ store: String, _ pending: PendingChanges) {
    let object =
      [pending.inserted, pending.touched, pending.deleted].lazy
      .compactMap { $0.inOrder().first }.first
    self.init(
      readOnly: reason, store: store,
      entity: object?.value._$entityName, object: object?.key)
  }
}

extension StageRole {
  /// The error for a save in a closure that may only read.
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
    let entity = first?._$entityName
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
