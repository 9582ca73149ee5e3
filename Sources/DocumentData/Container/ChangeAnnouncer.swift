import Synchronization

/// Announces that others than a container's own contexts have changed one of its stores.
final class ChangeAnnouncer: StoreFollower {
  private struct Reference: Sendable {
    weak var core: ContainerCore?
  }

  private let store: DocumentStore
  private let reference: Mutex<Reference>

  init(_ core: ContainerCore, _ store: DocumentStore) {
    self.store = store
    reference = Mutex(Reference(core: core))
  }

  func storeDidChange(by saver: AnyObject?) {
    guard let core = reference.withLock({ $0.core }), core !== saver else { return }
    NotificationCenter.default.post(
      name: ModelContainer.remoteChange, object: core.container,
      userInfo: [ModelContainer.storeIdentifierKey: store.identifier])
  }

  func storeDidFail(_ error: any Error) {
    guard let core = reference.withLock({ $0.core }) else { return }
    NotificationCenter.default.post(
      name: ModelContainer.didFailToFollow, object: core.container,
      userInfo: [ModelContainer.followingErrorKey: error])
  }
}
