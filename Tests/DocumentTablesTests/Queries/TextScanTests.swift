import Testing

@testable import DocumentTables

@Suite("Scans of texts")
struct TextScanTests {
  /// Scalars that join, compose, are ordered or are spelt in several ways.
  private static let scalars: [String] = [
    "a", "b", "e", "K", ";", " ", "7", "\r", "\n", "é", "\u{301}", "\u{327}", "\u{212A}", "\u{37E}",
    "и", "й", "\u{306}", "α", "ά", "日", "語", "\u{F900}", "豈", "가", "\u{1100}", "\u{1161}",
    "\u{11A8}", "👩", "👧", "\u{200D}", "🏽", "\u{FE0F}", "🇵", "🇹", "क", "\u{94D}", "\u{93F}",
    "ก", "\u{E33}", "\u{E34}", "ع", "\u{64B}", "\u{600}", "ש", "\u{5C1}", "ø",
  ]

  private static func text(
    _ random: inout TextFormRandom, _ pool: [String], upTo count: Int
  ) -> String {
    (0..<Int.random(in: 0...count, using: &random))
      .map { _ in pool.randomElement(using: &random) ?? "" }.joined()
  }

  @Test("find by bytes what comparing characters finds", arguments: 0..<40 as Range<UInt64>)
  func answers(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    // Few of them, so that parts are found, and some texts without what only a slow way tells.
    let pool = (0..<6).compactMap { _ in Self.scalars.randomElement(using: &random) }
    let rows = (0..<90).map { _ in Self.text(&random, pool, upTo: 9) }
    let layout = ColumnLayout(
      name: "text", entity: "Text",
      content: .attribute(TableAttribute(name: "text", type: .scalar(.text), isNullable: true)))
    let builder = layout.makeBuilder()
    for (row, text) in rows.enumerated() {
      if row % 11 == 5 { builder.appendNull() } else { builder.append(.text(text)) }
    }
    guard case .text(let column) = builder.finish() else {
      Issue.record("a column of texts is expected")
      return
    }
    let traits = TextTraits(of: column)
    var few = RowBits(none: rows.count)
    for row in rows.indices where row % 7 == 0 { few.insert(row) }
    for _ in 0..<40 {
      let part = Self.text(&random, pool, upTo: 3)
      for test in [TextTest.contains(part), .hasPrefix(part), .hasSuffix(part)] {
        for mask in [RowBits(all: rows.count), few] {
          let found = TextScan(column: column, traits: traits, mask: mask)
            .rows(passing: ValueTest(test, in: layout))
          for (row, text) in rows.enumerated() {
            let holds = row % 11 != 5 && mask[row] && Self.holds(test, Array(text))
            #expect(found[row] == holds, "\(test) of \(text.unicodeScalars.map(\.value))")
          }
        }
      }
    }
  }

  private static func holds(_ test: TextTest, _ text: [Character]) -> Bool {
    switch test {
    case .contains(let part): text.contains(Array(part))
    case .hasPrefix(let part): text.starts(with: Array(part))
    case .hasSuffix(let part): text.reversed().starts(with: Array(part).reversed())
    default: false
    }
  }
}
