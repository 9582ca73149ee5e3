import DocumentTables

extension ModelContainer {
  /// Makes a container of model classes and those related to them, in stores of any kind.
  ///
  /// - Throws: As the initialiser with an array of configurations does.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema, in stores of any kind.
  ///
  /// - Throws: As the initialiser with an array of configurations does.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema, with a store for each configuration: documents, and stores that
  /// a program makes itself, side by side.
  ///
  /// Which entities stand in which store follows the same rules as for documents alone. Every store
  /// is given the migration plan; SwiftData gives it to documents only. A configuration without
  /// schema gets the schema of its store before that is made.
  ///
  /// - Throws: ``SwiftDataError`` where the configurations contradict one another or the schema or a
  ///   document cannot be opened, and what a configuration or a store throws.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [any DataStoreConfiguration]
  ) throws {
    let documents = configurations.compactMap { $0 as? ModelConfiguration }
    guard documents.count < configurations.count else {
      try self.init(
        for: givenSchema, migrationPlan: migrationPlan, configurations: documents)
      return
    }
    for document in documents { try document.validate() }
    try Self.checkFiles(of: documents)
    var known: Set<AnyHashable> = []
    for configuration in configurations where !known.insert(Self.hashable(configuration)).inserted {
      throw SwiftDataError(
        .duplicateConfiguration, "the configuration “\(configuration.name)” is given twice")
    }
    try self.init(
      configurations.map { StoreSource($0) }, schema: givenSchema, migrationPlan: migrationPlan,
      configurations: Set(documents))
  }

  private static func hashable(_ configuration: some DataStoreConfiguration) -> AnyHashable {
    AnyHashable(configuration)
  }
}

extension StoreSource {
  /// A store of any kind.
  fileprivate init(_ configuration: any DataStoreConfiguration) {
    if let document = configuration as? ModelConfiguration {
      self.init(document)
    } else {
      self.init(name: configuration.name, schema: configuration.schema) {
        try ContainerStore(custom: configuration, $0)
      }
    }
  }
}

extension ContainerStore {
  /// Makes a custom store, and what stands between it and contexts.
  fileprivate init<Configuration: DataStoreConfiguration>(
    custom configuration: Configuration, _ opening: SchemaOpening
  ) throws {
    let catalog = ModelCatalog(opening.schema.types, schema: try opening.tableSchema())
    var configuration = configuration
    if configuration.schema == nil { configuration.schema = opening.schema }
    try configuration.validate()
    let store = try Configuration.Store(configuration, migrationPlan: opening.plan)
    let adapter = CustomStoreAdapter(TypedStoreAccess(store), catalog: catalog)
    self.init(catalog: catalog, backing: adapter, name: configuration.name)
  }
}
