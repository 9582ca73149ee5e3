import Testing

@testable import Markup

@Suite struct XMLElementTests {
  private func read(
    _ text: String, keeps: (inout XMLElement, XMLElement) -> Bool = { _, _ in true }
  ) throws -> XMLElement {
    try XMLElement.read(Array(text.utf8), keeps: keeps)
  }

  private func bytes(_ range: Range<Int>?, of text: String) -> String? {
    range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
  }

  @Test func `an element has the bytes of its tags, of its content and of the whole`() throws {
    let text = #"<a x="1"><b>ü &amp; <![CDATA[</b>]]></b><c y='/>'/></a>"#
    let root = try read(text)
    #expect(bytes(root.range, of: text) == text)
    #expect(bytes(root.startTag, of: text) == #"<a x="1">"#)
    #expect(root.attribute("x") == "1")
    try #require(root.children.count == 2)
    #expect(root.children[0].text == "ü & </b>")
    #expect(bytes(root.children[0].content, of: text) == "ü &amp; <![CDATA[</b>]]>")
    #expect(bytes(root.children[1].range, of: text) == "<c y='/>'/>")
    #expect(root.children[1].content == nil)
  }

  @Test func `comments and instructions do not move positions`() throws {
    let text = """
      <?xml version="1.0"?><?xml-stylesheet href="a>b"?>
      <!-- <a> --><a><!-- > --><?pi <b>?><b>1</b><!-- </b> --></a><!-- <c> -->
      """
    let root = try read(text)
    #expect(bytes(root.range, of: text)?.hasPrefix("<a><!-- > -->") == true)
    try #require(root.children.count == 1)
    #expect(bytes(root.children[0].range, of: text) == "<b>1</b>")
  }

  @Test func `elements that are not kept pass by with their children`() throws {
    var seen: [String] = []
    let root = try read("<a><b><c>1</c><c>2</c></b><b/></a>") { element, parent in
      seen.append("\(parent.name.local)/\(element.name.local) \(element.children.count)")
      return element.name.local == "c"
    }
    #expect(seen == ["b/c 0", "b/c 0", "a/b 2", "a/b 0"])
    #expect(root.children.isEmpty)
  }

  @Test(arguments: [
    "", "<a>", "<a></b>", "<a/><b/>", "<a><?x", "<a x='", "<!DOCTYPE a><a/>", "<a>&x;</a>", "text",
    "<a></a", "<a><!-- </a>",
  ])
  func `a text that is no document is refused`(text: String) {
    #expect(throws: MarkupError.self) { try read(text) }
  }

  @Test func `a prefix that is not declared is part of the name if any is taken`() throws {
    let text = #"<a xmlns:q="u"><q:b p:x="1:2"/><p:c>3</p:c><p:d xmlns:p="v"><p:e/></p:d></a>"#
    #expect(throws: MarkupError.self) { try read(text) }
    let root = try XMLElement.read(Array(text.utf8), takesAnyPrefix: true) { _, _ in true }
    #expect(root.children.map(\.name.description) == ["{u}b", "p_c", "{v}d"])
    #expect(root.children.first?.attribute("p_x") == "1:2")
    #expect(bytes(root.children[1].range, of: text) == "<p:c>3</p:c>")
  }

  @Test func `the place of a mistake is that in the text with its instructions`() {
    #expect {
      try read("\n<?a\nb?>\n<a>\n<b></a>")
    } throws: { error in
      (error as? MarkupError)?.position.line == 5
    }
  }
}
