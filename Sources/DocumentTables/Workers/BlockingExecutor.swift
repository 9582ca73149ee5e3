import Synchronization

/// An executor for work that blocks its thread: reading, migrating and writing documents.
///
/// Swift concurrency has one thread for each processor; work that blocks them stops every other task.
/// This executor has threads of its own, as many as one job may use workers. Further jobs wait in
/// the order of their arrival. A thread ends if no job waits.
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor(threads: WorkerCount.standard.count)

  private struct State {
    var waiting: [UnownedJob] = []
    /// The number of jobs at the front of `waiting` that have been taken.
    var taken = 0
    var threads = 0

    /// Removes the next job; nil if none waits, and then the thread that asked ends.
    mutating func next() -> UnownedJob? {
      guard taken < waiting.count else {
        waiting.removeAll(keepingCapacity: true)
        taken = 0
        threads -= 1
        return nil
      }
      taken += 1
      return waiting[taken - 1]
    }
  }

  private let mostThreads: Int
  private let state = Mutex(State())

  init(threads: Int) { mostThreads = threads }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < mostThreads else { return false }
      state.threads += 1
      return true
    }
    guard needsThread else { return }
    if let thread = WorkerThread({ self.runJobs() }) {
      thread.detach()
    } else {
      // The system has no more threads: the jobs run on the thread that brings them.
      runJobs()
    }
  }

  private func runJobs() {
    while let job = state.withLock({ $0.next() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs blocking work on a thread of this executor, in the caller's task: the work sees its
  /// cancellation and its task-local values.
  ///
  /// - Throws: The error of the work; `CancellationError` if the task is cancelled before the work
  ///   begins.
  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await withTaskExecutorPreference(self) { try await Self.perform(work) }
  }

  /// Leaves the caller's actor, so that the task's executor runs the work.
  nonisolated private static func perform<Result: Sendable>(
    _ work: @Sendable () throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try work()
  }
}
