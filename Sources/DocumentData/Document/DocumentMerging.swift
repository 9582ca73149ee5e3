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

/// An object of the base that a merged document does not have.
public struct DocumentDeletion: Hashable, Sendable {
  /// The object, with its identifier in the base.
  public let persistentModelID: PersistentIdentifier
  /// The attributes of the object in the base that are not nil, as JSON.
  public let values: DocumentChanges.Value
  /// The document that deleted the object; nil if both did.
  public let deletedBy: DocumentConflict.Side?
  /// The deleted object that owned the object, whose deletion deletes it; nil if there is none.
  public let owner: PersistentIdentifier?
}

extension ModelDocument {
  /// Returns a document with the changes of this document and of another version of it.
  ///
  /// Both were made from the base. Changes of different objects, properties and members of lists are
  /// all taken. New objects of both are kept apart, even if they have equal identifiers; an object
  /// that both added is there once. The result satisfies all rules of the schema. It is in memory,
  /// with the identifiers of this document and its history, in which the merge is one save. Only
  /// committed changes are merged.
  ///
  /// ```swift
  /// let merged = try mine.merging(theirs, base: original) { conflict in
  ///   conflict.kind == .deletion ? .ours : .theirs
  /// }
  /// ```
  ///
  /// A base is refused if the documents are not versions of one document, if one of them is older than
  /// the base, or if the histories say that they were not made from it: the objects that only the base
  /// has would count as deleted. Documents that were made apart are united: pass nil as the base.
  ///
  /// - Parameters:
  ///   - other: The other version, of the same models.
  ///   - base: The version from which both were made; nil to unite two documents, in which objects
  ///     with equal unique values, or equal content of the same owner, are the same.
  ///   - resolving: Returns the document whose change is taken, by default this one.
  /// - Returns: The merged document, all conflicts, and the objects of the base that it does not have.
  /// - Throws: ``SwiftDataError/unknownSchema`` if the documents have different models,
  ///   ``SwiftDataError/unrelatedMergeBase`` if the base is refused.
  public func merging(
    _ other: ModelDocument, base: ModelDocument?,
    resolving: (DocumentConflict) -> DocumentConflict.Side = { _ in .ours }
  ) throws -> (
    document: ModelDocument, conflicts: [DocumentConflict], deletions: [DocumentDeletion]
  ) {
    let ours = tables
    let model = ours.schema.modelFingerprint()
    func adopted(_ document: ModelDocument) throws -> Tables {
      guard document.tables.schema.modelFingerprint() == model,
        let tables = document.tables.adopting(ours.schema)
      else {
        throw SwiftDataError(
          .unknownSchema, "documents of different models or versions cannot be merged")
      }
      return tables
    }
    let theirs = try adopted(other)
    let baseTables = try base.map(adopted)
    if let base, let problem = baseProblem(base, other) {
      throw SwiftDataError(
        .unrelatedMergeBase,
        problem.words(
          problem.side == .ours ? "this document" : "the other document", base: "the given document"
        )
          + "; without a base the documents are united")
    }
    let reading = ConflictReading(ours, theirs)
    let outcome = withoutActuallyEscaping(resolving) { resolving in
      ThreeWayMerge.merge(
        base: baseTables, ours: ours, theirs: theirs, schemas: planSchemas
      ) { conflict in
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
    let deletions = baseTables.map { DeletionReading($0).deletions(outcome.deletions) } ?? []
    return (
      ModelDocument(merged: result, into: self), outcome.conflicts.map(reading.conflict), deletions
    )
  }

  private func baseProblem(_ base: ModelDocument, _ other: ModelDocument) -> MergeBaseProblem? {
    let isMigrated = [base, self, other].contains {
      $0.migrationReport?.changesRows ?? false
    }
    func version(_ document: ModelDocument) -> MergeBase.Version {
      MergeBase.Version(
        document.tables, history: document.tables.history, isMigrated: isMigrated)
    }
    return MergeBase.problem(base: version(base), ours: version(self), theirs: version(other))
  }

  /// The schemas of the plan's versions, which tell keys in carried losses from numbers.
  private var planSchemas: [TableSchema] {
    guard let plan = opening.plan else { return [] }
    return plan.schemas.compactMap {
      try? $0.checkedTableSchema(name: tables.schema.name)
    }
  }
}

/// A conversion of deletions to public values.
private struct DeletionReading {
  private let base: Tables
  private let store: String
  private let columns: [[ComparedColumn]]

  init(_ base: Tables) {
    self.base = base
    store = UUIDText.text(base.documentID)
    columns = base.schema.comparedColumns()
  }

  func deletions(_ deletions: [MergeDeletion]) -> [DocumentDeletion] {
    let entities = Dictionary(deletions.map { ($0.key, $0.entity) }) { first, _ in first }
    return deletions.map { deletion in
      DocumentDeletion(
        persistentModelID: identifier(deletion.key, deletion.entity), values: values(deletion.key),
        deletedBy: deletion.side.map { $0 == .ours ? .ours : .theirs },
        owner: deletion.owner.map { identifier($0, entities[$0] ?? "") })
    }
  }

  private func identifier(_ key: ObjectKey, _ entity: String) -> PersistentIdentifier {
    PersistentIdentifier(entityName: entity, storeIdentifier: store, key: key)
  }

  private func values(_ key: ObjectKey) -> DocumentChanges.Value {
    var members: [String: Tree] = [:]
    if let place = base.find(key) {
      let segment = base.tables[place.hierarchy].segments[place.location.segment]
      let row = place.location.row
      for column in columns[place.hierarchy] where column.owners[Int(segment.entities[row])] {
        guard let attribute = column.layout.attribute else { continue }
        let value = segment.value(at: row, column: column.index)
        if !value.isNull { members[attribute.name] = Tree(value, of: attribute.type) }
      }
    }
    return .json(String(decoding: CanonicalJSON.bytes(of: .members(members)), as: UTF8.self))
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
