/// Random numbers that are the same for one seed on every machine and for ever (SplitMix64).
///
/// The standard library's ways of choosing from a range are not used: they may change.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The numbers of one of many independent series below one seed.
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

  /// A number from 0 up to, not including, `limit`, which is above 0.
  mutating func number(below limit: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(limit, 1))).high)
  }

  /// True in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// One of the elements; `fallback` only where there is none.
  mutating func element<Element>(of elements: [Element], or fallback: Element) -> Element {
    elements.isEmpty ? fallback : elements[number(below: elements.count)]
  }

  /// The elements in another order (Fisher and Yates).
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for index in result.indices.dropFirst().reversed() {
      result.swapAt(index, number(below: index + 1))
    }
    return result
  }
}
