/// An observation that raises a signal after each save to one of some stores, as long as the
/// observation exists.
final class SavingObservation {
  private let token: any NSObjectProtocol

  init(of stores: [DocumentStore], _ signal: ResultsSignal) {
    token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak signal] notification in
      // The context that has saved posts this on the thread or actor that uses it.
      guard let context = notification.object as? ModelContext,
        context.cores.contains(where: { core in stores.contains { $0 === core.store } })
      else { return }
      signal?.raise()
    }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
