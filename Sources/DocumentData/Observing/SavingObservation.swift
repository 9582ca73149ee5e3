/// Raises a signal when a context has saved to one of some stores, for as long as it exists.
final class SavingObservation {
  private let token: any NSObjectProtocol

  init(of stores: [DocumentStore], _ signal: ResultsSignal) {
    token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak signal] notification in
      // Posted by the context that has saved, where it is used.
      guard let context = notification.object as? ModelContext,
        context.cores.contains(where: { core in stores.contains { $0 === core.store } })
      else { return }
      signal?.raise()
    }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
