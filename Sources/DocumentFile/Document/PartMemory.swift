import Synchronization

/// Memory that the contents of one part after the other are inflated into.
///
/// Fresh memory for each part would have to be got from the system page by page. There is as much of
/// it as there are workers that use it at a time, each piece as large as the largest part it held.
final class PartMemory: Sendable {
  private let unused = Mutex<[[UInt8]]>([])

  /// Lends memory that holds anything.
  func lend<Result>(
    _ body: (inout [UInt8]) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    var bytes = unused.withLock { $0.popLast() } ?? []
    defer { unused.withLock { [bytes] in $0.append(bytes) } }
    return try body(&bytes)
  }
}
