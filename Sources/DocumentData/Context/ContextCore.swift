import DocumentTables

/// The state of a context for one store: a version of the tables, the objects, and the pending
/// changes.
///
///     facade ──► core ──► backing store, whose tables are `store`
///                 ├─ base      the version of the tables that reads see
///                 ├─ objects   objects by key, which the program holds
///                 └─ pending   inserted, touched and deleted objects, held strongly
///
/// Objects hold the core, and the core holds objects with pending changes. The deinitialiser of the
/// facade breaks that cycle; after that, no object becomes pending.
final class ContextCore {
  let catalog: ModelCatalog
  let backing: any BackingStore
  /// The tables of ``backing``, stored here for getters and fetches.
  let store: DocumentStore
  /// ``backing`` if it is a custom store: the tables then lack objects.
  let custom: (any CustomBackingStore)?
  /// The open document; it stays open as long as an object or a context holds the core.
  private let document: OpenDocument?
  private let fileFollowing: ModelConfiguration.FileFollowing
  /// Why the store may not be written; nil if it may.
  let readOnlyReason: ReadOnlyReason?
  let uniqueness: UniquenessRules
  /// How a save writes the store's file.
  let writing: FileWriting
  /// The name of the store in messages.
  let name: String
  weak var facade: ModelContext?

  var base: DocumentStore.Version
  let objects: ContextObjects
  var pending = PendingChanges()
  var author: String?
  /// The translations of predicates that compare one attribute with a value.
  let translatedEqualities = TranslatedEqualities()
  let confinement: Confinement
  /// The observers of fetch results.
  var resultsSignals = ResultsSignals()
  /// The identity of the context for stores.
  var editingID = UUID()
  /// The first error of a getter that read from a custom store; the next fetch or save throws it.
  var readingError: (any Error)?
  /// The states of changed objects before the change.
  var undo = UndoRecording()
  /// The record of a migration stage's closure; nil for every other context.
  let closure: ClosureRecord?

  init(_ store: ContainerStore, _ confinement: Confinement? = nil) {
    self.confinement = confinement ?? Confinement(takesTurns: false, isOnMainActor: false)
    catalog = store.catalog
    objects = ContextObjects(store.catalog)
    self.store = store.store
    backing = store.backing
    custom = store.backing.custom
    document = store.document
    fileFollowing = store.configuration?.fileFollowing ?? .automatic
    writing = store.configuration?.writing ?? FileWriting()
    readOnlyReason = store.readOnlyReason
    uniqueness = store.uniqueness
    name = store.name
    closure = store.closure
    base = store.store.current
    objects.core = self
  }

  convenience init(catalog: ModelCatalog, backing: any BackingStore) {
    self.init(ContainerStore(catalog: catalog, backing: backing))
  }

  var schema: TableSchema { catalog.schema }
  var isReadOnly: Bool { readOnlyReason != nil }

  /// Notices from now on that other processes save the file, unless the configuration forbids it.
  func followFile() {
    if fileFollowing != .never { document?.follow() }
  }

  /// Runs a request of the program.
  ///
  /// The report of a migration stage lists its error, even if the stage's closure catches it.
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

  /// The object of a key that the program or a pending change holds.
  func heldObject(_ key: ObjectKey) -> (any PersistentModel)? {
    pending.object(for: key) ?? objects.identityMap[key]
  }

  /// The object of a key; nil if the store has no such object, or a pending change deletes it.
  func model(for key: ObjectKey, hierarchy: Int) -> (any PersistentModel)? {
    if let known = heldObject(key) { return known._$state.phase.isPresent ? known : nil }
    guard let location = location(of: key, hierarchy: hierarchy) else { return nil }
    return make(base.tables.tables[hierarchy].segments[location.segment], location.row, hierarchy)
  }

  /// The object of a row of the base.
  func materialize(_ hierarchy: Int, _ location: RowLocation) -> (any PersistentModel)? {
    let segment = base.tables.tables[hierarchy].segments[location.segment]
    return heldObject(segment.keys[location.row]) ?? make(segment, location.row, hierarchy)
  }

  /// A removed object with its last values.
  func removedModel(
    _ key: ObjectKey, _ hierarchy: Int, in rows: LastRows
  ) -> (any PersistentModel)? {
    if let known = heldObject(key) { return known }
    let table = rows.tables.tables[hierarchy]
    guard let location = table.location(of: key),
      let model = make(table.segments[location.segment], location.row, hierarchy, .removed)
    else { return nil }
    keepRequiredReadable(of: model, in: rows)
    return model
  }

  private func make(
    _ segment: Segment, _ row: Int, _ hierarchy: Int, _ phase: ModelPhase = .stored
  ) -> (any PersistentModel)? {
    confinement.enter()
    defer { confinement.leave() }
    let model = objects.make(segment, row, of: hierarchy, phase)
    if let model, phase == .stored, pending.references.hasLost { applyLosses(to: model) }
    return model
  }

  /// Attaches the core to its context.
  func enter(_ facade: ModelContext) {
    self.facade = facade
    objects.keepHomes()
  }

  /// Detaches the core: releases the homes, and the objects that are pending or recorded for undo; all of
  /// these hold the core.
  func leaveFacade() {
    pending = PendingChanges()
    undo.stop()
    objects.dropHomes()
  }

  /// Precedes each change of an object.
  ///
  /// The first change since the last save makes the object pending.
  func touch(_ model: any PersistentModel) {
    confinement.enter()
    defer { confinement.leave() }
    resultsSignals.raise()
    let key = model._$state.key
    guard model._$state.phase == .stored, pending.touched[key] == nil, let facade else { return }
    if objects.identityMap.holds(model) {
      pending.change(model)
    } else if let known = model._$state.principal ?? objects.identityMap[key] {
      pending.change(known)
    } else {
      // Changes that a model's deinitialiser makes are lost.
      guard objects.identityMap.register(model, for: key) else { return }
      pending.change(model)
    }
    facade.noteChange()
  }

  /// Follows each insertion and deletion.
  func noteChange() {
    resultsSignals.raise()
    facade?.noteChange()
  }
}
