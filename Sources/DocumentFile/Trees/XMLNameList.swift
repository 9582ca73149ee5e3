import Markup

/// Texts in one attribute or element, separated by spaces (spec 3.14).
///
/// If a text contains a space or what XML cannot contain, all are the bodies of JSON strings, with
/// `\u0020` for a space, and a mark beside them says so.
enum XMLNameList {
  static func text(_ names: [String]) -> (text: String, isEscaped: Bool) {
    let isPlain = names.allSatisfy { name in
      var name = name
      return !name.utf8.contains(where: isSeparator) && name.withUTF8(XMLText.isRepresentable)
    }
    if isPlain { return (names.joined(separator: " "), false) }
    let bodies = names.map { name in
      var name = name
      var body: [UInt8] = []
      name.withUTF8 { XMLEscapedText.appendBody(of: $0, to: &body) }
      return body.split(separator: 0x20, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\u0020")
    }
    return (bodies.joined(separator: " "), true)
  }

  /// Reads texts; throws if they are not spelled as ``text(_:)`` spells them.
  static func names(
    _ text: UnsafeBufferPointer<UInt8>, isEscaped: Bool
  ) throws(RecordProblem) -> [String] {
    var names: [String] = []
    for body in text.split(separator: 0x20) {
      guard isEscaped else {
        names.append(String(decoding: body, as: UTF8.self))
        continue
      }
      // Lifetime: the buffer is used inside the call.
      let name = try Array(body).withUnsafeBufferPointer { (body) throws(RecordProblem) in
        try XMLEscapedText.text(ofBody: body)
      }
      names.append(String(decoding: name, as: UTF8.self))
    }
    let own = Self.text(names)
    guard own.isEscaped || !isEscaped else {
      throw RecordProblem(.needlessEscape, "XML can contain these names as they are")
    }
    guard own.isEscaped == isEscaped, own.text.utf8.elementsEqual(text) else {
      throw RecordProblem(.valueNotCanonical, "the names are not separated by one space each")
    }
    return names
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
