/// A text is not spelled as the writers of this package would spell it, or is wrong: another reader
/// must find out which, from the beginning of the text.
@usableFromInline package struct NonCanonicalXMLError: Error {
  @usableFromInline package init() {}
}

/// Reads XML in the one spelling in which the writers of this package make it, byte by byte, and
/// gives up on every other.
///
/// It knows nothing of XML but what is asked of it: the caller says which bytes must come next. What
/// it accepts, ``XMLReader`` accepts with the same result; what is wrong with a text that it does not
/// accept is for that one to say. It borrows the bytes: it must not be used after they are gone.
@usableFromInline package struct CanonicalXML {
  // The compiler hands bodies of `@inlinable` members to other modules only if their type is
  // `@usableFromInline` too.
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next byte is read.
  @usableFromInline package internal(set) var offset = 0
  /// The longest text, as it stands.
  @usableFromInline let largestText: Int

  /// No text is read here that comes near the ten megabytes where libxml2 gives up.
  private static let largestText = 8 << 20
  /// Elements that are open at once where a typed tree is as deep as it may be.
  private static let usualDepth = 80

  /// Moves behind `opening`, with which the text must begin, and checks the whole text once.
  ///
  /// Nil where it begins with anything else, is no well-formed UTF-8, or has characters that are not
  /// handed out as they stand: another reader must look at it.
  package init?(
    _ bytes: UnsafeBufferPointer<UInt8>, opening: [UInt8], limits: MarkupLimits = .standard
  ) {
    guard bytes.count <= Int(Int32.max), limits.depth >= Self.usualDepth else { return nil }
    self.bytes = bytes
    largestText = min(limits.textBytes, Self.largestText)
    // First, because it costs nothing where a text is another's.
    guard skip(opening), XMLCharacterScan.areAllPlain(bytes),
      UTF8Validation.firstInvalidOffset(in: bytes) == nil
    else { return nil }
  }

  /// Whether all of the text has been read.
  package var isAtEnd: Bool { offset == bytes.count }

  /// The next byte; 0, which stands nowhere in the text, at its end.
  @inlinable @inline(__always) package var next: UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  /// If `byte` comes next, moves past it and returns true.
  @inlinable @inline(__always) package mutating func skip(_ byte: UInt8) -> Bool {
    if next != byte { return false }
    advance(by: 1)
    return true
  }

  /// If `word` comes next, moves past it and returns true.
  @inlinable package mutating func skip(_ word: [UInt8]) -> Bool {
    let length = word.count
    guard bytes.count &- offset >= length else { return false }
    // `length` bytes are left in the text, and `word` has as many.
    for index in 0..<length where bytes[offset &+ index] != word[index] { return false }
    advance(by: length)
    return true
  }

  /// If `word` comes next, moves past it and returns true.
  @inlinable package mutating func skip(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count &- offset >= length else { return false }
    // `length` bytes are left in the text, and a static string has as many.
    for index in 0..<length where bytes[offset &+ index] != word.utf8Start[index] { return false }
    advance(by: length)
    return true
  }

  /// If `pattern` comes next, moves past it and returns true.
  @inlinable @inline(__always) package mutating func skip(_ pattern: CanonicalXMLPattern) -> Bool {
    guard bytes.count &- offset >= CanonicalXMLPattern.size else { return false }
    if !pattern.matches(in: bytes, at: offset) { return false }
    advance(by: pattern.length)
    return true
  }

  /// Requires `word` to come next, and moves past it.
  @inlinable package mutating func require(_ word: StaticString) throws(NonCanonicalXMLError) {
    if !skip(word) { throw NonCanonicalXMLError() }
  }

  /// Requires `word` to come next, and moves past it.
  @inlinable package mutating func require(_ word: [UInt8]) throws(NonCanonicalXMLError) {
    if !skip(word) { throw NonCanonicalXMLError() }
  }

  /// The caller has looked at as many bytes.
  @inlinable @inline(__always) mutating func advance(by length: Int) { offset &+= length }
}
