import DocumentTables

extension ModelContainer {
  /// Creates a container for model classes and their related classes, in stores of any kind.
  ///
  /// - Throws: The errors of the initialiser with an array of configurations.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates a container for a schema, in stores of any kind.
  ///
  /// - Throws: The errors of the initialiser with an array of configurations.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates a container for a schema, with a store for each configuration: documents and custom
  /// stores side by side.
  ///
  /// Entities are assigned to stores by the same rules as for documents alone. Every store receives
  /// the migration plan; SwiftData passes it to documents only. A configuration without a schema
  /// receives the schema of its store before the store is created.
  ///
  /// - Throws: ``SwiftDataError`` if the configurations contradict one another or the schema, or if
  ///   a document cannot be opened; errors of a configuration or a custom store.
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
  /// Creates a custom store and the adapter between the store and contexts.
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
