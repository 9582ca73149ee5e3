import DocumentTables

// Documents of stores that contain only some models of their container. The container's plan covers
// all models, so the document goes through its stages as one without objects of the other models.

extension TableSchema {
  /// Whether another schema defines all entities of this one in the same way.
  func isPart(of whole: TableSchema) throws -> Bool {
    let part = whole.entities.filter { entity(named: $0.name) != nil }
    guard part.count == entities.count,
      let schema = try? TableSchema(name: name, version: version, entities: part)
    else { return false }
    return schema.modelFingerprint() == modelFingerprint()
  }
}

extension Tables {
  /// Checks that there are no objects of entities that a narrower schema does not contain.
  ///
  /// - Parameters:
  ///   - types: The models to check; nil for all.
  ///   - store: The name of the store, for the error.
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` with the first such entity by name.
  func checkNothing(
    of types: [any PersistentModel.Type]? = nil, outside schema: TableSchema,
    in store: String?
  ) throws {
    let names = types.map { Set($0.map(Schema.entityName(of:))) }
    for (entity, count) in rowCounts().sorted(by: { $0.key < $1.key })
    where count > 0 && schema.entity(named: entity) == nil && names?.contains(entity) ?? true {
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document\(store.map { " “\($0)”" } ?? "") holds "
          + "\(count == 1 ? "1 object" : "\(count) objects") of "
          + "this entity, which its configuration leaves to another store: add it to the "
          + "configuration's schema, or move the objects to the other store in the closure of a "
          + "migration stage",
        entity: entity)
    }
  }
}
