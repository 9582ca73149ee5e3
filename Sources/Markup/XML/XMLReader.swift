/// A pull parser for XML 1.0 documents in UTF-8 (fifth edition, with namespaces).
///
/// Text, CDATA sections and the text on both sides of a comment form one token. White space is a
/// token only if it is the whole content of an element, so that indentation costs nothing.
///
/// Lifetime: the reader borrows the bytes and must not be used after they are gone. It is not
/// thread-safe: each thread needs its own reader.
@usableFromInline package final class XMLReader {
  @usableFromInline let tape: UnsafeMutablePointer<XMLTape>
  private let parser: XMLPushParser
  private let bytes: UnsafeBufferPointer<UInt8>
  private let pieceLength: Int
  /// The number of elements that are open behind the current token.
  @exclusivity(unchecked) @usableFromInline package internal(set) var depth = 0
  private var fed = 0
  private var isFinished = false

  /// The default length of a piece, small enough for the tape to stay in the cache.
  package static let standardPieceLength = 1 << 18

  /// The most bytes of a tag.
  package static var largestTag: Int { XMLTagScan.largestMarkup }

  /// Checks the encoding and the prolog of the whole text, but does not parse it.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: MarkupLimits = .standard,
    pieceLength: Int = XMLReader.standardPieceLength
  ) throws(MarkupError) {
    try XMLPrescan.check(bytes)
    var limits = limits
    // Lengths on the tape have 32 bits.
    limits.textBytes = min(limits.textBytes, Int(Int32.max))
    let tape = UnsafeMutablePointer<XMLTape>.allocate(capacity: 1)
    tape.initialize(to: XMLTape(limits: limits))
    guard let parser = XMLPushParser(tape: tape) else {
      Self.release(tape)
      throw MarkupError(.xmlOutOfMemory, at: 0, in: bytes)
    }
    self.tape = tape
    self.parser = parser
    self.bytes = bytes
    self.pieceLength = max(1, min(pieceLength, 1 << 22))
  }

  deinit {
    // The parser writes to the tape only in `parse`, which is not called again.
    Self.release(tape)
  }

  private static func release(_ tape: UnsafeMutablePointer<XMLTape>) {
    tape.pointee.deallocate()
    tape.deinitialize(count: 1)
    tape.deallocate()
  }

  // MARK: - Names

  /// Returns the number that `nameID` and attributes use for a name.
  package func intern(namespace: String = "", local: String) -> Int {
    Int(tape.pointee.names.identifier(of: XMLName(namespace: namespace, local: local)))
  }

  /// Returns the name for a number that this reader has assigned; nil for any other number.
  package func name(_ identifier: Int) -> XMLName? {
    let names = tape.pointee.names.names
    return names.indices.contains(identifier) ? names[identifier] : nil
  }

  // MARK: - Tokens

  /// Moves to the next token and returns its kind.
  @inlinable package func advance() throws(MarkupError) -> XMLTokenKind {
    if tape.pointee.cursor == tape.pointee.readable { try refill() }
    // After `refill`, there is a token or `current` is the end of the document.
    if tape.pointee.cursor < tape.pointee.readable {
      tape.pointee.current = tape.pointee.tokens.base[tape.pointee.cursor]
      tape.pointee.cursor &+= 1
    }
    switch tape.pointee.current.kind {
    case .start: depth &+= 1
    case .end: depth &-= 1
    case .text, .endOfDocument: break
    }
    return tape.pointee.current.kind
  }

  @usableFromInline func refill() throws(MarkupError) {
    repeat {
      if let failure = tape.pointee.failure {
        throw MarkupError(failure.code, at: failure.offset, in: bytes, failure.detail)
      }
      if isFinished {
        tape.pointee.current = XMLTapeToken(kind: .endOfDocument, offset: bytes.count)
        return
      }
      tape.pointee.rewind()
      let end = nextCut()
      isFinished = end == bytes.count
      parser.parse(UnsafeBufferPointer(rebasing: bytes[fed..<end]), isLast: isFinished)
      fed = end
      tape.pointee.seal()
    } while tape.pointee.readable == 0
  }

  /// Returns the end of the next piece.
  ///
  /// A piece ends after a nearby `>`, if there is one, so that it rarely ends within a tag. It
  /// never ends within a scalar or between CR and LF.
  private func nextCut() -> Int {
    if bytes.count - fed <= pieceLength { return bytes.count }
    let limit = fed + pieceLength
    var end = limit
    while end > fed, limit - end < pieceLength / 4 {
      if bytes[end - 1] == 0x3E { return end }
      end -= 1
    }
    end = limit
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 || bytes[end - 1] == 0x0D { end += 1 }
    return end
  }

  /// The kind of the current token.
  @inlinable package var kind: XMLTokenKind { tape.pointee.current.kind }

  /// The number of the current start tag's name.
  @inlinable package var nameID: Int { Int(tape.pointee.current.nameID) }

  /// The bytes of the current text, valid until the next `advance`.
  @inlinable package var textBytes: UnsafeBufferPointer<UInt8> {
    tape.pointee.current.kind == .text
      ? slice(tape.pointee.current.first, tape.pointee.current.count)
      : UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Returns a slice of the text block, which contains the texts of all tokens.
  @inlinable func slice(_ first: UInt32, _ count: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: tape.pointee.text.base + Int(first), count: Int(count))
  }

  // MARK: - Attributes

  /// The number of the current start tag's attributes, without namespace declarations.
  @inlinable package var attributeCount: Int {
    tape.pointee.current.kind == .start ? Int(tape.pointee.current.count) : 0
  }

  /// Returns the attribute at an index below `attributeCount`, valid until the next `advance`.
  @inlinable package func attribute(
    at index: Int
  ) -> (nameID: Int, value: UnsafeBufferPointer<UInt8>) {
    guard index >= 0, index < attributeCount else { return (-1, .init(start: nil, count: 0)) }
    let attribute = tape.pointee.attributes.base[Int(tape.pointee.current.first) &+ index]
    return (Int(attribute.nameID), slice(attribute.first, attribute.count))
  }

  /// Returns the value of an attribute of the current start tag, valid until the next `advance`;
  /// nil if there is none.
  @inlinable package func attribute(named nameID: Int) -> UnsafeBufferPointer<UInt8>? {
    for index in 0..<attributeCount {
      let attribute = attribute(at: index)
      if attribute.nameID == nameID { return attribute.value }
    }
    return nil
  }

  // MARK: - Errors

  /// Returns an error at the start of the current token's tag or text.
  @usableFromInline
  package func error(_ code: MarkupError.Code, _ detail: String = "") -> MarkupError {
    let token = tape.pointee.current
    let reached = max(0, min(token.offset, bytes.count))
    var offset = reached
    switch token.kind {
    case .start, .end: offset = bytes[..<reached].lastIndex(of: 0x3C) ?? reached
    case .text where reached > 0: offset = (bytes[reached...].firstIndex(of: 0x3E) ?? reached) + 1
    case .text, .endOfDocument: break
    }
    return MarkupError(code, at: offset, in: bytes, detail)
  }
}

extension XMLReader {
  /// Moves to the next child element and returns true, or to the end of the element and returns
  /// false.
  ///
  /// Each child must be read to its end before the next call. Text other than white space is an
  /// error.
  @inlinable package func nextChild() throws(MarkupError) -> Bool {
    while true {
      switch try advance() {
      case .start: return true
      case .end, .endOfDocument: return false
      case .text: if !tape.pointee.current.isBlank { throw error(.xmlUnexpectedText) }
      }
    }
  }

  /// Reads the text of the current element up to its end.
  ///
  /// The text is valid until the next `advance`, because a text is returned only after the
  /// following token is on the tape.
  @inlinable package func elementText() throws(MarkupError) -> UnsafeBufferPointer<UInt8> {
    var kind = try advance()
    let text = textBytes
    if kind == .text { kind = try advance() }
    if kind == .start { throw error(.xmlUnexpectedElement) }
    return text
  }
}
