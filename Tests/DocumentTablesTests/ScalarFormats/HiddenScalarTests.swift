import Testing

@testable import DocumentTables

@Suite("Scalars without a visible form")
struct HiddenScalarTests {
  // Spec 9.3-5
  @Test("are those that Unicode calls controls, formats, separators and ignorable")
  func everyScalar() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      // A later version of Unicode may assign more.
      if properties.age == nil, !properties.isDefaultIgnorableCodePoint { continue }
      let isExpected =
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: properties.isDefaultIgnorableCodePoint
        }
      let isEmojiSelector = value == 0xFE0E || value == 0xFE0F
      #expect(scalar.isHidden == (isExpected && !isEmojiSelector), "\(String(value, radix: 16))")
    }
  }

  @Test("are found in a text, wherever they are, and no other scalars are")
  func search() {
    for value in 0x20...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let before = String(repeating: "a", count: Int(value % 10))
      let text = before + String(scalar) + "é京🎌a"
      let found = Array(text.utf8).withUnsafeBytes {
        Unicode.Scalar.firstHidden(in: $0, from: 0)
      }
      let length = UTF8.width(scalar)
      let isRight =
        scalar.isHidden
        ? found?.scalar == scalar && found?.bytes == before.count..<before.count + length
        : found == nil
      // Not `#expect` for each: a million expectations take seconds.
      if !isRight { Issue.record("\(String(value, radix: 16))") }
    }
  }

  @Test("are searched without a trap in bytes that end within a scalar")
  func truncated() {
    for text in ["\u{E0041}", "\u{200B}", "\u{AD}"] {
      for count in 0..<text.utf8.count {
        let found = Array(text.utf8.prefix(count)).withUnsafeBytes {
          Unicode.Scalar.firstHidden(in: $0, from: 0)
        }
        #expect(found == nil)
      }
    }
  }

  @Test(
    "have one escape of JSON, or two",
    arguments: [("\u{7}", #"\u0007"#), ("\u{200F}", #"\u200f"#), ("\u{E0041}", #"\udb40\udc41"#)]
      as [(Unicode.Scalar, String)])
  func escapes(scalar: Unicode.Scalar, escape: String) {
    #expect(scalar.jsonEscape == escape)
  }
}
