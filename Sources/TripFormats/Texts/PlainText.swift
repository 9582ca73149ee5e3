import Markup

/// Text of other programs, without the marks of HTML.
enum PlainText {
  /// The elements that begin a line.
  private static let blocks: Set<String> = [
    "br", "p", "div", "li", "tr", "h1", "h2", "h3", "ul", "ol", "table",
  ]

  /// Returns the words of a text that may be HTML: each block on its own line, links behind their words.
  ///
  /// A text without a tag is returned as it is.
  static func text(ofHTML text: String) -> String {
    guard hasTag(text.utf8) else { return text }
    var words: [UInt8] = []
    var hidden = 0
    var link: (target: String, start: Int)?
    let isWhole = HTMLReader.read(Array(text.utf8)) { event in
      switch event {
      case .start(let name, let attributes):
        if name == "a", let target = attributes.first(where: { $0.name == "href" })?.value {
          link = (target, words.count)
        }
        if name == "script" || name == "style" { hidden += 1 }
        if blocks.contains(name) { words.append(10) }
      case .end(let name):
        if name == "a", let (target, start) = link {
          link = nil
          let stated = String(decoding: words[start...], as: UTF8.self)
          if target.begins(with: "http"), target.utf8.count <= 2048, !stated.contains(target) {
            words += " (\(target))".utf8
          }
        }
        if name == "script" || name == "style" { hidden -= 1 }
        if blocks.contains(name) { words.append(10) }
      case .text(let bytes):
        if hidden == 0 { words += bytes.map { $0 == 10 || $0 == 13 ? 0x20 : $0 } }
      }
    }
    guard isWhole else { return text }
    let lines = words.split(separator: 10).map { line in
      Array(line.split(separator: 0x20).joined(separator: [0x20]))
    }
    return String(
      decoding: Array(lines.filter { !$0.isEmpty }.joined(separator: [10])), as: UTF8.self)
  }

  /// Whether a text has a tag of HTML: `<` and a letter, and `>` later.
  private static func hasTag(_ text: String.UTF8View) -> Bool {
    guard let end = text.lastIndex(of: UInt8(ascii: ">")) else { return false }
    return zip(text[..<end], text.dropFirst()).contains { mark, next in
      mark == UInt8(ascii: "<")
        && ((next | 0x20) &- UInt8(ascii: "a") < 26 || next == UInt8(ascii: "/"))
    }
  }
}
