import DocumentData
import DocumentMigration
import DocumentTables
import TripDocuments

/// Migrations of trip documents, as operations on tables.
enum TripMigration {
  private static var migrator: Migrator {
    Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
  }

  /// The released versions, oldest first.
  static var releasedVersions: [SchemaVersion] {
    TripMigrationPlan.schemas.map { $0.versionIdentifier.tableVersion }
  }

  /// The released versions in messages, oldest first.
  static var versionList: String {
    releasedVersions.map(\.text).joined(separator: ", ")
  }

  /// Returns the message for a version that is not released.
  static func words(forUnknown version: String) -> String {
    "There is no version \(version) of the schema; there are \(versionList)."
  }

  /// Migrates tables to the current schema; the report has no stages if nothing had to be done.
  static func migrate(
    _ tables: consuming Tables, _ restoration: RestorationPolicy
  ) throws -> (tables: Tables, report: MigrationReport) {
    try migrator.migrate(consume tables, restoration: restoration)
  }

  /// Migrates tables to any released version, newer or older.
  static func convert(
    _ tables: consuming Tables, to version: SchemaVersion, _ losses: LossPolicy,
    _ restoration: RestorationPolicy
  ) throws -> (tables: Tables, report: MigrationReport) {
    try migrator.convert(
      consume tables, to: Schema.Version(version.major, version.minor, version.patch),
      losses: losses, restoration: restoration)
  }

  /// Returns the migration to a newer version that works segment by segment; nil if it needs all
  /// rows.
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

  /// Returns the versions on the path from a document's version to the current one, both included.
  ///
  /// - Throws: `SwiftDataError.unknownDataStoreSchema` if there is no path.
  static func versions(from schema: TableSchema) throws -> [SchemaVersion] {
    try migrator.versions(from: schema)
  }

  /// Returns the released schema of a version, or nil if the version is not released.
  static func tableSchema(_ version: SchemaVersion) throws -> TableSchema? {
    for schema in TripMigrationPlan.schemas
    where schema.versionIdentifier.tableVersion == version {
      return try migrator.tableSchema(of: schema)
    }
    return nil
  }
}
