import Synchronization

/// Says that the results of a fetch may have changed.
///
/// Whoever reads ``version`` inside a tracking scope hears of the next change, on whichever thread
/// it happens; the results themselves are fetched again where they are read.
final class ResultsSignal: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let count = Atomic<Int>(0)

  /// How many changes there have been.
  var version: Int {
    registrar.access(self, keyPath: \.version)
    return count.load(ordering: .acquiring)
  }

  /// Announces a change that is about to be made: what is read before it is made is counted as
  /// older than the change.
  func raise() {
    registrar.withMutation(of: self, keyPath: \.version) {
      _ = count.add(1, ordering: .acquiringAndReleasing)
    }
  }
}

/// The signals of those who observe the results of one context.
struct ResultsSignals {
  private struct Listener { weak var signal: ResultsSignal? }

  private var listeners: [Listener] = []

  mutating func add(_ signal: ResultsSignal) {
    listeners.removeAll { $0.signal == nil }
    listeners.append(Listener(signal: signal))
  }

  /// Without anyone who listens this is one comparison, because it precedes every change.
  func raise() {
    guard !listeners.isEmpty else { return }
    for listener in listeners { listener.signal?.raise() }
  }
}
