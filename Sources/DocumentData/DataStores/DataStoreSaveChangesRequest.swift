/// Asks a store to keep what a context has changed.
///
/// Where a relationship changes, the objects at both ends are among the changed ones.
public struct DataStoreSaveChangesRequest<T: DataStoreSnapshot> {
  /// New objects, in the order of their insertion; their identifiers are temporary.
  public let inserted: [T]
  /// Changed objects, with all their values.
  public let updated: [T]
  /// Objects to be removed, as they were last.
  public let deleted: [T]
  /// The context that saves.
  public let editingState: EditingState

  /// Makes a request.
  public init(inserted: [T], updated: [T], deleted: [T], editingState: EditingState) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// What a store has made of a ``DataStoreSaveChangesRequest``.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The permanent identifier of each inserted object, by its temporary one.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The store's ``DataStore/identifier``.
  public let storeIdentifier: String
  /// Objects that have other values now than the context gave or knows.
  public let snapshotsToReregister: [PersistentIdentifier: T]
  /// Objects that are gone, whether the context asked for it or not.
  public let deletedIdentifiers: [PersistentIdentifier]

  /// Makes a result.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    deletedIdentifiers = []
  }

  /// Makes a result in the spelling of 2024.
  public init(
    for storeIdentifier: String,
    remappedPersistentIdentifiers: [PersistentIdentifier: PersistentIdentifier],
    deletedIdentifiers: [PersistentIdentifier] = []
  ) {
    self.storeIdentifier = storeIdentifier
    remappedIdentifiers = remappedPersistentIdentifiers
    snapshotsToReregister = [:]
    self.deletedIdentifiers = deletedIdentifiers
  }
}
