import DocumentTables

/// One of the two versions that a stage lies between.
struct StageEnd {
  let version: any VersionedSchema.Type
  /// How messages call it.
  let name: String
  /// Its schema, under the name that each document's schema has.
  let schemas: [TableSchema]
  /// What each store of the container keeps of it, those of the documents first; nil for a document
  /// that has all of it.
  let shares: [StoreShare]?

  init(
    _ version: any VersionedSchema.Type, name: String, schemaNames: [String],
    shares: [StoreShare]? = nil
  ) throws {
    self.version = version
    self.name = name
    let schema = Schema(versionedSchema: version)
    schemas = try schemaNames.map { try schema.checkedTableSchema(name: $0) }
    self.shares = shares
  }

  /// The classes of the entities of a share; all for a document that has all of them.
  func models(of share: StoreShare?) -> [any PersistentModel.Type] {
    guard let share else { return version.models }
    return Schema(versionedSchema: version).types.filter {
      share.entities.contains(Schema.entityName(of: $0))
    }
  }
}
