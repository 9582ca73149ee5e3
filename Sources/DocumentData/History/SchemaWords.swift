import DocumentMigration
import DocumentTables
import Synchronization

/// The schemas of one store's history, in the words of the store's models.
final class SchemaWords: Sendable {
  private let catalog: ModelCatalog
  private let store: DocumentStore
  private let plan: (any SchemaMigrationPlan.Type)?
  private let known = Mutex<[Digest: RecordedNames]>([:])

  init(
    _ catalog: ModelCatalog, _ store: DocumentStore, _ plan: (any SchemaMigrationPlan.Type)?
  ) {
    self.catalog = catalog
    self.store = store
    self.plan = plan
  }

  /// Returns the words of a schema that transactions use.
  func names(of fingerprint: Digest, _ history: History) -> RecordedNames {
    if let names = known.withLock({ $0[fingerprint] }) { return names }
    let schema = history.schemas[fingerprint] ?? catalog.schema
    // Upwards and downwards, through the versions of the plan.
    let path = NamePath(from: schema, to: catalog.schema, through: planSchemas)
    let names = RecordedNames(schema, path, catalog, store)
    known.withLock { $0[fingerprint] = names }
    return names
  }

  /// The schema of the models.
  var schema: TableSchema { catalog.schema }

  /// The words of the models themselves.
  var present: RecordedNames {
    RecordedNames(
      schema, NamePath(from: schema, to: schema, through: planSchemas), catalog, store)
  }

  /// Returns the names of some entities and their subentities.
  func entities(of models: Set<String>) -> Set<String> {
    var names: Set<String> = []
    for entity in schema.entities
    where schema.lineage(of: entity.name).contains(where: { models.contains($0.name) }) {
      names.insert(entity.name)
    }
    return names
  }

  private func planSchemas() -> [TableSchema] {
    guard let plan else { return [] }
    return plan.schemas.compactMap {
      try? $0.checkedTableSchema(name: catalog.schema.name)
    }
  }
}
