/// A set of keys, stored as bits for dense keys, which the keys of one counter usually are.
struct KeySet {
  private var words: [UInt64]
  private var sparse: Set<ObjectKey> = []

  /// Creates an empty set for the expected number of keys.
  ///
  /// Keys below eight times that number take one bit each.
  init(expectedCount: Int) {
    let (bits, overflow) = expectedCount.multipliedReportingOverflow(by: 8)
    words = [UInt64](repeating: 0, count: (overflow ? 0 : max(0, bits)) / 64 + 64)
  }

  @inline(__always)
  func contains(_ key: ObjectKey) -> Bool {
    guard key >= 0, key >> 6 < words.count else { return sparse.contains(key) }
    return words[Int(key >> 6)] & 1 << UInt64(key & 63) != 0
  }

  /// Adds a key; returns false if the set already contained the key.
  mutating func insert(_ key: ObjectKey) -> Bool {
    guard key >= 0, key >> 6 < words.count else { return sparse.insert(key).inserted }
    let word = Int(key >> 6)
    let bit = UInt64(1) << UInt64(key & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  /// Adds the ascending keys of a column; returns false if the set already contained one of them.
  mutating func insert(all keys: KeyColumn) -> Bool {
    var areNew = true
    guard case .list(let keys) = keys else {
      for row in 0..<keys.count where !insert(keys[row]) { areNew = false }
      return areNew
    }
    // Keys of one word are adjacent, so each word is written once.
    var word = 0
    var bits: UInt64 = 0
    for key in keys {
      guard key >= 0, key >> 6 < words.count else {
        if !sparse.insert(key).inserted { areNew = false }
        continue
      }
      if Int(key >> 6) != word {
        if words[word] & bits != 0 { areNew = false }
        words[word] |= bits
        word = Int(key >> 6)
        bits = 0
      }
      let bit = UInt64(1) << UInt64(key & 63)
      if bits & bit != 0 { areNew = false }
      bits |= bit
    }
    if words[word] & bits != 0 { areNew = false }
    words[word] |= bits
    return areNew
  }

  /// Returns whether the sets have no key in common.
  func isDisjoint(with other: KeySet) -> Bool {
    zip(words, other.words).allSatisfy { $0 & $1 == 0 }
      && sparse.allSatisfy { !other.contains($0) } && other.sparse.allSatisfy { !contains($0) }
  }
}
