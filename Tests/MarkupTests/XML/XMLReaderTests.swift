import Testing

@testable import Markup

@Suite("Reading XML")
struct XMLReaderTests {
  @Test("Elements, attributes and text come in order")
  func order() {
    let (tokens, error) = events(
      xml:
        #"<?xml version='1.0' encoding='utf-8' standalone="yes" ?><a x="1" y=''><b/>t<c>u</c></a>"#)
    #expect(error == nil)
    #expect(
      tokens == [
        .start("a", ["x=1", "y="]), .start("b", []), .end, .text("t"), .start("c", []),
        .text("u"), .end, .end,
      ])
  }

  @Test(
    "Text, CDATA, references and text around comments are one token",
    arguments: [
      ("x<![CDATA[<&>]]>y", "x<&>y"), ("x<!-- - -->y<!----><![CDATA[]]>z", "xyz"),
      ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&#65;&#x42;&#13;&#133;&#x1F600;", "AB\r\u{85}😀"),
      ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("<![CDATA[ ]]]]><![CDATA[>]]>", " ]]>"),
      ("é€😀\u{2028}", "é€😀\u{2028}"),
    ])
  func mergedText(content: String, text: String) {
    let (tokens, error) = events(xml: "<a>\(content)</a>")
    #expect(error == nil)
    #expect(tokens == [.start("a", []), .text(text), .end])
  }

