import DocumentFile

/// The text of `--version`, one fact per line.
enum VersionText {
  static var text: String {
    """
    tripconv \(DocumentWriteOptions.libraryVersion)
    format   \(Header.currentFormatVersion)
    schemas  \(TripMigration.versionList)
    with     \(SystemLibraries.versions.joined(separator: ", "))
    """
  }
}
