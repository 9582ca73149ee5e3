import Synchronization

/// A signal that the results of a fetch may have changed.
///
/// Reading ``version`` in a tracking scope observes the next change on any thread. The observer fetches
/// the results again when it reads them.
final class ResultsSignal: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let count = Atomic<Int>(0)

  /// The number of changes.
  var version: Int {
    registrar.access(self, keyPath: \.version)
    return count.load(ordering: .acquiring)
  }

  /// Announces a change before it happens, so that results read before it count as older.
  func raise() {
    registrar.withMutation(of: self, keyPath: \.version) {
      _ = count.add(1, ordering: .acquiringAndReleasing)
    }
  }
}

/// The signals of the observers of one context's results.
struct ResultsSignals {
  private struct Listener { weak var signal: ResultsSignal? }

  private var listeners: [Listener] = []

  mutating func add(_ signal: ResultsSignal) {
    listeners.removeAll { $0.signal == nil }
    listeners.append(Listener(signal: signal))
  }

  /// Raises every signal; one comparison without listeners, because this precedes every change.
  func raise() {
    guard !listeners.isEmpty else { return }
    for listener in listeners { listener.signal?.raise() }
  }
}
