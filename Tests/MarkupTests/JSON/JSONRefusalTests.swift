import Testing

@testable import Markup

@Suite("What is refused as JSON")
struct JSONRefusalTests {
  @Test(
    "Every text that RFC 8259 does not allow is refused by the rule it breaks",
    arguments: [
      ("", "json-truncated"), ("  ", "json-truncated"), ("[", "json-truncated"),
      ("[1", "json-truncated"), ("[1,", "json-truncated"), ("{", "json-truncated"),
      ("{\"a\"", "json-truncated"), ("{\"a\":", "json-truncated"), ("{\"a\":1", "json-truncated"),
      ("{\"a\":1,", "json-truncated"), ("\"", "json-truncated"), ("\"a", "json-truncated"),
      ("\"\\", "json-truncated"), ("\"\\u12", "json-truncated"), ("tru", "json-truncated"),
      ("-", "json-truncated"), ("1.", "json-truncated"), ("1e", "json-truncated"),
      ("1e+", "json-truncated"),
      ("[1,]", "json-syntax"), ("[,1]", "json-syntax"), ("[1 2]", "json-syntax"),
      ("[1,,2]", "json-syntax"), ("[1}", "json-syntax"), ("[1:2]", "json-syntax"),
      ("{\"a\":1,}", "json-syntax"), ("{,}", "json-syntax"), ("{1:2}", "json-syntax"),
      ("{a:1}", "json-syntax"), ("{'a':1}", "json-syntax"), ("{\"a\" 1}", "json-syntax"),
      ("{\"a\":}", "json-syntax"), ("{\"a\"::1}", "json-syntax"), ("{\"a\":1]", "json-syntax"),
      ("{\"a\",1}", "json-syntax"), ("]", "json-syntax"), ("}", "json-syntax"),
      (",", "json-syntax"), ("nul", "json-truncated"), ("nulL", "json-syntax"),
      ("True", "json-syntax"), ("NaN", "json-syntax"), ("Infinity", "json-syntax"),
      ("-Infinity", "json-number"), ("+1", "json-syntax"), (".5", "json-syntax"),
      ("// c\n1", "json-syntax"), ("/**/1", "json-syntax"), ("\u{A0}1", "json-syntax"),
      ("\u{0C}1", "json-syntax"), ("[1\u{0B}]", "json-syntax"),
      ("01", "json-number"), ("-01", "json-number"), ("00", "json-number"),
      ("[1.]", "json-number"), ("[-]", "json-number"), ("[1e]", "json-number"),
      ("[1.e1]", "json-number"), ("[--1]", "json-number"), ("[-.5]", "json-number"),
      ("1 2", "json-trailing-bytes"), ("{}}", "json-trailing-bytes"),
      ("[]x", "json-trailing-bytes"), ("\"a\"\"b\"", "json-trailing-bytes"),
      ("1x", "json-trailing-bytes"), ("0x1", "json-trailing-bytes"),
      ("truex", "json-trailing-bytes"), ("null\u{0}", "json-trailing-bytes"),
      ("\"\n\"", "json-control-character"), ("\"abcdefghij\t\"", "json-control-character"),
      ("\"\u{0}\"", "json-control-character"), ("\"\u{1F}\"", "json-control-character"),
      ("\"\\a\"", "json-escape"), ("\"\\'\"", "json-escape"), ("\"\\u12G4\"", "json-escape"),
      ("\"\\U0041\"", "json-escape"), ("\"\\x41\"", "json-escape"), ("\"\\u+041\"", "json-escape"),
      ("\"\\ud800\"", "json-lone-surrogate"), ("\"\\udc00\"", "json-lone-surrogate"),
      ("\"\\ud800x\"", "json-lone-surrogate"), ("\"\\ud800\\n\"", "json-lone-surrogate"),
      ("\"\\ud800\\ud800\"", "json-lone-surrogate"),
      ("\"\\ud800\\u0041\"", "json-lone-surrogate"),
      ("\u{FEFF}1", "json-byte-order-mark"),
    ])
  func refusedTexts(text: String, rule: String) {
    #expect(
      fault { () throws(MarkupError) in try check(json: Array(text.utf8)) }?.code.rawValue == rule)
  }

  @Test(
    "Ill-formed UTF-8 is refused wherever it stands",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]], [0, 1, 7, 8, 15, 16, 17, 33])
  func illFormedText(sequence: [UInt8], prefix: Int) {
    let text = [0x22] + [UInt8](repeating: 0x61, count: prefix) + sequence + [0x22]
    let error = fault { () throws(MarkupError) in try check(json: text) }
    #expect(error?.code == .jsonInvalidUTF8)
    #expect(error?.position.offset == prefix + 1)
  }

  @Test("A text that ends too early is refused at every length")
  func truncation() {
    let text = Array(#"{"key":[1.5e+3,"a\u00e9\ud83d\ude00\n",true,false,null,{"b":{}}]}"#.utf8)
    #expect(fault { () throws(MarkupError) in try check(json: text) } == nil)
    for length in 0..<text.count {
      let error = fault { () throws(MarkupError) in try check(json: Array(text[..<length])) }
      // A number may end anywhere among its digits, and the pair of a surrogate may be missing.
      #expect(
        [.jsonTruncated, .jsonLoneSurrogate].contains(error?.code), "cut at \(length)")
    }
  }

  @Test("A text of a million open brackets stops at the limit")
  func depthBomb() {
    for bracket in ["[", "{\"a\":"] {
      let bomb = Array(String(repeating: bracket, count: 1_000_000).utf8)
      let error = fault { () throws(MarkupError) in try check(json: bomb) }
      #expect(error?.code == .jsonDepth)
      #expect(error?.position.offset == 128 * bracket.utf8.count)
    }
  }

  @Test("The deepest allowed nesting is read")
  func deepest() {
    let text = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
    let limits = MarkupLimits(depth: 8)
    #expect(
      fault { () throws(MarkupError) in try check(json: Array(text.utf8), limits: limits) } == nil)
    let deeper = Array("[\(text)]".utf8)
    #expect(
      fault { () throws(MarkupError) in try check(json: deeper, limits: limits) }?.code
        == .jsonDepth)
  }

  // Spec 3.12-27
  @Test(
    "A text is as long as what its escapes spell",
    arguments: [
      "aaaa", "\\naaa", "\\u0061\\n\\u0061\\n", "\\u00e9\\u00e9", "\\ud83c\\udf8c",
    ])
  func longEscapes(text: String) {
    let limits = MarkupLimits(textBytes: 4)
    let error = fault { () throws(MarkupError) in
      try check(json: Array("\"\(text)\"".utf8), limits: limits)
    }
    #expect(error == nil)
  }

  @Test(
    "A text longer than the limit is refused",
    arguments: ["aaaaa", "\\naaaa", "aaaa\\n", "\\u00e9\\u00e9a", "\\ud83c\\udf8ca"])
  func longText(text: String) {
    let limits = MarkupLimits(textBytes: 4)
    let error = fault { () throws(MarkupError) in
      try check(json: Array("\"\(text)\"".utf8), limits: limits)
    }
    #expect(error?.code == .jsonTextLength)
  }

  @Test(
    "The place is counted in lines and scalars",
    arguments: [
      ("[1,\n 2,\n  x]", 3, 3), ("[1,\r\n2,\r\nx]", 3, 1), ("[1,\rx]", 2, 1),
      ("[\"é😀\",x]", 1, 7),
    ])
  func place(text: String, line: Int, column: Int) throws {
    let error = try #require(fault { () throws(MarkupError) in try check(json: Array(text.utf8)) })
    #expect(error.position.line == line)
    #expect(error.position.column == column)
    #expect(error.description.hasPrefix("line \(line), column \(column): not valid JSON"))
  }

  @Test("Every rule has words and an identifier of its own")
  func words() {
    #expect(Set(MarkupError.Code.allCases.map(\.rawValue)).count == MarkupError.Code.allCases.count)
    for code in MarkupError.Code.allCases { #expect(!code.summary.isEmpty) }
  }

  @Test("Damaged texts are read to their end or refused within it")
  func damage() {
    var generator = SeededGenerator(seed: 6)
    let text = Array(
      #"{"key":[1.5e+3,"a\u00e9\ud83d\ude00\n",true,false,null,{"b":{}}],"c":-0}"#.utf8)
    let alphabet = Array("{}[],:\"\\u0d1e+-. tfn\n".utf8)
    var verdicts: Set<String> = []
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = alphabet.randomElement(using: &generator) ?? 0
      }
      let error = fault { () throws(MarkupError) in try check(json: bytes) }
      if let error { #expect(0...bytes.count ~= error.position.offset) }
      verdicts.insert(error?.code.rawValue ?? "accepted")
    }
    #expect(verdicts.count > 5)
  }
}
