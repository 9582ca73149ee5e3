extension Schema {
  /// What `#Index` can say about a model class.
  public enum Index<Model: PersistentModel> {
    /// One index over some properties.
    public enum Types<Indexed: PersistentModel> {
      /// An index for look-ups and sorting.
      case binary([PartialKeyPath<Indexed>])
      /// An index for ranges in several dimensions; here an index like the other.
      case rtree([PartialKeyPath<Indexed>])

      package var keyPaths: [PartialKeyPath<Indexed>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }
  }
}
