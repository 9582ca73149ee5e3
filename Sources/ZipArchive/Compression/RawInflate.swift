/// Inflates raw deflate streams (RFC 1951) whose size nobody states, such as the model in a store.
package enum RawInflate {
  /// The reason why a stream cannot be inflated.
  package enum Problem: Error, Hashable, Sendable {
    /// The stream has more bytes than allowed.
    case tooLong
    /// The bytes are no complete deflate stream.
    case damaged
  }

  /// Returns the bytes of a stream.
  ///
  /// The buffer grows with the stream, up to the limit and the ratio that deflate can reach.
  ///
  /// - Parameter limit: The most bytes to return.
  package static func bytes(
    of stored: [UInt8], limit: Int
  ) throws(Problem) -> [UInt8] {
    var capacity = max(1 << 12, stored.count)
    while true {
      capacity = min(capacity, max(0, limit))
      var bytes = [UInt8](repeating: 0, count: capacity)
      // Lifetime: both buffers are used inside the closures.
      let outcome = stored.withUnsafeBytes { stored in
        bytes.withUnsafeMutableBytes { Inflater.inflate(stored, into: $0) }
      }
      switch outcome {
      case .complete: return bytes
      case .tooShort(let count):
        bytes.removeLast(bytes.count - count)
        return bytes
      case .damaged: throw .damaged
      case .tooLong:
        guard capacity < limit else { throw .tooLong }
        let (grown, overflow) = capacity.multipliedReportingOverflow(by: 4)
        capacity = overflow ? limit : grown
      }
    }
  }
}
