/// Where a container keeps the objects of its models: a document of the package's own, or whatever
/// a program makes of it.
///
/// A store never sees model objects. A context asks it for snapshots, which are values, and gives it
/// snapshots to keep. A store is used by one thread at a time: its container calls it under a lock.
/// What it throws reaches the caller of the context's method.
///
/// The two methods that a store must have are ``fetch(_:)`` and ``save(_:)``.
public protocol DataStore: AnyObject {
  /// What the store is made of.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The values that the store exchanges with contexts.
  associatedtype Snapshot: DataStoreSnapshot

  /// What tells the store from others; part of the identifiers that it makes.
  var identifier: String { get }
  /// The entities that the store keeps.
  var schema: Schema { get }
  /// What the store was made of.
  var configuration: Configuration { get }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - configuration: What it is made of; its schema names the store's entities.
  ///   - migrationPlan: The plan that the container was given.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Gives the snapshots of the objects that a descriptor asks for.
  ///
  /// A store that cannot evaluate predicates throws ``DataStoreError/preferInMemoryFilter``, one
  /// that cannot sort ``DataStoreError/preferInMemorySort``: it is then asked again without, and the
  /// context does the rest. Snapshots of other entities are taken for related ones.
  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, Snapshot>

  /// Keeps what a context has changed, all of it or, where it throws, nothing.
  ///
  /// Inserted snapshots have temporary identifiers; the result says what the permanent ones are. A
  /// store that takes a new object for one that it has gives the identifier of that one: the
  /// context's new object becomes it, as where a unique key is taken.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>

  /// Removes everything that the store keeps.
  func erase() throws

  /// How many objects a descriptor asks for.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// The identifiers of the objects that a descriptor asks for.
  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier]

  /// Tells the store that a context begins to use it.
  func initializeState(for editingState: EditingState)

  /// Tells the store that a context is gone.
  func invalidateState(for editingState: EditingState)

  /// The snapshots that the store has at hand; those that are missing are fetched.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Throws ``DataStoreError/unsupportedFeature``.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Counts the snapshots of the entity and its subentities that a fetch gives.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetchIdentifiers(request).count
  }

  /// Takes the identifiers of the snapshots of the entity and its subentities that a fetch gives.
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

  /// None.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that removes objects by a predicate, without a snapshot of each.
public protocol DataStoreBatching: DataStore {
  /// Removes the objects that a request names.
  ///
  /// A store that cannot evaluate the predicate throws ``DataStoreError/preferInMemoryFilter`` and
  /// gets a snapshot of each object to be deleted instead.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

extension Schema {
  /// The names of an entity and of those below it.
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
