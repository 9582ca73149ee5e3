import DocumentTables

/// An object that a save of a document inserted.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The number of the change in its transaction or ``NetHistory``, from 1.
  public let changeIdentifier: Int64
  /// The number of the transaction; in a ``NetHistory``, of the last one that changed the object.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier

  init(_ changes: RecordedChanges, row: Int, _ key: ObjectKey) {
    changeIdentifier = changes.number(row)
    transactionIdentifier = changes.transaction(row)
    changedPersistentIdentifier = changes.object(key)
  }
}

/// An object that a save of a document changed.
///
/// A change of a relationship is a change of the objects at both ends.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  /// The number of the change in its transaction or ``NetHistory``, from 1.
  public let changeIdentifier: Int64
  /// The number of the transaction; in a ``NetHistory``, of the last one that changed the object.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  private let changes: RecordedChanges
  private let row: Int

  init(_ changes: RecordedChanges, row: Int, _ key: ObjectKey) {
    changeIdentifier = changes.number(row)
    transactionIdentifier = changes.transaction(row)
    changedPersistentIdentifier = changes.object(key)
    self.changes = changes
    self.row = row
  }

  /// The changed properties that the class has, those of superclasses too, in the order of the
  /// class.
  ///
  /// A property that had another name in the transaction's schema is found as a migration finds it.
  public var updatedAttributes: [any PartialKeyPath<Model> & Sendable] {
    changes.attributes(of: Model.self)
  }

  /// The names of the changed properties, those of superclasses too, in the words of the
  /// transaction's schema; in a ``NetHistory``, in those of the models.
  ///
  /// SwiftData has no such property.
  public var updatedPropertyNames: [String] { changes.group.properties }

  /// The value of an attribute before the change; nil if the history keeps no values, the attribute
  /// did not change, or its type was another one.
  ///
  /// In a ``NetHistory``, the value before the first change. SwiftData keeps no values of changes.
  public func oldValue<Value>(for keyPath: KeyPath<Model, Value>) -> Value? {
    value(of: keyPath, in: changes.group.old)
  }

  /// The value of an attribute after the change; see ``oldValue(for:)``.
  public func newValue<Value>(for keyPath: KeyPath<Model, Value>) -> Value? {
    value(of: keyPath, in: changes.group.new)
  }

  /// The objects of a relationship before the change; nil if the history keeps no values, or if the
  /// relationship did not change.
  ///
  /// A document stores a relationship at one end, of one-to-many relationships at the end that leads
  /// to one object. Histories keep the objects for that end only.
  public func oldIdentifiers(for keyPath: PartialKeyPath<Model>) -> [PersistentIdentifier]? {
    property(keyPath).flatMap { changes.identifiers(of: $0, in: changes.group.old, row) }
  }

  /// The objects of a relationship after the change; see ``oldIdentifiers(for:)``.
  public func newIdentifiers(for keyPath: PartialKeyPath<Model>) -> [PersistentIdentifier]? {
    property(keyPath).flatMap { changes.identifiers(of: $0, in: changes.group.new, row) }
  }

  private func value<Value>(
    of keyPath: KeyPath<Model, Value>, in values: [String: [Tree]]
  ) -> Value? {
    // A cast of nil to an optional type would succeed: an unknown value would be nil, which is a value.
    guard let property = property(keyPath),
      let content = changes.content(of: property, in: values, row)
    else { return nil }
    return content as? Value
  }

  private func property(_ keyPath: PartialKeyPath<Model>) -> Schema.PropertyMetadata? {
    let metadata = ModelMetadata.of(Model.self)
    return metadata.position(of: keyPath).map { metadata.properties[$0] }
  }
}

/// An object that a save of a document deleted.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The number of the change in its transaction or ``NetHistory``, from 1.
  public let changeIdentifier: Int64
  /// The number of the transaction; in a ``NetHistory``, of the last one that changed the object.
  public let transactionIdentifier: Int64
  /// The identifier of the object.
  public let changedPersistentIdentifier: PersistentIdentifier
  private let changes: RecordedChanges
  private let row: Int

  init(_ changes: RecordedChanges, row: Int, _ key: ObjectKey) {
    changeIdentifier = changes.number(row)
    transactionIdentifier = changes.transaction(row)
    changedPersistentIdentifier = changes.object(key)
    self.changes = changes
    self.row = row
  }

  /// The values that were preserved when the object was deleted; those of relationships are
  /// identifiers.
  public var tombstone: HistoryTombstone<Model> {
    var values: [PartialKeyPath<Model>: any Sendable] = [:]
    for property in ModelMetadata.of(Model.self).properties {
      guard let keyPath = property.keypath as? PartialKeyPath<Model>,
        let value = changes.tombstoneValue(of: property, row)
      else { continue }
      values[keyPath] = value
    }
    return HistoryTombstone(values)
  }
}

/// The change, transaction and object that two equal changes share.
private struct ChangeIdentity: Hashable {
  let change: Int64
  let transaction: Int64
  let object: PersistentIdentifier
}

extension DefaultHistoryInsert: Hashable {
  private var identity: ChangeIdentity {
    ChangeIdentity(
      change: changeIdentifier, transaction: transactionIdentifier,
      object: changedPersistentIdentifier)
  }

  /// Whether both are the same change of the same transaction.
  public static func == (left: DefaultHistoryInsert, right: DefaultHistoryInsert) -> Bool {
    left.identity == right.identity
  }

  /// Hashes the numbers and the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension DefaultHistoryUpdate: Hashable {
  private var identity: ChangeIdentity {
    ChangeIdentity(
      change: changeIdentifier, transaction: transactionIdentifier,
      object: changedPersistentIdentifier)
  }

  /// Whether both are the same change of the same transaction.
  public static func == (left: DefaultHistoryUpdate, right: DefaultHistoryUpdate) -> Bool {
    left.identity == right.identity
  }

  /// Hashes the numbers and the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension DefaultHistoryDelete: Hashable {
  private var identity: ChangeIdentity {
    ChangeIdentity(
      change: changeIdentifier, transaction: transactionIdentifier,
      object: changedPersistentIdentifier)
  }

  /// Whether both are the same change of the same transaction.
  public static func == (left: DefaultHistoryDelete, right: DefaultHistoryDelete) -> Bool {
    left.identity == right.identity
  }

  /// Hashes the numbers and the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
