import DocumentMigration
import DocumentTables

/// The objects in which a document differs from another one, or from an earlier state of itself.
///
/// Objects are in the order of their entities and keys.
public struct DocumentChanges: Hashable, Sendable {
  /// The value of a property, as documents store it.
  public enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// An unsigned number of 64 bits.
    case unsigned(UInt64)
    case double(Double)
    case date(Date)
    /// A text; URLs, decimal numbers, days and times by clocks or at places are texts in their canonical spelling.
    case text(String)
    case uuid(UUID)
    case data(Data)
    case array([Value])
    /// A dictionary, or a `Codable` value, as JSON.
    case json(String)
    /// The object of a relationship to one.
    case object(PersistentIdentifier)
    /// The objects of a relationship to many, in order.
    case objects([PersistentIdentifier])
  }

  /// A property of an object.
  public struct Property: Hashable, Sendable {
    /// The name of the property.
    public let name: String
    /// The value before; nil for an inserted object.
    public let oldValue: Value?
    /// The value now; nil for a deleted object.
    public let newValue: Value?
  }

  /// An object that was inserted, updated or deleted.
  public struct Object: Hashable, Sendable {
    /// The name of the object's entity.
    public let entityName: String
    /// The object's identifier; in the earlier document if the object was deleted.
    public let persistentModelID: PersistentIdentifier
    /// The changed properties of an updated object, otherwise all stored ones.
    ///
    /// Of a relationship, only the end that stores it is among them, and the end that stores the
    /// order of its objects.
    public let properties: [Property]
  }

  /// The objects that only the document has.
  public internal(set) var inserted: [Object] = []
  /// The objects whose values differ.
  public internal(set) var updated: [Object] = []
  /// The objects that only the other document, or the earlier state, has.
  public internal(set) var deleted: [Object] = []
  /// Whether data of other programs or other schema versions differs.
  public internal(set) var changesForeignData = false

  /// Whether nothing differs.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !changesForeignData
  }
}

extension ModelDocument {
  /// Returns the committed changes since the document was opened or created.
  ///
  /// An object whose class changed is both deleted and inserted.
  public func changesSinceOpening() -> DocumentChanges {
    let tables = tables
    return ChangeReading(openedTables, tables, ownKeys: [:], of: openedTables)
      .changes(ChangeSet(from: openedTables, to: tables))
  }

  /// Returns the changes that make this document of another one.
  ///
  /// Objects of two versions of one document are the same if they have the same identifier. Objects
  /// of different documents are matched by unique values, then by equal content of the same owner.
  /// Only committed changes are compared.
  ///
  /// - Parameter other: A document of the same models.
  /// - Throws: ``SwiftDataError/unknownSchema`` if the other document has other models.
  public func changes(since other: ModelDocument) throws -> DocumentChanges {
    let (tables, base) = (tables, other.tables)
    guard tables.schema.modelFingerprint() == base.schema.modelFingerprint() else {
      throw SwiftDataError(
        .unknownSchema, "documents of different models or versions cannot be compared")
    }
    guard tables.documentID != base.documentID else {
      return ChangeReading(base, tables, ownKeys: [:], of: base)
        .changes(ChangeSet(from: base, to: tables))
    }
    let keys = ObjectMatching(tables, base).completedKeys(tables, base)
    let rekeyed = base.rekeyed(keys)
    let ownKeys = Dictionary(keys.lazy.map { ($0.value, $0.key) }) { first, _ in first }
    return ChangeReading(rekeyed, tables, ownKeys: ownKeys, of: base)
      .changes(ChangeSet(from: rekeyed, to: tables))
  }
}

/// A conversion of change sets to public values.
private struct ChangeReading {
  private let old: Tables
  private let new: Tables
  private let oldStore: String
  private let newStore: String
  /// The keys of old objects in their own document, where they differ.
  private let ownKeys: [ObjectKey: ObjectKey]
  private let columns: [[ComparedColumn]]

  init(
    _ old: Tables, _ new: Tables, ownKeys: [ObjectKey: ObjectKey], of document: Tables
  ) {
    self.old = old
    self.new = new
    self.ownKeys = ownKeys
    oldStore = UUIDText.text(document.documentID)
    newStore = UUIDText.text(new.documentID)
    columns = new.schema.comparedColumns()
  }

