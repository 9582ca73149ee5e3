import Testing

@testable import DocumentTables

@Suite("Texts of trees and arrays in columns")
struct NestedFormTests {
  private static let names = ["", "a", "$", "$day", "$\u{301}", "é", "a\"b", "\u{1}", "京"]

  private static func leaf(_ generator: inout TextFormRandom) -> Tree {
    let leaves: [Tree] = [
      .null, .bool(true), .bool(false), .integer(0), .integer(-1), .integer(.min),
      .integer(.max), .integer(9_007_199_254_740_991), .unsigned(.max), .double(-0.0),
      .double(163), .double(0.1), .double(1e21), .double(1e-7), .double(.leastNonzeroMagnitude),
      .double(.infinity), .double(.nan), .text(""), .text("a\\\"\u{1}\u{7F}\n/京🚆"),
      .text("}],{"), .date(0.5), .date(1e300), .day(-730_485), .uuid(.max), .data([]),
      .data([0, 255]), .spelled(.url, "https://example.com/?a=b"), .spelled(.decimal, "-1.5"),
      .spelled(.zonedTime, "2026-07-01T19:30:00+02:00[Europe/Paris]"),
    ]
    return leaves[Int(generator.next() % UInt64(leaves.count))]
  }

  static func tree(_ generator: inout TextFormRandom, depth: Int) -> Tree {
    let count = Int(generator.next() % 4)
    switch generator.next() % 3 {
    case 0 where depth > 0:
      return .array((0..<count).map { _ in tree(&generator, depth: depth - 1) })
    case 1 where depth > 0:
      var members: [String: Tree] = [:]
      for _ in 0..<count {
        let name = names[Int(generator.next() % UInt64(names.count))]
        members[name] = tree(&generator, depth: depth - 1)
      }
      return .members(members)
    default: return leaf(&generator)
    }
  }

  private static func read(_ form: NestedForm, _ text: [UInt8]) -> Value {
    text.withUnsafeBufferPointer { form.value(of: $0) }
  }

  private static func text(_ form: NestedForm, _ value: Value) -> [UInt8] {
    var text: [UInt8] = []
    form.append(value, to: &text)
    return text
  }

  @Test("A tree reads back from its text", arguments: 1...20 as ClosedRange)
  func trees(seed: UInt64) {
    var generator = TextFormRandom(seed: seed)
    for _ in 0..<200 {
      let value = Value.tree(Self.tree(&generator, depth: 5))
      let text = Self.text(.tree, value)
      #expect(Self.read(.tree, text) == value, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("A tree that is nested deeply reads back without the call stack")
  func deep() {
    var tree = Tree.integer(7)
    for level in 0..<2000 {
      tree = level % 2 == 0 ? .array([tree]) : .object([TreeMember("a", tree)])
    }
    let text = Self.text(.tree, .tree(tree))
    #expect(Self.text(.tree, Self.read(.tree, text)) == text)
  }

  @Test(
    "An array reads back from its text, with items that are null",
    arguments: [
      (ScalarType.bool, [Value.bool(true), .bool(false)]),
      (.int64, [.integer(.min), .integer(0), .integer(9_007_199_254_740_992)]),
      (.uint64, [.unsigned(.max), .unsigned(1)]),
      (.double, [.double(1), .double(-0.0), .double(.nan), .double(1e300), .double(0.1)]),
      (.float, [.double(Double(Float(0.1))), .double(16_777_216), .double(-.infinity)]),
      (.text, [.text(""), .text("],\""), .text("\\u{1}\n"), .text("é")]),
      (.date, [.date(0), .date(0.125), .date(1e300)]), (.day, [.integer(9312)]),
      (.uuid, [.uuid(.max)]), (.data, [.data([]), .data([1, 2, 3])]),
      (.url, [.text("https://example.com/a,b?c=d")]), (.decimal, [.text("-1.5")]),
      (.zonedTime, [.text("2026-07-01T19:30:00+02:00[Europe/Paris]")]),
      (
        .clockTime,
        [.text("2026-07-01T19:30:00+02:00[Europe/Paris]"), .text("2026-07-01T19:30:00")]
      ),
    ])
  func arrays(type: ScalarType, items: [Value]) {
    for list in [[], items, [.null] + items + [.null, .null]] {
      let value = Value.array(list)
      #expect(Self.read(.array(type), Self.text(.array(type), value)) == value)
    }
  }

  @Test("A text that is not canonical is read without a trap", arguments: 1...20 as ClosedRange)
  func anyText(seed: UInt64) {
    var generator = TextFormRandom(seed: seed)
    let bytes = Array("{}[],:\"\\$untaf0123456789-.e\u{1}é".utf8)
    for _ in 0..<500 {
      var text = Self.text(.tree, .tree(Self.tree(&generator, depth: 4)))
      for _ in 0..<3 {
        let byte = bytes[Int(generator.next() % UInt64(bytes.count))]
        let place = Int(generator.next() % UInt64(text.count + 1))
        if place < text.count, generator.next() % 2 == 0 {
          text[place] = byte
        } else {
          text.insert(byte, at: place)
        }
      }
      text.removeLast(Int(generator.next() % UInt64(text.count)))
      _ = Self.read(.tree, text)
      _ = Self.read(.array(.text), text)
      _ = Self.read(.array(.double), text)
    }
  }
}
