import DocumentFile
import DocumentTables

/// A document file of which only what is asked for is read.
///
/// Making one reads what the file says of itself; each question then reads the parts that hold its
/// answer, and gives it as a subset, which can be read but not saved:
///
/// ```swift
/// let document = try DocumentHandle(contentsOf: url, for: Book.self)
/// print(document.objectCounts["Book", default: 0])
/// let subset = try document.objects(where: (\Book.title, "Rihla"))
/// let context = ModelContext(subset.modelContainer)
/// let book = try context.fetch(FetchDescriptor<Book>()).first
/// ```
///
/// What is read is checked as opening the whole document checks it; rules over whole tables, say
/// uniqueness, are not. A plain text (``DocumentFormat/flatJSON``, ``DocumentFormat/flatXML``) has no
/// parts: it is read whole. A small file, with at most 4 MiB of records, is read without its index
/// parts. In a larger one they decide which records are read, and the file's writer can lie in them:
/// ``DocumentSubset/reliesOnIndexes`` tells whether an answer depends on them, and `verifiesIndexes`
/// reads every record that could be an answer. Excerpts are of the file as it was when this value was made; they fail
/// where another program has written into it since.
public struct DocumentHandle: Sendable {
  private let document: PartialDocumentReader
  private let opening: SchemaOpening

  /// Reads what a file says of itself, none of its objects.
  ///
  /// - Parameters:
  ///   - url: A document file.
  ///   - types: The models to read objects as, with those related to them.
  ///   - migrationPlan: How objects of older versions become current ones.
  ///   - limits: What the file may ask for at most.
  ///   - verifiesIndexes: Whether questions read all records that could answer them, and throw where
  ///     an index part contradicts one.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` where the file is no valid document.
  public init(
    contentsOf url: URL, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, limits: ReadingLimits = .standard,
    verifiesIndexes: Bool = false
  ) throws {
    try self.init(
      contentsOf: url, for: Schema(types), migrationPlan: migrationPlan, limits: limits,
      verifiesIndexes: verifiesIndexes)
  }

  /// Reads what a file says of itself, none of its objects.
  ///
  /// - Throws: As the initialiser with a list of models does.
  public init(
    contentsOf url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    limits: ReadingLimits = .standard, verifiesIndexes: Bool = false
  ) throws {
    try self.init(
      contentsOf: url.path, SchemaOpening(schema, plan: migrationPlan, schemaName: ""),
      limits: limits, verifiesIndexes: verifiesIndexes)
  }

  package init(
    contentsOf path: String, _ opening: SchemaOpening, limits: ReadingLimits = .standard,
    verifiesIndexes: Bool
  ) throws {
    do {
      document = try PartialDocumentReader(
        .path(path), limits: limits.document, verifiesIndexes: verifiesIndexes)
    } catch {
      throw SwiftDataError(loading: error)
    }
    self.opening = opening.named(document.schema.name)
  }

  /// The form and encoding of the file.
  public var format: DocumentFormat { DocumentFormat(document.form, document.encoding) }

  /// The version of the schema in which the file stands; nil where it states none.
  public var schemaVersion: Schema.Version? { document.schema.version.map { Schema.Version($0) } }

  /// How many objects of each entity the file has, by the entities' names in the file; those of
  /// subclasses are counted as such only.
  public var objectCounts: [String: Int] { document.rows }

  /// One object with everything it owns, its cascading relationships followed to the end.
  ///
  /// - Returns: A subset without objects where the document has no such object.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` where what is read breaks a rule,
  ///   ``SwiftDataError/wholeDocumentNeeded`` where the file has an older version that cannot be
  ///   migrated in part.
  public func object(_ identifier: PersistentIdentifier) throws -> DocumentSubset {
    try checkMigration()
    let isOwn =
      identifier.storeIdentifier == UUIDText.text(document.header.documentID)
      && document.schema.entity(named: identifier.entityName) != nil
    // No object has the key 0.
    return try subset {
      () throws(DocumentError) in
      try document.subset(ofKey: isOwn ? identifier.key : 0, entity: identifier.entityName)
    }
  }

