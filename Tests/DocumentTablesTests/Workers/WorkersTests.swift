import Synchronization
import Testing

@testable import DocumentTables

@Suite("Workers")
struct WorkersTests {
  private struct Failure: Error, Equatable { var element: Int }

  @Test("hand results over in order, whatever their number", arguments: [1, 2, 3, 8])
  func order(count: Int) throws {
    var results: [Int] = []
    Workers.run(WorkerCount(count)) { (workers: inout Workers) in
      workers.forEach(of: 0..<200) { element in
        // The earlier, the longer it takes.
        (0..<(200 - element) * 50).reduce(element) { $0 &+ ($1 & 0) }
      } _: { element, result in
        #expect(element == result)
        results.append(result)
      }
    }
    #expect(results == Array(0..<200))
  }

  @Test("begin nothing more once a result is refused, and end before the job does")
  func failure() throws {
    let begun = Atomic<Int>(0)
    let failure = #expect(throws: Failure.self) {
      try Workers.run(WorkerCount(3)) { (workers: inout Workers) throws(Failure) in
        try workers.forEach(of: 0..<10_000) { element in
          begun.add(1, ordering: .relaxed)
          return element
        } _: { (element, _) throws(Failure) in
          if element == 5 { throw Failure(element: element) }
        }
      }
    }
    #expect(failure == Failure(element: 5))
    let count = begun.load(ordering: .relaxed)
    #expect((6...12).contains(count), "\(count)")
  }

  @Test("work on so much at once, and no more", arguments: [1, 2, 3])
  func bound(count: Int) throws {
    let state = Mutex((running: 0, most: 0))
    Workers.run(WorkerCount(count)) { (workers: inout Workers) in
      workers.forEach(of: 0..<100) { _ in
        state.withLock {
          $0.running += 1
          $0.most = max($0.most, $0.running)
        }
        _ = (0..<20_000).reduce(0) { $0 &+ $1 }
        state.withLock { $0.running -= 1 }
      } _: { _, _ in
      }
    }
    #expect(state.withLock { $0.most } <= count)
  }

  @Test("can be asked for results out of order")
  func outOfOrder() throws {
    Workers.run(WorkerCount(2)) { (workers: inout Workers) in
      let items = (0..<20).map { number in workers.submit { number } }
      for (number, item) in items.enumerated().reversed() {
        #expect(workers.result(of: item) == number)
      }
    }
  }

  @Test("are at least one and at most sixteen")
  func count() {
    #expect(WorkerCount(0) == .one)
    #expect(WorkerCount(-3).count == 1)
    #expect(WorkerCount(.max).count == 16)
    #expect((1...16).contains(WorkerCount.standard.count))
  }
}
