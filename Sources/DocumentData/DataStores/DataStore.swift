/// A store for the objects of a container: a document, or storage that the program implements.
///
/// A store never receives model objects. A context requests snapshots, which are values, and passes
/// snapshots to save. One thread uses a store at a time: the container calls it under a lock. Errors
/// of a store reach the caller of the context's method.
///
/// A store must implement ``fetch(_:)`` and ``save(_:)``; the other methods have defaults.
public protocol DataStore: AnyObject {
  /// The type of the configuration.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The type of the values that the store exchanges with contexts.
  associatedtype Snapshot: DataStoreSnapshot

  /// The identifier of the store, which is part of its objects' identifiers.
  var identifier: String { get }
  /// The entities of the store.
  var schema: Schema { get }
  /// The configuration of the store.
  var configuration: Configuration { get }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - configuration: The configuration, whose schema names the store's entities.
  ///   - migrationPlan: The plan of the container.
  /// - Throws: The store's error; the container throws it too.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Fetches the snapshots of the objects that match a descriptor.
  ///
  /// A store that cannot evaluate the predicate throws ``DataStoreError/preferInMemoryFilter``; a
  /// store that cannot sort throws ``DataStoreError/preferInMemorySort``. The context then repeats the
  /// request without the predicate or order, and filters or sorts itself. Snapshots of other entities
  /// count as related objects.
  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, Snapshot>

  /// Saves the changes of a context: all of them, or none if the method throws.
  ///
  /// Inserted snapshots have temporary identifiers; the result maps them to permanent ones. To unite a
  /// new object with a stored one, as for a unique key, the store returns the identifier of the stored
  /// object.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Removes every object of the store.
  ///
  /// - Throws: The store's error; ``ModelContainer/erase()`` throws it too.
  func erase() throws

  /// Counts the objects that match a descriptor.
  ///
  /// - Throws: As `fetch`.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// Fetches the identifiers of the objects that match a descriptor.
  ///
  /// - Throws: As `fetch`.
  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier]

  /// Notifies the store that a context begins to use it.
  func initializeState(for editingState: EditingState)

  /// Notifies the store that a context is gone.
  func invalidateState(for editingState: EditingState)

  /// Returns the snapshots that the store has in memory; the context fetches the others.
  ///
  /// - Throws: The store's error.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Refuses to remove the objects of the store.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature``.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Fetches the snapshots of the entity and its subentities, and counts them.
  ///
  /// - Throws: The errors of `fetch`.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetchIdentifiers(request).count
  }

  /// Fetches the snapshots of the entity and its subentities, and returns their identifiers.
  ///
  /// - Throws: The errors of `fetch`.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    let kinds = schema.names(ofKindsOf: Schema.entityName(for: T.self))
    return try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
      .filter { kinds.contains($0.entityName) }
  }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns no snapshots.
  ///
  /// - Throws: Never.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that removes objects by a predicate, without a snapshot of each.
public protocol DataStoreBatching: DataStore {
  /// Removes the objects that match a request.
  ///
  /// A store that cannot evaluate the predicate throws ``DataStoreError/preferInMemoryFilter``. The
  /// context then passes a snapshot of each object to delete.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// A description of a store: its name, location and entities.
///
/// A conforming type may declare `StoreType`, the associated type of 2024, instead of `Store`.
public protocol DataStoreConfiguration<Store>: Hashable {
  /// The type of the store.
  associatedtype Store: DataStore = StoreType where Self == Store.Configuration
  /// The same as `Store`.
  associatedtype StoreType = Store

  /// The name of the configuration, unique in a container.
  var name: String { get }
  /// The models of the store; a container sets the schema if it is nil.
  var schema: Schema? { get set }

  /// Checks the configuration; a container does so before it creates the store.
  ///
  /// - Throws: The reason why no store can be created; the container throws it too.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts every configuration.
  ///
  /// - Throws: Never.
  public func validate() throws {}
}

/// A reason why a store cannot answer a request.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The store does not support the request.
  case unsupportedFeature
  /// The store cannot evaluate the predicate; the context does it instead.
  case preferInMemoryFilter
  /// The store cannot sort as requested; the context does it instead.
  case preferInMemorySort
  /// The predicate is invalid for the store.
  case invalidPredicate
}

extension DataStoreError: CustomStringConvertible {
  /// The message of the error.
  public var description: String {
    switch self {
    case .unsupportedFeature: "the store does not support this"
    case .preferInMemoryFilter: "the store cannot evaluate the predicate"
    case .preferInMemorySort: "the store cannot sort as asked"
    case .invalidPredicate: "the predicate is invalid for this store"
    }
  }
}

extension Schema {
  /// The names of an entity and its subentities.
  func names(ofKindsOf name: String) -> Set<String> {
    var kinds: Set = [name]
    let superentities = entities.map { ($0.name, $0.superentityName) }
    var count = 0
    while count != kinds.count {
      count = kinds.count
      for (entity, parent) in superentities where parent.map(kinds.contains) == true {
        kinds.insert(entity)
      }
    }
    return kinds
  }
}
