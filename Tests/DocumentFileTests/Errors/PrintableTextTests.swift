import DocumentTables
import Foundation
import Testing

@testable import DocumentFile

@Suite("Text that a terminal can show")
struct PrintableTextTests {
  /// All scalars that a terminal obeys or does not show, and all others.
  private static let scalars: (hidden: [Unicode.Scalar], shown: [Unicode.Scalar]) = {
    var hidden: [Unicode.Scalar] = []
    var shown: [Unicode.Scalar] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isHidden =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
      if isHidden, scalar != "\u{FE0E}", scalar != "\u{FE0F}" {
        hidden.append(scalar)
      } else {
        shown.append(scalar)
      }
    }
    return (hidden, shown)
  }()

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  @Test("every control, mark of direction, separator, tag and scalar without width is spelled out")
  func hidden() {
    #expect(Self.scalars.hidden.count > 4000)
    for scalar in Self.scalars.hidden {
      let printed = DocumentError.printable("a\(scalar)b")
      #expect(printed.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && printed.utf8.count > 3)
    }
  }

  @Test(
    "the classes by name",
    arguments: [
      "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{200D}",
      "\u{200E}",
      "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2064}", "\u{2066}",
      "\u{2069}",
      "\u{FEFF}", "\u{FFF9}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{E0100}", "\u{3164}",
    ])
  func classes(scalar: String) {
    let value = scalar.unicodeScalars.first?.value ?? 0
    #expect(
      DocumentError.printable(scalar).uppercased().contains(String(value, radix: 16).uppercased()))
  }

  @Test("every other scalar stays, and so does printed text")
  func shown() {
    let text = Self.text(Self.scalars.shown)
    #expect(DocumentError.printable(text).utf8.elementsEqual(text.utf8))
    let printed = DocumentError.printable(Self.text(Self.scalars.hidden))
    #expect(DocumentError.printable(printed) == printed)
  }

  @Test("JSON keeps every value, with none of these scalars in it")
  func json() throws {
    let text = Self.text(Self.scalars.hidden + ["é", "漢", "😀", "\u{FE0F}"])
    let json = DocumentError.printableJSON(CanonicalJSON.bytes(of: .array([.text(text)])))
    let printed = String(decoding: json, as: UTF8.self)
    let hidden = Set(Self.scalars.hidden)
    #expect(!printed.unicodeScalars.contains { hidden.contains($0) })
    #expect(printed.contains("é漢😀\u{FE0F}"))
    let decoded = try JSONDecoder().decode([String].self, from: Data(json))
    #expect(decoded.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }
}
