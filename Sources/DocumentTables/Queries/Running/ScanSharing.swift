/// How a scan is shared among threads; its answers do not depend on it.
package struct ScanSharing: Hashable, Sendable {
  package var workers: WorkerCount
  /// What a scan must take at least, in nanoseconds, before threads are begun for it.
  var leastCost = 1_000_000
  /// How long a worker should be busy with what it is handed at a time, in nanoseconds.
  var costOfShare = 100_000

  package init(workers: WorkerCount) { self.workers = workers }

  /// As many threads as one job may keep busy; to begin one and to wait for its end takes about a
  /// twentieth of ``leastCost``.
  package static let standard = ScanSharing(workers: .standard)

  /// The caller's thread alone.
  static let none = ScanSharing(workers: .one)
}
