import DocumentTables

/// Brings tables of an older schema to a newer one, stage by stage, in memory.
///
///     tables n ──► (willMigrate on a context over n) ──► structural steps
///              ──► (didMigrate on a context over n+1) ──► new constraints checked ──► tables n+1
///
/// Nothing is touched before it succeeds: the tables that go in are a value.
package struct Migrator {
  let plan: any SchemaMigrationPlan.Type
  let schemaName: String

  package init(_ plan: any SchemaMigrationPlan.Type, schemaName: String) {
    self.plan = plan
    self.schemaName = schemaName
  }

  /// The plan's newest schema.
  package func currentSchema() throws -> any VersionedSchema.Type {
    guard let last = try PlanOrder(plan).schemas.last else {
      throw SwiftDataError(.unknownSchema, "\(plan) has no schemas")
    }
    return last
  }

  package func tableSchema(of version: any VersionedSchema.Type) throws -> TableSchema {
    try Schema(versionedSchema: version).checkedTableSchema(name: schemaName)
  }

  /// The schema of the plan that a document's schema is.
  ///
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` with the first difference, or a word that
  ///   the document is newer.
  package func versionedSchema(
    matching schema: TableSchema
  ) throws -> any VersionedSchema.Type {
    let fingerprint = schema.modelFingerprint()
    return try versionedSchema(for: schema) { $0.modelFingerprint() == fingerprint }
  }

  /// The schema of the plan that has a document's version and is its schema; any that is its schema
  /// for a document without version.
  func versionedSchema(
    for schema: TableSchema, where isSame: (TableSchema) throws -> Bool
  ) throws -> any VersionedSchema.Type {
    let known = try PlanOrder(plan).schemas
    guard let version = schema.version else {
      for candidate in known where try isSame(try tableSchema(of: candidate)) { return candidate }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document states no version, and no schema of the plan has its shape; "
          + Self.advice)
    }
    let candidates = known.filter { $0.versionIdentifier.tableVersion == version }
    for candidate in candidates where try isSame(try tableSchema(of: candidate)) {
      return candidate
    }
    guard let closest = candidates.last else {
      let current = try currentSchema().versionIdentifier
      let relation =
        version > current.tableVersion
        ? "newer than \(current), the newest this program knows; use a newer program, or work "
          + "with the document without its models"
        : "not among those this program knows; \(Self.advice)"
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "the document's schema \(schema.name) has version \(version.text), which is \(relation)")
    }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "the document says version \(version.text), but its schema is not that version's: "
        + SchemaComparison.firstDifference(schema, try tableSchema(of: closest)))
  }

  private static let advice =
    "add the schema that the document was written with to the plan, and a stage that leads on"

  /// The versions that a migration to the newest schema passes through, the document's own first.
  package func versions(from schema: TableSchema) throws -> [SchemaVersion] {
    let source = try versionedSchema(matching: schema)
    let path = try MigrationPath(plan, from: source, to: try currentSchema())
    return [source.versionIdentifier.tableVersion]
      + path.steps.map { $0.to.versionIdentifier.tableVersion }
  }

  /// Migrates to the plan's newest schema, or to the given one.
  ///
  /// It takes the tables over, so that what a stage rewrites can be freed as soon as it has.
  package func migrate(
    _ tables: consuming Tables, to target: (any VersionedSchema.Type)? = nil
  ) throws -> (tables: Tables, report: MigrationReport) {
    let source = try versionedSchema(matching: tables.schema)
    let path = try MigrationPath(plan, from: source, to: try target ?? currentSchema())
    // A document that states no version is saved under the version that it was found to be.
    tables.schema = try tableSchema(of: source)
    var stages: [MigrationReport.Stage] = []
    for step in path.steps {
      let run = try StageRun(step, schemaName: schemaName)
      let (migrated, stage) = try run.run(on: consume tables)
      tables = migrated
      stages.append(stage)
    }
    return (tables, MigrationReport(stages: stages))
  }
}
