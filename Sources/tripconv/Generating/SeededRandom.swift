/// A random number generator with one fixed sequence per seed, on every machine (SplitMix64).
///
/// It does not use the standard library's methods for choosing from a range, because their results
/// may change.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Creates one of many independent series for the same seed.
  init(seed: UInt64, series: UInt64) {
    var mixer = SeededRandom(seed: seed)
    state = mixer.next() ^ series &* 0xD134_2543_DE82_EF95
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// Returns a number in `0..<limit`; `limit` must be positive.
  mutating func number(below limit: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(limit, 1))).high)
  }

  /// Returns true in `percent` of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// Returns one of the elements, or `fallback` if there are none.
  mutating func element<Element>(of elements: [Element], or fallback: Element) -> Element {
    elements.isEmpty ? fallback : elements[number(below: elements.count)]
  }

  /// Returns the elements in random order (Fisher–Yates shuffle).
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for index in result.indices.dropFirst().reversed() {
      result.swapAt(index, number(below: index + 1))
    }
    return result
  }
}
