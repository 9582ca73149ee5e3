/// What becomes of that which an older version of a document cannot hold.
public enum LossPolicy: String, Sendable, Hashable, CaseIterable {
  /// It travels in the document, out of the older version's sight, and comes back when the document
  /// is migrated to the newer version again.
  ///
  /// Whoever gets the document gets it, too.
  case carry
  /// It is given up.
  case drop
  /// If there is anything of the kind, nothing is written.
  case refuse
}
