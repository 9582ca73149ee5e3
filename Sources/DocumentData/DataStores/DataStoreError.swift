/// What a store says about what it cannot do.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The store does not do that at all.
  case unsupportedFeature
  /// The store cannot evaluate the predicate: the context is to do it.
  case preferInMemoryFilter
  /// The store cannot sort as asked: the context is to do it.
  case preferInMemorySort
  /// The predicate makes no sense to the store.
  case invalidPredicate
}

extension DataStoreError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .unsupportedFeature: "the store does not support this"
    case .preferInMemoryFilter: "the store cannot evaluate the predicate"
    case .preferInMemorySort: "the store cannot sort as asked"
    case .invalidPredicate: "the predicate is invalid for this store"
    }
  }
}
