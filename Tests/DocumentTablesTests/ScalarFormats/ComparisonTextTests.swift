import Testing

@testable import DocumentTables

@Suite("Texts as keys")
struct ComparisonTextTests {
  // Spec 4.11-1
  @Test(
    "Canonical equivalents are one key",
    arguments: [
      ("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{212B}", "A\u{30A}"),
      ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{AC01}", "\u{AC00}\u{11A8}"),
      ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{F900}", "\u{8C48}"),
      ("\u{1D15E}", "\u{1D157}\u{1D165}"),
    ])
  func equivalents(left: String, right: String) {
    #expect(ComparisonText(left) == ComparisonText(right))
    #expect(Set([ComparisonText(left), ComparisonText(right)]).count == 1)
    #expect(!(ComparisonText(left) < ComparisonText(right)))
    #expect(!(ComparisonText(right) < ComparisonText(left)))
  }

  @Test("Compatibility equivalents and letters of other case are other keys")
  func others() {
    #expect(ComparisonText("\u{FB01}") != ComparisonText("fi"))
    #expect(ComparisonText("\u{2460}") != ComparisonText("1"))
    #expect(ComparisonText("A") != ComparisonText("a"))
    #expect(ComparisonText("a") != ComparisonText("a\0"))
  }

  // Spec 4.11-1
  @Test("The order is that of the bytes of the NFC form")
  func order() {
    let plain = [
      "", "\0", "\0\0", "\u{1}", "A", "Z", "a", "a\0", "a\u{1}", "ab", "e", "ez", "e\u{338}",
      "z\u{323}e",
    ]
    // NFC forms: c3 a9 | c8 a9 cc 89 | e1 ba bb | e1 ba bb 61 | ea b0 80 | ea b0 81 | ef bf bd
    // | f0 90 80 80. The second has the third as a prefix, scalar for scalar.
    let composed = [
      "e\u{301}", "\u{1EBB}\u{327}", "\u{1EBB}", "e\u{309}a", "\u{1100}\u{1161}",
      "\u{AC00}\u{11A8}", "\u{FFFD}", "\u{10000}",
    ]
    for list in [plain, composed] {
      for (left, leftText) in list.enumerated() {
        for (right, rightText) in list.enumerated() {
          #expect(
            (ComparisonText(leftText) < ComparisonText(rightText)) == (left < right),
            "\(leftText.debugDescription) and \(rightText.debugDescription)")
        }
      }
    }
  }

  @Test("A mark that composes with the end of a prefix decides")
  func prefix() {
    // U+1EBB is e and U+0309; with a cedilla its NFC form is U+0229 U+0309, which comes before.
    #expect(ComparisonText("\u{1EBB}\u{327}") < ComparisonText("\u{1EBB}"))
    #expect(!(ComparisonText("\u{1EBB}") < ComparisonText("\u{1EBB}\u{327}")))
    #expect(ComparisonText("e\u{301}") < ComparisonText("\u{E9}a"))
    #expect(ComparisonText("e\u{301}") < ComparisonText("\u{E9}\0"))
    #expect(ComparisonText("\u{AC00}") < ComparisonText("\u{AC00}\u{11A8}"))
  }

  @Test("The order is total: sorting any shuffle gives one list")
  func total() {
    var random = TextFormRandom(seed: 12)
    let scalars: [Unicode.Scalar] = [
      "\0", "a", "e", "z", "\u{301}", "\u{309}", "\u{327}", "\u{338}", "\u{1EBB}", "\u{AC00}",
      "\u{11A8}", "\u{E9}", "\u{FFFD}", "\u{10000}",
    ]
    var keys = Set<ComparisonText>()
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        if let scalar = scalars.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
      }
      keys.insert(ComparisonText(text))
    }
    let sorted = keys.sorted()
    #expect(keys.shuffled(using: &random).sorted() == sorted)
    for (left, right) in zip(sorted, sorted.dropFirst()) { #expect(left < right) }
    for index in stride(from: 0, to: sorted.count - 7, by: 3) {
      #expect(sorted[index] < sorted[index + 7])
    }
  }
}
