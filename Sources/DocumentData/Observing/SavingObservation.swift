/// Raises a signal when a context has saved to a store, for as long as it exists.
final class SavingObservation {
  private let token: any NSObjectProtocol

  init(of store: DocumentStore, _ signal: ResultsSignal) {
    token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak signal] notification in
      // Posted by the context that has saved, where it is used.
      guard let context = notification.object as? ModelContext,
        context.cores.contains(where: { $0.store === store })
      else { return }
      signal?.raise()
    }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
