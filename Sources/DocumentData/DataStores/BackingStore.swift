import DocumentTables

/// The storage behind the contexts of one container store.
///
/// A context reads rows from ``tables`` and commits its changes here. The tables of a document hold
/// every object (`DocumentStore`). A custom store adds what a context needs to load the others
/// (``CustomBackingStore``).
protocol BackingStore: AnyObject, Sendable {
  /// The tables that contexts read.
  var tables: DocumentStore { get }
  /// The store as one that loads objects on request; nil if the tables hold every object.
  var custom: (any CustomBackingStore)? { get }

  /// The identifier of an inserted or stored object.
  func identifier(of key: ObjectKey, _ entityName: String) -> PersistentIdentifier
  /// The key of a stored object's identifier, whose entity is one of the schema's; nil for an
  /// identifier of another store.
  func key(of identifier: PersistentIdentifier) -> ObjectKey?

  /// Saves the changes of a context and applies them to the tables.
  ///
  /// - Returns: Nil if the context is behind.
  /// - Throws: The store's error; the tables then keep their rows.
  func commit(_ changes: ChangeSet, of context: any SavingContext) throws -> CommitOutcome?
  /// Ends what a commit has begun that found the changes of another process.
  func endMerge()
  /// Removes every object from the store and its tables.
  func erase() throws
}

/// A backing store whose tables hold only the objects that contexts have asked for.
protocol CustomBackingStore: BackingStore {
  func begin(_ state: EditingState)
  func end(_ state: EditingState)

  /// The identifier that the store assigned to an object; nil for an object that is not saved.
  func assignedIdentifier(of key: ObjectKey) -> PersistentIdentifier?

  // MARK: Rows

  /// Whether an object has a key and no row, and the store may have the object.
  func isUnread(_ key: ObjectKey, _ hierarchy: Int) -> Bool
  /// Reads an object that a context's base lacks.
  ///
  /// - Returns: Whether the base may adopt the row. It may if the store had the object all the time.
  func read(_ key: ObjectKey, _ hierarchy: Int, _ state: EditingState) throws -> Bool
  /// Reads every object that refers to another through a column.
  ///
  /// - Returns: The keys of the objects that the tables may have received since the context's base.
  func readSources(
    of target: ObjectKey, _ identity: ColumnIdentity, isOneWay: Bool, _ state: EditingState
  ) throws -> [ObjectKey]
  /// Reads every object of a hierarchy.
  func readAll(_ hierarchy: Int, _ state: EditingState) throws
  /// Reads objects again, including those that were read before.
  ///
  /// - Returns: Whether the store has read every object of the class instead.
  func read<T: PersistentModel>(
    _ type: T.Type, _ wanted: [PersistentIdentifier], _ state: EditingState
  ) throws -> Bool

  // MARK: Fetching

  /// Fetches objects into the tables.
  ///
  /// - Parameters:
  ///   - filters: Whether the store evaluates the predicate.
  ///   - isWhole: Whether the context needs every match, because it sorts, filters or cuts them itself.
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, filters: Bool, isWhole: Bool, _ state: EditingState
  ) throws -> FoundKeys
  /// Counts objects; nil if the context has to count them.
  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> Int?
  /// Fetches identifiers; nil if the context has to find the objects.
  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier]?

  // MARK: History

  /// The token of the last save that the store has answered with one.
  var historyToken: (any HistoryToken)? { get }
  /// Calls a closure with the store if it keeps a history.
  ///
  /// - Returns: The result of the closure; nil if the store keeps no history.
  func withHistory<Answer>(_ body: (any HistoryProviding) throws -> Answer) throws -> Answer?
}

/// The result of a fetch from a custom store.
struct FoundKeys {
  /// In the store's order.
  var keys: [ObjectKey] = []
  var isFiltered = true
  var isSorted = true
}

/// The result of a commit.
struct CommitOutcome {
  var version: DocumentStore.Version
  /// Whether new objects were united with existing ones; the pending changes then reflect that.
  var hasUnited = false
}

/// The context of a commit, as a backing store uses it.
protocol SavingContext: AnyObject {
  /// The version that the changes are based on.
  var base: DocumentStore.Version { get }
  var editingState: EditingState { get }
  /// How the save writes the store's file.
  var writing: FileWriting { get }
  /// The container that saves.
  var saver: AnyObject? { get }
  /// The batch deletions that have marked objects for removal.
  var batches: [BatchDeletion] { get }

  /// The inserted, changed or deleted object of a key.
  func pendingObject(for key: ObjectKey) -> (any PersistentModel)?
  /// The object of a key; nil if the store has no such object, or a pending change deletes it.
  func model(for key: ObjectKey, hierarchy: Int) -> (any PersistentModel)?

  /// Keeps an error that cannot be thrown here; the next fetch or save throws it.
  func note(_ error: any Error)
  func takeReadingError() -> (any Error)?

  /// Moves the context to the current version of the tables.
  func advance()
  /// Copies the values of `newer` to `older`, of the same class, and makes `newer` an alias of it.
  func unite(
    _ newer: any PersistentModel, with older: any PersistentModel, _ description: ModelDescription)
  /// The pending changes since the base.
  func makeChangeSet() -> ChangeSet
}

// A document is its own backing store: its tables hold every object, and identifiers follow from keys.
extension DocumentStore: BackingStore {
  var tables: DocumentStore { self }
  var custom: (any CustomBackingStore)? { nil }

  func identifier(of key: ObjectKey, _ entityName: String) -> PersistentIdentifier {
    PersistentIdentifier(entityName: entityName, storeIdentifier: identifier, key: key)
  }

  func key(of identifier: PersistentIdentifier) -> ObjectKey? {
    let isOwn =
      identifier.storeIdentifier == self.identifier
      || identifier.isUnsaved && isFormerIdentifier(identifier.storeIdentifier)
    guard isOwn, identifier.key != 0 else { return nil }
    // Another process may have used the key for another object.
    return identifier.isUnsaved ? newKey(of: identifier.key) : identifier.key
  }

  func commit(_ changes: ChangeSet, of context: any SavingContext) throws -> CommitOutcome? {
    do {
      return try commit(
        .rows(changes), after: context.base.generation, writing: context.writing,
        by: context.saver
      ).map { CommitOutcome(version: $0) }
    } catch let error as SwiftDataError where error.rule == .fileChanged {
      // The context is behind the process that has saved.
      try beginMerge(after: error)
      return nil
    }
  }
}
