/// The method for writing an entry.
package enum CompressionMethod: Sendable, Hashable {
  /// Without compression.
  case stored
  /// Deflated at a level from 1 (fastest) to 12 (smallest); stored if deflating does not shrink the
  /// entry.
  case deflated(level: Int)
}
