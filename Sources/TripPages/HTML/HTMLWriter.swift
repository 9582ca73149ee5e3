/// A page that grows: HTML that is also well-formed XML.
///
/// Markup is a literal of this program, by type. Texts of a document reach the page through
/// ``text(_:)`` and the values of attributes only, and both escape them here, so that no text can
/// become markup.
struct HTMLWriter {
  /// The value of an attribute.
  enum Attribute {
    case name(StaticString, String)
    case literal(StaticString, StaticString)
  }

  private(set) var bytes: [UInt8] = []

  /// Appends markup of this program.
  mutating func markup(_ literal: StaticString) { append(literal) }

  /// Appends a text, escaped.
  mutating func text(_ text: String) { Self.append(text, to: &bytes) }

  /// Appends a begin tag.
  mutating func open(_ element: StaticString, _ attributes: Attribute...) {
    begin(element, attributes)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Appends an element without content; only those that HTML or SVG define as such.
  mutating func void(_ element: StaticString, _ attributes: Attribute...) {
    begin(element, attributes)
    append("/>")
  }

  /// Appends an end tag.
  mutating func close(_ element: StaticString) {
    append("</")
    append(element)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Appends an element with a text.
  mutating func element(_ element: StaticString, _ attributes: Attribute..., text: String) {
    begin(element, attributes)
    bytes.append(UInt8(ascii: ">"))
    self.text(text)
    close(element)
  }

  /// Appends a style sheet or a script of this program; it has no `<` and no `&`.
  mutating func code(_ element: StaticString, _ literal: StaticString) {
    open(element)
    append(literal)
    close(element)
  }

  /// Returns what has been collected, and forgets it.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func begin(_ element: StaticString, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    append(element)
    for attribute in attributes {
      bytes.append(UInt8(ascii: " "))
      switch attribute {
      case .name(let name, let value):
        append(name)
        append("=\"")
        Self.append(value, to: &bytes)
      case .literal(let name, let value):
        append(name)
        append("=\"")
        append(value)
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func append(_ literal: StaticString) {
    // Lifetime: the text of a literal is never freed.
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Escapes a text for content and for attributes in quotation marks.
  ///
  /// Line breaks become LF. What neither HTML nor XML can hold becomes U+FFFD.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      case "\"": bytes.append(contentsOf: "&quot;".utf8)
      case "'": bytes.append(contentsOf: "&#39;".utf8)
      case "\n" where isAfterReturn: break
      case "\r": bytes.append(UInt8(ascii: "\n"))
      case "\t", "\n", " "..<"\u{7F}": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        let isForbidden =
          scalar.value < 0xA0 || scalar.value & 0xFFFE == 0xFFFE
          || (0xFDD0...0xFDEF).contains(scalar.value)
        bytes.append(contentsOf: String(isForbidden ? "\u{FFFD}" : scalar).utf8)
      }
    }
  }
}
