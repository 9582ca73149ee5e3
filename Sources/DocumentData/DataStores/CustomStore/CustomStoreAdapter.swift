import DocumentTables

/// Backs contexts, which work on tables, with a custom store.
///
///     context core ──► mirror: tables of the objects that were read
///          │             ▲ rows
///          └────────► adapter ──► custom store
///
/// The mirror has the rows of the objects whose snapshots the store has returned. An object that a row
/// refers to, and that was not read, has a key but no row; reading the relationship reads the object.
/// Adding such rows does not change the content of the container, so it creates no new generation. A
/// snapshot that differs from the row of its object does.
///
/// One lock protects everything here, including the calls of the store. It is recursive, because
/// creating the snapshot of an object may read related objects from the store.
package final class CustomStoreAdapter: CustomBackingStore, @unchecked Sendable {
  // Unchecked, because the store, its state and the maps below need not be Sendable: only closures of
  // `locked(_:)` use the stored `var`s and `source`, and none of these leaves the closures. Methods
  // return keys, identifiers and the mirror, which are Sendable.
  package let mirror: DocumentStore
  let catalog: ModelCatalog
  private let lock = NSRecursiveLock()
  let source: any SnapshotSource

  var keys: [PersistentIdentifier: ObjectKey] = [:]
  var identifiers: [ObjectKey: PersistentIdentifier] = [:]
  /// The objects that refer to an object through a column, according to the object's snapshot; nil if
  /// the snapshot does not state them.
  var stated: [ColumnIdentity: [ObjectKey: [ObjectKey]?]] = [:]
  /// The objects that a row refers to and that were not read, by hierarchy.
  ///
  /// The store lacks an object that has neither an entry here nor a row.
  var unread: [Int: Set<ObjectKey>] = [:]
  /// The hierarchies whose objects have all been read.
  var complete: Set<Int> = []
  /// The number of requests for the objects that refer to another, by relationship without inverse.
  var oneWayQuestions: [ColumnIdentity: Int] = [:]
  /// The token of the last save that the store has answered with one.
  var savedToken: (any HistoryToken)?
  /// The new objects of the current save, which have no rows before it ends.
  var withheld: Set<ObjectKey> = []
  /// The stored ends that have an inverse, by hierarchy: the column and its destination.
  let inverseEnds: [[(column: Int, destination: Int)]]
  /// Distinguishes the temporary identifiers of this container from those of others, and of other runs.
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

  /// The key of an identifier of the store; a new key for an identifier that was not used before.
  func key(of identifier: PersistentIdentifier) -> ObjectKey? {
    locked {
      if let key = keys[identifier] { return key }
      guard !identifier.isTemporary, identifier.storeIdentifier == source.identifier else {
        return nil
      }
      return try? key(for: identifier)
    }
  }

  /// The key of an identifier; a new key for a new identifier.
  func key(for identifier: PersistentIdentifier) throws -> ObjectKey {
    if let key = keys[identifier] { return key }
    let hierarchy = try description(of: identifier).hierarchy
    let key = mirror.takeKeys(1)
    unread[hierarchy, default: []].insert(key)
    keys[identifier] = key
    identifiers[key] = identifier
    return key
  }

  /// The permanent identifier of an object; before the first save, its temporary identifier.
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
