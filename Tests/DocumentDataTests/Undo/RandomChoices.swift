/// A small generator of choices with a seed.
struct RandomChoices {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(below count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, count)))
  }

  mutating func one<T>(of list: [T]) -> T? { list.isEmpty ? nil : list[number(below: list.count)] }

  mutating func some<T>(of list: [T], atMost count: Int = 3) -> [T] {
    var rest = list
    return (0..<number(below: count + 1)).compactMap { _ in
      rest.isEmpty ? nil : rest.remove(at: number(below: rest.count))
    }
  }
}
