import Testing

@testable import Markup

@Suite("XML as the writers of this package spell it")
struct CanonicalXMLTests {
  /// Calls `body` with a reader of `text`; nil where it does not take the text.
  static func read<Result>(
    _ text: some Sequence<UInt8>, _ body: (inout CanonicalXML) throws -> Result
  ) rethrows -> Result? {
    try Array(text).withUnsafeBufferPointer { bytes in
      guard var xml = CanonicalXML(bytes, opening: []) else { return nil }
      return try body(&xml)
    }
  }

  @Test(
    "every text that is written is read back",
    arguments: [
      "", "a", "<&>\"'", "\r\n", "\u{85}", "a\u{2028}b", "\t", "\n x \n", "é", "東京 🎌", "]]>",
      "exactly8", "exactly sixteen!", "more than sixteen bytes & more than that",
    ])
  func texts(text: String) throws {
    var element: [UInt8] = []
    XMLText.append(text: text, to: &element)
    let found = try Self.read(element + "</a>".utf8) { xml in
      let found = try xml.scanText()
      let isWhole = xml.skip("</a>") && xml.isAtEnd
      #expect(isWhole)
      return (found.decoded, found.isASCII)
    }
    #expect(found?.0 == Array(text.utf8))
    #expect(found?.1 == text.utf8.allSatisfy { $0 < 128 })
    var attribute: [UInt8] = []
    XMLText.append(attribute: text, to: &attribute)
    let value = try Self.read(attribute + "\"".utf8) { xml in try xml.scanAttribute().decoded }
    #expect(value == Array(text.utf8))
  }

  @Test(
    "other references, loose signs and texts without an end are not read",
    arguments: ["&apos;<", "&#65;<", "&#x9;<", "&amp<", "&<", "a > b<", "]]><", "a", "", "&amp;"])
  func unknown(text: String) {
    #expect(throws: NonCanonicalXMLError.self) {
      try Self.read(text.utf8) { xml in try xml.scanText() }
    }
  }

  @Test("a character is found wherever it stands that XML cannot hold as it stands")
  func characters() {
    for length in [1, 7, 8, 9, 40, 4100, 4110] {
      for fault in ["\r", "\u{0}", "\u{1F}", "\u{B}", "\u{8}", "\u{FFFE}", "\u{FFFF}"] {
        for place in Set([0, 1, 6, 7, 8, length / 2, 4093, 4094, 4095, 4096, length])
        where place <= length {
          var text = [UInt8](repeating: 0x61, count: length)
          text.insert(contentsOf: fault.utf8, at: place)
          #expect(
            Self.read(text) { _ in true } == nil, "\(length) \(place) \(fault.debugDescription)")
        }
      }
    }
  }

  @Test("all other characters are taken")
  func otherCharacters() {
    let special: [Int] = [
      0x09, 0x0A, 0xEFBF, 0xFDD0, 0xFEFF, 0xFFBE, 0xFFBF, 0xFFFD, 0x1FFFE, 0x10FFFF,
    ]
    let scalars = ((0x20...0x2FFF) + special).compactMap { Unicode.Scalar($0) }
    for scalar in scalars {
      let text = "x" + String(scalar) + "abcdefgh"
      #expect(Self.read(text.utf8) { _ in true } == true, "\(scalar.value)")
    }
  }

  @Test("an ill-formed byte is left to another reader")
  func invalid() {
    #expect(Self.read([0x61, 0xFF, 0x61]) { _ in true } == nil)
    #expect(Self.read([0xED, 0xA0, 0x80]) { _ in true } == nil)
  }

  @Test("integers are read in their one spelling")
  func integers() {
    for value: Int64 in [0, 1, -1, 9, 10, -10, 999_999_999_999_999_999, -999_999_999_999_999_999] {
      #expect(Self.read("\(value)<".utf8) { xml in xml.scanInteger() } == value)
    }
    for text in ["", "-", "-0", "00", "01", "-01", "+1", "x", "1000000000000000000", "<"] {
      let found = Self.read((text + "<").utf8) { xml in
        (xml.scanInteger(), xml.offset)
      }
      #expect(found?.0 == nil, "\(text)")
      #expect(found?.1 == 0)
    }
  }

  @Test("truth values are read before a tag only")
  func truth() {
    #expect(Self.read("true</a>".utf8) { xml in xml.scanBool() } == true)
    #expect(Self.read("false</a>".utf8) { xml in xml.scanBool() } == false)
    for text in ["True</a>", "true </a>", "falsey</a>", "fals</a>", "true", "tru<</a>", ""] {
      let found = Self.read(text.utf8) { xml in xml.scanBool() == nil && xml.offset == 0 }
      #expect(found == true, "\(text)")
    }
  }

  @Test("a pattern is found where all its bytes stand, of any length up to the largest")
  func patterns() {
    for length in 0...48 {
      let word = (0..<length).map { UInt8(0x41 + $0 % 50) }
      let rest = [UInt8](repeating: 0x7A, count: 60)
      #expect(Self.read(word + rest) { xml in xml.skip(CanonicalXMLPattern(word)) } == true)
      for place in 0..<length {
        var other = word
        other[place] ^= 0x01
        #expect(Self.read(other + rest) { xml in xml.skip(CanonicalXMLPattern(word)) } == false)
      }
    }
    let long = [UInt8](repeating: 0x41, count: 49)
    #expect(Self.read(long + long) { xml in xml.skip(CanonicalXMLPattern(long)) } == false)
  }
}
