import DocumentTables

// Fetches that create their objects batch by batch.
extension ContextCore {
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    confinement.enter()
    defer { confinement.leave() }
    advance()
    let fetched = try fetchedRows(descriptor)
    let found = try rowsFromStore(descriptor)
    let rows = try found ?? fetched.rows().map(\.settled)
    let last = LastRows(found == nil ? fetched.source.tables : base.tables)
    let hierarchy = fetched.description.hierarchy
    return FetchResultsCollection(count: rows.count, batchSize: batchSize, of: confinement) {
      range in
      rows[range].compactMap { row in
        row.model ?? self.fetched(row.key, hierarchy, last) as? T
      }
    }
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    confinement.enter()
    defer { confinement.leave() }
    if let found = try identifiersFromStore(descriptor) {
      return FetchResultsCollection(count: found.count, batchSize: batchSize, of: confinement) {
        Array(found[$0])
      }
    }
    advance()
    let fetched = try fetchedRows(descriptor)
    let rows = try fetched.rows().map(\.settled)
    return FetchResultsCollection(count: rows.count, batchSize: batchSize, of: confinement) {
      range in
      rows[range].map(fetched.identifier)
    }
  }

  /// Returns the object of a fetched key with its current values, or with its last ones if it was
  /// deleted.
  private func fetched(
    _ key: ObjectKey, _ hierarchy: Int, _ last: LastRows
  ) -> (any PersistentModel)? {
    model(for: key, hierarchy: hierarchy) ?? removedModel(key, hierarchy, in: last)
  }

  private func present<T: PersistentModel>(_ row: FetchedRow<T>) -> T? {
    let found =
      row.model
      ?? catalog.description(of: T.self).flatMap {
        model(for: row.key, hierarchy: $0.hierarchy) as? T
      }
    return found.flatMap { $0._$state.phase.isPresent ? $0 : nil }
  }

  /// Runs a closure for each object, batch by batch; not in the turn of the context, because the closure may
  /// wait for another thread.
  func enumerate<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int, allowEscapingMutations: Bool,
    block: (T) throws -> Void
  ) throws {
    var parts: EnumeratedIdentifiers<T>?
    var rows: [FetchedRow<T>] = []
    // Only errors of the fetch are noted; errors of the closure are its own.
    let before = try confinement.run {
      try noted {
        parts = try enumeratedIdentifiers(descriptor)
        if parts != nil { return }
        if let found = try rowsFromStore(descriptor) {
          rows = found
        } else {
          advance()
          rows = try fetchedRows(descriptor).rows().map(\.settled)
        }
      }
      return pending.keys
    }
    let count = parts?.identifiers.count ?? rows.count
    let size = max(1, batchSize)
    var start = 0
    while start < count {
      let end = start + min(size, count - start)
      let batch = try confinement.run { try parts?.rows(start..<end)[...] ?? rows[start..<end] }
      for row in batch {
        // The closure may have deleted an object that comes later, or saved.
        if let model = confinement.run({ present(row) }) { try block(model) }
      }
      if !allowEscapingMutations { try confinement.run { try checkMutations(since: before) } }
      start = end
    }
  }

  /// - Throws: ``SwiftDataError/mutationDuringEnumeration`` if objects outside `before` have
  ///   pending changes.
  func checkMutations(since before: Set<ObjectKey>) throws {
    guard let key = pending.keys.subtracting(before).min() else { return }
    let error = SwiftDataError(
      .mutationDuringEnumeration,
      "the closure has changed objects and not saved them; they are kept in memory until it "
        + "does. Pass allowEscapingMutations: true if that is meant",
      entity: pending.object(for: key)?._$state.description?.entityName, object: key)
    closure?.note(thrown: error)
    throw error
  }
}

extension FetchedRow {
  /// The row without the object that was created for a test.
  ///
  /// Objects with changes remain, because they are in memory anyway.
  fileprivate var settled: FetchedRow {
    guard location != nil else { return self }
    var row = self
    row.model = nil
    return row
  }
}

extension PendingChanges {
  var keys: Set<ObjectKey> {
    Set(inserted.keys).union(touched.keys).union(deleted.keys)
  }
}
