/// Changes texts at random places, in ways that XML, the format and their readers care about.
enum MutatedXML {
  /// What may make a text mean something else, or nothing.
  private static let snippets = [
    "<!-- x -->", "<![CDATA[x]]>", "<?x y?>", "&apos;", "&#x41;", "&#65;", "&amp;", "&lt", "&#9;",
    "&#10;", "&#13;", "&#133;", "&#8232;", "&quot;", "&gt;", "&x;", "&", "<", ">", "/>", "]]>",
    "\r", "\n", "\t", " ", "\"", "'", "=", "0", "-", "1", "\\u0000", "\u{1}", "\u{0}", "\u{FFFE}",
    "\u{FFFF}", "\u{85}", "\u{2028}", "\u{FEFF}", "é", "e\u{301}", "東", "<d:key>3</d:key>",
    "<d:item/>", "<d:null/>", "<d:text>x</d:text>", "<d:foreign>", "</d:foreign>", "</d:record>",
    " d:nil=\"true\"", " nil=\"true\"", " d:escaped=\"true\"", " escaped=\"true\"",
    " escaped-name=\"true\"", " escaped-entity=\"true\"", " name=\"x\"", " d:size=\"1\"",
    " id=\"1\"", " x=\"y\"", " xmlns=\"urn:x\"", " xmlns:d=\"urn:trip-documents:format\"",
    " xmlns:e=\"urn:x\"", "d:", "true", "false", "@0", ".0", "e5",
  ]

  /// The text with one or two changes.
  static func mutated(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...2, using: &generator) { mutate(&text, &generator) }
    return text
  }

  private static func mutate(_ text: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0..<text.count, using: &generator)
    let length = min(Int.random(in: 1...24, using: &generator), text.count - place)
    let snippet = Array(GeneratedValues.pick(snippets, &generator).utf8)
    switch Int.random(in: 0...12, using: &generator) {
    case 0: text[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: text[place] = GeneratedValues.pick(text, &generator)
    case 2: text.remove(at: place)
    case 3: text.removeSubrange(place..<place + length)
    case 4: text.insert(contentsOf: text[place..<place + length], at: place)
    case 5: text.insert(contentsOf: snippet, at: place)
    case 6: text.insert(contentsOf: snippet, at: beside(place, in: text))
    case 7: swapTags(&text, place, Int.random(in: 0..<text.count, using: &generator))
    case 8: text.replaceSubrange(place..<place + length, with: snippet)
    default: changeLetter(&text, place, &generator)
    }
  }

  /// Exchanges a letter for another, or a digit for another: many texts stay readable.
  private static func changeLetter(
    _ text: inout [UInt8], _ place: Int, _ generator: inout SeededGenerator
  ) {
    switch text[place] {
    case 0x30...0x39: text[place] = UInt8.random(in: 0x30...0x39, using: &generator)
    case 0x61...0x7A: text[place] = UInt8.random(in: 0x61...0x7A, using: &generator)
    default: text[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
    }
  }

  /// The next place behind a tag or at its end.
  private static func beside(_ place: Int, in text: [UInt8]) -> Int {
    guard let end = text[place...].firstIndex(of: 0x3E) else { return place }
    return place % 2 == 0 ? end : end + 1
  }

  /// Exchanges two tags, or what stands between two tags.
  private static func swapTags(_ text: inout [UInt8], _ one: Int, _ other: Int) {
    let stops: Set<UInt8> = [0x3C, 0x3E]
    func piece(_ place: Int) -> Range<Int>? {
      guard let start = text[place...].firstIndex(where: { stops.contains($0) }),
        let end = text[(start + 1)...].firstIndex(where: { stops.contains($0) })
      else { return nil }
      return start + 1..<end
    }
    guard let first = piece(min(one, other)), let second = piece(max(one, other)),
      first.upperBound <= second.lowerBound
    else { return }
    let (firstBytes, secondBytes) = (Array(text[first]), Array(text[second]))
    text.replaceSubrange(second, with: firstBytes)
    text.replaceSubrange(first, with: secondBytes)
  }
}
