import DocumentTables

/// A range of keys, [start, start + 2^bits), whose start is a multiple of 2^bits.
///
/// The ranges are the nodes of a binary tree over all keys; a chunk has the rows of one range.
struct KeyRange: Hashable, Sendable {
  let start: ObjectKey
  /// From 0 to 62, because every key and every start is below 2^63.
  let bits: Int

  static let maximumBits = 62

  /// Creates a range; nil if `start` is not such a multiple.
  init?(start: ObjectKey, bits: Int) {
    guard (0...Self.maximumBits).contains(bits), start >= 0,
      start & ((1 << ObjectKey(bits)) - 1) == 0
    else { return nil }
    self.start = start
    self.bits = bits
  }

  /// Creates the smallest range that contains two keys, neither of them negative.
  init(holding first: ObjectKey, _ last: ObjectKey) {
    let different = UInt64(bitPattern: first ^ last)
    bits = min(Self.maximumBits, UInt64.bitWidth - different.leadingZeroBitCount)
    start = first & ~((1 << ObjectKey(bits)) - 1)
  }

  private init(unchecked start: ObjectKey, _ bits: Int) {
    self.start = start
    self.bits = bits
  }

  /// The last key of the range; the key after it may be too large for `ObjectKey`.
  var last: ObjectKey { start + ((1 << ObjectKey(bits)) - 1) }

  func contains(_ key: ObjectKey) -> Bool { start <= key && key <= last }

  /// The two halves; nil for a range of one key.
  var halves: (low: KeyRange, high: KeyRange)? {
    guard bits > 0 else { return nil }
    let half: ObjectKey = 1 << ObjectKey(bits - 1)
    return (KeyRange(unchecked: start, bits - 1), KeyRange(unchecked: start + half, bits - 1))
  }
}

/// The keys that objects may have.
///
/// The keys and the next key are exact in every reader of JSON (RFC 7493).
package enum ObjectKeyRange {
  /// The greatest next key, at which all keys are used up.
  package static let end: ObjectKey = CanonicalJSON.largestExactInteger
  package static let last: ObjectKey = end - 1
  static let all: ClosedRange<ObjectKey> = 1...last
}
