import Foundation
import Testing

@testable import TripPages
@testable import tripconv

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("HTML of texts")
struct HTMLWriterTests {
  /// Pieces that would end a text, a tag, an attribute, a comment or a script, and what XML lacks.
  private static let pieces =
    [
      "<", ">", "&", "\"", "'", "<!--", "-->", "]]>", "</script>", "</style>", "<b>", "&amp;",
      "&#0;",
      "`", "=", "/", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}",
      "\u{2028}",
      "\r", "\r\n", "\n", "\t", " ", "a", "é", "漢", "א", "\u{202E}", "👩‍👩‍👧", "{", "\\",
    ] + [0xFFFE, 0xFDD0, 0x1FFFF].compactMap { Unicode.Scalar($0 as UInt32).map(String.init) }

  /// The text that a browser shows: line breaks as LF, and what no page can hold replaced.
  private static func shown(_ text: String) -> String {
    var shown = ""
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      let isForbidden =
        scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar)
        || (0x7F..<0xA0).contains(scalar.value) || (0xFDD0...0xFDEF).contains(scalar.value)
        || scalar.value & 0xFFFE == 0xFFFE
      shown.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar == "\r" ? "\n" : scalar)
    }
    return shown
  }

  @Test(
    "a parser reads any text back from content, and attributes have no second one",
    arguments: 0..<40)
  func anyText(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let text = (0..<20).map { _ in
      Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
    }.joined()
    var page = HTMLWriter()
    page.open("p", .name("title", text), .literal("dir", "auto"))
    page.text(text)
    page.close("p")
    let element = try ParsedPage(Data(page.bytes)).elements.first
    #expect(element?.name == "p")
    #expect(element?.text.unicodeScalars.elementsEqual(Self.shown(text).unicodeScalars) == true)
    #expect(element?.attributes.keys.sorted() == ["dir", "title"])
    // A parser of XML reads line breaks and tabs of attributes as spaces; one of HTML keeps them.
    let spaces = Self.shown(text).unicodeScalars.map { ["\n", "\t"].contains($0) ? " " : $0 }
    #expect(element?.attributes["title"]?.unicodeScalars.elementsEqual(spaces) == true)
  }

  @Test(
    "web, mail and telephone become links",
    arguments: [
      "https://example.org/", "HTTP://example.org/?a=1&b='2'", "mailto:a@example.org", "tel:+33-1",
    ])
  func links(url: String) {
    #expect(LinkTarget(url)?.text == url)
  }

  @Test(
    "no other URL becomes a link",
    arguments: [
      "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
      "\u{1}javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x",
      "//example.org/", "/path", "path", "", ":", "http:", "https:example.org", "http://",
      "mailto:",
      "https://example.org/\"onclick=", "https://example.org/<b>", "https://example.org/a b",
      "https://example.org/é", "https\u{3A}\u{2F}\u{2F}\u{202E}example.org",
    ])
  func texts(url: String) {
    #expect(LinkTarget(url) == nil)
  }

  @Test("plain mail addresses become links")
  func mail() {
    #expect(LinkTarget(mail: "lea@example.org")?.text == "mailto:lea@example.org")
    for address in ["", "a", "a@", "@b", "a@b@c", "a b@c", "a@b?cc=d", "a@b,c@d", "a@b\"", "é@b"] {
      #expect(LinkTarget(mail: address) == nil, "\(address)")
    }
  }

  @Test(
    "names and hexadecimal digits are colours",
    arguments: ["teal", "RebeccaPurple", "#0b5", "#0B5F", "#0b5fa5", "#0b5fa580"])
  func colors(text: String) {
    #expect(CSSColor(text)?.text == text.lowercased())
  }

  @Test(
    "no other text is a colour",
    arguments: [
      "", "#", "#12", "#12345", "#ggg", "#0b5fa5;", "red;x", "red ", "url(x)", "rgb(0,0,0)",
      "var(--x)",
      "inherit", "papayawhip\u{0}", "#１２３", String(repeating: "a", count: 10_000),
    ])
  func otherColors(text: String) {
    #expect(CSSColor(text) == nil)
  }

  @Test("a script tells the language, and the texts around tell that of Han characters")
  func languages() {
    #expect(TextLanguage.of("おくのほそ道") == "ja")
    #expect(TextLanguage.of("大垣") == "")
    #expect(TextLanguage.of("大垣", context: "ja") == "ja")
    #expect(TextLanguage.of("고려호텔") == "ko")
    #expect(TextLanguage.of("แวร์ซาย") == "th")
    #expect(TextLanguage.of("Rom", context: "ja") == "")
  }
}

/// A page as a parser of XML reads it: its elements in the order of their ends.
final class ParsedPage: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The text in it, not that of elements in it.
    var text = ""
  }

  private(set) var elements: [Element] = []
  /// The names of the elements in the order of their beginnings.
  private(set) var begun: [String] = []
  private var open: [Element] = []

  /// - Throws: If the page is not well-formed.
  init(_ page: Data) throws {
    super.init()
    let parser = XMLParser(data: page)
    parser.delegate = self
    try #require(parser.parse(), "\(parser.parserError.map(String.init(describing:)) ?? "")")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    begun.append(name)
    open.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if let element = open.popLast() { elements.append(element) }
  }
}
