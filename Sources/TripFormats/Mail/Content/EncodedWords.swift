/// Words of other letters in fields of a mail, such as `=?utf-8?B?WsO8Z2U=?=` (RFC 2047).
enum EncodedWords {
  /// Returns a text with its encoded words as the letters that they stand for.
  static func text(_ field: String) -> String {
    var text = ""
    var rest = field[...]
    var isBehindWord = false
    while let start = rest.firstRange(of: "=?") {
      let before = rest[..<start.lowerBound]
      // Spaces between two words divide them in the field only.
      if !isBehindWord || !before.allSatisfy(\.isWhitespace) { text += before }
      rest = rest[start.upperBound...]
      let parts = rest.split(separator: "?", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let encoding = encodings[parts[1].lowercased()],
        let end = parts[2].firstRange(of: "?=")
      else {
        text += "=?"
        isBehindWord = false
        continue
      }
      let letters = String(parts[2][..<end.lowerBound])
        .replacing("_", with: encoding == .quotedPrintable ? " " : "_")
      // A language may stand behind the set (RFC 2231, 5).
      let set = parts[0].prefix { $0 != "*" }
      let bytes = encoding.bytes(Array(letters.utf8)[...])
      text += String(decoding: Charset.utf8(bytes, String(set)).text, as: UTF8.self)
      rest = rest[end.upperBound...]
      isBehindWord = true
    }
    return text + rest
  }

  private static let encodings = ["b": TransferEncoding.base64, "q": .quotedPrintable]
}
