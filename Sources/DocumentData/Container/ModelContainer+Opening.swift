import DocumentFile
import DocumentTables

extension ModelContainer {
  /// Makes a container of model classes and those related to them.
  ///
  /// - Throws: ``SwiftDataError`` where the document cannot be read or migrated.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema: over the file of the configuration, which the first save makes
  /// if it does not exist, or in memory where there is none.
  ///
  /// - Throws: ``SwiftDataError`` where the document cannot be read or migrated, and
  ///   ``SwiftDataError/duplicateConfiguration`` for more than one configuration.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    guard configurations.count <= 1 else {
      throw SwiftDataError(
        .duplicateConfiguration, "a container keeps its objects in one document")
    }
    let configuration = configurations.first ?? ModelConfiguration(isStoredInMemoryOnly: true)
    let opening = SchemaOpening(givenSchema, plan: migrationPlan, schemaName: configuration.name)
    guard let url = configuration.url else {
      let tables = Tables(
        schema: try opening.tableSchema(), documentID: UUIDText.number(of: UUID()))
      self.init(
        tables, opening, configuration, binding: nil, report: nil, isReadOnly: false)
      return
    }
    try self.init(at: url, opening, configuration)
  }

  private convenience init(
    at url: URL, _ opening: SchemaOpening, _ configuration: ModelConfiguration
  ) throws {
    let path = url.path
    guard FileManager.default.fileExists(atPath: path) else {
      let tables = Tables(
        schema: try opening.tableSchema(), documentID: UUIDText.number(of: UUID()))
      self.init(
        tables, opening, configuration, binding: DocumentBinding(path: path, type: .generic),
        report: nil, isReadOnly: !configuration.allowsSave)
      return
    }
    var content: DocumentContent
    do {
      content = try DocumentFile.read(.path(path))
    } catch {
      throw SwiftDataError(loading: error)
    }
    let named = SchemaOpening(
      opening.schema, plan: opening.plan, schemaName: content.tables.schema.name)
    let opened = try named.open(content.takeTables())
    self.init(
      opened.tables, named, configuration,
      binding: DocumentBinding(path: path, type: content.type, content: content),
      report: opened.report, isReadOnly: content.isReadOnly || !configuration.allowsSave)
  }

  private convenience init(
    _ tables: Tables, _ opening: SchemaOpening, _ configuration: ModelConfiguration,
    binding: DocumentBinding?, report: MigrationReport?, isReadOnly: Bool
  ) {
    var persist: (@Sendable (Tables) throws -> Void)?
    if let binding { persist = { tables in try binding.save(tables) } }
    self.init(
      store: DocumentStore(tables, persist: persist),
      catalog: ModelCatalog(opening.schema.types, schema: tables.schema), schema: opening.schema,
      migrationPlan: opening.plan, configurations: [configuration], migrationReport: report,
      isReadOnly: isReadOnly)
  }
}
