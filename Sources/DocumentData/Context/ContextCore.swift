import DocumentTables

/// What a context knows: a version of the tables, the objects it has handed out, and the changes
/// that wait to be saved.
///
///     facade ──► core ──► backing store, whose tables are `store`
///                 ├─ base         the version of the tables that reads see
///                 ├─ identityMap  key → object, as long as somebody holds the object
///                 └─ pending      inserted, touched and deleted objects, held strongly
///
/// Objects hold the core, and the core holds objects with pending changes; the facade breaks that
/// circle when it goes away, and nothing becomes pending after that.
final class ContextCore {
  let catalog: ModelCatalog
  /// What keeps the objects.
  let backing: any BackingStore
  /// The tables of ``backing``; kept here, as getters and fetches need them.
  let store: DocumentStore
  /// ``backing`` if it is a custom store: the tables then lack objects.
  let custom: (any CustomBackingStore)?
  /// Kept open as long as an object or a context knows the core.
  private let document: OpenDocument?
  let isReadOnly: Bool
  let uniqueness: ModelConfiguration.UniquenessPolicy
  /// How much time a save may take to compress; nil where the store knows.
  let compression: DocumentCompression?
  /// How messages call the store.
  let name: String
  weak var facade: ModelContext?

  var base: DocumentStore.Version
  let identityMap: IdentityMap
  var pending = PendingChanges()
  var aliases = AliasMap()
  var author: String?
  /// How predicates that name one object were translated.
  let translatedEqualities = TranslatedEqualities()
  let confinement = Confinement()
  /// Who observes results of fetches.
  var resultsSignals = ResultsSignals()
  /// Whether somebody has watched an object of this context.
  var isObserved = false
  /// Names the context to stores.
  var editingID = UUID()
  /// What went wrong while a getter read from a custom store.
  var readingError: (any Error)?
  /// What objects were before they changed, for the undo manager; nil where there is none.
  var journal: ChangeJournal?
  /// The keys of new objects that an upsert has put older ones in the place of; kept where changes
  /// can be undone.
  var unitedKeys: [ObjectKey: ObjectKey] = [:]
  /// What the context writes into, where it is one of a migration stage's closure.
  let closure: ClosureRecord?
  /// What the objects of each entity share, by hierarchy, then discriminator.
  ///
  /// They hold this, so they are kept only as long as the facade is there, which breaks the circle;
  /// objects hold theirs.
  var homes: [[ObjectHome?]] = []

  init(_ store: ContainerStore) {
    catalog = store.catalog
    identityMap = IdentityMap(store.catalog)
    self.store = store.store
    backing = store.backing
    custom = store.backing.custom
    document = store.document
    compression = store.configuration?.compression
    isReadOnly = store.isReadOnly
    uniqueness = store.uniqueness
    name = store.name
    closure = store.closure
    base = store.store.current
  }

  convenience init(catalog: ModelCatalog, backing: any BackingStore) {
    self.init(ContainerStore(catalog: catalog, backing: backing))
  }

  var schema: TableSchema { catalog.schema }

  /// Runs a request of a program; what it throws is known to the report of a migration stage even
  /// where the stage's closure catches it.
  func noted<Answer>(_ request: () throws -> Answer) throws -> Answer {
    guard let closure else { return try request() }
    do {
      return try request()
    } catch {
      closure.note(thrown: error)
      throw error
    }
  }

  func isTouched(_ key: ObjectKey) -> Bool { pending.touched[key] != nil }

  // MARK: Objects

  /// The object of a key, made if nobody holds it yet; nil if there is none, or it is to be
  /// deleted.
  func model(for key: ObjectKey, hierarchy: Int) -> (any PersistentModel)? {
    if let known = pending.object(for: key) ?? identityMap[key] {
      return known._$state.phase.isPresent ? known : nil
    }
    guard let location = location(of: key, hierarchy: hierarchy) else { return nil }
    let segment = base.tables.tables[hierarchy].segments[location.segment]
    return make(key, hierarchy, segment, location.row, .stored)
  }

  /// Begins to work for a context.
  func enter(_ facade: ModelContext) {
    self.facade = facade
    homes = schema.hierarchies.map { layout in
      Array(repeating: nil, count: layout.entities.count)
    }
  }

  /// Ends it: pending objects and homes hold the core that holds them.
  func leaveFacade() {
    pending = PendingChanges()
    homes = []
  }

  /// Before each change of an object; the first one since the last save makes it pending.
  func touch(_ model: any PersistentModel) {
    confinement.enter()
    defer { confinement.leave() }
    resultsSignals.raise()
    let key = model._$state.key
    guard model._$state.phase == .stored, pending.touched[key] == nil, let facade else { return }
    if identityMap.holds(model) {
      pending.touched[key] = model
    } else if let known = identityMap[key] {
      pending.touched[key] = known
    } else {
      // An object that an upsert made stand for the row has outlived the one that had it. What the
      // deinitialiser of a model changes is lost with it.
      guard identityMap.register(model, for: key) else { return }
      pending.touched[key] = model
    }
    facade.noteChange()
  }

  /// At each insertion and deletion.
  func noteChange() {
    resultsSignals.raise()
    facade?.noteChange()
  }
}
