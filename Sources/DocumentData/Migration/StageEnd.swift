import DocumentTables

/// One of the two versions of a stage.
struct StageEnd {
  let version: any VersionedSchema.Type
  /// The version's name in messages.
  let name: String
  /// The version's schema for each document, under the name of the document's own schema.
  let schemas: [TableSchema]
  /// The version's entities in each store of the container, the stores of the documents first; nil
  /// for a document that has all entities.
  let shares: [StoreShare]?

  init(
    _ version: any VersionedSchema.Type, name: String, schemaNames: [String],
    shares: [StoreShare]? = nil
  ) throws {
    self.version = version
    self.name = name
    schemas = try schemaNames.map { try version.checkedTableSchema(name: $0) }
    self.shares = shares
  }

  /// The entities of a share with their classes, all entities of the version if the share is nil; the rows
  /// of a frozen version are objects of one class.
  func catalog(of share: StoreShare?, _ schema: TableSchema) -> ModelCatalog {
    if version.isFrozen {
      return ModelCatalog(rowsOf: schema, as: FrozenObject.self, among: share?.entities)
    }
    guard let share else { return ModelCatalog(version.models, schema: schema) }
    let types = Schema(versionedSchema: version).types.filter {
      share.entities.contains(Schema.entityName(of: $0))
    }
    return ModelCatalog(types, schema: schema)
  }
}
