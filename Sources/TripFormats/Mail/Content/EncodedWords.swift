/// Words of other letters in fields of a mail, such as `=?utf-8?B?WsO8Z2U=?=` (RFC 2047).
enum EncodedWords {
  /// Returns a text with its encoded words as the letters that they stand for.
  static func text(_ field: String) -> String {
    let pieces = field.parts(dividedBy: "=?", omittingEmpty: false).map(String.init)
    var text = pieces.first ?? ""
    var isBehindWord = false
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 4, parts[3].hasPrefix("="),
        let encoding = Self.encodings[parts[1].lowercased()]
      else {
        text += "=?" + piece
        isBehindWord = false
        continue
      }
      // A space between two words divides them in the field only.
      if isBehindWord { while text.last?.isWhitespace ?? false { text.removeLast() } }
      let letters = parts[2].replacing("_", with: encoding == .quotedPrintable ? " " : "_")
      // A language may stand behind the set (RFC 2231, 5).
      let set = parts[0].prefix { $0 != "*" }
      let bytes = encoding.bytes(Array(letters.utf8)[...])
      text += String(decoding: CharacterSet.utf8(bytes, String(set)).text, as: UTF8.self)
      let behind = parts[3].dropFirst()
      isBehindWord = behind.allSatisfy(\.isWhitespace)
      text += behind
    }
    return text
  }

  private static let encodings = ["b": TransferEncoding.base64, "q": .quotedPrintable]
}
