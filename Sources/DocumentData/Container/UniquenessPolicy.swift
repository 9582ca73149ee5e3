extension ModelConfiguration {
  /// What a save does with a new object that has the unique key of another; not SwiftData's, which
  /// always does the first.
  public enum UniquenessPolicy: Hashable, Sendable {
    /// The two become one: the older object takes the values of the newer.
    case upsert
    /// The save throws ``SwiftDataError/modelValidationFailure``, which names both objects and the
    /// properties, and nothing is saved.
    case refuse
  }
}
