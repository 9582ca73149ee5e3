import Synchronization

/// A submitted piece of work and its result.
package final class WorkItem<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)

  func finish(_ value: Value) { result.withLock { $0 = value } }

  var isFinished: Bool { result.withLock { $0 != nil } }

  /// Removes and returns the result; nil if the work is unfinished or the result was already taken.
  func take() -> Value? {
    result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}
