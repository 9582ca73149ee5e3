import DocumentFile
import DocumentTables

/// A document file that is read in parts, as far as requested.
///
/// The initialiser reads the file's metadata. Each query then reads the parts that contain its
/// results, and returns them as a subset, which can be read but not saved:
///
/// ```swift
/// let document = try await DocumentHandle(contentsOf: url, for: Book.self)
/// print(document.objectCounts["Book", default: 0])
/// let subset = try await document.objects(where: \Book.title, equals: "Rihla")
/// let context = ModelContext(subset.modelContainer)
/// let book = try context.fetch(FetchDescriptor<Book>()).first
/// ```
///
/// Each part that is read is checked as when the whole document is opened. Rules for whole tables,
/// such as uniqueness, are not checked. A plain text (``DocumentFormat/flatJSON``,
/// ``DocumentFormat/flatXML``) has no parts, so it is read whole. A small file, with at most 4 MiB
/// of records, is read without its index parts. In a larger file the index parts decide which
/// records are read, and the file's writer can falsify them: ``DocumentSubset/reliesOnIndexes``
/// tells whether a result depends on them, and `verifiesIndexes` makes queries read every record
/// that could be a result.
///
/// Queries read the file as it was when this value was created, and fail if another program has
/// written into it since. Opening and queries run on threads of the library, as for
/// ``ModelDocument``.
public struct DocumentHandle: Sendable {
  private let document: PartialDocumentReader
  private let opening: SchemaOpening

  /// Reads a file's metadata, but no objects.
  ///
  /// - Parameters:
  ///   - url: A document file.
  ///   - types: The model classes of the objects; related models are included.
  ///   - migrationPlan: The plan that migrates objects of older versions.
  ///   - limits: The limits for reading the file.
  ///   - verifiesIndexes: Whether queries read all records that could be results, and throw if an
  ///     index part contradicts a record.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the file is not a valid document.
  public init(
    contentsOf url: URL, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, limits: ReadingLimits = .standard,
    verifiesIndexes: Bool = false
  ) async throws {
    try await self.init(
      contentsOf: url, for: Schema(types), migrationPlan: migrationPlan, limits: limits,
      verifiesIndexes: verifiesIndexes)
  }

  /// Reads a file's metadata, but no objects.
  ///
  /// - Throws: The errors of the initialiser with a list of models.
  public init(
    contentsOf url: URL, for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    limits: ReadingLimits = .standard, verifiesIndexes: Bool = false
  ) async throws {
    try await self.init(
      contentsOf: url.path, SchemaOpening(schema, plan: migrationPlan),
      limits: limits, verifiesIndexes: verifiesIndexes)
  }

  package init(
    contentsOf path: String, _ opening: SchemaOpening, limits: ReadingLimits = .standard,
    verifiesIndexes: Bool
  ) async throws {
    document = try await BlockingExecutor.shared.run {
      do throws(DocumentError) {
        return try PartialDocumentReader(
          .path(path), limits: limits.document, verifiesIndexes: verifiesIndexes)
      } catch {
        throw SwiftDataError(loading: error)
      }
    }
    self.opening = opening.named(document.schema.name)
  }

  /// The form and encoding of the file.
  public var format: DocumentFormat { DocumentFormat(document.form, document.encoding) }

  /// The schema version of the file; nil if the file states none.
  public var schemaVersion: Schema.Version? { document.schema.version.map { Schema.Version($0) } }

  /// The number of objects of each entity, by the entities' names in the file; objects of
  /// subclasses count only for their own entity.
  public var objectCounts: [String: Int] { document.rows }

  /// Returns one object with everything it owns: all objects that its cascading relationships
  /// reach.
  ///
  /// - Returns: A subset, which is empty if the document has no such object.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the parts that are read break a rule,
  ///   ``SwiftDataError/wholeDocumentNeeded`` if the file has an older version that cannot be
  ///   migrated in part.
  public func object(_ identifier: PersistentIdentifier) async throws -> DocumentSubset {
    try checkMigration()
    let isOwn =
      identifier.storeIdentifier == UUIDText.text(document.header.documentID)
      && document.schema.entity(named: identifier.entityName) != nil
    // No object has the key 0.
    return try await subset { () throws(DocumentError) in
      try document.subset(ofKey: isOwn ? identifier.key : 0, entity: identifier.entityName)
    }
  }

  /// Returns the objects of which an attribute has a value, with everything they own.
  ///
  /// - Parameters:
  ///   - attribute: An attribute; see ``objects(where:)`` for which parts of the file are read.
  ///   - value: The value; nil is not equal to any value.
  /// - Throws: The errors of ``objects(where:)``.
  public func objects<Model: PersistentModel, Content: _PersistentValue>(
    where attribute: any KeyPath<Model, Content> & Sendable, equals value: Content
  ) async throws -> DocumentSubset {
    try await objects(where: (attribute, value))
  }

  /// Returns the objects whose attributes have the given values, with everything they own.
  ///
  /// ```swift
  /// try await document.objects(
  ///   where: (\Trip.name, "Nile"), (\Trip.startDate, start), (\Trip.endDate, end))
  /// ```
  ///
  /// If the attributes are those of a `#Unique`, or are texts with their own `#Index`, only the
  /// parts that contain the objects are read; otherwise all parts of the model. Texts are compared
  /// as unique attributes are: canonically equivalent texts are equal.
  ///
  /// - Parameter values: Attributes and their values; nil is not equal to any value.
  /// - Throws: The errors of ``object(_:)``; ``SwiftDataError/unsupportedKeyPath`` for a key path
  ///   that is not an attribute.
  public func objects<Model: PersistentModel, each Content: _PersistentValue>(
    where values: repeat (any KeyPath<Model, each Content> & Sendable, each Content)
  ) async throws -> DocumentSubset {
    var named: [(property: String, value: Value)] = []
    for (keyPath, value) in repeat each values {
      named.append((try Self.attribute(keyPath, of: Model.self), value.tableValue))
    }
    let entity = Schema.entityName(of: Model.self)
    try checkMigration()
    try checkNames(entity, named.map(\.property))
    let wanted = named
    return try await subset { () throws(DocumentError) in
      try document.subset(of: entity, where: wanted)
    }
  }

  /// Returns all objects of one model and its subclasses, without the objects they own.
  ///
  /// - Throws: The errors of ``object(_:)``.
  public func objects(of type: any PersistentModel.Type) async throws -> DocumentSubset {
    let entity = Schema.entityName(of: type)
    try checkMigration()
    try checkNames(entity, [])
    return try await subset { () throws(DocumentError) in try document.subset(ofAll: entity) }
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

  /// Throws if the migration needs the whole document.
  private func checkMigration() throws {
    if let stage = try opening.stageThatNeedsAll(of: document.schema) {
      throw SwiftDataError(
        .wholeDocumentNeeded,
        "code of this stage may look at any object: open the whole document", stage: stage)
    }
  }

  /// Throws if the entity or a property may have another name or type in the document's version.
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
    _ read: @escaping @Sendable () throws(DocumentError) -> TablesSubset
  ) async throws -> DocumentSubset {
    try await BlockingExecutor.shared.run { try makeSubset(read) }
  }

  private func makeSubset(
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
      readOnlyReason: .part)
    return DocumentSubset(
      container, subset, leaving, storeIdentifier: UUIDText.text(document.header.documentID))
  }
}
