import DocumentData

/// A store that reads its whole file for each fetch, and writes it for each save.
///
/// The file is an array of snapshots, which describe themselves, so the store has no need to know
/// the models. It neither filters nor sorts: it says so, and the context does it in memory. Such a
/// store is good for as many objects as one would put into one JSON file.
///
///     [
///       {
///         "$types": { "name": "text", "stops": "toMany" },
///         "name": "Lisbon",
///         "persistentIdentifier": { "entityName": "Trip", … },
///         "stops": [ { "entityName": "Stop", … } ]
///       },
///       …
///     ]
public final class JSONArchiveStore: DataStore {
  /// What the store is made of.
  public typealias Configuration = JSONArchiveConfiguration
  /// The package's own snapshots: the store has no need to take them apart.
  public typealias Snapshot = DefaultSnapshot

  /// What the store was made of.
  public let configuration: JSONArchiveConfiguration
  /// The models of the file.
  public let schema: Schema
  /// What tells the store from others.
  ///
  /// The file's name will do, because no program has two stores in
  /// files of one name that could be mistaken for each other.
  public let identifier: String

  /// Makes a store; the file is not touched before it is needed.
  public init(
    _ configuration: JSONArchiveConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw JSONArchiveError.noSchema }
    self.configuration = configuration
    self.schema = schema
    identifier = configuration.fileURL.lastPathComponent
  }

  // MARK: The two methods that every store has

  /// Gives all objects of a class; the context filters and sorts them.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    // The request comes again without what the store refuses.
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let names = entityNames(of: Schema.entityName(for: T.self))
    var fetched: [DefaultSnapshot] = []
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    for snapshot in try read() {
      if names.contains(snapshot.persistentIdentifier.entityName) {
        fetched.append(snapshot)
      } else {
        // The file has been read anyway, so the context need not ask for these later.
        related[snapshot.persistentIdentifier] = snapshot
      }
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: fetched, relatedSnapshots: related)
  }

  /// Brings the changes into the file.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var snapshots = try read()
    var positions: [PersistentIdentifier: Int] = [:]
    for (position, snapshot) in snapshots.enumerated() {
      positions[snapshot.persistentIdentifier] = position
    }

    // New objects have temporary identifiers. All permanent ones are made before the first snapshot
    // is copied, because new objects may refer to one another.
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
    }
    for snapshot in request.inserted {
      guard let permanent = remapped[snapshot.persistentIdentifier] else { continue }
      snapshots.append(
        snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped))
    }

    // A changed object may have come to refer to new ones.
    for snapshot in request.updated {
      let own = snapshot.persistentIdentifier
      let changed = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped)
      if let position = positions[own] {
        snapshots[position] = changed
      } else {
        snapshots.append(changed)
      }
    }

    let deleted = request.deleted.map(\.persistentIdentifier)
    let gone = Set(deleted)
    snapshots.removeAll { gone.contains($0.persistentIdentifier) }
    try write(snapshots)
    return DataStoreSaveChangesResult(
      for: identifier, remappedPersistentIdentifiers: remapped, deletedIdentifiers: deleted)
  }

  /// Removes the file.
  public func erase() throws {
    guard fileExists else { return }
    try FileManager.default.removeItem(at: configuration.fileURL)
  }

  // MARK: The file

  private var fileExists: Bool {
    FileManager.default.fileExists(atPath: configuration.fileURL.path(percentEncoded: false))
  }

  private func read() throws -> [DefaultSnapshot] {
    guard fileExists else { return [] }
    let snapshots = try JSONDecoder().decode(
      [DefaultSnapshot].self, from: try Data(contentsOf: configuration.fileURL))
    var known: Set<PersistentIdentifier> = []
    for snapshot in snapshots where !known.insert(snapshot.persistentIdentifier).inserted {
      throw JSONArchiveError.duplicate(snapshot.persistentIdentifier)
    }
    return snapshots
  }

  /// Keys in order, so that two versions of a file can be compared line by line.
  private func write(_ snapshots: [DefaultSnapshot]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(snapshots).write(to: configuration.fileURL, options: .atomic)
  }

  // MARK: The schema

  /// The names of an entity and of the subentities whose objects are objects of it too.
  private func entityNames(of root: String) -> Set<String> {
    var names: Set<String> = []
    var waiting = [root]
    while let name = waiting.popLast() {
      guard names.insert(name).inserted else { continue }
      waiting += schema.entities.filter { $0.superentityName == name }.map(\.name)
    }
    return names
  }
}
