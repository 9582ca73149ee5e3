/// A keyed hash of a sequence of words: SipHash-2-4 (Aumasson, Bernstein 2012) of their bytes, the
/// lowest first.
///
/// Results cannot be predicted without the key, so the output of a scrubbed document does not
/// reveal how other texts of it are replaced.
struct KeyedHash {
  /// 128 bits that decide all results.
  struct Key: Equatable {
    var low: UInt64
    var high: UInt64
  }

  private var state: (UInt64, UInt64, UInt64, UInt64)
  private var words: UInt64 = 0

  /// - Parameter purpose: A number that gives each use of one key results of its own.
  init(_ key: Key, purpose: UInt64) {
    state = (
      key.low ^ 0x736f_6d65_7073_6575, key.high ^ 0x646f_7261_6e64_6f6d,
      key.low ^ 0x6c79_6765_6e65_7261, key.high ^ 0x7465_6462_7974_6573
    )
    absorb(purpose)
  }

  mutating func absorb(_ word: UInt64) {
    words &+= 1
    state.3 ^= word
    mix()
    mix()
    state.0 ^= word
  }

  /// The hash of all words so far.
  var value: UInt64 {
    var end = self
    // The last word of SipHash has the number of bytes in its highest byte.
    end.absorb(words &<< 59)
    end.state.2 ^= 0xff
    for _ in 0..<4 { end.mix() }
    return end.state.0 ^ end.state.1 ^ end.state.2 ^ end.state.3
  }

  /// The hash as a number below `count`.
  func value(below count: Int) -> Int {
    Int(truncatingIfNeeded: value % UInt64(truncatingIfNeeded: max(1, count)))
  }

  private mutating func mix() {
    state.0 &+= state.1
    state.2 &+= state.3
    state.1 = Self.rotated(state.1, 13) ^ state.0
    state.3 = Self.rotated(state.3, 16) ^ state.2
    state.0 = Self.rotated(state.0, 32)
    state.2 &+= state.1
    state.0 &+= state.3
    state.1 = Self.rotated(state.1, 17) ^ state.2
    state.3 = Self.rotated(state.3, 21) ^ state.0
    state.2 = Self.rotated(state.2, 32)
  }

  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 - bits)
  }
}
