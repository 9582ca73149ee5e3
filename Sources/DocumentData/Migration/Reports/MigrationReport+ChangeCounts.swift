extension MigrationReport {
  /// Numbers of objects, by what the closures of a migration did to them.
  ///
  /// An object that two saves change counts twice.
  public struct ChangeCounts: Sendable, Hashable {
    /// Objects that closures inserted.
    public internal(set) var added = 0
    /// Objects of which values changed, including those that others were merged into.
    public internal(set) var changed = 0
    /// Objects that closures deleted.
    public internal(set) var removed = 0
    /// Duplicates that were merged into another object.
    public internal(set) var merged = 0

    static func += (left: inout ChangeCounts, right: ChangeCounts) {
      left.added += right.added
      left.changed += right.changed
      left.removed += right.removed
      left.merged += right.merged
    }
  }
}
