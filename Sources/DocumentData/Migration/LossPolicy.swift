/// A policy for data that an older schema version cannot store.
public enum LossPolicy: Sendable {
  /// Carry the data in the document, invisible to the older version, and restore it when the
  /// document is migrated to the newer version again.
  ///
  /// Anyone who receives the document also receives this data.
  case carry
  /// Drop the data.
  case drop
  /// Write nothing if any data would be lost.
  case refuse
}
