/// Reads one JSON text, value by value (RFC 8259 and RFC 7493, without recursion).
///
/// The caller drives it: `beginObject`, then `while try nextMember()` with a key and a value each;
/// `beginArray`, then `while try nextElement()` with a value each; `finish` at the end. Every
/// method that reads a value skips white space before it. It refuses what RFC 7493 refuses, except
/// noncharacters, which a `String` may hold. Keys that stand twice are for the caller to notice,
/// who knows which keys there can be, or for `readKey(notIn:)`.
///
/// It borrows the bytes: it must not be used after they are gone, so keep it inside the closure of
/// `withUnsafeBytes`. It never reads past their end and needs no padding.
@usableFromInline package struct JSONReader {
  // The compiler hands bodies of `@inlinable` members to other modules only if their type is
  // `@usableFromInline` too; `package` alone leaves every one of them a call.
  /// The whole text; a caller may look at it and move ``offset`` behind values it has read itself.
  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline package let limits: MarkupLimits
  /// Where the next byte is read.
  @usableFromInline package var offset = 0
  /// How many objects and arrays are open.
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

  /// What comes next, after white space; consumes only the white space.
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
  /// An error of this text; line and column are counted now.
  @inline(never)
  @usableFromInline package func error(
    _ code: MarkupError.Code, at offset: Int, _ detail: String = ""
  ) -> MarkupError {
    MarkupError(code, at: offset, in: bytes, detail)
  }

  /// The error for a value that is not what the caller wanted, or is no value at all.
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
