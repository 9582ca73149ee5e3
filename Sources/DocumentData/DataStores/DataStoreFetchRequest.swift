/// Asks a store for snapshots.
public struct DataStoreFetchRequest<T: PersistentModel> {
  /// Which objects to fetch.
  ///
  /// The context cuts out the part that it was asked for, so the offset is always nil here, and the
  /// limit includes the objects to be left out: a store may give more.
  public let descriptor: FetchDescriptor<T>
  /// The context that asks.
  public let editingState: EditingState

  /// Makes a request.
  public init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// What a store gives for a ``DataStoreFetchRequest``.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot> {
  /// What was asked for.
  public let descriptor: FetchDescriptor<ModelType>
  /// The objects, in the order in which they were asked for.
  public let fetchedSnapshots: [SnapshotType]
  /// Objects that those are related to, so that they need not be asked for later.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Makes a result.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}
