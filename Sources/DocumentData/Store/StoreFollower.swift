/// An observer of a store's commits, called on the thread that saved.
package protocol StoreFollower: AnyObject, Sendable {
  /// Called after every commit, adoption and erase; must only schedule work.
  ///
  /// - Parameter saver: The container that saved; nil for another process, and for an erase.
  func storeDidChange(by saver: AnyObject?)
  /// Called if a save of another process cannot be adopted.
  func storeDidFail(_ error: any Error)
}

extension StoreFollower {
  package func storeDidFail(_ error: any Error) {}
}
