import DocumentData
import DocumentTables
import TripDocuments

/// The trip schemas as the converter needs them: tables in, current tables out.
enum TripMigration {
  private static var migrator: Migrator {
    Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
  }

  /// The released versions, the oldest first.
  static var releasedVersions: [SchemaVersion] {
    TripMigrationPlan.schemas.map { $0.versionIdentifier.tableVersion }
  }

  /// Migrates to the current schema; the report has no stages where nothing was to do.
  static func migrate(
    _ tables: consuming Tables
  ) throws -> (tables: Tables, report: MigrationReport) {
    try migrator.migrate(consume tables)
  }

  /// The versions that a document passes through on its way to the current one, its own first.
  ///
  /// - Throws: `SwiftDataError.unknownDataStoreSchema` where it cannot.
  static func versions(from schema: TableSchema) throws -> [SchemaVersion] {
    try migrator.versions(from: schema)
  }

  /// The released schema of a version; nil for any other version.
  static func tableSchema(_ version: SchemaVersion) throws -> TableSchema? {
    for schema in TripMigrationPlan.schemas
    where schema.versionIdentifier.tableVersion == version {
      return try migrator.tableSchema(of: schema)
    }
    return nil
  }
}
