extension JSONReader {
  /// Reads a string without decoding it; the result is valid as long as the text is.
  @inlinable package mutating func scanString() throws(MarkupError) -> JSONString {
    if !matches(0x22) { throw unexpected("a string") }
    let start = offset &+ 1
    let run = JSONWordScan.plainRun(in: bytes, from: start)
    if run.end < bytes.count, bytes[run.end] == 0x22, run.end &- start <= limits.textBytes {
      offset = run.end &+ 1
      return JSONString(
        bytes: UnsafeBufferPointer(rebasing: bytes[start..<run.end]),
        isASCII: run.isASCII, hasEscapes: false)
    }
    return try scanEscapedString(start: start, from: run.end, isASCII: run.isASCII)
  }

  /// Continues ``scanString()`` at a backslash, or at a byte that a string must not contain.
  @inline(never) @usableFromInline
  mutating func scanEscapedString(
    start: Int, from position: Int, isASCII: Bool
  ) throws(MarkupError) -> JSONString {
    var position = position
    var isASCII = isASCII
    // What escapes take more than the characters that they spell: the limit is one of texts, which
    // are as long in XML.
    var excess = 0
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        if position - start - excess > limits.textBytes {
          throw error(.jsonTextLength, at: start)
        }
        offset = position + 1
        return JSONString(
          bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]),
          isASCII: isASCII, hasEscapes: true)
      case 0x5C:
        let escape = position
        let scalar = try scanEscape(at: &position)
        excess += position - escape - Self.width(ofEscaped: scalar)
        if scalar >= 0x80 { isASCII = false }
      case 0..<0x20:
        throw error(.jsonControlCharacter, at: position)
      default:
        let run = JSONWordScan.plainRun(in: bytes, from: position)
        position = run.end
        if !run.isASCII { isASCII = false }
      }
    }
    throw error(.jsonTruncated, at: bytes.count)
  }

  /// Checks an escape, or the two escapes of a surrogate pair, and moves past it.
  private func scanEscape(at position: inout Int) throws(MarkupError) -> UInt32 {
    let escape = try escape(at: position)
    switch escape.value {
    case 0xD800...0xDBFF:
      let next = position + escape.length
      guard next + 1 < bytes.count, bytes[next] == 0x5C, bytes[next + 1] == 0x75 else {
        throw error(.jsonLoneSurrogate, at: position)
      }
      let low = try self.escape(at: next)
      guard 0xDC00...0xDFFF ~= low.value else { throw error(.jsonLoneSurrogate, at: position) }
      position = next + low.length
    case 0xDC00...0xDFFF:
      throw error(.jsonLoneSurrogate, at: position)
    default:
      position += escape.length
    }
    return escape.value
  }

  /// The bytes in UTF-8 of what an escape spells; a surrogate is the first of two escapes.
  private static func width(ofEscaped unit: UInt32) -> Int {
    switch unit {
    case ..<0x80: 1
    case ..<0x800: 2
    case 0xD800...0xDFFF: 4
    default: 3
    }
  }

  private func escape(at position: Int) throws(MarkupError) -> JSONEscape {
    if let escape = JSONEscape(in: bytes, at: position) { return escape }
    // An escape that the end of the text cuts off is a truncation; any other is invalid.
    let left = bytes.count - position
    let isCut = left < 2 || (bytes[position + 1] == 0x75 && left < 6)
    throw isCut ? error(.jsonTruncated, at: bytes.count) : error(.jsonEscape, at: position)
  }

  /// Reads a string.
  package mutating func readString() throws(MarkupError) -> String {
    try scanString().decoded
  }

  /// Reads a string and appends its UTF-8; returns whether it is ASCII.
  @inlinable package mutating func appendString(
    to target: inout [UInt8]
  ) throws(MarkupError) -> Bool {
    let string = try scanString()
    string.appendDecoded(to: &target)
    return string.isASCII
  }
}
