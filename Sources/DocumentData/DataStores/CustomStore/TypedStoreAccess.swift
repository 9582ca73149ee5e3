/// Calls a custom store, and converts its snapshots.
final class TypedStoreAccess<Store: DataStore>: SnapshotSource {
  private let store: Store

  init(_ store: Store) { self.store = store }

  var identifier: String { store.identifier }
  var history: (any HistoryProviding)? { store as? any HistoryProviding }

  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> FetchedContents {
    let result = try store.fetch(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
    for (identifier, snapshot) in result.relatedSnapshots {
      try Self.check(snapshot, isOf: identifier)
    }
    return FetchedContents(
      fetched: try result.fetchedSnapshots.map { try SnapshotContent($0) },
      related: try result.relatedSnapshots.values.map { try SnapshotContent($0) })
  }

  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> Int {
    let count = try store.fetchCount(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
    guard count >= 0 else {
      throw SwiftDataError(
        .invalidDataStoreAnswer, "the store counts \(count) objects",
        entity: Schema.entityName(for: T.self))
    }
    return count
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier] {
    try store.fetchIdentifiers(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
  }

  func cachedContents(
    of identifiers: [PersistentIdentifier], _ state: EditingState
  ) throws -> [SnapshotContent] {
    try store.cachedSnapshots(for: identifiers, editingState: state).map { identifier, snapshot in
      try Self.check(snapshot, isOf: identifier)
      return try SnapshotContent(snapshot)
    }
  }

  func save(_ changes: ChangedObjects, _ state: EditingState) throws -> SavedContents {
    var maker = SnapshotMaker<Store.Snapshot>(changes)
    let result = try store.save(
      DataStoreSaveChangesRequest(
        inserted: try changes.inserted.map { try maker.snapshot(of: $0) },
        updated: try changes.updated.map { try maker.snapshot(of: $0) },
        deleted: try changes.deleted.map { try maker.snapshot(of: $0) }, editingState: state))
    for (identifier, snapshot) in result.snapshotsToReregister {
      try Self.check(snapshot, isOf: identifier)
    }
    return SavedContents(
      remapped: result.remappedIdentifiers,
      reregistered: try result.snapshotsToReregister.values.map { try SnapshotContent($0) },
      deleted: result.deletedIdentifiers, historyToken: result.historyToken)
  }

  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws -> Bool {
    func delete<Batching: DataStoreBatching>(from store: Batching) throws -> Bool {
      do {
        try store.delete(request)
        return true
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.unsupportedFeature {
        return false
      }
    }
    guard let store = store as? any DataStoreBatching else { return false }
    return try delete(from: store)
  }

  func erase() throws { try store.erase() }

  func initializeState(for state: EditingState) { store.initializeState(for: state) }

  func invalidateState(for state: EditingState) { store.invalidateState(for: state) }

  private static func check(
    _ snapshot: Store.Snapshot, isOf identifier: PersistentIdentifier
  ) throws {
    guard snapshot.persistentIdentifier == identifier else {
      throw SwiftDataError(
        .invalidDataStoreAnswer,
        "the store gives the snapshot of \(snapshot.persistentIdentifier) for \(identifier)",
        entity: identifier.entityName)
    }
  }
}

/// Creates the snapshots of one save.
private struct SnapshotMaker<Snapshot: DataStoreSnapshot> {
  private var related: [PersistentIdentifier: any BackingData] = [:]
  private let remapping = IdentifierRemapping()

  init(_ changes: ChangedObjects) {
    guard Snapshot.self != DefaultSnapshot.self else { return }
    for object in changes.inserted + changes.updated {
      related[object.identifier] = Self.backing(object.model, object.identifier)
    }
  }

  mutating func snapshot(of object: ChangedObjects.Object) throws -> Snapshot {
    let backing = Self.backing(object.model, object.identifier)
    if Snapshot.self == DefaultSnapshot.self,
      let snapshot = DefaultSnapshot(backing, remapping: remapping) as? Snapshot
    {
      return snapshot
    }
    let snapshot = Snapshot(from: backing, relatedBackingDatas: &related)
    guard snapshot.persistentIdentifier == object.identifier else {
      throw SwiftDataError(
        .invalidDataStoreAnswer,
        "a snapshot made of the object \(object.identifier) says that it is "
          + "\(snapshot.persistentIdentifier)",
        entity: object.identifier.entityName)
    }
    return snapshot
  }

  private static func backing(
    _ model: any PersistentModel, _ identifier: PersistentIdentifier
  ) -> any BackingData {
    func make<Model: PersistentModel>(_ model: Model) -> any BackingData {
      var backing = ObjectBackingData(model)
      backing.persistentModelID = identifier
      return backing
    }
    return make(model)
  }
}