  @Test("Values of attributes are decoded and their white space is normalized")
  func attributeValues() {
    let (tokens, error) = events(
      xml: "<a b='&amp;&lt;&#60;&quot;&#9;&#10;&#13;' c=\"x\ty\nz\r\nw>'\" d='&amp;#38;'/>")
    #expect(error == nil)
    #expect(
      tokens == [
        .start("a", ["b=&<<\"\t\n\r", "c=x y z w>'", "d=&#38;"]), .end,
      ])
  }

  // Spec 3.1-10
  @Test("Names are told apart by namespace, not by prefix")
  func namespaces() throws {
    let text = "<p:a xmlns:p='urn:x' xmlns='urn:y' k='1' p:k='2'><a/><q:a xmlns:q='urn:x'/></p:a>"
    try reading(xml: Array(text.utf8)) { (reader) throws(MarkupError) in
      let inX = reader.intern(namespace: "urn:x", local: "a")
      let inY = reader.intern(namespace: "urn:y", local: "a")
      let plainKey = reader.intern(local: "k")
      let keyInX = reader.intern(namespace: "urn:x", local: "k")
      #expect(Set([inX, inY, plainKey, keyInX]).count == 4)
      #expect(reader.intern(namespace: "urn:x", local: "a") == inX)
      #expect(try reader.advance() == .start)
      #expect(reader.nameID == inX)
      #expect(reader.attributeCount == 2)
      #expect(reader.attribute(named: plainKey).map(Array.init) == [0x31])
      #expect(reader.attribute(named: keyInX).map(Array.init) == [0x32])
      #expect(reader.attribute(named: inX) == nil)
      #expect(try reader.nextChild())
      #expect(reader.nameID == inY)
      #expect(try !reader.nextChild())
      #expect(try reader.nextChild())
      #expect(reader.nameID == inX)
      #expect(reader.name(inX) == XMLName(namespace: "urn:x", local: "a"))
      #expect(reader.name(999) == nil)
    }
  }

  @Test(
    "White space is a token only where it is all that an element holds", arguments: [1, 1 << 16])
  func whitespace(pieceLength: Int) {
    let text = "<a>\n <b> \t</b> <c/>\n<d> x</d>  <e> <f/> </e><g> <!-- --> </g></a>"
    let (tokens, error) = events(xml: Array(text.utf8), pieceLength: pieceLength)
    #expect(error == nil)
    #expect(
      tokens == [
        .start("a", []), .start("b", []), .text(" \t"), .end, .start("c", []), .end,
        .start("d", []), .text(" x"), .end, .start("e", []), .start("f", []), .end, .end,
        .start("g", []), .text("  "), .end, .end,
      ])
  }

  @Test("A document with thousands of names keeps them apart")
  func manyNames() {
    let names = (0..<3000).map { "n\($0)" }
    let text = "<r>" + (names + names).map { "<\($0)/>" }.joined() + "</r>"
    let (tokens, error) = events(xml: text)
    #expect(error == nil)
    let starts = tokens.compactMap { if case .start(let name, _) = $0 { name } else { nil } }
    #expect(starts == ["r"] + names + names)
  }

  @Test("Records of elements are read with the short forms")
  func records() throws {
    let text = """
      <list>
        <item><name>A &amp; B</name><empty/><note></note><extra><x>1</x>2</extra></item>
        <!-- between -->
        <item/>
      </list>
      """
    for pieceLength in [1, 5, 1 << 16] {
      var seen: [String] = []
      try reading(xml: Array(text.utf8), pieceLength: pieceLength) { (reader) throws(MarkupError) in
        let item = reader.intern(local: "item")
        let extra = reader.intern(local: "extra")
        #expect(try reader.advance() == .start)
        while try reader.nextChild() {
          #expect(reader.nameID == item)
          seen.append("item")
          while try reader.nextChild() {
            if reader.nameID == extra {
              try reader.skipElement()
              continue
            }
            var text: [UInt8] = [0x3D]
            let name = reader.name(reader.nameID)?.local ?? "?"
            text.append(contentsOf: try reader.elementText())
            seen.append(name + String(decoding: text, as: UTF8.self))
          }
        }
        #expect(try reader.advance() == .endOfDocument)
        #expect(try reader.advance() == .endOfDocument)
      }
      #expect(seen == ["item", "name=A & B", "empty=", "note=", "item"])
    }
  }

  @Test("Text between elements and elements within text are refused where they stand")
  func misplaced() throws {
    let text = "<a>\n <b/> x</a>"
    let unexpectedText = fault { () throws(MarkupError) in
      try reading(xml: Array(text.utf8)) { (reader) throws(MarkupError) in
        _ = try reader.advance()
        #expect(try reader.nextChild())
        #expect(try reader.elementText().isEmpty)
        _ = try reader.nextChild()
      }
    }
    #expect(unexpectedText?.code == .xmlUnexpectedText)
    #expect(unexpectedText?.position.offset == 9)
    let unexpectedElement = fault { () throws(MarkupError) in
      try reading(xml: Array("<a>\nx<b k='>'/></a>".utf8)) { (reader) throws(MarkupError) in
        _ = try reader.advance()
        _ = try reader.elementText()
      }
    }
    #expect(unexpectedElement?.code == .xmlUnexpectedElement)
    #expect(unexpectedElement?.position.line == 2)
    #expect(unexpectedElement?.position.column == 2)
  }

  static let varied = """
    <?xml version="1.0"?>\r
    <!-- c --><r xmlns="urn:r" xmlns:p='urn:p'>\r\n <p:a k="v&amp;w" p:k='>é'>t&lt;é€😀\r\nu\r</p:a>
    <![CDATA[<x>]]y]]]]><![CDATA[>]]>&#x1F600;<b/><!-- d --> z<c>\(String(repeating: "long é ", count: 120))</c>
    </r><!-- e -->

    """

  @Test(
    "Where the pieces are cut makes no difference",
    arguments: [1, 2, 3, 4, 5, 7, 11, 16, 63, 64, 200, 301, 1000])
  func pieces(length: Int) {
    let bytes = Array(Self.varied.utf8)
    let whole = events(xml: bytes)
    let cut = events(xml: bytes, pieceLength: length)
    #expect(whole.error == nil)
    #expect(whole.events.count == 12)
    #expect(cut.error == nil)
    #expect(cut.events == whole.events)
  }

  @Test("A document cut off anywhere is refused, after the same tokens however it is cut")
  func truncation() {
    let bytes = Array(Self.varied.replacing("long é ", with: "").utf8)
    let whole = events(xml: bytes).events
    // Behind the root element the document may end.
    let end = bytes.count - "<!-- e -->\n".utf8.count
    for length in 0..<end {
      for pieceLength in [1, 7, 1 << 16] {
        let cut = events(xml: Array(bytes[..<length]), pieceLength: pieceLength)
        #expect(cut.error != nil, "cut at \(length)")
        #expect(cut.events.elementsEqual(whole.prefix(cut.events.count)), "cut at \(length)")
      }
    }
  }

  @Test("Damaged documents get the same verdict however they are cut")
  func damage() {
    var generator = SeededGenerator(seed: 5)
    let document = Array(Self.varied.replacing("long é ", with: "").utf8)
    let alphabet = Array("<>/&;!?-[]'\"= \n\r:ax\u{0}é".utf8)
    var verdicts: Set<String> = []
    for _ in 0..<400 {
      var bytes = document
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = alphabet.randomElement(using: &generator) ?? 0
      }
      let whole = events(xml: bytes)
      let cut = events(xml: bytes, pieceLength: Int.random(in: 1...40, using: &generator))
      #expect((whole.error == nil) == (cut.error == nil))
      if whole.error == nil { #expect(whole.events == cut.events) }
      verdicts.insert(whole.error?.code.rawValue ?? "accepted")
    }
    #expect(verdicts.count > 3)
  }
}

extension XMLReader {
  /// Reads on to the end of the element whose start is current.
  fileprivate func skipElement() throws(MarkupError) {
    var depth = 1
    while depth > 0 {
      switch try advance() {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: continue
      case .endOfDocument: return
      }
    }
  }
}
