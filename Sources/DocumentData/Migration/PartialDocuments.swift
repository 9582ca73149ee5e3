import DocumentTables

// A store that holds some models of a container only. The container's plan speaks of all of them: the
// document goes through its stages as one that has no objects of the others.

extension TableSchema {
  /// Whether another schema says the same of all entities of this one.
  func isPart(of whole: TableSchema) throws -> Bool {
    let part = whole.entities.filter { entity(named: $0.name) != nil }
    guard part.count == entities.count,
      let schema = try? TableSchema(name: name, version: version, entities: part)
    else { return false }
    return schema.modelFingerprint() == modelFingerprint()
  }
}

extension Tables {
  /// Finds objects that a narrower schema has no place for.
  ///
  /// - Parameter types: The models whose objects are looked for; nil for all.
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema``, naming the entity.
  func checkNothing(
    of types: [any PersistentModel.Type]? = nil, outside schema: TableSchema
  ) throws {
    let names = types.map { Set($0.map(Schema.entityName(of:))) }
    for (entity, count) in rowCounts().sorted(by: { $0.key < $1.key })
    where count > 0 && schema.entity(named: entity) == nil && names?.contains(entity) ?? true {
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document “\(schema.name)” holds \(count == 1 ? "1 object" : "\(count) objects") of "
          + "this entity, which its configuration leaves to another store: add it to the "
          + "configuration's schema, or move the objects to the other store in the closure of a "
          + "migration stage",
        entity: entity)
    }
  }
}
