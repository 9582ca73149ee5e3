import DocumentTables

/// The store of a container's ``ModelConfiguration``: a document, in a file or in memory.
///
/// A container works on its documents directly, so this class is for programs that use a store
/// themselves: from a store of their own that keeps part of its objects in a document, or to look
/// at snapshots.
public final class DefaultStore: DataStore, DataStoreBatching {
  /// What the store is made of.
  public typealias Configuration = ModelConfiguration
  /// What the store gives and takes.
  public typealias Snapshot = DefaultSnapshot

  /// The entities that the store keeps.
  public let schema: Schema
  /// What the store was made of.
  public let configuration: ModelConfiguration
  private let store: ContainerStore

  /// The configuration's name.
  public var name: String { configuration.name }
  /// What tells the document from others; part of the identifiers of its objects.
  public var identifier: String { store.store.identifier }

  /// Opens a document, or makes one that the first save puts into its file.
  ///
  /// - Throws: ``SwiftDataError`` where the configuration has no schema, or the document cannot be
  ///   read or migrated.
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
  }

  /// Gives the snapshots that a descriptor asks for, and those of the objects that the relationships
  /// to be prefetched lead to.
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

  /// How many objects a descriptor asks for; makes no snapshot.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try ContextCore(store).fetchCount(request.descriptor)
  }

  /// The identifiers of the objects that a descriptor asks for; makes no snapshot.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try ContextCore(store).fetchIdentifiers(request.descriptor)
  }

  /// Gives the snapshots of the objects that exist.
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

  /// Keeps what the snapshots say, under the rules of their models: a new object whose unique key is
  /// taken becomes the object that has it, and the values are checked.
  ///
  /// - Throws: ``SwiftDataError``; nothing is saved then.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let edit = SnapshotEdit(store, author: request.editingState.author)
    return try edit.apply(request, storeIdentifier: identifier)
  }

  /// Removes the objects of a class that satisfy a predicate, following the delete rules.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let edit = SnapshotEdit(store, author: request.editingState.author)
    try edit.context.delete(
      model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
    try edit.context.save()
  }

  /// Removes every object.
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
  /// A document.
  public typealias Store = DefaultStore
}
