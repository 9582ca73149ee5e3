import DocumentMigration
import DocumentTables

/// Two changes that cannot both be in a merged document.
public struct DocumentConflict: Hashable, Sendable {
  /// One of the two documents of a merge.
  public enum Side: Hashable, Sendable {
    /// The document whose method was called.
    case ours
    /// The document that is merged into it.
    case theirs
  }

  /// What the documents disagree about.
  public enum Kind: Hashable, Sendable {
    /// Both set a property to different values.
    case value
    /// Both gave a list different orders.
    case order
    /// Both made the object one of different classes.
    case entity
    /// One deleted an object that the other changed.
    case deletion
    /// One deleted an object that the other began to refer to.
    case reference
    /// Both changes together break a rule of the schema, such as a unique value.
    case rule
    /// A change depends on another one that was not taken.
    case dependent
    /// Both changed data of another program, or what older versions could not store.
    case foreignData
  }

  /// What the documents disagree about.
  public let kind: Kind
  /// The object; nil for data that belongs to none.
  ///
  /// An object that only the other document has is named by its identifier there.
  public let persistentModelID: PersistentIdentifier?
  /// The name of the property; nil if the conflict is about the whole object.
  public let property: String?
  /// The value in the base; nil if it has none, or if there is no base.
  ///
  /// Of a conflict about a whole object, the values are its changed properties, as JSON.
  public let base: DocumentChanges.Value?
  /// The value in the document whose method was called; nil if it deleted the object.
  public let ours: DocumentChanges.Value?
  /// The value in the other document; nil if it deleted the object.
  public let theirs: DocumentChanges.Value?
  /// What is wrong with both changes together, for people.
  public let detail: String?
  /// The document whose change is taken.
  public internal(set) var taken: Side
}

extension ModelDocument {
  /// Returns a document with the changes of this document and of another version of it.
  ///
  /// Both were made from the base. Changes of different objects, properties and members of lists are
  /// all taken. New objects of both are kept apart, even if they have equal identifiers; an object
  /// that both added is there once. The result satisfies all rules of the schema. It is in memory,
  /// with the identifiers of this document. Only committed changes are merged.
  ///
  /// ```swift
  /// let merged = try mine.merging(theirs, base: original) { conflict in
  ///   conflict.kind == .deletion ? .ours : .theirs
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other version, of the same models.
  ///   - base: The version from which both were made; nil to unite two documents, in which objects
  ///     with equal unique values, or equal content of the same owner, are the same.
  ///   - resolving: Returns the document whose change is taken, by default this one.
  /// - Returns: The merged document, and all conflicts.
  /// - Throws: ``SwiftDataError/unknownSchema`` if the documents have different models.
  public func merging(
    _ other: ModelDocument, base: ModelDocument?,
    resolving: (DocumentConflict) -> DocumentConflict.Side = { _ in .ours }
  ) throws -> (document: ModelDocument, conflicts: [DocumentConflict]) {
    let (ours, theirs) = (tables, other.tables)
    let model = ours.schema.modelFingerprint()
    for document in [other, base].compactMap({ $0 })
    where document.tables.schema.modelFingerprint() != model {
      throw SwiftDataError(
        .unknownSchema, "documents of different models or versions cannot be merged")
    }
    let reading = ConflictReading(ours, theirs)
    let outcome = withoutActuallyEscaping(resolving) { resolving in
      ThreeWayMerge.merge(base: base?.tables, ours: ours, theirs: theirs) { conflict in
        resolving(reading.conflict(conflict)) == .ours ? .ours : .theirs
      }
    }
    var result = outcome.tables
    result.history = ours.history
    let changes = ChangeSet(from: ours, to: result)
    if !changes.isEmpty {
      result.history?.record(
        changes, before: ours, fingerprint: model, stamp: HistorySource.current.stamp(author: nil))
    }
    return (ModelDocument(merged: result, into: self), outcome.conflicts.map(reading.conflict))
  }
}

/// A conversion of conflicts to public values.
private struct ConflictReading {
  private let schema: TableSchema
  private let ours: Tables
  private let ourStore: String
  private let theirStore: String

  init(_ ours: Tables, _ theirs: Tables) {
    schema = ours.schema
    self.ours = ours
    ourStore = UUIDText.text(ours.documentID)
    theirStore = UUIDText.text(theirs.documentID)
  }

  func conflict(_ conflict: ThreeWayConflict) -> DocumentConflict {
    func value(_ tree: Tree?) -> DocumentChanges.Value? {
      tree.map { self.value($0, conflict.property, conflict.entity) }
    }
    return DocumentConflict(
      kind: Self.kind(conflict.kind), persistentModelID: identifier(conflict),
      property: conflict.property, base: value(conflict.base), ours: value(conflict.ours),
      theirs: value(conflict.theirs), detail: conflict.detail,
      taken: conflict.settled == .ours ? .ours : .theirs)
  }

  private static func kind(_ kind: ThreeWayConflict.Kind) -> DocumentConflict.Kind {
    switch kind {
    case .value: .value
    case .order: .order
    case .entity: .entity
    case .deletion: .deletion
    case .reference: .reference
    case .rule: .rule
    case .dependent: .dependent
    case .foreign, .extension, .part, .carried: .foreignData
    }
  }

  private func identifier(
    _ conflict: ThreeWayConflict
  ) -> PersistentIdentifier? {
    guard let entity = conflict.entity, let key = conflict.key,
      schema.entity(named: entity) != nil
    else { return nil }
    let isTheirs = conflict.theirKey != nil && ours.find(key) == nil
    return PersistentIdentifier(
      entityName: entity, storeIdentifier: isTheirs ? theirStore : ourStore,
      key: isTheirs ? conflict.theirKey ?? key : key)
  }

  private func value(
    _ tree: Tree, _ property: String?, _ entity: String?
  ) -> DocumentChanges.Value {
    for owner in entity.map(schema.lineage) ?? [] {
      guard let property else { break }
      if let attribute = owner.attribute(named: property),
        let value = DocumentTables.Value(tree, of: attribute.type)
      {
        return DocumentChanges.Value(value, attribute.type)
      }
      guard let relationship = owner.relationship(named: property) else { continue }
      func identifier(_ key: ObjectKey) -> PersistentIdentifier {
        PersistentIdentifier(
          entityName: self.entity(of: key) ?? relationship.destination, storeIdentifier: ourStore,
          key: key)
      }
      switch tree {
      case .integer(let key): return .object(identifier(key))
      case .array(let items): return .objects(items.compactMap(\.integerValue).map(identifier))
      default: return .null
      }
    }
    return .json(String(decoding: CanonicalJSON.bytes(of: tree), as: UTF8.self))
  }

  private func entity(of key: ObjectKey) -> String? {
    guard let (hierarchy, location) = ours.find(key) else { return nil }
    let segment = ours.tables[hierarchy].segments[location.segment]
    return schema.hierarchies[hierarchy].entities[Int(segment.entities[location.row])].name
  }
}
