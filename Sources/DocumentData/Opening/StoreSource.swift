/// The source of one store of a container: a configuration of any type.
package struct StoreSource {
  /// The name in messages.
  package let name: String
  /// The models of the store; nil to store the entities that no writable source names.
  package let schema: Schema?
  let allowsSave: Bool
  let kind: Kind

  enum Kind {
    /// A document in a file or in memory.
    case document(ModelConfiguration)
    /// A custom store, created for its part of the container's schema.
    case custom((SchemaOpening) throws -> ContainerStore)
  }

  /// A document in a file or in memory.
  init(_ configuration: ModelConfiguration) {
    name = configuration.name
    schema = configuration.schema
    allowsSave = configuration.allowsSave
    kind = .document(configuration)
  }

  /// A custom store.
  init(
    name: String, schema: Schema?, make: @escaping (SchemaOpening) throws -> ContainerStore
  ) {
    self.name = name
    self.schema = schema
    allowsSave = true
    kind = .custom(make)
  }

  /// The document's configuration; nil for a custom store.
  var configuration: ModelConfiguration? {
    if case .document(let configuration) = kind { configuration } else { nil }
  }
}

extension ContainerStore {
  /// Opens a store for each source, with its part of the schema and one migration plan for all.
  ///
  /// - Throws: The errors of opening, and ``SwiftDataError/duplicateConfiguration`` if two stores
  ///   with a common entity are copies of one document: an identifier would then name an object in
  ///   each.
  static func open(
    _ sources: [StoreSource], _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?,
    _ configurations: Set<ModelConfiguration>
  ) throws -> [ContainerStore] {
    let parts = try StoreAssignment(
      sources.map {
        StoreAssignment.Claim(name: $0.name, schema: $0.schema, allowsSave: $0.allowsSave)
      }, of: schema
    ).schemas
    let files = zip(sources, parts).compactMap { source, part in
      source.configuration.flatMap { $0.filePath.map { ($0, part.identifiers) } }
    }
    let openings = zip(sources, parts).map { source, part in
      SchemaOpening(
        part, of: schema, plan: plan, storeName: source.name, configurations: configurations,
        files: Dictionary(files, uniquingKeysWith: { $0.union($1) }))
    }
    let keepers = EntityKeepers(
      stores: zip(sources, parts).map { source, part in
        EntityKeepers.Store(
          name: source.name, configuration: source.configuration, allowsSave: source.allowsSave,
          entities: Set(part.types.map(Schema.entityName(of:))))
      })
    let requests = sources.indices.compactMap { index in
      sources[index].configuration.map {
        StoreRequest(store: index, configuration: $0, opening: openings[index])
      }
    }
    var waiting = try open(requests, keepers)[...]
    var stores: [ContainerStore] = []
    for (source, opening) in zip(sources, openings) {
      let store: ContainerStore
      switch source.kind {
      case .document:
        guard let first = waiting.popFirst() else { continue }
        store = first
        try store.uniqueness.check(store.catalog.schema, store: store.name)
      case .custom(let make): store = try make(opening)
      }
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

extension ModelConfiguration {
  /// The path of the document's file with symbolic links resolved; nil for a document in memory.
  var filePath: String? {
    isStoredInMemoryOnly ? nil : url.standardizedFileURL.resolvingSymlinksInPath().path
  }
}
