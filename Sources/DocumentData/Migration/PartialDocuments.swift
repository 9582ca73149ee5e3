import DocumentTables

// A store that holds some models of a container only. Its plan speaks of all of them, and so may
// the closures of its stages: the document goes through them as one that has no objects of the
// others.
extension Migrator {
  /// Migrates a document that holds a part of the plan's entities.
  ///
  /// - Parameter own: The part that it holds in the target.
  func migrate(
    part tables: consuming Tables, to target: any VersionedSchema.Type, keeping own: TableSchema
  ) throws -> (tables: Tables, report: MigrationReport) {
    let found = tables.schema
    let source = try versionedSchema(for: found) { try found.isPart(of: $0) }
    do {
      let wide = try SchemaDifference(from: found, to: tableSchema(of: source))
      var migrated = try migrate(tables.migrated(by: wide), to: target)
      try migrated.tables.checkNothing(outside: own)
      let narrow = try SchemaDifference(from: migrated.tables.schema, to: own)
      migrated.tables = try migrated.tables.migrated(by: narrow)
      return migrated
    } catch let problem as SchemaProblem {
      throw SwiftDataError(
        .unknownDataStoreSchema, problem.detail, entity: problem.entity,
        property: problem.property, underlying: problem)
    }
  }
}

extension TableSchema {
  /// Whether another schema says the same of all entities of this one.
  fileprivate func isPart(of whole: TableSchema) throws -> Bool {
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
        "the document “\(schema.name)” holds \(count) objects of this entity, which its "
          + "configuration leaves to another store: add it to the configuration's schema",
        entity: entity)
    }
  }
}
