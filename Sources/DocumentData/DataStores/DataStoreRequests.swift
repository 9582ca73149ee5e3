/// The identity of a context for stores, and the author of its changes.
public struct EditingState: Identifiable, Sendable {
  /// The identifier of the context, unique and constant.
  public let id: UUID
  /// The author of the changes.
  public var author: String?

  /// Creates a state for using a store without a context.
  public init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}

/// A request for snapshots.
public struct DataStoreFetchRequest<T: PersistentModel> {
  /// The objects to fetch.
  ///
  /// The offset is always nil, and the limit includes the objects that the offset skips: the context
  /// applies both. A store may return more objects.
  public let descriptor: FetchDescriptor<T>
  /// The context of the request.
  public let editingState: EditingState

  /// Creates a request.
  public init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// The result of a ``DataStoreFetchRequest``.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot> {
  /// The descriptor of the request.
  public let descriptor: FetchDescriptor<ModelType>
  /// The snapshots of the matching objects, in the requested order.
  public let fetchedSnapshots: [SnapshotType]
  /// Snapshots of related objects, which saves later requests.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Creates a result.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// A request to save the changes of a context.
///
/// If a relationship changes, the request contains the objects at both ends.
public struct DataStoreSaveChangesRequest<T: DataStoreSnapshot> {
  /// New objects, in the order of insertion; their identifiers are temporary.
  public let inserted: [T]
  /// Changed objects, with all their values.
  public let updated: [T]
  /// Objects to remove, with their last values.
  public let deleted: [T]
  /// The context of the save.
  public let editingState: EditingState

  /// Creates a request.
  public init(inserted: [T], updated: [T], deleted: [T], editingState: EditingState) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// The result of a ``DataStoreSaveChangesRequest``.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The permanent identifier of each inserted object, by its temporary one.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The store's ``DataStore/identifier``.
  public let storeIdentifier: String
  /// Objects whose values in the store differ from those that the context has.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// Objects that the store removed, with or without a request of the context.
  public let deletedIdentifiers: [PersistentIdentifier]
  /// The position of the save in the store's history; nil if the store records none.
  public let historyToken: (any HistoryToken)?

  /// Creates a result.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:],
    historyToken: (any HistoryToken)? = nil
  ) {
    self.historyToken = historyToken
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    deletedIdentifiers = []
  }

  /// Creates a result with the argument labels of 2024.
  public init(
    for storeIdentifier: String,
    remappedPersistentIdentifiers: [PersistentIdentifier: PersistentIdentifier],
    deletedIdentifiers: [PersistentIdentifier] = []
  ) {
    self.storeIdentifier = storeIdentifier
    remappedIdentifiers = remappedPersistentIdentifiers
    snapshotsToReregister = [:]
    historyToken = nil
    self.deletedIdentifiers = deletedIdentifiers
  }
}

/// A request to remove the objects of a class that satisfy a predicate.
public struct DataStoreBatchDeleteRequest<T: PersistentModel> {
  /// The condition for an object to be removed; nil for every object.
  public let predicate: Predicate<T>?
  /// Whether the request includes objects of subclasses.
  public let includeSubclasses: Bool
  /// The context of the request.
  public let editingState: EditingState

  /// Creates a request.
  public init(
    predicate: Predicate<T>? = nil, includeSubclasses: Bool = true, editingState: EditingState
  ) {
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
    self.editingState = editingState
  }
}
