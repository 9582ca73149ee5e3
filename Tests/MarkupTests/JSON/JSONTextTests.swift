import Testing

@testable import Markup

@Suite("Writing JSON")
struct JSONTextTests {
  // Spec 4.9-2
  @Test(
    "Strings are written with the shortest escapes",
    arguments: [
      ("", #""""#), ("a/é😀", #""a/é😀""#), ("\"\\", #""\"\\""#),
      ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
      ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("\u{2028}", "\"\u{2028}\""),
    ])
  func escapes(value: String, text: String) {
    var bytes: [UInt8] = []
    JSONText.append(value, to: &bytes)
    #expect(bytes == Array(text.utf8))
  }

  // Spec 4.9-1
  @Test("Any string comes back scalar for scalar")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 2)
    let scalars: [Unicode.Scalar] =
      (0...0x22).compactMap { Unicode.Scalar($0 as UInt32) }
      + [
        "\\", "/", "\u{7F}", "é", "e\u{301}".unicodeScalars.last ?? "e", "€", "😀", "\u{FFFE}",
        "\u{10FFFF}", "\u{D7FF}", "\u{E000}",
      ]
    for _ in 0..<1000 {
      let value = generator.string(of: scalars)
      var bytes: [UInt8] = []
      JSONText.append(value, to: &bytes)
      let read = try reading(json: bytes) { (reader) throws(MarkupError) in
        let read = try reader.readString()
        try reader.finish()
        return read
      }
      #expect(Array(read.utf8) == Array(value.utf8))
    }
  }
}
