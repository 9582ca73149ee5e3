import DocumentTables

/// One save of a document.
///
/// A transaction stays in the words of the schema in which it was saved: a migration does not change
/// it. ``schemaVersion`` tells which one that is.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The number of the transaction in its document, from 1.
  public let id: Int64
  /// The time of the save, in whole milliseconds.
  ///
  /// The transactions of one document never go back in time, even if the clock was set back.
  public let timestamp: Date
  /// The position of the transaction; in a container of several stores it also tells how far the
  /// other stores had come.
  public internal(set) var token: DefaultHistoryToken
  /// The identifier of the document.
  public let storeIdentifier: String
  /// The bundle identifier, or else the name, of the program that saved; empty if unknown.
  public let bundleIdentifier: String
  /// The number of the process that saved; empty if unknown.
  public let processIdentifier: String
  /// The author of the context that saved.
  public let author: String?
  /// The schema version in whose words the transaction speaks; nil if that states no version.
  ///
  /// SwiftData has no such property.
  public let schemaVersion: Schema.Version?
  /// The version before a migration, of which this transaction is the record; else nil.
  ///
  /// SwiftData records no migrations.
  public let migratedFrom: Schema.Version?

  private let groups: [History.Transaction.Group]
  private let unknown: [HistoryRange]
  private let names: RecordedNames
  private let digest: Digest

  /// - Parameters:
  ///   - digest: The chained digest of the transaction.
  ///   - found: The changes that a comparison has found instead of unknown ones; nil if there was
  ///     none.
  ///   - names: The words of the transaction's schema.
  init(
    _ recorded: History.Transaction, digest: Digest, token: DefaultHistoryToken,
    found: [History.Transaction.Group]?, names: RecordedNames, history: History
  ) {
    id = recorded.number
    timestamp = Date(timeIntervalSinceReferenceDate: recorded.time)
    self.token = token
    storeIdentifier = token.store
    bundleIdentifier = recorded.program ?? ""
    processIdentifier = recorded.process ?? ""
    author = recorded.author
    schemaVersion = Schema.Version(names.schema.version)
    migratedFrom = recorded.migratedFrom
      .flatMap { Schema.Version(history.schemas[$0]?.version) }
    groups = found ?? recorded.groups
    unknown = found == nil ? recorded.unknown : []
    self.names = names
    self.digest = digest
  }

  /// The number of the transaction.
  public var transactionIdentifier: Int64 { id }

  /// The deleted objects, then the inserted, then the changed ones, each in the order of their keys.
  ///
  /// Code that applies the changes in this order finds the unique key of a deleted object free for an
  /// inserted one. The list is made at each access. Objects whose classes the program's models lack are in
  /// ``unlistedChanges``.
  public var changes: [HistoryChange] {
    recorded.flatMap { changes -> [HistoryChange] in
      guard let type = changes.description?.type else { return [] }
      return changes.changes(of: type)
    }
  }

  /// Changes of objects whose entities are not among the program's models.
  public var unlistedChanges: [UnlistedChange] {
    recorded.filter { $0.description == nil }.flatMap(\.unlistedChanges)
  }

  /// The entities in which a program changed objects without recording it; see ``HistoryObserver``.
  ///
  /// Fetch such objects anew. The list is empty if the container had the file open when that program
  /// saved it: ``changes`` then has the objects. SwiftData does not notice such changes.
  public var unknownChanges: [String] {
    var found: [String] = []
    for range in unknown {
      for name in names.entities(inHierarchy: range.hierarchy) where !found.contains(name) {
        found.append(name)
      }
    }
    return found
  }

  private var recorded: [RecordedChanges] {
    var first: Int64 = 1
    let kinds: [History.Transaction.Group.Kind] = [.delete, .insert, .update]
    return kinds.flatMap { kind in groups.filter { $0.kind == kind } }.map { group in
      defer { first += Int64(group.keys.count) }
      return RecordedChanges(group, of: [id], first: first, names)
    }
  }

  /// A change of an object whose entity is not among the program's models.
  public struct UnlistedChange: Hashable, Sendable {
    /// A kind of change.
    public enum Kind: Hashable, Sendable {
      /// The object was inserted.
      case insert
      /// Properties of the object were changed.
      case update
      /// The object was deleted.
      case delete
    }

    /// What happened to the object.
    public let kind: Kind
    /// The identifier of the object, with the entity that it had.
    public let identifier: PersistentIdentifier
  }

  /// Whether both are the same transaction.
  public static func == (
    left: DefaultHistoryTransaction, right: DefaultHistoryTransaction
  ) -> Bool {
    left.id == right.id && left.storeIdentifier == right.storeIdentifier
      && left.digest == right.digest
  }

  /// Hashes the number and the store.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(storeIdentifier)
  }
}

extension DefaultHistoryTransaction.UnlistedChange.Kind {
  init(_ kind: History.Transaction.Group.Kind) {
    self =
      switch kind {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
  }
}
