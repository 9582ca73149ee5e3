import Synchronization

/// Work that was handed to workers, and what came of it.
package final class WorkItem<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)

  func finish(_ value: Value) { result.withLock { $0 = value } }

  var isFinished: Bool { result.withLock { $0 != nil } }

  /// Hands the result over; nil before it is there, and afterwards.
  func take() -> Value? {
    result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
