extension ModelContainer {
  /// Makes a container of model classes and those related to them.
  ///
  /// - Throws: As the initialiser with an array of configurations does.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema.
  ///
  /// - Throws: As the initialiser with an array of configurations does.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema, with a store for each configuration; without any, with the
  /// default file that ``ModelConfiguration`` describes.
  ///
  /// Each store keeps the entities that its configuration names in its schema. A configuration
  /// without schema takes what no configuration that may be written names. Several stores may have one
  /// entity, say a store of the program's own and read-only ones that it comes with: a fetch finds the
  /// objects of all, ``ModelContext/insert(_:)`` says where new ones go, unique keys are unique in
  /// each store, and objects of two stores cannot be related.
  ///
  /// Containers of one process with equal models over one file share its store, as contexts of one
  /// container do: each sees what the others save. Whether saves are allowed, how they compress and
  /// what they do with unique keys each container's configuration says for itself. A file that
  /// another program has changed is opened anew, and models that are not equal have a store of their
  /// own.
  ///
  /// - Throws: ``SwiftDataError``, which names configuration, entity and property: where the
  ///   configurations contradict one another or the schema, or a document cannot be read or
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

  /// Makes a container of stores that are still to be opened, at least one.
  ///
  /// - Throws: As the initialiser with an array of configurations does.
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

  /// Two stores in one file would overwrite each other.
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
