import ZipArchive

/// The format of a file according to its first bytes; the file name is ignored.
enum FileFormat: Hashable, Sendable {
  case zip
  case flat(DocumentEncoding)

  /// The number of bytes that suffice for everything except a flat document behind much white
  /// space.
  static let sniffedBytes = 4096

  /// Detects the format from the beginning of a file.
  ///
  /// - Throws: `.notADocument`, with the format of the file if it is known.
  init(sniffing bytes: [UInt8]) throws(DocumentError) {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      self = .zip
      return
    }
    if let words = Self.otherKind(of: bytes) { throw DocumentError(.notADocument, words) }
    switch bytes.first(where: { !Self.isWhiteSpace($0) }) {
    case UInt8(ascii: "{"): self = .flat(.json)
    case UInt8(ascii: "<"): self = .flat(.xml)
    case nil where bytes.isEmpty: throw DocumentError(.notADocument, "the file is empty")
    default:
      throw DocumentError(
        .notADocument, "expected a .trips zip, or JSON or XML text")
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns whether the bytes contain only white space, so that the format is still unknown.
  static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isWhiteSpace) }

  private static let knownBeginnings: [(beginning: [UInt8], words: String)] = [
    (Array("SQLite format 3\0".utf8), "it is an SQLite database, as SwiftData stores are"),
    (Array("BEGIN:VCALENDAR".utf8), "it is a calendar; tripconv convert makes a document of it"),
    ([0x1F, 0x8B], "it is compressed with gzip"),
    ([0xEF, 0xBB, 0xBF], "it begins with a byte order mark"),
    ([0xFE, 0xFF], "it is UTF-16; only UTF-8 is read"),
    ([0xFF, 0xFE], "it is UTF-16; only UTF-8 is read"),
    ([0x50, 0x4B, 0x05, 0x06], "it is an empty zip archive"),
    (Array("bplist".utf8), "it is a binary property list"),
    (Array("%PDF".utf8), "it is a PDF"),
    (Array("{\\rtf".utf8), "it is a text in RTF"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "it is a PNG image"),
    ([0xFF, 0xD8, 0xFF], "it is a JPEG image"),
    (Array("GIF8".utf8), "it is a GIF image"),
    ([0x7F, 0x45, 0x4C, 0x46], "it is a program"),
    (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], "it is a 7z archive"),
    (Array("BZh".utf8), "it is compressed with bzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "it is compressed with xz"),
    ([0x28, 0xB5, 0x2F, 0xFD], "it is compressed with Zstandard"),
  ]

  /// The root elements of other well-known kinds of XML.
  private static let knownRoots = [
    "plist": "it is a property list", "html": "it is a page in HTML", "svg": "it is an SVG image",
  ]

  /// Returns a description of a known other format; nil if there is none.
  private static func otherKind(of bytes: [UInt8]) -> String? {
    if let known = knownBeginnings.first(where: { bytes.starts(with: $0.beginning) }) {
      return known.words
    }
    return rootElement(of: bytes).flatMap { knownRoots[$0] }
  }

  /// Returns the name of the first XML element in lower case; nil if the beginning does not contain
  /// it.
  private static func rootElement(of bytes: [UInt8]) -> String? {
    var rest = bytes.prefix(sniffedBytes).drop(while: isWhiteSpace)
    // Bound: each iteration consumes at least the `<` that it has matched.
    while rest.first == UInt8(ascii: "<") {
      rest = rest.dropFirst()
      if rest.starts(with: "!--".utf8) {
        while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
        rest = rest.dropFirst(3)
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      } else {
        let name = rest.prefix {
          $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && !isWhiteSpace($0)
        }
        return String(decoding: name, as: UTF8.self).lowercased()
      }
      rest = rest.drop(while: isWhiteSpace)
    }
    return nil
  }
}

extension FileFormat {
  /// Detects the format from the beginning of a source, or from all of it if it begins with much
  /// white space.
  init(of source: any ByteSource) throws(DocumentError) {
    do {
      let beginning = try source.read(at: 0, count: min(Self.sniffedBytes, source.count))
      if source.count > beginning.count,
        Self.isBlank(beginning)
      {
        try self.init(sniffing: try source.read(at: 0, count: source.count))
      } else {
        try self.init(sniffing: beginning)
      }
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
