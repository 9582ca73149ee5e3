import DocumentTables

// Conversion of a context's changes to requests.
extension CustomStoreAdapter {
  /// Saves the changes of a context in the store, then applies them to the mirror.
  func commit(_ changes: ChangeSet, of context: any SavingContext) throws -> CommitOutcome? {
    try locked {
      let state = context.editingState
      let request = try self.request(changes, of: context)
      // Creating the snapshots may have read changes of another program.
      guard mirror.current.generation == context.base.generation else { return nil }
      if try deleteBatches(changes, of: context, isAll: request.updated.isEmpty, state) {
        return try settle(changes, of: context).map { CommitOutcome(version: $0) }
      }
      let saved: SavedContents
      do {
        saved = try source.save(request, state)
      } catch let error as DataStoreError {
        throw SwiftDataError(.saveFailure, "the store refuses the changes", underlying: error)
      }
      if let token = saved.historyToken { savedToken = token }
      let naming = try SavedNames(
        saved, of: request, deleted: Set(changes.deleted.map(\.key)), in: self)
      let version = try settle(unite(naming, changes, of: context), of: context)
      do {
        let gone = Set(saved.deleted.compactMap { keys[$0] })
        try absorb(saved.reregistered, without: gone, state)
        let stated = Set(saved.reregistered.compactMap { keys[$0.identifier] })
        try absorb(contents(of: naming.targets.subtracting(stated), state), state)
      } catch {
        // The store has saved, so the save succeeds; the next operation throws the error.
        context.note(error)
      }
      return version.map { CommitOutcome(version: $0, hasUnited: !naming.united.isEmpty) }
    }
  }

  private func settle(
    _ changes: ChangeSet, of context: any SavingContext
  ) throws -> DocumentStore.Version? {
    for row in changes.deleted { forget(row.key) }
    return try mirror.commit(
      .rows(changes), after: mirror.current.generation, by: context.saver)
  }

  // MARK: Request

  private func request(_ changes: ChangeSet, of context: any SavingContext) throws -> ChangedObjects
  {
    func object(_ model: any PersistentModel) -> ChangedObjects.Object {
      ChangedObjects.Object(model: model, identifier: model.persistentModelID)
    }
    var request = ChangedObjects()
    var changed: Set<ObjectKey> = []
    for row in changes.inserted {
      changed.insert(row.key)
      if let model = context.pendingObject(for: row.key) { request.inserted.append(object(model)) }
    }
    for row in changes.updated {
      changed.insert(row.key)
      if let model = context.pendingObject(for: row.key) { request.updated.append(object(model)) }
    }
    for row in changes.deleted {
      changed.insert(row.key)
      if let model = context.pendingObject(for: row.key) { request.deleted.append(object(model)) }
    }
    for (key, hierarchy) in partners(of: changes, in: context.base.tables)
    where !changed.contains(key) {
      if let model = context.model(for: key, hierarchy: hierarchy) {
        request.updated.append(object(model))
      }
    }
    // Values that could not be read are missing from the snapshots.
    if let error = context.takeReadingError() { throw error }
    return request
  }

  /// The objects at the other ends of changed relationships, in the order of their keys.
  private func partners(
    of changes: ChangeSet, in tables: Tables
  ) -> [(key: ObjectKey, hierarchy: Int)] {
    var hierarchies: [ObjectKey: Int] = [:]
    func add(_ value: Value, _ hierarchy: Int) {
      for key in value.relatedKeys { hierarchies[key] = hierarchy }
    }
    for row in changes.inserted {
      for end in inverseEnds[row.hierarchy] { add(row.values[end.column], end.destination) }
    }
    for row in changes.updated {
      for end in inverseEnds[row.hierarchy] {
        for change in row.changes where change.column == end.column {
          let kept = Set(change.old.relatedKeys).intersection(change.new.relatedKeys)
          for key in change.old.relatedKeys + change.new.relatedKeys where !kept.contains(key) {
            hierarchies[key] = end.destination
          }
        }
      }
    }
    for row in changes.deleted {
      let table = tables.tables[row.hierarchy]
      guard let location = table.location(of: row.key) else { continue }
      for end in inverseEnds[row.hierarchy] {
        add(
          table.segments[location.segment].value(at: location.row, column: end.column),
          end.destination)
      }
    }
    return hierarchies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Batches

  /// Deletes by predicate, without snapshots, if a batch deletion is the only change and the store
  /// supports it.
  private func deleteBatches(
    _ changes: ChangeSet, of context: any SavingContext, isAll: Bool, _ state: EditingState
  ) throws -> Bool {
    guard isAll, changes.inserted.isEmpty, changes.updated.isEmpty,
      context.batches.count == 1, let batch = context.batches.first,
      batch.keys == Set(changes.deleted.map(\.key))
    else { return false }
    return try batch.perform(source, state)
  }

  // MARK: History

  var historyToken: (any HistoryToken)? { locked { savedToken } }

  func withHistory<Answer>(
    _ body: (any HistoryProviding) throws -> Answer
  ) throws -> Answer? {
    try locked { try source.history.map(body) }
  }

  func endMerge() {}

  func erase() throws {
    try locked {
      try source.erase()
      unread = [:]
      stated = [:]
      complete = []
      try mirror.erase()
    }
  }
}
