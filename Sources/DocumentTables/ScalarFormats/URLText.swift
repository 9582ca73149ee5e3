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
