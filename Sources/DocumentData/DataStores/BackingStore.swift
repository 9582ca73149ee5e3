import DocumentTables

/// What stands behind the contexts of one store: a document, or a program's own store.
///
/// A context reads rows from ``tables``. It asks for what they lack, commits to the backing store, and
/// learns from it which identifiers its objects have. A document's tables hold every object
/// (`DocumentStore`); those of a custom store hold what has been asked for (`CustomStoreAdapter`).
protocol BackingStore: AnyObject, Sendable {
  /// The tables that contexts read.
  var tables: DocumentStore { get }
  /// Whether the tables hold every object. Getters and fetches then need not ask for anything.
  var answersFromTables: Bool { get }

  // MARK: Identifiers

  /// The identifier of an object that is inserted or stored.
  func identifier(of key: ObjectKey, _ entityName: String) -> PersistentIdentifier
  /// The identifier that the store has chosen for an object; nil where it follows from the key, or
  /// the object is not saved.
  func chosenIdentifier(of key: ObjectKey) -> PersistentIdentifier?
  /// The key of a stored object's identifier, whose entity is one of the schema's; nil for an
  /// identifier that cannot be the store's.
  func key(of identifier: PersistentIdentifier) -> ObjectKey?

  // MARK: Rows that the tables lack

  /// Whether an object has a key and no row, and nothing says yet that the store does not have it.
  func isUnread(_ key: ObjectKey, _ hierarchy: Int) -> Bool
  /// Reads an object that a context's base lacks.
  ///
  /// - Returns: Whether the base may take its row over, because the store had the object all the time.
  func read(_ key: ObjectKey, _ hierarchy: Int, _ state: EditingState) throws -> Bool
  /// Reads every object that refers to another through a column.
  ///
  /// - Returns: The keys of those that the tables may have got since the context's base.
  func readSources(
    of target: ObjectKey, _ identity: ColumnIdentity, isOneWay: Bool, _ state: EditingState
  ) throws -> [ObjectKey]
  /// Reads every object of a hierarchy.
  func readAll(_ hierarchy: Int, _ state: EditingState) throws
  /// Reads objects anew, whether or not they were read before.
  ///
  /// - Returns: Whether every object of the class has been read instead.
  func read<T: PersistentModel>(
    _ type: T.Type, _ wanted: [PersistentIdentifier], _ state: EditingState
  ) throws -> Bool

  // MARK: Fetching

  /// Fetches into the tables; nil where they hold everything and the context searches them.
  ///
  /// - Parameters:
  ///   - filters: Whether the store is to evaluate the predicate.
  ///   - isWhole: Whether the context needs everything that fits, because it goes on to sort, filter
  ///     or cut.
  func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, filters: Bool, isWhole: Bool, _ state: EditingState
  ) throws -> FoundKeys?
  /// Counts; nil where the store leaves that to the context.
  func fetchCount<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> Int?
  /// Fetches identifiers; nil where the store leaves that to the context.
  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier]?

  // MARK: Changes

  /// Makes the changes of a context part of the store and its tables.
  ///
  /// - Returns: Nil if the context is behind.
  /// - Throws: What the store throws; the tables are then as they were.
  func commit(_ changes: ChangeSet, of context: any SavingContext) throws -> CommitOutcome?
  /// Removes every object from the store and its tables.
  func erase() throws

  // MARK: Contexts

  func begin(_ state: EditingState)
  func end(_ state: EditingState)
}

/// What a fetch has found.
struct FoundKeys {
  /// In the order in which the store gave them.
  var keys: [ObjectKey] = []
  var isFiltered = true
  var isSorted = true
}

/// What a commit has made of a context's changes.
struct CommitOutcome {
  var version: DocumentStore.Version
  /// Whether new objects have become others that exist; the pending changes say so then.
  var hasUnited = false
}
