/// The values of a deleted object that its store preserved.
///
/// Documents preserve attributes with the option
/// ``Schema/Attribute/Option/preserveValueOnDeletion``, and with the policy
/// ``ModelConfiguration/HistoryPolicy/values(transactions:days:bytes:)`` all properties.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  // Unchecked, because key paths are not Sendable in every toolchain. They are immutable, and those
  // here capture nothing: they come from the metadata of a class, or from literals of a store.
  private let values: [PartialKeyPath<Model>: any Sendable]

  /// Creates a tombstone from values by key path.
  ///
  /// SwiftData has no such initializer, so that custom stores there cannot record deletions.
  public init(_ values: [PartialKeyPath<Model>: any Sendable] = [:]) {
    self.values = values
  }

  /// The value of a property; nil if it was not preserved, or was nil.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? { values[keyPath] }

  /// The value of a property; nil if it was not preserved, or was nil.
  public subscript<Value: Sendable>(keyPath: KeyPath<Model, Value>) -> Value? {
    values[keyPath] as? Value
  }

  /// The value of an optional property; nil if it was not preserved, or was nil.
  public subscript<Value: Sendable>(keyPath: KeyPath<Model, Value?>) -> Value? {
    values[keyPath] as? Value
  }

  /// The preserved values, in the order of the class's properties.
  public func makeIterator() -> AnyIterator<Any> {
    let metadata = ModelMetadata.of(Model.self)
    let ordered = values.map { (metadata.position(of: $0.key) ?? .max, $0.value) }
      .sorted { $0.0 < $1.0 }
    var rest = ordered.makeIterator()
    return AnyIterator { rest.next()?.1 }
  }
}
