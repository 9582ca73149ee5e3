extension ModelContainer {
  /// Creates a container for model classes and their related classes.
  ///
  /// - Throws: The errors of the initialiser with an array of configurations.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates a container for a schema.
  ///
  /// - Throws: The errors of the initialiser with an array of configurations.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Creates a container for a schema, with a store for each configuration; without configurations,
  /// with the default file that ``ModelConfiguration`` describes.
  ///
  /// Each store contains the entities of its configuration's schema. A configuration without a
  /// schema stores the entities that no writable configuration names. Several stores may contain
  /// the same entity, for example a user's own store and read-only stores that the program ships.
  /// Then
  ///
  /// - a fetch finds the objects of all stores,
  /// - ``ModelContext/insert(_:)`` documents which store new objects go to,
  /// - unique keys are unique in each store, and
  /// - objects of two stores cannot be related.
  ///
  /// Containers of one process with equal models over one file share its store, like the contexts
  /// of one container: each sees the saves of the others. Each container's own configuration
  /// decides whether saves are allowed, how they compress, and how they treat unique keys.
  /// Containers with different models have separate stores. See <doc:SharingFiles> for several
  /// processes over one file.
  ///
  /// - Throws: ``SwiftDataError``, naming the configuration, entity and property, if the
  ///   configurations contradict one another or the schema, or if a document cannot be read or
  ///   migrated.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    let stated = configurations.isEmpty ? [ModelConfiguration()] : configurations
    for configuration in stated { try configuration.validate() }
    try Self.checkFiles(of: stated)
    try self.init(
      stated.map { StoreSource($0) }, schema: givenSchema, migrationPlan: migrationPlan,
      configurations: Set(stated))
  }

  /// Creates a container from the sources of its stores, at least one, and opens the stores.
  ///
  /// - Throws: The errors of the initialiser with an array of configurations.
  convenience init(
    _ sources: [StoreSource], schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: Set<ModelConfiguration>
  ) throws {
    let stores = try ContainerStore.open(sources, schema, migrationPlan, configurations)
    guard let first = stores.first else {
      throw SwiftDataError(.unknownSchema, "a container needs a configuration")
    }
    self.init(
      first, Array(stores.dropFirst()), schema: schema, migrationPlan: migrationPlan,
      configurations: configurations)
    for subclass in stores.flatMap(\.missingSubclasses) { warn(of: subclass) }
    for inverse in schema.inversesWithoutEffect { Self.warn("\(inverse)") }
  }

  /// Checks that no two configurations name one file: their stores would overwrite each other.
  static func checkFiles(of configurations: [ModelConfiguration]) throws {
    var files: [String: ModelConfiguration] = [:]
    for configuration in configurations {
      guard let path = configuration.filePath else { continue }
      if let other = files.updateValue(configuration, forKey: path) {
        throw SwiftDataError(
          .duplicateConfiguration,
          "configurations “\(other.name)” and “\(configuration.name)” both claim the file \(path)")
      }
    }
  }
}
