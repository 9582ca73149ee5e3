import DocumentFile

extension DocumentError.Code {
  /// A mail has more parts than any that a person gets, or nests them deeper.
  package static let mailParts = Self(rawValue: "limit-mail-parts")
}

/// A mail as the parts that it consists of (RFC 5322; MIME: RFC 2045, RFC 2046).
///
///     fields, an empty line, body
///       multipart/alternative         body: --boundary, part, --boundary, part, --boundary--
///         text/plain                  a part: fields, an empty line, body
///         text/html
///       text/calendar
///       message/rfc822                body: a mail, such as one that was forwarded
struct MailMessage {
  /// A part that has no parts.
  struct Part {
    /// The media type in lower case, such as `text/html`.
    let mediaType: String
    let charset: String?
    /// The name of the file; nil if the part has none.
    let name: String?
    let isAttachment: Bool
    let bytes: [UInt8]
  }

  /// The parts in the order of the mail.
  private(set) var parts: [Part] = []

  static let mostParts = 1000
  static let greatestDepth = 16

  /// Reads a mail.
  ///
  /// - Throws: `limit-mail-parts`.
  init(_ bytes: [UInt8]) throws(DocumentError) {
    var waiting = Self.mails(in: bytes[...]).reversed().map {
      Waiting(text: $0, depth: 0, mediaType: "text/plain")
    }
    while let entity = waiting.popLast() {
      guard entity.depth <= Self.greatestDepth, waiting.count + parts.count < Self.mostParts else {
        throw DocumentError(
          .mailParts,
          "more than \(Self.mostParts) parts, or more than \(Self.greatestDepth) within each other")
      }
      var body = entity.text
      let fields = MailFields(takingFrom: &body)
      let type = fields.value("content-type")
      let encoding = TransferEncoding(fields.value("content-transfer-encoding")?.word)
      let mediaType = type?.word ?? entity.mediaType
      if mediaType.begins(with: "multipart/"), let boundary = type?.parameters["boundary"],
        !boundary.isEmpty
      {
        let inner = mediaType == "multipart/digest" ? "message/rfc822" : "text/plain"
        for part in Self.divide(body, at: boundary).reversed() {
          waiting.append(Waiting(text: part, depth: entity.depth + 1, mediaType: inner))
        }
        continue
      }
      let bytes = encoding.bytes(body)
      // Programs attach mails without their type.
      if mediaType == "message/rfc822"
        || !mediaType.begins(with: "text/") && OtherFile.isMail(beginning: bytes)
      {
        waiting.append(
          Waiting(text: bytes[...], depth: entity.depth + 1, mediaType: "text/plain"))
        continue
      }
      let disposition = fields.value("content-disposition")
      parts.append(
        Part(
          mediaType: mediaType, charset: type?.parameters["charset"],
          name: Self.name(disposition?.parameters, "filename")
            ?? Self.name(type?.parameters, "name"),
          isAttachment: disposition?.word == "attachment", bytes: bytes))
    }
  }

  /// What has not been divided yet.
  private struct Waiting {
    let text: ArraySlice<UInt8>
    let depth: Int
    /// The media type if no field states one.
    let mediaType: String
  }

  /// Returns the mails of a file: one, or those of a folder, each behind a line `From ` (RFC 4155).
  private static func mails(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let text = text.drop { $0 == 0x0D || $0 == 0x0A }
    guard text.starts(with: "From ".utf8) else { return [text] }
    var mails: [ArraySlice<UInt8>] = []
    var rest = behindLine(text)
    var start = rest.startIndex
    var isBehindEmptyLine = false
    while !rest.isEmpty, mails.count <= mostParts {
      let line = rest
      rest = behindLine(rest)
      if isBehindEmptyLine, line.starts(with: "From ".utf8), statesTime(line), beginsWithField(rest)
      {
        mails.append(text[start..<line.startIndex])
        start = rest.startIndex
      }
      isBehindEmptyLine = line.first == 0x0A || line.starts(with: [0x0D, 0x0A])
    }
    return mails + [text[start...]]
  }

  /// Whether the first line of a text has a time, `10:05`.
  private static func statesTime(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.prefix(200).prefix { $0 != 0x0A }
    let isDigit = { (place: Int) in
      line.indices.contains(place) && UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[place]
    }
    return line.indices.contains { place in
      line[place] == UInt8(ascii: ":")
        && [place - 2, place - 1, place + 1, place + 2].allSatisfy(isDigit)
    }
  }

  /// Whether a text begins with the name of a field.
  private static func beginsWithField(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    return !name.isEmpty && text.dropFirst(name.count).first == UInt8(ascii: ":")
  }

  /// Returns the name of a file, which may be in encoded words (RFC 2047) or in percent escapes (RFC 2231, 4).
  private static func name(_ parameters: [String: String]?, _ key: String) -> String? {
    if let name = parameters?[key], !name.isEmpty { return EncodedWords.text(name) }
    guard let text = parameters?[key + "*"] else { return nil }
    var bytes: [UInt8] = []
    var rest = text.utf8.drop { $0 != UInt8(ascii: "'") }.dropFirst()
      .drop { $0 != UInt8(ascii: "'") }.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalDigit,
        let low = rest.dropFirst().first?.hexadecimalDigit
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Divides a body at the lines of its boundary (RFC 2046, 5.1.1); without the last one, the end of the body ends it.
  private static func divide(_ body: ArraySlice<UInt8>, at boundary: String) -> [ArraySlice<UInt8>]
  {
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [ArraySlice<UInt8>] = []
    var start: Int?
    var rest = body
    while !rest.isEmpty {
      let line = rest
      rest = behindLine(rest)
      guard line.starts(with: delimiter) else { continue }
      let end = line.dropFirst(delimiter.count).prefix { $0 != 0x0A }
      let isLast = end.starts(with: "--".utf8)
      // The beginning of a longer boundary is another one.
      let behind = end.dropFirst(isLast ? 2 : 0)
      guard behind.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
      // The line break in front of a boundary belongs to it.
      if let start { parts.append(withoutLineBreak(body[start..<line.startIndex])) }
      start = rest.startIndex
      // One part more than there may be is enough to refuse them.
      guard !isLast, parts.count <= mostParts else { return parts }
    }
    if let start { parts.append(body[start...]) }
    return parts
  }

  private static func behindLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.drop { $0 != 0x0A }.dropFirst()
  }

  private static func withoutLineBreak(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    if text.last == 0x0A { text = text.dropLast() }
    if text.last == 0x0D { text = text.dropLast() }
    return text
  }
}
