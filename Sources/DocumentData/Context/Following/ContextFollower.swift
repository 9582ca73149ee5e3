import Synchronization

/// Notifies a context on the main actor of the changes of a store.
final class ContextFollower: StoreFollower, @unchecked Sendable {
  // Unchecked, because the context is not Sendable: the initialiser sets the reference, and only closures
  // that `MainQueue` runs read it. Reading a weak reference is safe during the object's deallocation.
  private weak var context: ModelContext?
  private let isScheduled = Atomic(false)

  init(_ context: ModelContext) { self.context = context }

  func storeDidChange(by saver: AnyObject?) {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    MainQueue.afterCurrentWork {
      self.isScheduled.store(false, ordering: .releasing)
      self.context?.followStores()
    }
  }
}

extension ModelContext {
  /// Lets the context follow saves of other contexts after the main actor's current work.
  ///
  /// Its observers are then notified promptly. Other contexts follow at their next fetch or save. The
  /// main context follows, a context that saves automatically, and a context with an object that is
  /// observed on the main actor. Such a context must stay on the main actor.
  func watchStores() {
    guard follower == nil, !isConfinedToExecutor else { return }
    let follower = ContextFollower(self)
    self.follower = follower
    for core in cores {
      core.store.add(follower)
      core.followFile()
    }
  }

  func followStores() {
    for core in cores { core.advance() }
  }
}

extension ContextCore {
  /// Notes that the program observes an object of this context.
  func noteObserver() {
    objects.noteObserver()
    guard let facade, facade.follower == nil, MainQueue.isCurrent else { return }
    facade.watchStores()
  }
}
