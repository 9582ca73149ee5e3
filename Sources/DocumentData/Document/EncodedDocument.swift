/// A document as bytes, in a format and a schema version.
public struct EncodedDocument: Sendable {
  /// The content of a file.
  public let data: Data
  /// The format of ``data``.
  public let format: DocumentFormat
  /// The report of the migration to an older version; without stages if there was none.
  public let migrationReport: MigrationReport
}
