/// A pull reader for one JSON text (RFC 8259 and RFC 7493), without recursion.
///
/// The caller drives the reader: `beginObject`, then `while try nextMember()` with a key and a
/// value each; `beginArray`, then `while try nextElement()` with a value each; `finish` at the end.
/// Every method that reads a value skips white space first.
///
/// The reader rejects everything that RFC 7493 forbids, except noncharacters, which a `String` can
/// contain, and duplicate keys. Callers that know the possible keys must detect duplicates
/// themselves; others can use `readKey(notIn:)`.
///
/// Lifetime: the reader borrows the bytes and must not be used after they are gone, so keep it
/// inside the closure of `withUnsafeBytes`. Bound: it never reads past their end and needs no
/// padding.
@usableFromInline package struct JSONReader {
  // The compiler hands bodies of `@inlinable` members to other modules only if their type is
  // `@usableFromInline` too; `package` alone leaves every one of them a call.
  /// The whole text; a caller may inspect it and move ``offset`` past values that it has read
  /// itself.
  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline package let limits: MarkupLimits
  /// The offset of the next byte to read.
  @usableFromInline package var offset = 0
  /// The number of open objects and arrays.
  @usableFromInline package internal(set) var depth = 0
  /// Whether the innermost container has just been opened.
  @usableFromInline var isFirst = false

  /// Checks the whole text for a byte order mark and ill-formed UTF-8.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: MarkupLimits = .standard
  ) throws(MarkupError) {
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.jsonByteOrderMark, at: 0) }
    if let fault = UTF8Validation.firstInvalidOffset(in: bytes) {
      throw error(.jsonInvalidUTF8, at: fault)
    }
  }

  /// Moves past space, TAB, LF and CR.
  @inlinable @inline(__always) package mutating func skipWhitespace() {
    if offset < bytes.count, bytes[offset] > 0x20 { return }
    skipWhitespaceRun()
  }

  @usableFromInline mutating func skipWhitespaceRun() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
      default: return
      }
    }
  }

  /// Returns the kind of the next token; consumes only white space.
  @inlinable package mutating func peek() -> JSONToken {
    skipWhitespace()
    return offset < bytes.count ? JSONToken(startingWith: bytes[offset]) : .endOfInput
  }

  /// Whether the next byte after white space is `byte`.
  @inlinable @inline(__always) mutating func matches(_ byte: UInt8) -> Bool {
    skipWhitespace()
    return offset < bytes.count && bytes[offset] == byte
  }

  /// Requires that only white space is left.
  package mutating func finish() throws(MarkupError) {
    if peek() != .endOfInput { throw error(.jsonTrailingBytes, at: offset) }
  }

  /// Reads `true` or `false`.
  @inlinable package mutating func readBool() throws(MarkupError) -> Bool {
    switch peek() {
    case .true:
      try readWord("true")
      return true
    case .false:
      try readWord("false")
      return false
    default: throw unexpected("a boolean")
    }
  }

  /// Reads `null`.
  @inlinable package mutating func readNull() throws(MarkupError) {
    if peek() != .null { throw unexpected("null") }
    try readWord("null")
  }

  /// Reads `null` if it comes next.
  @inlinable package mutating func readNullIfPresent() throws(MarkupError) -> Bool {
    if !matches(0x6E) { return false }
    try readWord("null")
    return true
  }

  @inlinable mutating func readWord(_ word: StaticString) throws(MarkupError) {
    let length = word.utf8CodeUnitCount
    guard bytes.count &- offset >= length else { throw error(.jsonTruncated, at: bytes.count) }
    // `length` bytes are left in the text, and a static string has as many.
    for index in 0..<length where bytes[offset &+ index] != word.utf8Start[index] {
      throw error(.jsonSyntax, at: offset &+ index)
    }
    offset &+= length
  }
}

// MARK: - Errors

extension JSONReader {
  /// Returns an error in this text; counts line and column.
  @inline(never)
  @usableFromInline package func error(
    _ code: MarkupError.Code, at offset: Int, _ detail: String = ""
  ) -> MarkupError {
    MarkupError(code, at: offset, in: bytes, detail)
  }

  /// Returns the error for a value that is not of the wanted kind, or for text that is not a value.
  @inline(never)
  @usableFromInline package func unexpected(_ wanted: StaticString) -> MarkupError {
    guard offset < bytes.count else { return error(.jsonTruncated, at: offset) }
    switch JSONToken(startingWith: bytes[offset]) {
    case .objectEnd, .arrayEnd, .comma, .colon, .endOfInput, .invalid:
      return error(.jsonSyntax, at: offset, "\(wanted) was expected")
    case .objectStart, .arrayStart, .string, .number, .true, .false, .null:
      return error(.jsonUnexpectedValue, at: offset, "\(wanted) was expected")
    }
  }
}
