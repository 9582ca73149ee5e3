import DocumentTables

/// A document, in a file or in memory, as a store: the store of ``ModelConfiguration``.
///
/// Containers use their documents directly. This class is for programs that use a document as a store:
/// for part of the objects of a custom store, or to inspect snapshots.
public final class DefaultStore: DataStore, DataStoreBatching {
  /// The type of the configuration.
  public typealias Configuration = ModelConfiguration
  /// The type of the snapshots.
  public typealias Snapshot = DefaultSnapshot

  /// The entities of the store.
  public let schema: Schema
  /// The configuration of the store.
  public let configuration: ModelConfiguration
  private let store: ContainerStore
  private let migrationPlan: (any SchemaMigrationPlan.Type)?

  /// The configuration's name.
  public var name: String { configuration.name }
  /// The identifier of the document, which is part of its objects' identifiers.
  public var identifier: String { store.store.identifier }

  /// Opens a document, or creates one whose file the first save writes.
  ///
  /// - Throws: ``SwiftDataError`` if the configuration has no schema, or the document cannot be read or
  ///   migrated.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError(
        .unknownSchema,
        "the configuration “\(configuration.name)” needs a schema to make a store of")
    }
    self.schema = schema
    self.configuration = configuration
    let stores = try ContainerStore.open(
      [StoreSource(configuration)], schema, migrationPlan, [configuration])
    guard let store = stores.first else { throw SwiftDataError.loadIssueModelContainer }
    self.store = store
    self.migrationPlan = migrationPlan
  }

  /// The history of this store alone.
  var history: HistoryRequest { HistoryRequest([store], migrationPlan) }

  /// Fetches the snapshots that match a descriptor, and those of the objects to prefetch.
  ///
  /// - Throws: The errors of the descriptor's predicate.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let core = ContextCore(store)
    let objects = try core.fetch(request.descriptor)
    let prefetched = Set(request.descriptor.relationshipKeyPathsForPrefetching)
    let slots = T.schemaMetadata.enumerated()
      .filter { ($0.element.keypath as? PartialKeyPath<T>).map(prefetched.contains) ?? false }
      .map(\.offset)
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    for object in objects {
      for slot in slots {
        guard let end = object._$state.description?.slots[slot].end else { continue }
        for key in core.relatedKeys(of: object, slot: slot) ?? [] {
          guard let model = core.model(for: key, hierarchy: end.destinationHierarchy) else {
            continue
          }
          related[model.persistentModelID] = Self.snapshot(of: model, in: core)
        }
      }
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: objects.map { Self.snapshot(of: $0, in: core) },
      relatedSnapshots: related)
  }

  /// Counts the objects that match a descriptor, without creating snapshots.
  ///
  /// - Throws: The errors of the descriptor's predicate.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try ContextCore(store).fetchCount(request.descriptor)
  }

  /// Fetches the identifiers of the objects that match a descriptor, without creating snapshots.
  ///
  /// - Throws: The errors of the descriptor's predicate.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try ContextCore(store).fetchIdentifiers(request.descriptor)
  }

  /// Returns the snapshots of the objects that exist.
  ///
  /// - Throws: Never.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let core = ContextCore(store)
    var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
    for identifier in persistentIdentifiers {
      guard let model = core.storedModel(of: identifier) else { continue }
      snapshots[identifier] = Self.snapshot(of: model, in: core)
    }
    return snapshots
  }

  /// Saves snapshots by the rules of their models.
  ///
  /// A new object with the unique key of a stored object is united with it. The values are validated.
  ///
  /// - Throws: ``SwiftDataError``; the method then saves nothing.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let edit = SnapshotEdit(store, author: request.editingState.author)
    return try edit.apply(request, storeIdentifier: identifier)
  }

  /// Removes the objects of a class that satisfy a predicate, following the delete rules.
  ///
  /// - Throws: ``SwiftDataError``; the method then removes nothing.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let edit = SnapshotEdit(store, author: request.editingState.author)
    try edit.context.delete(
      model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
    try edit.context.save()
  }

  /// Removes every object.
  ///
  /// - Throws: ``SwiftDataError``; the method then removes nothing.
  public func erase() throws {
    let edit = SnapshotEdit(store, author: nil)
    try edit.deleteAll()
  }

  private static func snapshot(
    of model: any PersistentModel, in core: ContextCore
  ) -> DefaultSnapshot {
    DefaultSnapshot(model.persistentModelID, core.snapshotProperties(of: model))
  }
}

extension ModelConfiguration: DataStoreConfiguration {
  /// The type of the store: a document.
  public typealias Store = DefaultStore
}
