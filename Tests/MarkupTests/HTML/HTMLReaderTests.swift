import Markup
import Testing

/// Pages as the events of a reader.
@Suite struct HTMLReaderTests {
  /// The events of a page as words: names in brackets, and texts.
  private func words(_ page: String) -> (words: [String], isWhole: Bool) {
    var words: [String] = []
    let isWhole = HTMLReader.read(Array(page.utf8)) { event in
      switch event {
      case .start(let name, let attributes):
        let list = attributes.map { " \($0.name)=\($0.value)" }.joined()
        words.append("<\(name)\(list)>")
      case .text(let text): words.append(String(decoding: text, as: UTF8.self))
      case .end(let name): words.append("</\(name)>")
      }
    }
    return (words, isWhole)
  }

  @Test("Missing ends are added, and names are in lower case")
  func mistakes() {
    let read = words("<DIV Class='A&amp;B'><p>One<p>Two<br>&eacute;")
    #expect(read.isWhole)
    let text = read.words.joined()
    #expect(
      text.hasSuffix("<div class=A&B><p>One</p><p>Two<br></br>é</p></div></body></html>"), "\(text)"
    )
  }

  @Test("The text of a script is as it was written")
  func script() {
    let page = "<script type=x>if (a < b && c) { \"&amp;\" }</script>"
    let text = words(page).words.joined()
    #expect(text.contains("<script type=x>if (a < b && c) { \"&amp;\" }</script>"), "\(text)")
  }

  @Test("A page that is nested too deeply is read to that place, and the reader says so")
  func depth() {
    let fits = String(repeating: "<div>", count: HTMLReader.greatestDepth - 2)
    #expect(words(fits).isWhole)
    let deep =
      String(repeating: "<div>", count: 100_000) + String(repeating: "</p>", count: 100_000)
    let read = words(deep)
    #expect(!read.isWhole)
    #expect(read.words.count <= HTMLReader.greatestDepth * 2)
  }

  @Test("Elements without an end hold nothing, however many there are")
  func empty() {
    let page = "<p>a" + String(repeating: "<wbr>b<Source src=x><br>", count: 3000) + "<i>x"
    let read = words(page)
    #expect(read.isWhole)
    #expect(read.words.joined().hasSuffix("b<br></br><i>x</i></p></body></html>"))
  }

  private static let many = (0..<(HTMLReader.mostAttributes + 10)).map { "a\($0)" }
    .joined(separator: " ")

  @Test(
    "A tag with too many attributes is refused before it is parsed",
    arguments: [
      "<p *>", "<p \" *>", "<p a=b'c *>", "<p a=\">\" *>", "<p a = '>' *", "<script/><p *>",
      "<scripty><p *>", "<!--x--!><p *>", "<style>a</style><p *>", "<!--><p *>", "<P / *>",
    ])
  func attributes(page: String) {
    #expect(!words(page.replacing("*", with: Self.many)).isWhole)
    #expect(words(page.replacing("*", with: "a b c")).isWhole)
  }

  @Test(
    "Words that are no attributes are no reason to refuse a page",
    arguments: [
      "<p title='*'>x", "<!-- <p * -->", "<script>if (a<b) { * }</script>", "1 < 2 *",
      "<script type=application/ld+json>\"</b> fare <y * \"</script>", "<style>/* <b * */</style>",
      "<SCRIPT>\"</b>\"; i<n *</SCRIPT>",
    ])
  func text(page: String) {
    let read = words(page.replacing("*", with: Self.many) + "<i>x</i>")
    #expect(read.isWhole)
    #expect(read.words.contains("<i>"))
  }

  @Test("A comment that ends where it begins hides nothing", arguments: ["<!-->", "<!--->"])
  func emptyComment(comment: String) {
    #expect(words("<p>a" + comment + "<i>b</i>").words.joined().contains("<p>a<i>b</i></p>"))
  }

  @Test("A page loads nothing and declares nothing")
  func declarations() {
    let page = """
      <!DOCTYPE html SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <p>&x;</p>
      """
    let text = words(page).words.joined()
    #expect(text.contains("&x;"), "\(text)")
    #expect(!text.contains("root:"))
  }

  @Test("Every event of a start has one of an end", arguments: 0..<200 as Range<UInt64>)
  func balance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<b", ">", "<script>", "</script>",
      "<!--", "-->", "\"", "'", "=", "<a href=", "&#x0;", "&amp", "é", "<meta x>", "<wbr>", "</br>",
      "<source>",
      "</div>",
      "<div itemscope>", "<![CDATA[", "]]>", "<?x", "<!doctype",
    ]
    let page = (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    var open: [String] = []
    var isBalanced = true
    _ = HTMLReader.read(Array(page.utf8)) { event in
      switch event {
      case .start(let name, _): open.append(name)
      case .end(let name): if open.popLast() != name { isBalanced = false }
      case .text: break
      }
    }
    #expect(isBalanced && open.isEmpty, "\(page)")
  }
}
