import ZipArchive

/// What the first bytes of a file say it is; names say nothing.
enum FileFormat: Hashable, Sendable {
  case zip
  case flat(DocumentEncoding)

  /// So many bytes are enough for everything but a flat document behind much white space.
  static let sniffedBytes = 4096

  /// Looks at the beginning of a file.
  ///
  /// - Throws: `.notADocument`, which says what it is instead, where that can be seen.
  init(sniffing bytes: [UInt8]) throws(DocumentError) {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      self = .zip
      return
    }
    switch bytes.first(where: { !Self.isWhiteSpace($0) }) {
    case UInt8(ascii: "{"): self = .flat(.json)
    case UInt8(ascii: "<"): self = .flat(.xml)
    default: throw DocumentError(.notADocument, Self.otherKind(of: bytes))
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether there is nothing yet that says what the file is.
  static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isWhiteSpace) }

  private static let knownBeginnings: [(beginning: [UInt8], words: String)] = [
    (Array("SQLite format 3\0".utf8), "it is an SQLite database, as SwiftData stores are"),
    ([0x1F, 0x8B], "it is compressed with gzip"),
    ([0xEF, 0xBB, 0xBF], "it begins with a byte order mark"),
    ([0xFE, 0xFF], "it is UTF-16; only UTF-8 is read"),
    ([0xFF, 0xFE], "it is UTF-16; only UTF-8 is read"),
    ([0x50, 0x4B, 0x05, 0x06], "it is an empty zip archive"),
    (Array("bplist".utf8), "it is a binary property list"),
    (Array("%PDF".utf8), "it is a PDF"),
  ]

  private static func otherKind(of bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "it is empty" }
    return knownBeginnings.first { bytes.starts(with: $0.beginning) }?.words
      ?? "it begins neither like a zip archive nor like JSON or XML"
  }
}

extension FileFormat {
  /// Looks at the beginning of a source, or at all of it where it begins with much white space.
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
