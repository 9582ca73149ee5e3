/// What a container makes one of its stores of: a configuration, whatever its type.
package struct StoreSource {
  /// How messages call it.
  package let name: String
  /// The models that stand in the store; nil for those that no other source names.
  package let schema: Schema?
  /// Opens the store for its part of the container's schema.
  let open: (SchemaOpening) throws -> ContainerStore

  init(
    name: String, schema: Schema?, open: @escaping (SchemaOpening) throws -> ContainerStore
  ) {
    self.name = name
    self.schema = schema
    self.open = open
  }

  /// A document in a file or in memory.
  init(_ configuration: ModelConfiguration) {
    self.init(name: configuration.name, schema: configuration.schema) {
      try ContainerStore(configuration, $0)
    }
  }
}

extension ContainerStore {
  /// Opens a store for each source, with its part of a schema and one migration plan for all.
  static func open(
    _ sources: [StoreSource], _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> [ContainerStore] {
    let assignment = try StoreAssignment(
      sources.map { StoreAssignment.Claim(name: $0.name, schema: $0.schema) }, of: schema)
    return try zip(sources, assignment.schemas).map { source, part in
      try source.open(
        SchemaOpening(part, of: schema, plan: plan, schemaName: source.name))
    }
  }
}