  /// The objects whose attributes have some values, with everything they own.
  ///
  /// ```swift
  /// try document.objects(where: (\Trip.name, "Nile"), (\Trip.startDate, start), (\Trip.endDate, end))
  /// ```
  ///
  /// Where the attributes are those of a `#Unique`, or have an `#Index` of their own and are texts,
  /// only the parts that hold the objects are read; otherwise all of the model's. Texts are compared
  /// as unique attributes are: canonically equivalent ones are equal.
  ///
  /// - Parameter values: Attributes and their values; nil equals nothing.
  /// - Throws: As ``object(_:)`` does; ``SwiftDataError/unsupportedKeyPath`` for what is no
  ///   attribute.
  public func objects<Model: PersistentModel, each Content: _PersistentValue>(
    where values: repeat (KeyPath<Model, each Content>, each Content)
  ) throws -> DocumentSubset {
    var named: [(property: String, value: Value)] = []
    for (keyPath, value) in repeat each values {
      named.append((try Self.attribute(keyPath, of: Model.self), value.tableValue))
    }
    let entity = Schema.entityName(of: Model.self)
    try checkMigration()
    try checkNames(entity, named.map(\.property))
    return try subset {
      () throws(DocumentError) in try document.subset(of: entity, where: named)
    }
  }

  /// All objects of one model and its subclasses, without what they own.
  ///
  /// - Throws: As ``object(_:)`` does.
  public func objects(of type: any PersistentModel.Type) throws -> DocumentSubset {
    let entity = Schema.entityName(of: type)
    try checkMigration()
    try checkNames(entity, [])
    return try subset { () throws(DocumentError) in try document.subset(ofAll: entity) }
  }
}

extension DocumentHandle {
  private static func attribute<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, of type: Model.Type
  ) throws -> String {
    if case .slot(let slot) = PropertyIndex.of(type)[keyPath] {
      let property = type.schemaMetadata[slot]
      if case .attribute = property.kind { return property.name }
    }
    throw SwiftDataError(
      .unsupportedKeyPath, "objects are looked up by persisted attributes of their own",
      entity: Schema.entityName(of: type))
  }

  /// Refuses what only the whole document can be migrated from.
  private func checkMigration() throws {
    if let stage = try opening.stageThatNeedsAll(of: document.schema) {
      throw SwiftDataError(
        .wholeDocumentNeeded,
        "code of this stage may look at any object: open the whole document", stage: stage)
    }
  }

  /// Refuses names that the document's version may have had others for.
  private func checkNames(_ entity: String, _ properties: [String]) throws {
    let own = try opening.tableSchema()
    for name in [nil] + properties.map(Optional.some) {
      let pairs = [document.schema, own].map { schema in
        schema.lineage(of: entity).lazy.compactMap { owner in
          name.map { owner.attribute(named: $0)?.type } ?? nil
        }.first
      }
      if document.schema.entity(named: entity) != nil, pairs[0] == pairs[1] { continue }
      throw SwiftDataError(
        .wholeDocumentNeeded,
        "the document's version \(document.schema.version?.text ?? "") does not have it under this "
          + "name and type: open the whole document", entity: entity, property: name)
    }
  }

  private func subset(
    _ read: () throws(DocumentError) -> TablesSubset
  ) throws -> DocumentSubset {
    let subset: TablesSubset
    do throws(DocumentError) {
      subset = try read()
    } catch {
      throw SwiftDataError(loading: error)
    }
    let (tables, leaving) = subset.closed()
    let opened = try opening.open(tables)
    let container = ModelContainer(
      store: DocumentStore(opened.tables),
      catalog: ModelCatalog(opening.schema.types, schema: opened.tables.schema),
      schema: opening.schema, migrationPlan: opening.plan, migrationReport: opened.report,
      isReadOnly: true)
    return DocumentSubset(
      container, subset, leaving, storeIdentifier: UUIDText.text(document.header.documentID))
  }
}
