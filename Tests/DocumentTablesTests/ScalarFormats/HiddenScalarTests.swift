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

  @Test(
    "have one escape of JSON, or two",
    arguments: [("\u{7}", #"\u0007"#), ("\u{200F}", #"\u200f"#), ("\u{E0041}", #"\udb40\udc41"#)]
      as [(Unicode.Scalar, String)])
  func escapes(scalar: Unicode.Scalar, escape: String) {
    #expect(scalar.jsonEscape == escape)
  }
}
