import DocumentTables

/// One save of a document.
///
/// A transaction stays in the words of the schema in which it was saved: a migration does not change
/// it. ``schemaVersion`` tells which one that is.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The number of the transaction in its document, from 1.
  public let id: Int64
  /// The time of the save, in whole milliseconds.
  public let timestamp: Date
  /// The inserted objects, then the changed, then the deleted ones, each in the order of their keys.
  ///
  /// Objects whose classes the program's models lack are in ``unlistedChanges``.
  public let changes: [HistoryChange]
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
  /// Changes of objects whose entities are not among the program's models.
  public let unlistedChanges: [UnlistedChange]
  /// The entities in which a program changed objects without recording it; see ``HistoryObserver``.
  ///
  /// Fetch such objects anew. SwiftData does not notice such changes.
  public let unknownChanges: [String]

  /// The number of the transaction.
  public var transactionIdentifier: Int64 { id }

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
      && left.token == right.token
  }

  /// Hashes the number and the store.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(storeIdentifier)
  }
}

/// An object that a save of a document inserted.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The number of the change in its transaction, from 1.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// An object that a save of a document changed.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, @unchecked Sendable {
  // Unchecked, because key paths are not Sendable in every toolchain. They are immutable, and those
  // here come from the metadata of a class and capture nothing.

  /// The number of the change in its transaction, from 1.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The names of the changed properties, those of superclasses too, in the words of the
  /// transaction's schema.
  ///
  /// SwiftData has no such property.
  public let updatedPropertyNames: [String]
  let oldValues: RecordedValues<Model>
  let newValues: RecordedValues<Model>

  /// The changed properties that the class declares.
  public var updatedAttributes: [any PartialKeyPath<Model> & Sendable] {
    updatedPropertyNames.compactMap { RecordedValues<Model>.keyPath(named: $0) }
  }

  /// The value of a property before the change; nil if the history keeps no values, the property did
  /// not change, or the value was nil.
  ///
  /// SwiftData keeps no values of changes.
  public func oldValue<Value>(for keyPath: KeyPath<Model, Value>) -> Value? {
    oldValues.value(keyPath)
  }

  /// The value of a property after the change; see ``oldValue(for:)``.
  public func newValue<Value>(for keyPath: KeyPath<Model, Value>) -> Value? {
    newValues.value(keyPath)
  }
}

/// An object that a save of a document deleted.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The number of the change in its transaction, from 1.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  let values: RecordedValues<Model>

  /// The values that were preserved when the object was deleted.
  public var tombstone: HistoryTombstone<Model> { values.tombstone }
}
