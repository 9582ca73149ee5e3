import Testing

@testable import Markup

@Suite("What is refused as XML")
struct XMLRefusalTests {
  @Test(
    "Every document that is not allowed is refused by the rule it breaks",
    arguments: [
      ("", "xml-not-well-formed"), (" ", "xml-not-well-formed"), ("a", "xml-not-well-formed"),
      ("<a>", "xml-not-well-formed"), ("<a></b>", "xml-not-well-formed"),
      ("<a/><b/>", "xml-not-well-formed"), ("<a/>x", "xml-not-well-formed"),
      ("x<a/>", "xml-not-well-formed"), ("<a b=1/>", "xml-not-well-formed"),
      ("<a b='1' b='2'/>", "xml-not-well-formed"), ("<a b='<'/>", "xml-not-well-formed"),
      ("<a>&b;</a>", "xml-not-well-formed"), ("<a b='&c;'/>", "xml-not-well-formed"),
      ("<a>&amp</a>", "xml-not-well-formed"), ("<a>&</a>", "xml-not-well-formed"),
      ("<a>&#0;</a>", "xml-not-well-formed"), ("<a>&#xD800;</a>", "xml-not-well-formed"),
      ("<a>&#xFFFE;</a>", "xml-not-well-formed"), ("<a>\u{1}</a>", "xml-not-well-formed"),
      ("<a>\u{FFFE}</a>", "xml-not-well-formed"), ("<a>x\u{0}</a>", "xml-not-well-formed"),
      ("<a>]]></a>", "xml-not-well-formed"), ("<a><!-- -- --></a>", "xml-not-well-formed"),
      ("<a><![CDATA[</a>", "xml-not-well-formed"), ("<!-- <a/>", "xml-not-well-formed"),
      ("<1/>", "xml-not-well-formed"), ("< a/>", "xml-not-well-formed"),
      ("<a><!DOCTYPE a></a>", "xml-not-well-formed"),
      ("<a/><!DOCTYPE a>", "xml-not-well-formed"),
      (" <?xml version='1.0'?><a/>", "xml-processing-instruction"),
      ("<?style x?><a/>", "xml-processing-instruction"),
      ("<?xml-stylesheet href='x'?><a/>", "xml-processing-instruction"),
      ("<a><?php x?></a>", "xml-processing-instruction"),
      ("<a/><?x?>", "xml-processing-instruction"),
      ("<!DOCTYPE a><a/>", "xml-doctype"), ("<!-- c --> <!DOCTYPE a><a/>", "xml-doctype"),
      ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "xml-doctype"),
      ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "xml-doctype"),
      ("<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1/'>%p;]><a/>", "xml-doctype"),
      (
        "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY l 'l'><!ENTITY m '&l;&l;'>]><l>&m;</l>",
        "xml-doctype"
      ),
      ("<?xml version='1.1'?><a/>", "xml-version"), ("<?xml version='2'?><a/>", "xml-version"),
      ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "xml-encoding"),
      ("<?xml version='1.0' encoding='UTF-16'?><a/>", "xml-encoding"),
      ("<?xml version='1.0' encoding='ascii'?><a/>", "xml-encoding"),
      ("<?xml version='1.0' encoding='UTF-7'?><a/>", "xml-encoding"),
      ("\u{FEFF}<a/>", "xml-encoding"),
      ("<?xml encoding='UTF-8'?><a/>", "xml-declaration"), ("<?xml?><a/>", "xml-declaration"),
      ("<?xml version='1.0' standalone='maybe'?><a/>", "xml-declaration"),
      ("<?xml version='1.0' standalone='no' encoding='UTF-8'?><a/>", "xml-declaration"),
      ("<?xml version='1.0' version='1.0'?><a/>", "xml-declaration"),
      ("<?xml version='1.0'encoding='UTF-8'?><a/>", "xml-declaration"),
      ("<?xml version=1.0?><a/>", "xml-declaration"),
      ("<?xml version='1.0'><a/>", "xml-declaration"),
      ("<?xml version='1.0' x='y'?><a/>", "xml-declaration"),
      ("<p:a/>", "xml-namespace"), ("<a p:b='1'/>", "xml-namespace"),
      ("<a:b:c xmlns:a='urn:a'/>", "xml-namespace"), ("<a xmlns:p=''/>", "xml-namespace"),
      ("<a xmlns:xml='urn:x'/>", "xml-namespace"),
      ("<a xmlns:p='urn:x' xmlns:q='urn:x' p:k='' q:k=''/>", "xml-namespace"),
    ])
  func refusedDocuments(text: String, rule: String) {
    let bytes = Array(text.utf8)
    for pieceLength in [1, 3, 1 << 16] {
      let error = events(xml: bytes, pieceLength: pieceLength).error
      #expect(error?.code.rawValue == rule, "\(error?.description ?? "accepted")")
    }
  }

  @Test(
    "Other encodings and ill-formed UTF-8 are refused",
    arguments: [
      ([0xFF, 0xFE, 0x3C, 0x00], "xml-encoding"), ([0xFE, 0xFF, 0x00, 0x3C], "xml-encoding"),
      ([0x3C, 0x00, 0x61, 0x00], "xml-encoding"), ([0x00, 0x3C, 0x00, 0x61], "xml-encoding"),
      ([0x00, 0x00, 0x00, 0x3C], "xml-encoding"), ([0x3C, 0x61, 0x3E, 0xE9], "xml-invalid-utf8"),
      ([0x3C, 0x61, 0x3E, 0xED, 0xA0, 0x80], "xml-invalid-utf8"),
      ([0x4C, 0x6F, 0xA7, 0x94], "xml-invalid-utf8"),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], rule: String) {
    #expect(events(xml: bytes).error?.code.rawValue == rule)
  }

  @Test("A billion laughs are refused before one entity is declared")
  func billionLaughs() {
    var text = "<!DOCTYPE l [<!ENTITY l0 'lol'>"
    for level in 1...9 {
      let references = String(repeating: "&l\(level - 1);", count: 10)
      text += "<!ENTITY l\(level) '\(references)'>"
    }
    let (tokens, error) = events(xml: text + "]><l>&l9;</l>")
    #expect(tokens.isEmpty)
    #expect(error?.code == .xmlDoctype)
    #expect(error?.position.offset == 0)
  }

  @Test("A million nested elements stop at the limit")
  func depthBomb() {
    let bomb = Array(String(repeating: "<a>", count: 1_000_000).utf8)
    let (tokens, error) = events(xml: bomb)
    #expect(tokens.count == MarkupLimits.standard.depth)
    #expect(error?.code == .xmlDepth)
  }

  @Test("The deepest allowed nesting is read", arguments: [1, 128])
  func deepest(depth: Int) {
    let inner = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    let limits = MarkupLimits(depth: depth)
    #expect(events(xml: Array(inner.utf8), limits: limits).error == nil)
    #expect(events(xml: Array("<a>\(inner)</a>".utf8), limits: limits).error?.code == .xmlDepth)
  }

  @Test("More attributes of one element than are allowed are refused before they are compared")
  func attributeBomb() {
    func tag(_ count: Int, _ ending: String) -> String {
      "<a" + (0..<count).map { " a\($0)='>'" }.joined() + ending
    }
    #expect(events(xml: tag(256, "/>")).error == nil)
    #expect(events(xml: tag(257, "/>")).error?.code == .xmlAttributeCount)
    let error = events(xml: "<r>\n<!-- \(tag(300, ">")) -->" + tag(300_000, "/></r>")).error
    #expect(error?.code == .xmlAttributeCount)
    #expect(error?.position.line == 2)
    for notMarkup in ["<r><!-- \(tag(300, ">")) --></r>", "<r><![CDATA[\(tag(300, ">"))]]></r>"] {
      #expect(events(xml: notMarkup).error == nil)
    }
    #expect(events(xml: tag(300, "")).error?.code == .xmlAttributeCount)
    #expect(events(xml: "<a b='" + String(repeating: " c=", count: 1000)).error != nil)
  }

  @Test(
    "A tag, a comment and a CDATA section end within eight mebibytes",
    arguments: [
      ("<!--", "-->", "xml-text-length"), ("<![CDATA[", "]]>", "xml-text-length"),
      ("<b c='", "'/>", "xml-text-length"), ("<b", "/>", "xml-text-length"),
      ("<b c=\"'", "\"/>", "xml-text-length"), ("<!--", "", "xml-text-length"),
      ("<?b ", "?>", "xml-processing-instruction"),
    ])
  func longMarkup(opening: String, closing: String, rule: String) {
    let long = opening + String(repeating: "x", count: 8 << 20) + closing
    for text in ["<a>\n<!-- <  -->" + long + "</a>", "<a>\n<b>x</b>   " + long] {
      let error = events(xml: text).error
      #expect(error?.code.rawValue == rule)
      #expect(error?.position.line == 2 && error?.position.column == 12)
    }
  }

  @Test("What lies between a tag and the next may be as long as a text")
  func longText() {
    let long = String(repeating: "x>", count: 6 << 20)
    #expect(events(xml: "<a b='\"'>\(long.replacing(">", with: " "))</a>").error == nil)
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>")] {
      let most = String(long.prefix((8 << 20) - opening.count - closing.count))
      #expect(events(xml: "<a>" + opening + most + closing + "</a>").error == nil)
    }
  }

  @Test("Namespaces are counted where they are in force")
  func namespaceBomb() {
    func element(_ depth: Int, _ inner: String) -> String {
      let names = (0..<100).map { " xmlns:n\(depth)-\($0)='u'" }.joined()
      return "<a\(names)>\(inner)</a>"
    }
    let twoDeep = element(1, element(2, "<b/>"))
    #expect(events(xml: "<r>" + String(repeating: twoDeep, count: 5) + "</r>").error == nil)
    let threeDeep = element(1, element(2, element(3, "<b/>")))
    #expect(events(xml: threeDeep).error?.code == .xmlAttributeCount)
  }

  @Test("A text longer than the limit is refused, though it comes in parts")
  func textInParts() {
    let limits = MarkupLimits(textBytes: 6)
    let short = Array("<a>abc<!-- c --><![CDATA[def]]></a>".utf8)
    let long = Array("<a>abc<!-- c --><![CDATA[defg]]></a>".utf8)
    #expect(events(xml: short, limits: limits).error == nil)
    #expect(events(xml: long, limits: limits).error?.code == .xmlTextLength)
  }

  @Test(
    "The place of an error is counted in lines and scalars",
    arguments: [
      ("<a>\n  <b>é&nope;</b></a>", 2), ("<a>\r\n<b>\r\n</c>\r\n</a>", 3), ("<a>\n\n\n  <b", 4),
      ("<a>\n<p:b/></a>", 2), ("<a/>\n<?x?>", 2),
    ])
  func place(text: String, line: Int) throws {
    let error = try #require(events(xml: text).error)
    #expect(error.position.line == line)
    #expect(error.description.hasPrefix("line \(line), column "))
  }

  @Test("The words of the parser below are kept")
  func words() throws {
    let error = try #require(events(xml: "<a></b>").error)
    #expect(error.detail.contains("mismatch"))
    #expect(!error.detail.contains("\n"))
  }
}
