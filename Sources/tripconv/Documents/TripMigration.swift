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
    _ tables: consuming Tables, _ restoration: RestorationPolicy
  ) throws -> (tables: Tables, report: MigrationReport) {
    try migrator.migrate(consume tables, restoration: restoration)
  }

  /// Brings tables to any released version, a newer one or an older one.
  static func convert(
    _ tables: consuming Tables, to version: SchemaVersion, _ losses: LossPolicy,
    _ restoration: RestorationPolicy
  ) throws -> (tables: Tables, report: MigrationReport) {
    try migrator.convert(
      consume tables, to: Schema.Version(version.major, version.minor, version.patch),
      losses: losses, restoration: restoration)
  }

  /// How a document comes to a newer version segment by segment; nil if that takes all rows.
  static func segmentMigration(
    from schema: TableSchema, to version: SchemaVersion?
  ) -> SegmentMigration? {
    let version = version.map { Schema.Version($0.major, $0.minor, $0.patch) }
    return (try? migrator.segmentMigration(from: schema, to: version)) ?? nil
  }

  /// Whether a document's schema is the current one.
  static func isCurrent(_ schema: TableSchema) throws -> Bool {
    guard let version = releasedVersions.last, let current = try tableSchema(version) else {
      return false
    }
    return schema.version == version && schema.modelFingerprint() == current.modelFingerprint()
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
