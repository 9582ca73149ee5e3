/// A policy for data that a document carries from a migration to an older version.
public enum RestorationPolicy: Sendable {
  /// Put the data back where it fits, on the way to the newer version.
  ///
  /// The author of the file controls this data. If it deletes or replaces data that the older
  /// version shows, the report lists these changes: ``MigrationReport/Stage/overwritten``.
  case restore
  /// Put nothing back, and remove the data of each stage that the migration runs.
  case drop
}
