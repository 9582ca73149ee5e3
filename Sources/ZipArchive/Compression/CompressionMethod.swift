/// How an entry is to be written.
package enum CompressionMethod: Sendable, Hashable {
  /// As it is.
  case stored
  /// Deflated at a level from 1 (fast) to 12 (small); stored where that does not make it smaller.
  case deflated(level: Int)
}
