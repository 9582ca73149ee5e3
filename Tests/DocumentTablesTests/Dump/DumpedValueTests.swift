import DocumentTables
import Testing

@Suite("Values in a dump")
struct DumpedValueTests {
  // Spec 9.3-1, 9.3-2, 9.3-3
  @Test(
    "are in the text form of their type",
    arguments: [
      (.bool(true), .scalar(.bool), "true"),
      (.integer(-5), .scalar(.int8), "-5"),
      (.unsigned(.max), .scalar(.uint64), "18446744073709551615"),
      (.double(Double(Float(0.1))), .scalar(.float), "0.1"),
      (.double(0.1), .scalar(.double), "0.1"),
      (.double(-.infinity), .scalar(.double), "-INF"),
      (.date(0.5), .scalar(.date), "2001-01-01T00:00:00.5Z"),
      (.date(.nan), .scalar(.date), "@NaN"),
      (.integer(9312), .scalar(.day), "2026-07-01"),
      (.array([.integer(0)]), .array(.day, nullableElements: false), "[2001-01-01]"),
      (
        .text("2026-07-01T19:30:00+02:00[Europe/Paris]"), .scalar(.zonedTime),
        "\"2026-07-01T19:30:00+02:00[Europe/Paris]\""
      ),
      (.tree(.day(-1)), .tree(shape: nil), #"{"$day":"2000-12-31"}"#),
      (.text("1.50"), .scalar(.decimal), "1.50"),
      (.text("https://example.com/ä"), .scalar(.url), "\"https://example.com/ä\""),
      (.uuid(0xFF), .scalar(.uuid), "00000000-0000-0000-0000-0000000000FF"),
      (.data([0, 1, 2]), .scalar(.data), "\"AAEC\""),
      (.data([]), .scalar(.data), "\"\""),
      (.null, .scalar(.text), "nil"),
      (.text("nil"), .scalar(.text), "\"nil\""),
      (.array([.integer(1), .null]), .array(.int64, nullableElements: true), "[1, nil]"),
      (.array([.double(0)]), .array(.date, nullableElements: false), "[2001-01-01T00:00:00Z]"),
      (.array([]), .array(.text, nullableElements: false), "[]"),
      (.tree(.members(["b": .null, "a": .integer(1)])), .tree(shape: nil), #"{"a":1,"b":null}"#),
    ] as [(Value, AttributeType, String)])
  func forms(value: Value, type: AttributeType, expected: String) throws {
    #expect(try DumpFixture.line(of: value, type) == "  value = " + expected)
  }

  // Spec 9.3-5
  @Test(
    "keep to one visible line",
    arguments: [
      ("a\nb\r\t\"\\", #"a\nb\r\t\"\\"#), ("\u{0}\u{1B}[2J", #"\u0000\u001b[2J"#),
      ("\u{7F}\u{85}\u{9B}é", #"\u007f\u0085\u009bé"#),
      ("\u{2028}\u{202E}\u{2066}–…", #"\u2028\u202e\u2066–…"#), ("e\u{301}", "e\u{301}"),
      ("👩‍👩‍👧", #"👩\u200d👩\u200d👧"#), ("✈\u{FE0F}🇵🇹", "✈\u{FE0F}🇵🇹"),
      (
        "a\u{200F}b\u{200E}c\u{61C}\u{200B}\u{FEFF}\u{AD}",
        #"a\u200fb\u200ec\u061c\u200b\ufeff\u00ad"#
      ),
      ("\u{2060}\u{E0041}\u{FFF9}東京🎌", #"\u2060\udb40\udc41\ufff9東京🎌"#),
    ])
  func escapes(text: String, expected: String) throws {
    let line = try DumpFixture.line(of: .text(text), .scalar(.text))
    #expect(Array(line.utf8) == Array("  value = \"\(expected)\"".utf8))
    let tree = try DumpFixture.line(of: .tree(.text(text)), .tree(shape: nil))
    #expect(Array(tree.utf8) == Array(line.utf8))
  }

  // Spec 9.1-1
  @Test(
    "stand behind a name that is quoted where it is no plain word",
    arguments: [
      ("name", "name"), ("_n1", "_n1"), ("1n", "\"1n\""), ("größe", "\"größe\""),
      ("my name", "\"my name\""), ("a = b\n", "\"a = b\\n\""),
    ])
  func names(name: String, expected: String) throws {
    #expect(
      try DumpFixture.line(of: .bool(false), .scalar(.bool), name: name) == "  \(expected) = false")
  }
}
