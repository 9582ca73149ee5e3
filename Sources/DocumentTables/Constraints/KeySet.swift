/// A set of keys: bits where they are dense, as the keys of one counter usually are.
struct KeySet {
  private var words: [UInt64]
  private var sparse: Set<ObjectKey> = []

  /// Takes as many keys as are expected; those below eight times as many cost one bit each.
  init(expectedCount: Int) {
    let (bits, overflow) = expectedCount.multipliedReportingOverflow(by: 8)
    words = [UInt64](repeating: 0, count: (overflow ? 0 : max(0, bits)) / 64 + 64)
  }

  func contains(_ key: ObjectKey) -> Bool {
    guard key >= 0, key >> 6 < words.count else { return sparse.contains(key) }
    return words[Int(key >> 6)] & 1 << UInt64(key & 63) != 0
  }

  /// False if the key was there before.
  mutating func insert(_ key: ObjectKey) -> Bool {
    guard key >= 0, key >> 6 < words.count else { return sparse.insert(key).inserted }
    let word = Int(key >> 6)
    let bit = UInt64(1) << UInt64(key & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }
}
