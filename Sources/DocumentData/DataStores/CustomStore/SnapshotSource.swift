import DocumentTables

/// What the adapter asks of a custom store, whatever the type of its snapshots.
protocol SnapshotSource: AnyObject {
  /// The store's identifier.
  var identifier: String { get }

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
  /// False where the store has no batch deletion, or wants snapshots instead.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws -> Bool
  func erase() throws
  func initializeState(for state: EditingState)
  func invalidateState(for state: EditingState)
}

/// What a fetch has found.
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

/// What a store has made of a save.
struct SavedContents {
  var remapped: [PersistentIdentifier: PersistentIdentifier]
  var reregistered: [SnapshotContent]
  var deleted: [PersistentIdentifier]
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
