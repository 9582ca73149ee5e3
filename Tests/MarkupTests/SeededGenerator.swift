/// A small repeatable source of random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// A string from a mix of plain, escaped, white and non-ASCII scalars.
  mutating func string(of scalars: [Unicode.Scalar], maximumLength: Int = 40) -> String {
    var view = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...maximumLength, using: &self) {
      // Runs of plain letters reach the paths that look at eight bytes at once.
      let scalar = Bool.random(using: &self) ? scalars.randomElement(using: &self) : nil
      view.append(scalar ?? "a")
    }
    return String(view)
  }
}
