import DocumentTables

// A context's changes become requests to the store.
extension SnapshotBridge {
  /// Gives the store what a context has changed, then takes it into the mirror.
  ///
  /// - Returns: The mirror's new version; nil if the context is behind.
  /// - Throws: What the store throws; the mirror is then as it was.
  func commit(_ changes: ChangeSet, of core: ContextCore) throws -> DocumentStore.Version? {
    try locked {
      let state = core.editingState
      let request = try self.request(changes, of: core)
      // Making the snapshots may have read what another program has changed.
      guard mirror.current.generation == core.base.generation else { return nil }
      if try deleteBatches(changes, of: core, isAll: request.updated.isEmpty, state) {
        return try settle(changes, of: core, [:])
      }
      let saved: SavedContents
      do {
        saved = try source.save(request, state)
      } catch let error as DataStoreError {
        throw SwiftDataError(.saveFailure, "the store refuses the changes", underlying: error)
      }
      let permanent = try permanentIdentifiers(saved, of: request)
      let version = try settle(changes, of: core, permanent)
      do {
        let gone = Set(saved.deleted.compactMap { keys[$0] })
        try absorb(saved.reregistered, without: gone, state)
      } catch {
        // The store has saved, so the save has not failed; the next operation says what has.
        core.note(error)
      }
      return version
    }
  }

  private func settle(
    _ changes: ChangeSet, of core: ContextCore,
    _ permanent: [ObjectKey: PersistentIdentifier]
  ) throws -> DocumentStore.Version? {
    for (key, identifier) in permanent {
      if let unused = keys.updateValue(key, forKey: identifier) { identifiers[unused] = nil }
      identifiers[key] = identifier
    }
    for row in changes.deleted { forget(row.key) }
    return try mirror.commit(changes, after: mirror.current.generation)
  }

  // MARK: Request

  private func request(_ changes: ChangeSet, of core: ContextCore) throws -> ChangedObjects {
    func object(_ model: any PersistentModel) -> ChangedObjects.Object {
      ChangedObjects.Object(model: model, identifier: model.persistentModelID)
    }
    var request = ChangedObjects()
    var changed: Set<ObjectKey> = []
    for row in changes.inserted {
      changed.insert(row.key)
      if let model = core.pending.inserted[row.key] { request.inserted.append(object(model)) }
    }
    for row in changes.updated {
      changed.insert(row.key)
      if let model = core.pending.touched[row.key] { request.updated.append(object(model)) }
    }
    for row in changes.deleted {
      changed.insert(row.key)
      if let model = core.pending.deleted[row.key] { request.deleted.append(object(model)) }
    }
    for (key, hierarchy) in partners(of: changes, in: core.base.tables) where !changed.contains(key)
    {
      if let model = core.model(for: key, hierarchy: hierarchy) {
        request.updated.append(object(model))
      }
    }
    // What could not be read would be missing from the snapshots.
    if let error = core.takeReadingError() { throw error }
    return request
  }

  /// The objects at the other ends of the relationships that change, in the order of their keys.
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

  // MARK: Result

  /// - Throws: ``SwiftDataError/invalidDataStoreAnswer`` where the store has not given each new
  ///   object an identifier of its own.
  private func permanentIdentifiers(
    _ saved: SavedContents, of request: ChangedObjects
  ) throws -> [ObjectKey: PersistentIdentifier] {
    var permanent: [ObjectKey: PersistentIdentifier] = [:]
    var used: Set<PersistentIdentifier> = []
    for object in request.inserted {
      func refusal(_ explanation: String) -> SwiftDataError {
        SwiftDataError(
          .invalidDataStoreAnswer,
          "the store has saved, but \(explanation); the changes stay pending",
          entity: object.identifier.entityName)
      }
      guard let identifier = saved.remapped[object.identifier] else {
        throw refusal("it gives a new object no permanent identifier")
      }
      guard !identifier.isTemporary, identifier.entityName == object.identifier.entityName else {
        throw refusal("\(identifier) is no permanent identifier of a new object")
      }
      let isTaken = keys[identifier].flatMap { key in
        hierarchy(of: key).map { isLoaded(key, $0) || isUnread(key, $0) }
      }
      guard isTaken != true, used.insert(identifier).inserted else {
        throw refusal("\(identifier), which it gives a new object, is that of another")
      }
      permanent[object.model._$state.key] = identifier
    }
    return permanent
  }

  // MARK: Batches

  /// Where all that changes is what batch deletions have asked for, a store that can does it without
  /// snapshots.
  private func deleteBatches(
    _ changes: ChangeSet, of core: ContextCore, isAll: Bool, _ state: EditingState
  ) throws -> Bool {
    guard isAll, changes.inserted.isEmpty, changes.updated.isEmpty,
      core.pending.batches.count == 1, let batch = core.pending.batches.first,
      batch.keys == Set(changes.deleted.map(\.key))
    else { return false }
    return try batch.perform(source, state)
  }

  /// Removes everything from the store and the mirror.
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

/// A batch deletion that a context has marked its objects for.
struct BatchDeletion {
  /// The objects that the context found.
  var keys: Set<ObjectKey>
  /// False where the store leaves it to the context.
  var perform: (any SnapshotSource, EditingState) throws -> Bool

  init<T: PersistentModel>(
    _ type: T.Type, _ predicate: Predicate<T>?, includeSubclasses: Bool, keys: Set<ObjectKey>
  ) {
    self.keys = keys
    perform = { source, state in
      try source.delete(
        DataStoreBatchDeleteRequest<T>(
          predicate: predicate, includeSubclasses: includeSubclasses, editingState: state))
    }
  }
}
