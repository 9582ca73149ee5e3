import DocumentTables

/// Backs contexts, which work on tables, with a custom store.
///
///     context core ──► mirror: the tables of what has been asked for
///          │             ▲ rows
///          └────────► adapter ──► custom store
///
/// The mirror holds the rows of the objects that the store has given snapshots of. An object that a
/// row refers to, and that has not been asked for, has a key but no row: reading the relationship
/// asks the store for it. Adding such rows does not change what the container holds, so it makes no
/// new generation; a snapshot that says something else than the row that is there does.
///
/// Everything here happens under one lock, the calls of the store too. The lock may be taken again by
/// the thread that has it, because making a snapshot of an object may have to ask the store for what
/// the object is related to.
package final class CustomStoreAdapter: CustomBackingStore, @unchecked Sendable {
  // Unchecked, because the store, its state and the maps below need not be Sendable: every stored
  // `var` and every use of `source` stands in a closure that `locked(_:)` runs, and nothing of them
  // is handed out. What is handed out are keys, identifiers and the mirror, which are Sendable.
  package let mirror: DocumentStore
  let catalog: ModelCatalog
  private let lock = NSRecursiveLock()
  let source: any SnapshotSource

  var keys: [PersistentIdentifier: ObjectKey] = [:]
  var identifiers: [ObjectKey: PersistentIdentifier] = [:]
  /// Who refers to an object through a column, as the object's snapshot says; nil where that says
  /// nothing.
  var stated: [ColumnIdentity: [ObjectKey: [ObjectKey]?]] = [:]
  /// By hierarchy, the objects that something refers to and that have not been asked for.
  ///
  /// An object that is neither among them nor has a row is one that the store does not have.
  var unread: [Int: Set<ObjectKey>] = [:]
  /// The hierarchies whose objects have all been asked for.
  var complete: Set<Int> = []
  /// How often the store was asked who refers to an object through a relationship without inverse.
  var oneWayQuestions: [ColumnIdentity: Int] = [:]
  /// The new objects of a save that is under way: they have no rows before it ends.
  var withheld: Set<ObjectKey> = []
  /// For each hierarchy, the stored ends that have an inverse: the column and where it leads.
  let inverseEnds: [[(column: Int, destination: Int)]]
  /// Temporary identifiers of this container are not those of another one, nor of another run.
  private let temporaryBase = UInt64.random(in: .min ... .max)

  init(_ source: any SnapshotSource, catalog: ModelCatalog) {
    self.source = source
    self.catalog = catalog
    mirror = DocumentStore(
      Tables(schema: catalog.schema, documentID: UUIDText.number(of: UUID())),
      identifier: source.identifier)
    inverseEnds = catalog.schema.hierarchies.enumerated().map { hierarchy, layout in
      catalog.observedEnds[hierarchy].compactMap { end in
        let column = layout.columns[end.column]
        return catalog.schema.relationshipEnd(named: column.name, of: column.entity).map {
          (end.column, $0.destinationHierarchy)
        }
      }
    }
  }

  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  var tables: DocumentStore { mirror }
  var custom: (any CustomBackingStore)? { self }

  // MARK: Identifiers

  /// The key of an identifier that the store has given, or will be asked for.
  func key(of identifier: PersistentIdentifier) -> ObjectKey? {
    locked {
      if let key = keys[identifier] { return key }
      guard !identifier.isTemporary, identifier.storeIdentifier == source.identifier else {
        return nil
      }
      return try? key(for: identifier)
    }
  }

  /// The key of an identifier, a new one for one that is new.
  func key(for identifier: PersistentIdentifier) throws -> ObjectKey {
    if let key = keys[identifier] { return key }
    let hierarchy = try description(of: identifier).hierarchy
    let key = mirror.takeKeys(1)
    unread[hierarchy, default: []].insert(key)
    keys[identifier] = key
    identifiers[key] = identifier
    return key
  }

  /// The permanent identifier of an object, or, before it is saved, its temporary one.
  func identifier(of key: ObjectKey, _ entityName: String) -> PersistentIdentifier {
    locked {
      identifiers[key]
        ?? PersistentIdentifier(
          entityName: entityName, storeIdentifier: nil,
          primaryKey: .temporary(temporaryBase &+ UInt64(bitPattern: key)))
    }
  }

  func assignedIdentifier(of key: ObjectKey) -> PersistentIdentifier? {
    locked { identifiers[key] }
  }

  func isUnread(_ key: ObjectKey, _ hierarchy: Int) -> Bool {
    locked { unread[hierarchy]?.contains(key) ?? false }
  }

  func isLoaded(_ key: ObjectKey, _ hierarchy: Int) -> Bool {
    mirror.current.tables.tables[hierarchy].location(of: key) != nil
  }

  func hierarchy(of key: ObjectKey) -> Int? {
    identifiers[key].flatMap { catalog.schema.hierarchyIndex(of: $0.entityName) }
  }

  // MARK: Contexts

  func begin(_ state: EditingState) { locked { source.initializeState(for: state) } }

  func end(_ state: EditingState) { locked { source.invalidateState(for: state) } }
}
