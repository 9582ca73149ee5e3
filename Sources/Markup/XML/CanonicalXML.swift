/// An error for a text that is invalid, or valid but not in the spelling of this package's writers.
///
/// Another reader must parse the text from its beginning to decide which.
@usableFromInline package struct NonCanonicalXMLError: Error {
  @usableFromInline package init() {}
}

/// A fast reader for XML in the exact spelling of this package's writers, which rejects any other
/// spelling.
///
/// The caller says which bytes must come next. ``XMLReader`` accepts every text that this reader
/// accepts, with the same result, and must diagnose the texts that this reader rejects.
///
/// Lifetime: the reader borrows the bytes and must not be used after they are gone.
@usableFromInline package struct CanonicalXML {
  // The compiler makes bodies of `@inlinable` members available to other modules only if their type
  // is `@usableFromInline` too.
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte to read.
  @usableFromInline package internal(set) var offset = 0
  /// The maximum length of a text, before decoding.
  @usableFromInline let largestText: Int

  /// A limit well below the ten megabytes at which libxml2 gives up.
  private static let largestText = 8 << 20
  /// The number of open elements in a typed tree of the maximum depth.
  private static let usualDepth = 80

  /// Moves past `opening`, with which the text must begin, and checks the whole text once.
  ///
  /// Returns nil if the text begins differently, is not well-formed UTF-8, or contains characters
  /// that are not returned unchanged: another reader must read it.
  package init?(
    _ bytes: UnsafeBufferPointer<UInt8>, opening: [UInt8], limits: MarkupLimits = .standard
  ) {
    guard bytes.count <= Int(Int32.max), limits.depth >= Self.usualDepth else { return nil }
    self.bytes = bytes
    largestText = min(limits.textBytes, Self.largestText)
    // The opening is checked first, because that costs nothing for a text from another writer.
    guard skip(opening), XMLCharacterScan.areAllPlain(bytes),
      UTF8Validation.firstInvalidOffset(in: bytes) == nil
    else { return nil }
  }

  /// Whether all of the text has been read.
  package var isAtEnd: Bool { offset == bytes.count }

  /// The text from the reader's position on.
  package var rest: Slice<UnsafeBufferPointer<UInt8>> { bytes[offset...] }

  /// The next byte, or 0, which does not occur in the text, at the end.
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

  /// Moves to an offset up to which another reader has read the same bytes.
  package mutating func skip(to offset: Int) throws(NonCanonicalXMLError) {
    guard offset >= self.offset, offset <= bytes.count else { throw NonCanonicalXMLError() }
    self.offset = offset
  }

  /// Moves past bytes that the caller has examined.
  @inlinable @inline(__always) mutating func advance(by length: Int) { offset &+= length }
}
