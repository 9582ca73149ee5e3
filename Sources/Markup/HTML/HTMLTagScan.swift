/// Looks through a page for what libxml2 must not get.
///
/// The scan finds tags, attributes, scripts and comments where libxml2 does; browsers differ in details.
enum HTMLTagScan {
  /// Returns a page as libxml2 takes it; nil if an element has too many attributes.
  ///
  /// A comment that ends where it begins, `<!-->`, would go on to the end of the page; and elements that have no end would hold what is behind them. Both become
  /// processing instructions, which have no handler.
  static func page(_ page: [UInt8]) -> [UInt8]? {
    var page = page
    var place = 0
    while let start = page[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = start + 1
      if begins(page, place, "!-->") || begins(page, place, "!--->") {
        page.replaceSubrange(place..<(place + 3), with: "?aa".utf8)
      } else if begins(page, place, "!--") {
        place = endOfComment(page, place + 3)
      } else if place < page.count, page[place].isLetter {
        guard let end = endOfTag(page, place) else { return nil }
        if isUnknownEmpty(page, place) { page[place] = UInt8(ascii: "?") }
        place = end
      }
    }
    return page
  }

  private static func begins(_ page: [UInt8], _ place: Int, _ text: String) -> Bool {
    page[place...].starts(with: text.utf8)
  }

  /// Whether a tag is that of an element without an end which libxml2 does not know, so that it would leave each of them open.
  private static func isUnknownEmpty(_ page: [UInt8], _ start: Int) -> Bool {
    let name = page[start...].prefix(while: \.isInName)
    return ["embed", "source", "track", "wbr"].contains(where: name.isSpelled)
  }

  private static func endOfComment(_ page: [UInt8], _ start: Int) -> Int {
    var place = start
    while let dash = page[place...].firstIndex(of: UInt8(ascii: "-")) {
      place = dash + 1
      let rest = page[dash...]
      if rest.starts(with: "-->".utf8) || rest.starts(with: "--!>".utf8) { return dash + 3 }
    }
    return page.count
  }

  /// Returns the place behind a tag, and behind the text of a script or a style; nil for a tag with too many attributes.
  private static func endOfTag(_ page: [UInt8], _ start: Int) -> Int? {
    var place = start
    func skip(_ isSkipped: (UInt8) -> Bool) {
      while place < page.count, isSkipped(page[place]) { place += 1 }
    }
    func isEnd() -> Bool {
      place >= page.count || page[place] == UInt8(ascii: ">")
        || page[place] == UInt8(ascii: "/") && place + 1 < page.count
          && page[place + 1] == UInt8(ascii: ">")
    }
    skip(\.isInName)
    let name = page[start..<place]
    var count = 0
    while true {
      skip(\.isBlank)
      if isEnd() { break }
      guard page[place].isLetter || [0x5F, 0x3A, 0x2E].contains(page[place]) else {
        // What is no attribute goes to the next blank.
        while !isEnd(), !page[place].isBlank { place += 1 }
        continue
      }
      count += 1
      if count > HTMLReader.mostAttributes { return nil }
      skip(\.isInName)
      skip(\.isBlank)
      guard place < page.count, page[place] == UInt8(ascii: "=") else { continue }
      place += 1
      skip(\.isBlank)
      guard place < page.count else { break }
      let quote = page[place]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        place += 1
        skip { $0 != quote }
        place = min(place + 1, page.count)
      } else {
        skip { !$0.isBlank && $0 != UInt8(ascii: ">") }
      }
    }
    let isClosed = place < page.count && page[place] == UInt8(ascii: "/")
    for raw in ["script", "style"] where !isClosed && name.isSpelled(raw) {
      // Programs have other uses for a `<`.
      while let start = page[place...].firstIndex(of: UInt8(ascii: "<")) {
        place = start + 1
        let rest = page[place...]
        if rest.first == UInt8(ascii: "/"), rest.dropFirst().prefix(raw.utf8.count).isSpelled(raw) {
          return place
        }
      }
      return page.count
    }
    return place
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
  /// Whether a name has such a byte: letters, digits and `:`, `-`, `_`, `.`; those of other letters, too.
  fileprivate var isInName: Bool {
    isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
      || [0x3A, 0x2D, 0x5F, 0x2E].contains(self) || self >= 0x80
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are the letters of a word, in any case.
  fileprivate func isSpelled(_ word: String) -> Bool {
    lazy.map { $0 | 0x20 }.elementsEqual(word.utf8)
  }
}
