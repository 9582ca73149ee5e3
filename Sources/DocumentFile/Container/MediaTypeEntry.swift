/// The content of the first entry: type, encoding and the major version of the container, at a
/// position in the file that every tool finds (spec 3.4).
///     application/vnd.trip-collection+zip;encoding=json;tables=0
package struct MediaTypeEntry: Hashable, Sendable {
  static let name = "mimetype"
  /// The major version of the container that this library writes, and the newest that it reads.
  package static let currentMajor = 0
  /// The maximum length read, longer than any valid entry.
  static let maximumBytes = 512

  var type: DocumentType
  var encoding: DocumentEncoding
  var major: Int

  init(type: DocumentType, encoding: DocumentEncoding, major: Int = currentMajor) {
    self.type = type
    self.encoding = encoding
    self.major = major
  }

  var text: String { "\(type.mediaType);encoding=\(encoding.rawValue);tables=\(major)" }

  /// Parses the only valid spelling.
  ///
  /// A newer major version is rejected before the fields that it may have changed are checked.
  init(parsing bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Self.maximumBytes, let text = String(validating: bytes, as: UTF8.self),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw Self.malformed("it is not one line of ASCII") }
    let fields = text.split(separator: ";", omittingEmptySubsequences: false)
    if fields.count == 1, DocumentType(mediaType: text) != nil {
      throw Self.malformed("it says \(text), so this is another kind of document")
    }
    guard let last = fields.last, let major = Self.number(last) else {
      throw Self.malformed("it does not end with ;tables=0")
    }
    guard major <= Self.currentMajor else {
      throw DocumentError(
        .containerNewer, part: Self.name,
        "it says tables=\(major), this program reads up to tables=\(Self.currentMajor)")
    }
    guard fields.count == 3, let type = DocumentType(mediaType: String(fields[0])) else {
      throw Self.malformed("it does not begin with one media type")
    }
    guard fields[1].hasPrefix("encoding="),
      let encoding = DocumentEncoding(rawValue: String(fields[1].dropFirst(9)))
    else { throw Self.malformed("its encoding is neither json nor xml") }
    self.init(type: type, encoding: encoding, major: major)
  }

  private static func number(_ field: Substring) -> Int? {
    guard field.hasPrefix("tables=") else { return nil }
    let digits = field.dropFirst(7)
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      digits == "0" || digits.first != "0"
    else { return nil }
    return Int(digits)
  }

  private static func malformed(_ words: String) -> DocumentError {
    DocumentError(.mimetypeMalformed, part: name, words)
  }
}
