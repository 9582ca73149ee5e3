import Synchronization

/// Memory that the contents of one part after the other are inflated into.
///
/// Fresh memory for each part would have to be got from the system page by page. There is as much of
/// it as there are workers that use it at a time, each piece as large as the largest part it held; what held
/// a part far larger than writers make is given back.
final class PartMemory: Sendable {
  private static let largestKept = 32 << 20
  private let unused = Mutex<[[UInt8]]>([])

  /// Lends memory that holds anything.
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
