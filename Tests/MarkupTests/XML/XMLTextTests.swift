import Testing

@testable import Markup

@Suite("Writing XML")
struct XMLTextTests {
  private func written(text: String) -> String {
    var bytes: [UInt8] = []
    XMLText.append(text: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func written(attribute text: String) -> String {
    var bytes: [UInt8] = []
    XMLText.append(attribute: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // Spec 3.2-6, 4.9-3
  @Test(
    "Text is written with as few references as keep it whole",
    arguments: [
      ("", ""), ("a&b<c>d\"e'", "a&amp;b&lt;c&gt;d\"e'"), ("]]>", "]]&gt;"), ("a\rb", "a&#13;b"),
      ("\r\n", "&#13;&#10;"), ("a\u{85}b\u{2028}", "a&#133;b&#8232;"),
      ("\t\na\tb\nc\n\t", "&#9;&#10;a\tb\nc&#10;&#9;"), ("\n", "&#10;"), ("\n \n", "&#10; &#10;"),
      ("  a  ", "  a  "),
      ("é\u{80}\u{84}\u{86}\u{2027}\u{2029}😀", "é\u{80}\u{84}\u{86}\u{2027}\u{2029}😀"),
    ])
  func text(value: String, text: String) {
    #expect(Array(written(text: value).utf8) == Array(text.utf8))
  }

  // Spec 3.2-6
  @Test(
    "Values of attributes are written with references for all white space but the space",
    arguments: [
      ("", ""), ("a&b<c>d\"e'", "a&amp;b&lt;c&gt;d&quot;e'"), (" \t\n\r ", " &#9;&#10;&#13; "),
      ("\u{85}\u{2028}", "&#133;&#8232;"),
    ])
  func attributes(value: String, text: String) {
    #expect(written(attribute: value) == text)
  }

  @Test("Any string that XML can hold comes back scalar for scalar")
  func roundTrip() {
    var generator = SeededGenerator(seed: 4)
    let scalars: [Unicode.Scalar] = [
      "&", "<", ">", "\"", "'", "]", "\r", "\n", "\t", " ", "\u{7F}", "\u{85}", "\u{2028}",
      "\u{2029}", "é", "\u{301}", "€", "😀", "\u{FFFD}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}",
    ]
    for _ in 0..<500 {
      let value = generator.string(of: scalars)
      #expect(Array(value.utf8).withUnsafeBufferPointer { XMLText.isRepresentable($0) })
      var writer = XMLWriter()
      writer.declaration()
      writer.start("r", [("k", value)])
      writer.start("t")
      XMLText.append(text: value, to: &writer.bytes)
      writer.end("t")
      writer.end("r")
      for pieceLength in [3, 1 << 16] {
        let (tokens, error) = events(xml: writer.bytes, pieceLength: pieceLength)
        #expect(error == nil)
        let text: [XMLEvent] = value.isEmpty ? [] : [.text(value)]
        let expected: [XMLEvent] =
          [.start("r", ["k=\(value)"]), .start("t", [])] + text
          + [.end, .end]
        #expect(spelled(tokens) == spelled(expected))
      }
    }
  }

  /// Bytes, because strings that are canonically equivalent compare equal.
  private func spelled(_ events: [XMLEvent]) -> [UInt8] {
    Array("\(events)".utf8)
  }

  // Spec 3.2-1, 4.9-4
  @Test("What XML cannot hold is known, and is what the reader refuses")
  func representable() {
    let refused: [UInt32] = Array(0...8) + [0xB, 0xC] + Array(0xE...0x1F) + [0xFFFE, 0xFFFF]
    let scalars =
      refused + [0x9, 0xA, 0xD, 0x20, 0x7F, 0x9F, 0xFFFD, 0xFFBF, 0xFDD0, 0x1FFFE, 0x10FFFF]
    for value in scalars {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array("long enough \(scalar) é".utf8)
      let isRepresentable = bytes.withUnsafeBufferPointer { XMLText.isRepresentable($0) }
      #expect(isRepresentable == !refused.contains(value))
      let isRead = events(xml: Array("<a>".utf8) + bytes + Array("</a>".utf8)).error == nil
      #expect(isRead == isRepresentable)
    }
  }

  @Test("Names of elements are told from other texts")
  func names() {
    for name in ["a", "_", "é", "a1", "a-b.c", "naïve", "名前", "a\u{301}", "😀"] {
      #expect(XMLName.isNCName(name))
      #expect(events(xml: "<\(name)/>").error == nil)
    }
    for name in [
      "", "1a", "-a", ".a", "a b", "a:b", ":a", "a/b", "\u{301}a", "×", "a\u{37E}", "$id",
    ] {
      #expect(!XMLName.isNCName(name))
    }
  }

  @Test("Canonically equivalent names are two names")
  func equivalentNames() {
    #expect(XMLName(local: "é") != XMLName(local: "e\u{301}"))
    let (tokens, error) = events(xml: "<r><é/><e\u{301}/></r>")
    #expect(error == nil)
    #expect(
      "\(tokens)".utf8.elementsEqual(
        "\([XMLEvent.start("r", []), .start("é", []), .end, .start("e\u{301}", []), .end, .end])"
          .utf8))
  }
}
