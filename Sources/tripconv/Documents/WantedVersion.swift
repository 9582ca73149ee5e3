import ArgumentParser
import DocumentTables

/// The schema version to migrate a document to.
enum WantedVersion {
  /// The newest released version.
  case current
  /// The document's own version, even if it is not released.
  case own
  case released(SchemaVersion)
}

/// The command-line option for the schema version.
struct VersionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The schema version: \(TripMigration.versionList); by default the newest.", valueName: "v"))
  var schemaVersion: String?

  /// The requested version; after ``validate()``, nil only if none was requested.
  ///
  /// `4` and `4.0` mean 4.0.0.
  var version: SchemaVersion? {
    guard let schemaVersion else { return nil }
    let missing = 2 - schemaVersion.count { $0 == "." }
    return SchemaVersion(
      text: schemaVersion + String(repeating: ".0", count: max(0, missing)))
  }

  var wanted: WantedVersion { version.map { .released($0) } ?? .current }

  func validate() throws {
    guard let schemaVersion else { return }
    guard let version, TripMigration.releasedVersions.contains(version) else {
      throw ValidationError(TripMigration.words(forUnknown: schemaVersion.quotedIfBlank))
    }
  }
}
