import FoundationEssentials

/// The text form of a URL: its relative string and, after one space, the string of its base, if
/// any.
///
/// No URL contains a space, so the first space ends the relative string. Both are URI-references of
/// RFC 3986 (spec 4.8), which `URL` checks only in part. Nothing is repaired: a text is refused if
/// `URL` would percent-encode a character of it or store another spelling.
@usableFromInline
package enum URLText {
  /// Reads a URL.
  package static func parse(_ text: String) throws(TextFormProblem) -> URL {
    let space = text.utf8.firstIndex(of: UInt8(ascii: " "))
    let relative = String(text[..<(space ?? text.endIndex)])
    // No initializer with a base can disable repairs, so the strict initializer first checks the
    // relative string alone.
    guard let alone = strictURL(relative) else { throw .malformed }
    guard let space else { return alone }
    guard let base = strictURL(String(text[text.utf8.index(after: space)...])) else {
      throw .malformed
    }
    guard let url = URL(string: relative, relativeTo: base),
      isSame(url.relativeString, relative), let kept = url.baseURL, kept.baseURL == nil,
      isSame(kept.relativeString, base.relativeString)
    else { throw .notRepresentable }
    return url
  }

  /// Reads a URL.
  package static func parse(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) -> URL {
    guard let text = String(validating: text, as: UTF8.self) else { throw .malformed }
    return try parse(text)
  }

  /// Returns the text form of a URL; throws if the text would not read back as an equal URL.
  package static func text(_ url: URL) throws(TextFormProblem) -> String {
    var text = url.relativeString
    if let base = url.baseURL { text += " " + base.absoluteString }
    guard let read = try? parse(text), read == url else { throw .notRepresentable }
    return text
  }

  /// Whether a text has the form of most URLs of pages, which needs no more checks.
  ///
  ///     http[s]:// labels of a-z, 0-9 and - joined by single points, then / ? # and what may follow
  ///
  /// False says nothing: ``parse(_:)`` knows all forms.
  static func isUsual(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = text.starts(with: "https://".utf8) ? 8 : text.starts(with: "http://".utf8) ? 7 : 0
    guard at > 0 else { return false }
    // A label begins and ends with a letter or a digit, and the last one begins with a letter, so that
    // no host looks like an address.
    var last = UInt8(ascii: ".")
    var beginsWithLetter = false
    host: while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break host
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if last == UInt8(ascii: ".") { beginsWithLetter = byte >= UInt8(ascii: "a") }
      case UInt8(ascii: "-"): guard last != UInt8(ascii: ".") else { return false }
      case UInt8(ascii: "."):
        guard last != UInt8(ascii: "."), last != UInt8(ascii: "-") else { return false }
      default: return false
      }
      last = byte
      at += 1
    }
    guard beginsWithLetter, last != UInt8(ascii: "."), last != UInt8(ascii: "-") else {
      return false
    }
    var fragments = 0
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "?"),
        UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: ","):
        break
      case UInt8(ascii: "#"):
        fragments += 1
        guard fragments == 1 else { return false }
      default: return false
      }
      at += 1
    }
    return true
  }

  /// Appends the text form of a URL; throws if the text would not read back as an equal URL.
  package static func append(_ url: URL, to bytes: inout [UInt8]) throws(TextFormProblem) {
    bytes.append(contentsOf: try text(url).utf8)
  }

  /// Returns a URL without a base whose string is exactly a text.
  private static func strictURL(_ text: String) -> URL? {
    guard URIReference.isValid(Array(text.utf8)),
      let url = URL(string: text, encodingInvalidCharacters: false), url.baseURL == nil,
      isSame(url.relativeString, text)
    else { return nil }
    return url
  }

  /// Returns whether two texts have the same bytes; `==` would accept canonical equivalents, too.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
