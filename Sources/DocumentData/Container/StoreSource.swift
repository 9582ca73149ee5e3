/// What a container makes one of its stores of: a configuration, whatever its type.
package struct StoreSource {
  /// How messages call it.
  package let name: String
  /// The models that stand in the store; nil for those that no other source names.
  package let schema: Schema?
  let allowsSave: Bool
  /// Opens the store for its part of the container's schema.
  let open: (SchemaOpening) throws -> ContainerStore

  init(
    name: String, schema: Schema?, allowsSave: Bool = true,
    open: @escaping (SchemaOpening) throws -> ContainerStore
  ) {
    self.name = name
    self.schema = schema
    self.allowsSave = allowsSave
    self.open = open
  }

  /// A document in a file or in memory.
  init(_ configuration: ModelConfiguration) {
    self.init(
      name: configuration.name, schema: configuration.schema, allowsSave: configuration.allowsSave
    ) {
      try ContainerStore(configuration, $0)
    }
  }
}

extension ContainerStore {
  /// Opens a store for each source, with its part of a schema and one migration plan for all.
  ///
  /// - Throws: What opening throws, and ``SwiftDataError/duplicateConfiguration`` where two stores
  ///   with one entity are copies of one document: identifiers would name an object of each.
  static func open(
    _ sources: [StoreSource], _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?,
    _ configurations: Set<ModelConfiguration>
  ) throws -> [ContainerStore] {
    let assignment = try StoreAssignment(
      sources.map {
        StoreAssignment.Claim(name: $0.name, schema: $0.schema, allowsSave: $0.allowsSave)
      }, of: schema)
    var stores: [ContainerStore] = []
    for (source, part) in zip(sources, assignment.schemas) {
      let store = try source.open(
        SchemaOpening(
          part, of: schema, plan: plan, schemaName: source.name, configurations: configurations))
      if let other = stores.first(where: { $0.sharesIdentifiers(with: store) }) {
        throw SwiftDataError(
          .duplicateConfiguration,
          "configurations “\(other.name)” and “\(store.name)” name copies of one document, so "
            + "identifiers would not tell their objects apart: make one of them anew")
      }
      stores.append(store)
    }
    return stores
  }

  private func sharesIdentifiers(with other: ContainerStore) -> Bool {
    store.identifier == other.store.identifier
      && catalog.descriptions.contains { other.catalog.description(of: $0.type) != nil }
  }
}
