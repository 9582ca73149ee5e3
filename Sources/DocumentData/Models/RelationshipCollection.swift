/// A collection of related objects: an array, or an optional array.
public protocol RelationshipCollection {
  /// The class of the objects.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The class of the objects.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  /// The class of the objects.
  public typealias PersistentElement = Wrapped.Element
}
