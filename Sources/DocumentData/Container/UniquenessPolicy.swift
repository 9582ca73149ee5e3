extension ModelConfiguration {
  /// A policy of saves for a new object that has the same unique key as another; SwiftData always
  /// uses ``upsert``.
  public enum UniquenessPolicy: Hashable, Sendable {
    /// The objects are merged: the older object gets the values of the newer one.
    case upsert
    /// The save throws ``SwiftDataError/modelValidationFailure``, which names both objects and the
    /// properties, and saves nothing.
    case refuse
  }
}
