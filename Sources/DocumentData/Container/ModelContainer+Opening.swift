extension ModelContainer {
  /// Makes a container of model classes and those related to them.
  ///
  /// - Throws: As ``init(for:migrationPlan:configurations:)-([ModelConfiguration])`` does.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Makes a container of a schema.
  ///
  /// - Throws: As ``init(for:migrationPlan:configurations:)-([ModelConfiguration])`` does.
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
  /// An entity stands in the store whose configuration names it in its schema, the others in that
  /// of the first configuration without schema. Objects of two stores cannot be related.
  ///
  /// - Throws: ``SwiftDataError``, which names configuration, entity and property: where the
  ///   configurations contradict one another or the schema, or a document cannot be read or
  ///   migrated.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    let stated = configurations.isEmpty ? [ModelConfiguration()] : configurations
    try Self.check(stated)
    let assignment = try StoreAssignment(
      stated.map { StoreAssignment.Claim(name: $0.name, schema: $0.schema) }, of: givenSchema)
    var stores = try zip(stated, assignment.schemas).map { configuration, schema in
      try ContainerStore(
        configuration,
        SchemaOpening(schema, plan: migrationPlan, schemaName: configuration.name))
    }
    let first = stores.removeFirst()
    self.init(
      first, stores, schema: givenSchema, migrationPlan: migrationPlan,
      configurations: Set(stated))
  }

  /// Two stores in one file would overwrite each other.
  private static func check(_ configurations: [ModelConfiguration]) throws {
    var files: [String: ModelConfiguration] = [:]
    for configuration in configurations where !configuration.isStoredInMemoryOnly {
      let path = configuration.url.standardizedFileURL.resolvingSymlinksInPath().path
      if let other = files.updateValue(configuration, forKey: path) {
        throw SwiftDataError(
          .duplicateConfiguration,
          "configurations “\(other.name)” and “\(configuration.name)” both claim the file \(path)")
      }
    }
  }
}
