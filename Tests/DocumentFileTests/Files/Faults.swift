import Synchronization

@testable import DocumentFile

/// System calls that fail as they do on file systems that lack them, or on a failing disk.
final class Faults: Sendable {
  private let numbers: [String: Int32]
  private let isOnce: Bool
  private let failed = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - numbers: The error number with which each call fails.
  ///   - isOnce: Whether only the first call of a name fails.
  init(_ numbers: [String: Int32], isOnce: Bool = false) {
    self.numbers = numbers
    self.isOnce = isOnce
  }

  /// Whether any call has failed by this.
  var haveHappened: Bool { failed.withLock { !$0.isEmpty } }

  @discardableResult
  func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SystemCallFaults.$fault.withValue(
      { call in
        guard let number = self.numbers[call] else { return nil }
        let isFirst = self.failed.withLock { $0.insert(call).inserted }
        return isFirst || !self.isOnce ? number : nil
      }, operation: body)
  }
}
