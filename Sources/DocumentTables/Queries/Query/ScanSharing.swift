/// How a scan is shared among threads; the result does not depend on it.
package struct ScanSharing: Hashable, Sendable {
  package var workers: WorkerCount
  /// The minimum cost of a scan for which threads are started, in nanoseconds.
  var leastCost = 1_000_000
  /// The cost of the work that a worker is given at a time, in nanoseconds.
  var costOfShare = 100_000

  package init(workers: WorkerCount) { self.workers = workers }

  /// As many threads as one job may occupy; starting and awaiting one takes a twentieth of
  /// ``leastCost``.
  package static let standard = ScanSharing(workers: .standard)

  /// Only the caller's thread.
  static let none = ScanSharing(workers: .one)
}
