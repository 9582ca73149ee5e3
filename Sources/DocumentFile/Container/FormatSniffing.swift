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
    if let other = OtherFile(beginning: bytes) { throw DocumentError(.notADocument, other.words) }
    if let mark = Self.marks.first(where: { bytes.starts(with: $0.beginning) }) {
      throw DocumentError(.notADocument, mark.words)
    }
    switch bytes.first(where: { !Self.isWhiteSpace($0) }) {
    case UInt8(ascii: "{"): self = .flat(.json)
    case UInt8(ascii: "<"): self = .flat(.xml)
    case nil where bytes.isEmpty: throw DocumentError(.notADocument, "the file is empty")
    default:
      throw DocumentError(
        .notADocument, "expected a .trips zip, or JSON or XML text")
    }
  }

  /// Encodings of a text that no document has.
  private static let marks: [(beginning: [UInt8], words: String)] = [
    ([0xEF, 0xBB, 0xBF], "it begins with a byte order mark"),
    ([0xFE, 0xFF], "it is UTF-16; only UTF-8 is read"),
    ([0xFF, 0xFE], "it is UTF-16; only UTF-8 is read"),
  ]

  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns whether the bytes contain only white space, so that the format is still unknown.
  static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isWhiteSpace) }
}

extension FileFormat {
  /// Detects the format from the beginning of a source, or from all of it if it begins with much
  /// white space.
  ///
  /// - Throws: `.notADocument`, with the kind of the file if it is known. Entries tell that of a zip archive.
  init(of source: any ByteSource) throws(DocumentError) {
    do {
      let beginning = try source.read(at: 0, count: min(Self.sniffedBytes, source.count))
      do throws(DocumentError) {
        try self.init(sniffing: beginning)
      } catch {
        guard source.count > beginning.count else { throw error }
        let count = Self.isBlank(beginning) ? source.count : OtherFile.probedBytes
        try self.init(sniffing: try source.read(at: 0, count: min(count, source.count)))
      }
      if self == .zip, let other = try OtherFile(archive: source) {
        throw DocumentError(.notADocument, other.words)
      }
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
