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
    let names = RecordedNames(path(from: schema, fingerprint), catalog, store)
    known.withLock { $0[fingerprint] = names }
    return names
  }

  /// Returns the schemas from a recorded one to that of the models: those of the plan between the
  /// two, if the plan has both.
  private func path(from schema: TableSchema, _ fingerprint: Digest) -> [TableSchema] {
    let own = catalog.schema.modelFingerprint()
    if fingerprint == own { return [schema] }
    let versions = planSchemas()
    guard let start = versions.firstIndex(where: { $0.modelFingerprint() == fingerprint }),
      let end = versions.firstIndex(where: { $0.modelFingerprint() == own })
    else { return [schema, catalog.schema] }
    let between =
      start < end ? Array(versions[(start + 1)..<end]) : versions[(end + 1)..<start].reversed()
    return [schema] + between + [catalog.schema]
  }

  private func planSchemas() -> [TableSchema] {
    guard let plan else { return [] }
    return plan.schemas.compactMap {
      try? $0.checkedTableSchema(name: catalog.schema.name)
    }
  }
}
