import DocumentTables

/// Values of every type, with those at the edges far more often than chance would have them.
enum GeneratedValues {
  static let texts = [
    "", " ", "  two  ", "\n", "\tx\n", "a\u{0}b", "\u{FFFE}", "\u{FFFF}x", "\u{85}", "\u{2028}",
    "\u{7}", "\r", "\r\n", "]]>", "<&>\"'", "\\", "\\u0041", "e\u{301}", "\u{E9}", "🚆 京都",
    "null", "$a", "$\u{301}", "{}", String(repeating: "é", count: 300),
  ]

  static let times = [
    "2026-10-25T02:30:00+02:00[Europe/Paris]", "2026-10-25T02:30:00+01:00[Europe/Paris]",
    "0001-01-01T00:00:00.000000001-23:59[Etc/GMT+12]", "2026-07-01T19:30:00+00:00[Moon/Not_Known]",
  ]

  static func value(_ type: ScalarType, _ generator: inout SeededGenerator) -> Value {
    switch type {
    case .bool: .bool(.random(using: &generator))
    case .uint64: .unsigned(pick([0, 9_007_199_254_740_991, 1 << 53, .max], &generator))
    case .float:
      .double(
        Double(
          pick(
            [0, -0.0, 0.1, Float.leastNonzeroMagnitude, 3.4e38, .infinity, .nan, 16_777_216],
            &generator) as Float))
    case .double:
      .double(
        pick(
          [0, -0.0, 0.1, .leastNonzeroMagnitude, 1e300, -.infinity, .nan, 1.5, 1e21], &generator))
    case .decimal: .text(pick(["0", "-1.5", "NaN", "12345678901234567890.125"], &generator))
    case .text: .text(text(&generator))
    case .date:
      .date(pick([0, -0.25, 1e-300, .infinity, 0.1, -63_114_076_800, 700_000_000.125], &generator))
    case .day: .integer(pick([0, -1, -730_485, 2_921_573, 9312], &generator))
    case .clockTime:
      .text(pick(times + ["2026-07-01T14:30:00", "0001-01-01T00:00:00.5"], &generator))
    case .zonedTime: .text(pick(times, &generator))
    case .uuid: .uuid(UInt128(generator.next()) << 64 | UInt128(generator.next()))
    case .url: .text(pick(["https://example.com/a?b=c#d", "b http://example.com/a/"], &generator))
    case .data: .data((0..<Int.random(in: 0...7, using: &generator)).map { UInt8($0 * 37) })
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      integer(type.integerRange ?? 0...0, &generator)
    }
  }

  static func text(_ generator: inout SeededGenerator) -> String { pick(texts, &generator) }

  static func tree(_ generator: inout SeededGenerator, depth: Int = 3) -> Tree {
    switch Int.random(in: 0...(depth == 0 ? 13 : 17), using: &generator) {
    case 0: .null
    case 1: .bool(true)
    case 2: .integer(pick([0, -1, 1 << 53, .min, .max], &generator))
    case 3: .unsigned(.max)
    case 4: .double(pick([1, 1e300, -0.0, .infinity, 0.5], &generator))
    case 5: .text(text(&generator))
    case 6: .date(0.5)
    case 7: .uuid(5)
    case 8: .data([1, 2, 3])
    case 9: .spelled(.decimal, "1.25")
    case 10: .spelled(.url, "https://example.com/")
    case 11: .double(.nan)
    case 12: .day(pick([0, -730_485, 9312], &generator))
    case 13:
      Bool.random(using: &generator)
        ? .spelled(.zonedTime, pick(times, &generator))
        : .spelled(.clockTime, "2026-07-01T14:30:00")
    case 14, 15: .array((0..<3).map { _ in tree(&generator, depth: depth - 1) })
    default: object(&generator, depth: depth - 1)
    }
  }

  static func object(_ generator: inout SeededGenerator, depth: Int) -> Tree {
    var members: [String: Tree] = [:]
    for _ in 0..<3 { members[text(&generator)] = tree(&generator, depth: max(0, depth)) }
    return .members(members)
  }

  private static func integer(
    _ range: ClosedRange<Int64>, _ generator: inout SeededGenerator
  ) -> Value {
    let edges: [Int64] = [
      range.lowerBound, range.upperBound, 0, 9_007_199_254_740_991, 9_007_199_254_740_992,
      -9_007_199_254_740_992,
    ]
    return .integer(pick(edges.filter(range.contains), &generator))
  }

  static func pick<Element>(_ choices: [Element], _ generator: inout SeededGenerator) -> Element {
    choices[
      Int.random(in: choices.indices.lowerBound...choices.indices.upperBound - 1, using: &generator)
    ]
  }
}
