import DocumentTables
import Testing

/// What every scalar type owes to those who ask it.
@Suite("Scalar types")
struct ScalarTypeTests {
  @Test("have a blank value that its text spells", arguments: ScalarType.allCases)
  func blank(_ type: ScalarType) throws {
    let text = try #require(type.text(of: type.blank))
    #expect(try value(text, type) == type.blank)
    #expect(Value(Tree(type.blank, of: .scalar(type)), of: .scalar(type)) == type.blank)
  }

  @Test(
    "have an expression that matches the text of their blank value", arguments: ScalarType.allCases)
  func pattern(_ type: ScalarType) throws {
    let text = try #require(type.text(of: type.blank))
    guard let pattern = type.pattern else {
      #expect(type == .bool || type == .text)
      return
    }
    #expect(
      try Regex("(\(pattern))").wholeMatch(in: text) != nil, "\(pattern) does not match \(text)")
  }

  @Test("that are spelled take one spelling of each value", arguments: ScalarType.allCases)
  func spelling(_ type: ScalarType) throws {
    #expect(type.isSpelled == [.clockTime, .decimal, .url, .zonedTime].contains(type))
    guard type.isSpelled, case .text(let blank) = type.blank else { return }
    #expect(try type.spelling(of: blank) == blank)
    let second: [ScalarType: String] = [
      .clockTime: "2026-07-01T19:30:00.50", .decimal: "1.50",
      .zonedTime: "2026-07-01T19:30:00.50+02:00[Europe/Paris]", .url: "a b c",
    ]
    for text in ["", "\u{1}", try #require(second[type])] {
      #expect(throws: TextFormProblem.self) { try value(text, type) }
    }
  }

  @Test("that are marked have leaves that their texts denote", arguments: ScalarType.marked)
  func leaves(_ type: ScalarType) throws {
    let text = try #require(type.text(of: type.blank))
    let leaf = try TextForm.withBytes(of: text) { (bytes) throws(TextFormProblem) in
      try type.leaf(bytes)
    }
    #expect(leaf == Tree(type.blank, of: .scalar(type)))
    #expect(leaf != .text(text))
  }

  @Test("that are not marked are those whose values JSON has kinds for")
  func marked() {
    let unmarked = ScalarType.allCases.filter { !ScalarType.marked.contains($0) }
    for type in unmarked {
      #expect(
        type == .bool || type == .text || type.integerRange != nil
          || [.uint64, .float, .double].contains(type))
    }
  }

  private func value(_ text: String, _ type: ScalarType) throws -> Value {
    try TextForm.withBytes(of: text) { (bytes) throws(TextFormProblem) in
      try Value(text: bytes, of: type)
    }
  }
}
