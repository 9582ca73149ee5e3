import DocumentTables

/// What a context knows: a version of the tables, the objects it has handed out, and the changes
/// that wait to be saved.
///
///     facade ──► core ──► store
///                 ├─ base         the version of the tables that reads see
///                 ├─ identityMap  key → object, as long as somebody holds the object
///                 └─ pending      inserted, touched and deleted objects, held strongly
///
/// Objects hold the core, and the core holds objects with pending changes; the facade breaks that
/// circle when it goes away.
final class ContextCore {
  let catalog: ModelCatalog
  let store: DocumentStore
  let isReadOnly: Bool
  weak var facade: ModelContext?

  var base: DocumentStore.Version
  var identityMap = IdentityMap()
  var pending = PendingChanges()
  var author: String?
  /// The first error that a save of this context threw: a migration stage fails with it even where
  /// its closure swallowed it.
  var firstSaveError: (any Error)?
  /// Every change set this context has saved, for the report of a migration stage.
  var savedChanges: [(before: Tables, changes: ChangeSet)] = []
  var recordsSavedChanges = false

  init(catalog: ModelCatalog, store: DocumentStore, isReadOnly: Bool = false) {
    self.catalog = catalog
    self.store = store
    self.isReadOnly = isReadOnly
    base = store.current
  }

  var schema: TableSchema { catalog.schema }

  func isTouched(_ key: ObjectKey) -> Bool { pending.touched[key] != nil }

  // MARK: Objects

  /// The object of a key, made if nobody holds it yet; nil if there is none, or it is to be deleted.
  func model(for key: ObjectKey, hierarchy: Int) -> (any PersistentModel)? {
    if let known = pending.object(for: key) ?? identityMap[key] {
      return known._$state.phase == .deleted || known._$state.phase == .removed ? nil : known
    }
    guard let location = base.tables.tables[hierarchy].location(of: key) else { return nil }
    return materialize(hierarchy, location)
  }

  /// The object of a row.
  func materialize(_ hierarchy: Int, _ location: RowLocation) -> (any PersistentModel)? {
    let segment = base.tables.tables[hierarchy].segments[location.segment]
    let key = segment.keys[location.row]
    if let known = pending.object(for: key) ?? identityMap[key] { return known }
    guard
      let description = catalog.description(
        hierarchy: hierarchy, discriminator: segment.entities[location.row])
    else { return nil }
    var state = _ModelState(description, key: key, core: self)
    state.segment = segment
    state.row = Int32(truncatingIfNeeded: location.row)
    state.phase = .stored
    let model = description.type.init(_$materializing: state)
    // Initialisers that a subclass inherits have run its defaults; the row holds the values.
    model._$visitLevels { $0 = _LevelValues() }
    identityMap[key] = model
    return model
  }

  /// Before an object's first change since the last save.
  func touch(_ model: any PersistentModel) {
    guard model._$state.phase == .stored, pending.touched[model._$state.key] == nil else { return }
    pending.touched[model._$state.key] = model
    facade?.noteChange()
  }

  // MARK: Following other contexts

  /// Moves the base to the store's current version; clean objects that changed follow it.
  func advance() {
    let current = store.current
    guard current.generation != base.generation else {
      base.tables.nextKey = current.tables.nextKey
      return
    }
    let changes = store.changes(since: base.generation)
    base = current
    if let changes {
      for change in changes {
        for row in change.updated { refresh(row.key, row.hierarchy) }
        for row in change.deleted { refresh(row.key, row.hierarchy) }
      }
    } else {
      for (key, model) in identityMap.all {
        if let description = model._$state.description { refresh(key, description.hierarchy) }
      }
    }
  }

  private func refresh(_ key: ObjectKey, _ hierarchy: Int) {
    guard let model = pending.object(for: key) ?? identityMap[key] else { return }
    if let location = base.tables.tables[hierarchy].location(of: key) {
      model._$state.segment = base.tables.tables[hierarchy].segments[location.segment]
      model._$state.row = Int32(truncatingIfNeeded: location.row)
      model._$notifyAll()
    } else if model._$state.phase == .stored, pending.touched[key] == nil {
      model._$state.phase = .removed
      model._$notifyAll()
    }
  }
}
