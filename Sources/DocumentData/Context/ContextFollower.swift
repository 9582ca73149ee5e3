import Synchronization

/// Leads from a store to a context that is confined to the main actor.
final class ContextFollower: StoreFollower, @unchecked Sendable {
  // Unchecked because of the context, which is no Sendable type: the reference is set once, before
  // anybody else has the follower, and is read only by what `MainQueue` runs. A weak reference may be
  // read while the object goes away.
  private weak var context: ModelContext?
  private let isScheduled = Atomic(false)

  init(_ context: ModelContext) { self.context = context }

  func storeDidChange() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    MainQueue.afterCurrentWork {
      self.isScheduled.store(false, ordering: .releasing)
      self.context?.followStores()
    }
  }
}

extension ModelContext {
  /// Makes the context see what others save once the main actor's current work is done, so that
  /// observers hear of it at once; others see it at their next fetch or save.
  ///
  /// That is so for the main context, for a context that saves by itself, and for a context of whose
  /// objects somebody watches one on the main actor. It must then stay there.
  func watchStores() {
    guard follower == nil, !isConfinedToExecutor else { return }
    let follower = ContextFollower(self)
    self.follower = follower
    for core in cores { core.store.add(follower) }
  }

  func followStores() {
    for core in cores { core.advance() }
  }
}

extension ContextCore {
  /// Somebody watches an object of this context.
  func noteObserver() {
    objects.isObserved = true
    guard let facade, facade.follower == nil, MainQueue.isCurrent else { return }
    facade.watchStores()
  }
}
