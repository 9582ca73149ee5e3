import Foundation
import Synchronization
import Testing

@testable import DocumentTables

@Suite("Work that blocks")
struct BlockingExecutorTests {
  @TaskLocal static var name = "none"

  private final class Meter: Sendable {
    private let counts = Mutex((now: 0, most: 0, threads: Set<String>()))

    func work() {
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
        counts.threads.insert("\(pthread_self())")
      }
      Thread.sleep(forTimeInterval: 0.002)
      counts.withLock { $0.now -= 1 }
    }

    var most: Int { counts.withLock { $0.most } }
  }

  @Test("has a limited number of threads, and every job is done", arguments: [1, 3])
  func threads(count: Int) async throws {
    let executor = BlockingExecutor(threads: count)
    let meter = Meter()
    let results = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await executor.run {
            meter.work()
            return number
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(results == Set(0..<50))
    #expect((1...count).contains(meter.most))
    // Threads that ended are started again.
    #expect(try await executor.run { 7 } == 7)
  }

  @Test("belongs to the caller's task, and leaves its actor") @MainActor
  func task() async throws {
    let seen = try await Self.$name.withValue("mine") {
      try await BlockingExecutor.shared.run { (Self.name, Thread.isMainThread) }
    }
    #expect(seen == ("mine", false))
  }

  @Test("is not begun in a cancelled task, and its own error is kept in one")
  func cancellation() async throws {
    struct Failed: Error {}
    let begun = Atomic(false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await BlockingExecutor.shared.run { begun.store(true, ordering: .relaxed) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let hasBegun = begun.load(ordering: .relaxed)
    #expect(!hasBegun)
    let failing = Task {
      try await BlockingExecutor.shared.run {
        withUnsafeCurrentTask { $0?.cancel() }
        throw Failed()
      }
    }
    await #expect(throws: Failed.self) { try await failing.value }
  }

  @Test("turns are taken one after another, in order of arrival, also after an error")
  func turns() async throws {
    struct Failed: Error {}
    let turns = Turns()
    let meter = Meter()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try? await turns.run {
            try await BlockingExecutor.shared.run { meter.work() }
            if number % 2 == 0 { throw Failed() }
          }
        }
      }
    }
    #expect(meter.most == 1)
  }
}
