/// Which objects to fetch, and in what order.
public struct FetchDescriptor<T: PersistentModel> {
  /// What an object must satisfy; nil for every object.
  public var predicate: Predicate<T>?
  /// The order, the most significant first; without any, that of insertion.
  public var sortBy: [SortDescriptor<T>]
  /// The most objects to fetch; nil and 0 mean all.
  public var fetchLimit: Int?
  /// How many objects to leave out at the beginning.
  public var fetchOffset: Int?
  /// Whether changes count that the context has not saved.
  public var includePendingChanges = true
  /// The properties that the caller will read; without effect, because everything is in memory.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships that the caller will follow; without effect: everything is in memory.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Asks for the objects that satisfy a predicate, in an order.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
