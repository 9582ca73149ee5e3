extension JSONReader {
  /// Reads `{`.
  @inlinable package mutating func beginObject() throws(MarkupError) {
    if !matches(0x7B) { throw unexpected("an object") }
    try open()
  }

  /// Reads `[`.
  @inlinable package mutating func beginArray() throws(MarkupError) {
    if !matches(0x5B) { throw unexpected("an array") }
    try open()
  }

  @inlinable mutating func open() throws(MarkupError) {
    if depth >= limits.depth { throw error(.jsonDepth, at: offset) }
    depth &+= 1
    offset &+= 1
    isFirst = true
  }

  /// Moves to the next key of an object and returns true, or past its `}` and returns false.
  @inlinable package mutating func nextMember() throws(MarkupError) -> Bool {
    skipWhitespace()
    if offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x7D { return close() }
      if isFirst {
        isFirst = false
      } else {
        if byte != 0x2C { throw unexpectedInContainer("',' or '}'") }
        offset &+= 1
        skipWhitespace()
      }
      if offset < bytes.count, bytes[offset] == 0x22 { return true }
    }
    throw unexpectedInContainer("a key")
  }

  /// Moves to the next element of an array and returns true, or past its `]` and returns false.
  @inlinable package mutating func nextElement() throws(MarkupError) -> Bool {
    skipWhitespace()
    if offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x5D { return close() }
      if isFirst {
        isFirst = false
        return true
      }
      if byte != 0x2C { throw unexpectedInContainer("',' or ']'") }
      offset &+= 1
      skipWhitespace()
      if offset < bytes.count, bytes[offset] != 0x5D { return true }
    }
    throw unexpectedInContainer("a value")
  }

  @inlinable mutating func close() -> Bool {
    offset &+= 1
    // An unbalanced call must not make the depth negative and thereby loosen the limit.
    if depth > 0 { depth &-= 1 }
    isFirst = false
    return false
  }

  @inline(never) @usableFromInline
  func unexpectedInContainer(_ wanted: StaticString) -> MarkupError {
    offset < bytes.count
      ? error(.jsonSyntax, at: offset, "\(wanted) was expected")
      : error(.jsonTruncated, at: offset)
  }

  /// Reads a key with its colon and decodes it.
  package mutating func readKey() throws(MarkupError) -> String {
    let key = try scanString().decoded
    try readNameSeparator()
    return key
  }

  /// Reads a key with its colon, rejects it if `keys` contains it, and otherwise adds it to `keys`.
  package mutating func readKey(notIn keys: inout JSONKeySet) throws(MarkupError) -> String {
    skipWhitespace()
    let start = offset
    let key = try readKey()
    guard keys.insert(key) else { throw error(.jsonDuplicateKey, at: start, key) }
    return key
  }

  /// Moves behind a value without checking what is in it.
  ///
  /// Recognises only strings and brackets, so a caller must read the value again to find its errors.
  package mutating func skimValue() throws(MarkupError) {
    var open = 0
    repeat {
      skipWhitespace()
      guard offset < bytes.count else { throw error(.jsonTruncated, at: offset) }
      switch bytes[offset] {
      case 0x22: _ = try scanString()
      case 0x7B, 0x5B:
        open &+= 1
        offset &+= 1
      case 0x7D, 0x5D:
        open &-= 1
        offset &+= 1
      case 0x2C, 0x3A: offset &+= 1
      default:
        // A number or a word ends where white space, a comma or a bracket begins.
        repeat { offset &+= 1 } while offset < bytes.count && !Self.endsWord(bytes[offset])
      }
    } while open > 0
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x2C || byte == 0x3A || byte == 0x5D || byte == 0x7D
  }

  /// Reads the colon after a key.
  @inlinable package mutating func readNameSeparator() throws(MarkupError) {
    if !matches(0x3A) { throw unexpectedInContainer("':'") }
    offset &+= 1
  }
}
