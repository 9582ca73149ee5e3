#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Scans an XML text before libxml2 parses it, and rejects input that libxml2 would accept: other
/// encodings, XML 1.1, document type declarations, processing instructions before the root element,
/// and more attributes than it can process in reasonable time.
package struct XMLPrescan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// Checks a whole text; `byteLimit` bounds its size.
  package static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, byteLimit: Int = Int(Int32.max)
  ) throws(MarkupError) {
    var scan = XMLPrescan(bytes: bytes)
    if bytes.count > byteLimit { throw scan.error(.xmlSize) }
    try scan.checkEncoding()
    try scan.checkDeclaration()
    try scan.checkProlog()
    try XMLTagScan.check(bytes)
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private func error(_ code: MarkupError.Code, _ detail: String = "") -> MarkupError {
    MarkupError(code, at: offset, in: bytes, detail)
  }

  /// Rejects byte order marks, UTF-16 and UTF-32 (XML 1.0, appendix F), ill-formed UTF-8 and NUL.
  private mutating func checkEncoding() throws(MarkupError) {
    for mark in [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE], [0, 0]] as [[UInt8]]
    where bytes.starts(with: mark) {
      throw error(.xmlEncoding)
    }
    if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0 { throw error(.xmlEncoding) }
    if let fault = UTF8Validation.firstInvalidOffset(in: bytes) {
      offset = fault
      throw error(.xmlInvalidUTF8)
    }
    // libxml2 treats a zero byte as the end of its input.
    if let start = bytes.baseAddress, let zero = memchr(start, 0, bytes.count) {
      offset = UnsafeRawPointer(zero) - UnsafeRawPointer(start)
      throw error(.xmlNotWellFormed, "U+0000")
    }
  }

  /// Checks `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, of which only the version is
  /// required.
  private mutating func checkDeclaration() throws(MarkupError) {
    guard matches("<?xml"), bytes.count > 5, isSpace(bytes[5]) || bytes[5] == 0x3F else { return }
    offset = 5
    var names: [String] = []
    while true {
      let hasSpace = skipSpace()
      if matches("?>") { break }
      guard hasSpace, let name = readWord(), let value = readQuoted() else {
        throw error(.xmlDeclaration)
      }
      names.append(name)
      switch name {
      case "version":
        if value != "1.0" { throw error(.xmlVersion, value) }
      case "encoding":
        if value.lowercased() != "utf-8" { throw error(.xmlEncoding, value) }
      case "standalone":
        if value != "yes" && value != "no" { throw error(.xmlDeclaration, value) }
      default: throw error(.xmlDeclaration, name)
      }
    }
    let known = ["version", "encoding", "standalone"]
    // They occur in this order, each at most once.
    guard names.first == "version", known.filter(names.contains) == names else {
      throw error(.xmlDeclaration)
    }
    offset += 2
  }

  /// Skips white space and comments up to the root element.
  private mutating func checkProlog() throws(MarkupError) {
    while true {
      _ = skipSpace()
      if matches("<!--") {
        offset += 4
        while offset < bytes.count, !matches("-->") { offset += 1 }
        offset = min(offset + 3, bytes.count)
      } else if matches("<?") {
        throw error(.xmlProcessingInstruction)
      } else if matches("<!DOCTYPE") {
        throw error(.xmlDoctype)
      } else {
        return
      }
    }
  }

  private func matches(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - offset >= length else { return false }
    // `length` bytes are left in the text, and a static string has as many.
    for index in 0..<length where bytes[offset + index] != word.utf8Start[index] { return false }
    return true
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func skipSpace() -> Bool {
    let start = offset
    while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
    return offset > start
  }

  private mutating func readWord() -> String? {
    let start = offset
    while offset < bytes.count, 0x61...0x7A ~= bytes[offset] { offset += 1 }
    return offset == start ? nil : String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads `="value"` or `='value'`.
  private mutating func readQuoted() -> String? {
    _ = skipSpace()
    guard matches("=") else { return nil }
    offset += 1
    _ = skipSpace()
    guard matches("\"") || matches("'") else { return nil }
    let quote = bytes[offset]
    let start = offset + 1
    offset = start
    while offset < bytes.count, bytes[offset] != quote, bytes[offset] != 0x3E { offset += 1 }
    guard offset < bytes.count, bytes[offset] == quote else { return nil }
    offset += 1
    return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
  }
}
