import Foundation

@testable import DocumentData

/// A store in memory, which says what it was asked and does as it is told.
final class MemoryStore: DataStore {
  typealias Configuration = MemoryConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: MemoryConfiguration
  let schema: Schema
  let identifier: String

  init(
    _ configuration: MemoryConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw MemoryError.noSchema }
    self.configuration = configuration
    self.schema = schema
    identifier = configuration.name
    configuration.log.append("init \(migrationPlan.map { "\($0)" } ?? "without plan")")
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let entity = Schema.entityName(for: T.self)
    if let identifiers = request.identifiers {
      configuration.log.append("fetch \(identifiers.count) of \(entity)")
      try configuration.failure?("fetch")
      guard configuration.findsIdentifiers else { throw DataStoreError.preferInMemoryFilter }
      return DataStoreFetchResult(
        descriptor: request.descriptor,
        fetchedSnapshots: try configuration.answer(
          configuration.snapshots.filter { identifiers.contains($0.persistentIdentifier) }))
    }
    if request.descriptor.predicate != nil {
      configuration.log.append("fetch \(entity) with predicate")
      throw DataStoreError.preferInMemoryFilter
    }
    if !request.descriptor.sortBy.isEmpty {
      configuration.log.append("fetch \(entity) in order")
      throw DataStoreError.preferInMemorySort
    }
    configuration.log.append("fetch \(entity)")
    try configuration.failure?("fetch")
    if configuration.isSimple {
      return DataStoreFetchResult(
        descriptor: request.descriptor, fetchedSnapshots: configuration.snapshots.reversed(),
        relatedSnapshots: Dictionary(
          uniqueKeysWithValues: configuration.snapshots.map { ($0.persistentIdentifier, $0) }))
    }
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: try configuration.answer(
        configuration.snapshots.filter { $0.persistentIdentifier.entityName == entity }))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    configuration.log.append(
      "save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
    configuration.authors.append(request.editingState.author)
    try configuration.failure?("save")
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for (position, snapshot) in request.inserted.enumerated() {
      if let known = configuration.counterpart(of: snapshot, among: request.inserted[..<position]) {
        remapped[snapshot.persistentIdentifier] = remapped[known] ?? known
        continue
      }
      configuration.lastKey += 1
      remapped[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: configuration.lastKey)
    }
    let deleted = Set(request.deleted.map(\.persistentIdentifier))
    configuration.snapshots.removeAll { deleted.contains($0.persistentIdentifier) }
    for snapshot in request.inserted + request.updated {
      let own = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      try configuration.put(
        configuration.isSimple
          ? snapshot.copy(persistentIdentifier: own)
          : snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped),
        keepingNil: own != snapshot.persistentIdentifier)
    }
    if let result = try configuration.result?(remapped) { return result }
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard configuration.caches else { return [:] }
    configuration.log.append("cached \(persistentIdentifiers.count)")
    return Dictionary(
      uniqueKeysWithValues: configuration.snapshots
        .filter { persistentIdentifiers.contains($0.persistentIdentifier) }
        .map { ($0.persistentIdentifier, $0) })
  }

  func initializeState(for editingState: EditingState) {
    configuration.log.append("begin")
    configuration.editors.insert(editingState.id)
  }

  func invalidateState(for editingState: EditingState) {
    configuration.log.append("end")
    configuration.editors.remove(editingState.id)
  }
}

enum MemoryError: Error, Hashable { case noSchema, unplugged }

/// What a ``MemoryStore`` holds, and how it is to behave.
final class MemoryConfiguration: DataStoreConfiguration {
  // The name of the associated type of 2024.
  typealias StoreType = MemoryStore

  let name: String
  var schema: Schema?
  var snapshots: [DefaultSnapshot] = []
  var lastKey = 0
  var log: [String] = []
  var authors: [String?] = []
  var editors: Set<UUID> = []
  /// Whether the store understands the predicates by which single objects are asked for.
  var findsIdentifiers = true
  var caches = false
  /// Whether the store knows neither entities nor relationships.
  var isSimple = false
  var isInvalid = false
  /// Whether the store takes a new object for an older one.
  var identifies: ((_ new: DefaultSnapshot, _ older: DefaultSnapshot) -> Bool)?
  /// What the store makes of an object that it has taken a new one for.
  var adjust: (DefaultSnapshot) throws -> DefaultSnapshot = { $0 }
  var failure: ((String) throws -> Void)?
  var answer: ([DefaultSnapshot]) throws -> [DefaultSnapshot] = { $0 }
  var result:
    (
      ([PersistentIdentifier: PersistentIdentifier]) throws -> DataStoreSaveChangesResult<
        DefaultSnapshot
      >?
    )?

  init(name: String = "memory") { self.name = name }

  /// Keeps a snapshot; a nil to-one of one that was new leaves what an older one says.
  func put(_ snapshot: DefaultSnapshot, keepingNil: Bool) throws {
    guard
      let position = snapshots.firstIndex(where: {
        $0.persistentIdentifier == snapshot.persistentIdentifier
      })
    else {
      snapshots.append(snapshot)
      return
    }
    guard keepingNil else {
      snapshots[position] = snapshot
      return
    }
    let older = snapshots[position].properties
    let merged = snapshot.properties.merging(older) { new, old in
      if case .toOne(nil) = new { old } else { new }
    }
    snapshots[position] = try adjust(DefaultSnapshot(snapshot.persistentIdentifier, merged))
  }

  /// The older object that the store takes a new one for.
  func counterpart(
    of snapshot: DefaultSnapshot, among new: ArraySlice<DefaultSnapshot>
  ) -> PersistentIdentifier? {
    guard let identifies else { return nil }
    return (snapshots + new).first { identifies(snapshot, $0) }?.persistentIdentifier
  }

  func validate() throws {
    if isInvalid { throw MemoryError.unplugged }
  }

  static func == (left: MemoryConfiguration, right: MemoryConfiguration) -> Bool {
    left.name == right.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A container over what the configuration holds, as if by a program started anew.
  func container() throws -> ModelContainer {
    schema = nil
    return try ModelContainer(for: Schema(Club.models), configurations: self)
  }

  func context() throws -> ModelContext { ModelContext(try container()) }
}

extension DataStoreFetchRequest {
  /// The identifiers, where single objects are asked for.
  fileprivate var identifiers: [PersistentIdentifier]? {
    let expression =
      descriptor.predicate?.expression
      as? PredicateExpressions.SequenceContains<
        PredicateExpressions.Value<[PersistentIdentifier]>,
        PredicateExpressions.KeyPath<PredicateExpressions.Variable<T>, PersistentIdentifier>
      >
    return expression?.sequence.value
  }
}
