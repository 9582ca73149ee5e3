import Synchronization

/// A pool of buffers into which parts are inflated.
///
/// Fresh memory for each part would have to be requested from the system page by page. The pool has
/// one buffer per worker that uses one at the same time, each as large as the largest part it
/// contained. A buffer far larger than the parts that writers create is freed.
final class PartMemory: Sendable {
  private static let largestKept = 32 << 20
  private let unused = Mutex<[[UInt8]]>([])

  /// Lends a buffer with arbitrary content.
  func lend<Result>(
    _ body: (inout [UInt8]) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    var bytes = unused.withLock { $0.popLast() } ?? []
    defer {
      if bytes.count <= Self.largestKept { unused.withLock { [bytes] in $0.append(bytes) } }
    }
    return try body(&bytes)
  }
}
