import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import TripDocuments
import TripFormats

/// Migrations of trip documents, as operations on tables.
enum TripMigration {
  private static var migrator: Migrator {
    Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
  }

  /// The released versions, oldest first.
  static var releasedVersions: [SchemaVersion] {
    TripMigrationPlan.schemas.map { $0.versionIdentifier.tableVersion }
  }

  /// The schemas of all released versions.
  static var releasedSchemas: [TableSchema] {
    releasedVersions.compactMap { (try? tableSchema($0)) ?? nil }
  }

  /// The released versions in messages, oldest first.
  static var versionList: String {
    releasedVersions.map(\.text).joined(separator: ", ")
  }

  /// Returns the message for a version that is not released.
  static func words(forUnknown version: String) -> String {
    "unknown schema version \(version); released versions: \(versionList)"
  }

  /// Whether a document has a schema of its own, which no version of the trip schema equals.
  ///
  /// Such a document is not migrated.
  static func isForeign(_ header: Header) -> Bool {
    header.type != .trips && header.schema.name != TripMigrationPlan.schemaName
      && (try? versions(from: header.schema)) == nil
  }

  /// Returns the message for a trip schema that is newer than this program; nil for any other.
  static func words(forNewer schema: TableSchema) -> String? {
    guard schema.name == TripMigrationPlan.schemaName, let version = schema.version,
      let newest = releasedVersions.last, version > newest
    else { return nil }
    return
      "schema \(version.text) needs a newer tripconv, this one knows versions up to \(newest.text)"
  }

  /// Returns the version to migrate a document to: its own instead of the current one if it has a
  /// schema of its own.
  ///
  /// - Throws: ``CommandFailure`` if a version is requested that such a document cannot have.
  static func resolved(
    _ version: WantedVersion, for header: Header, of input: InputArgument
  ) throws(CommandFailure) -> WantedVersion {
    if case .own = version { return .own }
    guard isForeign(header) else { return version }
    guard case .released(let wanted) = version else { return .own }
    throw CommandFailure(
      .badData,
      "its schema \(header.schema.title) is not the trip schema, which version \(wanted.text) is of",
      at: input.name)
  }

  /// Returns the message for a document that needs no migration, such as "has version 4.0.0
  /// already".
  static func words(forKept schema: TableSchema, isForeign: Bool) -> String {
    isForeign
      ? "has the schema \(schema.title), which is not migrated"
      : "has version \(schema.version?.text ?? "") already"
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

  /// Returns tables in the version that formats of other programs speak.
  ///
  /// - Throws: ``CommandFailure`` if the schema is not the trip schema.
  static func tables(_ tables: Tables, forFormat format: TripFormat) throws -> Tables {
    // A document that an app's container made may have another name of the schema.
    guard (try? versions(from: tables.schema)) != nil else {
      throw CommandFailure(
        .badData,
        "the schema \(tables.schema.title) is not the trip schema, which \(format.title) files hold"
      )
    }
    if tables.schema.version == TripFormat.schemaVersion { return tables }
    let history = tables.history
    var converted = try convert(
      tables.withoutHistory, to: TripFormat.schemaVersion, .carry, .restore
    ).tables
    // The history tells when objects changed; their keys stay.
    converted.history = history
    return converted
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

extension TableSchema {
  /// The name and the version, for messages.
  var title: String { version.map { "\(name) \($0.text)" } ?? name }
}
