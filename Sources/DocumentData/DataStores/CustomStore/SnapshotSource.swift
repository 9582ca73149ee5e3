import DocumentTables

/// A custom store as the adapter uses it, independent of the type of its snapshots.
protocol SnapshotSource: AnyObject {
  /// The store's identifier.
  var identifier: String { get }
  /// The store as one that keeps a history; nil if it keeps none.
  var history: (any HistoryProviding)? { get }

  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> FetchedContents
  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> Int
  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier]
  func cachedContents(
    of identifiers: [PersistentIdentifier], _ state: EditingState
  ) throws -> [SnapshotContent]
  func save(_ changes: ChangedObjects, _ state: EditingState) throws -> SavedContents
  /// Deletes a batch.
  ///
  /// - Returns: False if the store does not support batch deletion, or needs snapshots instead.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws -> Bool
  func erase() throws
  func initializeState(for state: EditingState)
  func invalidateState(for state: EditingState)
}

/// The result of a fetch.
struct FetchedContents {
  var fetched: [SnapshotContent]
  var related: [SnapshotContent]
}

/// The objects whose changes a context saves.
struct ChangedObjects {
  struct Object {
    var model: any PersistentModel
    var identifier: PersistentIdentifier
  }

  var inserted: [Object] = []
  var updated: [Object] = []
  var deleted: [Object] = []
}

/// The result of a save.
struct SavedContents {
  var remapped: [PersistentIdentifier: PersistentIdentifier]
  var reregistered: [SnapshotContent]
  var deleted: [PersistentIdentifier]
  var historyToken: (any HistoryToken)?
}

/// A batch deletion whose objects the context has marked as deleted.
struct BatchDeletion {
  /// The objects that the context found.
  var keys: Set<ObjectKey>
  /// Deletes the objects in the store; returns false if the context has to.
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

/// The content of a snapshot, independent of its type.
struct SnapshotContent {
  var identifier: PersistentIdentifier
  /// The fields, by the names of their properties.
  var fields: [String: SnapshotField]

  init<Snapshot: DataStoreSnapshot>(_ snapshot: Snapshot) throws {
    identifier = snapshot.persistentIdentifier
    if let snapshot = snapshot as? DefaultSnapshot {
      fields = snapshot.properties.mapValues { .property($0) }
      return
    }
    let captured = CapturedFields()
    do {
      try snapshot.encode(to: SnapshotEncoder(captured: captured))
    } catch {
      throw SwiftDataError(
        .invalidDataStoreAnswer, "a snapshot cannot be encoded",
        entity: identifier.entityName, underlying: error)
    }
    fields = captured.finishedFields
  }
}
