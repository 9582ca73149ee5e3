import ArgumentParser
import DocumentTables

/// The version of the schema that a document is brought to.
enum WantedVersion {
  /// The newest.
  case current
  /// The one that it has, whichever it is.
  case own
  case released(SchemaVersion)
}

/// The version as it is asked for on the command line.
struct VersionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The version of the schema, the current one by default: "
        + Self.versionList + ".", valueName: "v"))
  var schemaVersion: String?

  private static var versionList: String {
    TripMigration.releasedVersions.map(\.text).joined(separator: ", ")
  }

  /// Nil where none was asked for, and after ``validate()`` only there.
  var version: SchemaVersion? { schemaVersion.flatMap { SchemaVersion(text: $0) } }

  var wanted: WantedVersion { version.map { .released($0) } ?? .current }

  func validate() throws {
    guard let schemaVersion else { return }
    guard let version, TripMigration.releasedVersions.contains(version) else {
      throw ValidationError(
        "There is no version \(schemaVersion.quotedIfBlank) of the schema; there are \(Self.versionList)."
      )
    }
  }
}
