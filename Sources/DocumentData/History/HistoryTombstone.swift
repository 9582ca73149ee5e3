/// The values of a deleted object that its store preserved.
///
/// Documents preserve attributes with the option
/// ``Schema/Attribute/Option/preserveValueOnDeletion``.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  // Unchecked, because key paths are not Sendable in every toolchain. They are immutable, and those
  // here capture nothing: they come from the metadata of a class, or from literals of a store.
  private let values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]

  /// Creates a tombstone from values by key path, in any order.
  ///
  /// SwiftData has no such initializer, so that custom stores there cannot record deletions.
  public init(_ values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)] = []) {
    self.values = values
  }

  /// The value of a property; nil if it was not preserved, or was nil.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  /// The value of a property; nil if it was not preserved, or was nil.
  public subscript<Value: Sendable>(keyPath: KeyPath<Model, Value>) -> Value? {
    values.first { $0.keyPath == keyPath }?.value as? Value
  }

  /// The preserved values, in the order of the properties' names.
  public func makeIterator() -> AnyIterator<Any> {
    var rest = values.makeIterator()
    return AnyIterator { rest.next()?.value }
  }
}
