import DocumentData
import Foundation

/// A store that evaluates predicates, sorts and finds identifiers: it relays everything to a document
/// in memory, and says what it was asked and how much it gave.
final class RelayStore: DataStore {
  typealias Configuration = RelayConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: RelayConfiguration
  let schema: Schema
  private let document: DefaultStore
  var identifier: String { document.identifier }

  init(
    _ configuration: RelayConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    document = try configuration.document()
    schema = document.schema
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil, configuration.refusesPredicates {
      throw DataStoreError.preferInMemoryFilter
    }
    let result = try document.fetch(request)
    configuration.note("fetch", T.self, result.fetchedSnapshots.count)
    return result
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    let found = try document.fetchIdentifiers(request)
    configuration.note("identifiers", T.self, found.count)
    return found
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try document.save(request)
  }
}

/// The document behind a ``RelayStore``, and what was asked of it.
final class RelayConfiguration: DataStoreConfiguration {
  typealias Store = RelayStore

  let name = "relay"
  var schema: Schema?
  /// What was asked, of which entity, and how many objects were given.
  var log: [String] = []
  var refusesPredicates = false
  private let models: [any PersistentModel.Type]
  private var opened: DefaultStore?

  init(_ models: [any PersistentModel.Type]) { self.models = models }

  func document() throws -> DefaultStore {
    if let opened { return opened }
    let store = try DefaultStore(
      ModelConfiguration("relay", schema: Schema(models), isStoredInMemoryOnly: true))
    opened = store
    return store
  }

  func note<T: PersistentModel>(_ what: String, _ type: T.Type, _ count: Int) {
    log.append("\(what) \(Schema.entityName(for: type)) \(count)")
  }

  /// What was asked since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// A context over what the document holds, as if of a program started anew.
  func context() throws -> ModelContext {
    schema = nil
    return ModelContext(try ModelContainer(for: Schema(models), configurations: self))
  }

  static func == (left: RelayConfiguration, right: RelayConfiguration) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
