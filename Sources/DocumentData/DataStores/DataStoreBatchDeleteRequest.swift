/// Asks a store to remove the objects of a class that satisfy a predicate.
public struct DataStoreBatchDeleteRequest<T: PersistentModel> {
  /// What an object must satisfy; nil for every object.
  public let predicate: Predicate<T>?
  /// Whether objects of subclasses are meant too.
  public let includeSubclasses: Bool
  /// The context that asks.
  public let editingState: EditingState

  /// Makes a request.
  public init(
    predicate: Predicate<T>? = nil, includeSubclasses: Bool = true, editingState: EditingState
  ) {
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
    self.editingState = editingState
  }
}