  func changes(_ changes: ChangeSet) -> DocumentChanges {
    var result = DocumentChanges()
    result.inserted = changes.inserted.map { row in
      object(row.hierarchy, row.discriminator, row.key, isOld: false) { column, _ in
        .init(name: column.layout.name, oldValue: nil, newValue: value(row.values, column, false))
      }
    }
    result.deleted = changes.deleted.map { row in
      object(row.hierarchy, row.discriminator, row.key, isOld: true) { column, _ in
        .init(name: column.layout.name, oldValue: value(row.values, column, true), newValue: nil)
      }
    }
    result.updated = changes.updated.compactMap { row in
      guard !row.changes.isEmpty else { return nil }
      let entity = new.entity(of: row.key, row.hierarchy)
      let edits = Dictionary(row.changes.map { ($0.column, $0) }) { first, _ in first }
      return object(row.hierarchy, entity, row.key, isOld: false) { column, _ in
        edits[column.index].map {
          .init(
            name: column.layout.name, oldValue: value($0.old, column, true),
            newValue: value($0.new, column, false))
        }
      }
    }
    result.changesForeignData =
      !changes.extensions.isEmpty || !changes.keptParts.isEmpty || changes.carried != nil
      || changes.updated.contains { $0.foreign != nil }
    return result
  }

  private func object(
    _ hierarchy: Int, _ entity: UInt16, _ key: ObjectKey, isOld: Bool,
    _ property: (ComparedColumn, Int) -> DocumentChanges.Property?
  ) -> DocumentChanges.Object {
    let layout = new.schema.hierarchies[hierarchy].entities[Int(entity)]
    return DocumentChanges.Object(
      entityName: layout.name,
      persistentModelID: PersistentIdentifier(
        entityName: layout.name, storeIdentifier: isOld ? oldStore : newStore,
        key: isOld ? ownKeys[key] ?? key : key),
      properties: layout.properties.compactMap { name in
        name.column.flatMap { property(columns[hierarchy][$0], $0) }
      })
  }

  private func value(
    _ values: [DocumentTables.Value], _ column: ComparedColumn, _ isOld: Bool
  ) -> DocumentChanges.Value {
    value(values.indices.contains(column.index) ? values[column.index] : .null, column, isOld)
  }

  private func value(
    _ value: DocumentTables.Value, _ column: ComparedColumn, _ isOld: Bool
  ) -> DocumentChanges.Value {
    guard let end = column.end else {
      return DocumentChanges.Value(value, column.layout.attribute?.type)
    }
    func identifier(_ key: ObjectKey) -> PersistentIdentifier {
      let tables = isOld ? old : new
      let table = tables.schema.hierarchies[end.destinationHierarchy]
      return PersistentIdentifier(
        entityName: table.entities[Int(tables.entity(of: key, end.destinationHierarchy))].name,
        storeIdentifier: isOld ? oldStore : newStore, key: isOld ? ownKeys[key] ?? key : key)
    }
    switch value {
    case .reference(let key): return .object(identifier(key))
    case .references(let keys): return .objects(keys.map(identifier))
    default: return .null
    }
  }
}

extension DocumentChanges.Value {
  /// Creates the value of an attribute, or of an element if the type is nil.
  init(_ value: DocumentTables.Value, _ type: AttributeType?) {
    self =
      switch (type, value) {
      case (_, .null): .null
      case (.scalar(.date), .double(let seconds)), (_, .date(let seconds)):
        .date(Date(timeIntervalSinceReferenceDate: seconds))
      case (.scalar(.day), .integer(let days)): .text(DayText.text(days))
      case (_, .bool(let value)): .bool(value)
      case (_, .integer(let value)), (_, .reference(let value)): .integer(value)
      case (_, .unsigned(let value)): .unsigned(value)
      case (_, .double(let value)): .double(value)
      case (_, .text(let value)): .text(value)
      case (_, .uuid(let value)): .uuid(UUIDText.uuid(of: value))
      case (_, .data(let bytes)): .data(Data(bytes))
      case (.array(let element, _), .array(let items)):
        .array(items.map { Self($0, .scalar(element)) })
      case (_, .array(let items)): .array(items.map { Self($0, nil) })
      case (_, .tree(let tree)):
        .json(String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self))
      case (_, .references(let keys)): .array(keys.map { .integer($0) })
      }
  }
}

extension Tables {
  /// Returns the entity of an object, as a discriminator; 0 if there is no such object.
  fileprivate func entity(of key: ObjectKey, _ hierarchy: Int) -> UInt16 {
    guard let location = tables[hierarchy].location(of: key) else { return 0 }
    return tables[hierarchy].segments[location.segment].entities[location.row]
  }
}
