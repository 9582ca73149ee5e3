import DocumentData
import DocumentTables
import Foundation

/// The actor that one of the two contexts of a program may belong to.
@ModelActor
actor GuildActor {
  private func run(_ body: @Sendable () -> Void) { body() }

  /// Runs a closure as a job of the actor, and waits for it.
  nonisolated func perform(_ body: @escaping () throws -> Void) throws {
    // The caller waits, so nothing runs at the same time.
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var failure: (any Error)?
    let done = DispatchSemaphore(value: 0)
    // The threads of the standard executor may all be waiting.
    Task(executorPreference: BlockingExecutor.shared) {
      await self.run {
        do { try body() } catch { failure = error }
      }
      done.signal()
    }
    done.wait()
    if let failure { throw failure }
  }
}
