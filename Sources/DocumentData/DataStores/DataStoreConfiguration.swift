/// Describes a store: which one it is, where it keeps its objects, and which entities they have.
///
/// The name of the associated type of 2024, `StoreType`, does as well as `Store`.
public protocol DataStoreConfiguration<Store>: Hashable {
  /// The store that is made of such a configuration.
  associatedtype Store: DataStore = StoreType where Self == Store.Configuration
  /// The same as `Store`.
  associatedtype StoreType = Store

  /// What tells the configuration from others.
  var name: String { get }
  /// The models that the store keeps; a container sets it where it is nil.
  var schema: Schema? { get set }

  /// Finds out whether a store can be made; a container asks before it makes one.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts everything.
  public func validate() throws {}
}
