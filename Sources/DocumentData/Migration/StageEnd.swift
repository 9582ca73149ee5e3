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
    let schema = Schema(versionedSchema: version)
    schemas = try schemaNames.map { try schema.checkedTableSchema(name: $0) }
    self.shares = shares
  }

  /// The classes of the entities of a share; all classes of the version if the share is nil.
  func models(of share: StoreShare?) -> [any PersistentModel.Type] {
    guard let share else { return version.models }
    return Schema(versionedSchema: version).types.filter {
      share.entities.contains(Schema.entityName(of: $0))
    }
  }
}
