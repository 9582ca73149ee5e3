import DocumentFile
import DocumentTables

/// A request to open the store of a configuration, for its part of a container's schema.
struct StoreRequest {
  /// The store's position in the container.
  let store: Int
  let configuration: ModelConfiguration
  let opening: SchemaOpening

  /// The open document of the file that can serve this request; nil if none of these can.
  func document(among documents: [OpenDocument]) -> OpenDocument? {
    // Looked up on each call, because a save in another thread may have created the file.
    guard !configuration.isStoredInMemoryOnly, !documents.isEmpty,
      let place = FilePlace(path: configuration.url.path)
    else { return nil }
    return documents.first { $0.serves(opening) && $0.isCurrent(at: place) }
  }
}

/// The content of a store's file before migration, or the absence of a file that has any.
struct FoundDocument {
  let request: StoreRequest
  /// The opening of the request, under the name of the document's schema.
  let opening: SchemaOpening
  /// The file's content without the tables; nil if there is no file yet.
  let content: LoadedDocument?
  /// The subclasses that are in the document's schema but not among the models.
  let missingSubclasses: [MissingSubclass]
  /// The document's tables until they are migrated; nil if there is no file yet.
  private var tables: Tables?

  /// - Throws: ``SwiftDataError`` if the document cannot be read.
  init(_ request: StoreRequest) throws {
    self.request = request
    let configuration = request.configuration
    guard !configuration.isStoredInMemoryOnly,
      FileManager.default.fileExists(atPath: configuration.url.path),
      FilePlace(path: configuration.url.path)?.isMade ?? true
    else {
      opening = request.opening
      content = nil
      missingSubclasses = []
      return
    }
    var content: LoadedDocument
    do {
      content = try DocumentFile.read(
        .path(configuration.url.path), limits: configuration.limits.document)
    } catch {
      throw SwiftDataError(loading: error)
    }
    let tables = content.takeTables()
    opening = request.opening.named(tables.schema.name)
    missingSubclasses = try opening.missingSubclasses(of: tables.schema)
    self.content = content
    self.tables = tables
  }

  private mutating func takeTables() -> Tables? {
    defer { tables = nil }
    return tables
  }

  /// Reads the documents of stores and migrates them to the schemas of their stores.
  ///
  /// If the container has several stores and a plan, documents go through the plan's stages
  /// together. The report is nil for documents that were current or are new.
  static func migrated(
    _ requests: [StoreRequest], _ keepers: EntityKeepers
  ) throws -> [(FoundDocument, (tables: Tables, report: MigrationReport?))] {
    var found = try requests.map { try FoundDocument($0) }
    var results: [Int: (tables: Tables, report: MigrationReport?)] = [:]
    var parts: [Int: Int] = [:]
    for index in found.indices {
      let opening = found[index].opening
      if opening.plan != nil, keepers.stores.count > 1 {
        parts[found[index].request.store] = index
      } else if let tables = found[index].takeTables() {
        results[index] = try opening.open(consume tables)
      } else {
        let schema = try opening.tableSchema()
        results[index] = (Tables(schema: schema, documentID: UUIDText.number(of: UUID())), nil)
      }
    }
    for group in keepers.groups(of: parts.keys.sorted()) {
      let members = group.compactMap { parts[$0] }
      guard let plan = members.first.flatMap({ found[$0].opening.plan }) else { continue }
      var documents: [StoresInStep.Document] = []
      for index in members {
        documents.append(
          StoresInStep.Document(
            store: found[index].request.store, opening: found[index].opening,
            tables: found[index].takeTables()))
      }
      let migrated = try StoresInStep(plan: plan, keepers: keepers).migrate(consume documents)
      for (index, migrated) in zip(members, migrated) {
        var result = try found[index].opening.complete(migrated)
        if let report = result.report, let before = found[index].content?.header.schema {
          result.tables.noteMigration(from: before, report)
        }
        results[index] = result
      }
    }
    return found.enumerated().compactMap { index, document in
      results[index].map { (document, $0) }
    }
  }
}

extension Tables {
  /// The tables of a store, whose history follows the file, else the policy of stores.
  var keepingHistory: Tables {
    var tables = self
    tables.keepHistory(history?.policy ?? .ofStores)
    return tables
  }
}

extension SchemaOpening {
  /// Migrates what another process has saved, without the other stores of the container.
  ///
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` if the schema is another one and no plan
  ///   tells how to migrate it, so that data might be lost, or if the plan's stages need the other
  ///   stores.
  @Sendable fileprivate func migratingOneFile(_ tables: consuming Tables) throws -> Tables {
    let opening = named(tables.schema.name)
    let isCurrent = opening.isCurrent(tables.schema, try opening.tableSchema())
    guard isCurrent || plan != nil && files.count <= 1 else {
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "another program has saved the document with another schema: open the container anew")
    }
    return try opening.open(tables).tables
  }
}

extension OpenDocument {
  /// Creates an open document from a configuration's file after its migration.
  convenience init(_ found: FoundDocument, _ tables: Tables, _ report: MigrationReport?) {
    let configuration = found.request.configuration
    let tables = tables.keepingHistory
    self.init(
      tables, ModelCatalog(found.opening.schema.types, schema: tables.schema),
      DocumentBinding(
        path: configuration.url.path, type: found.content?.type ?? .generic,
        content: found.content, hasPrivateFolder: configuration.isAtDefaultLocation),
      for: Purpose(
        models: found.opening.schema.identifiers, allModels: found.opening.whole.identifiers,
        plan: found.opening.plan.map { ObjectIdentifier($0) }, files: found.opening.files),
      isReadOnly: found.content?.isReadOnly ?? false, report: report,
      missingSubclasses: found.missingSubclasses, limits: configuration.limits,
      migrate: found.opening.migratingOneFile)
  }

  /// Whether another opening of the file would produce the same models and objects.
  func serves(_ opening: SchemaOpening) -> Bool {
    guard purpose.models == opening.schema.identifiers,
      let own = try? opening.named(catalog.schema.name).tableSchema(),
      own.modelFingerprint() == catalog.schema.modelFingerprint()
    else { return false }
    // Renamed cases depend on the models alone.
    if report?.migratesSchema != true {
      return opening.plan == nil || own.version == catalog.schema.version
    }
    // The result of the stages depends on all of this, and on the stores that take part in them.
    return purpose.plan == opening.plan.map { ObjectIdentifier($0) }
      && purpose.allModels == opening.whole.identifiers
      && (!opening.isPart || purpose.files == opening.files)
  }
}
