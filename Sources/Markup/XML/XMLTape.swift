/// The kind of a token.
@usableFromInline package enum XMLTokenKind: UInt8, BitwiseCopyable, Sendable {
  case start
  case text
  case end
  case endOfDocument
}

/// A token on the tape.
@usableFromInline struct XMLTapeToken: BitwiseCopyable {
  @usableFromInline var kind: XMLTokenKind
  /// Whether a text is only white space.
  @usableFromInline var isBlank = false
  /// The number of a start tag's name.
  @usableFromInline var nameID: Int32 = -1
  /// The index of a text's first byte, or of a start tag's first attribute.
  @usableFromInline var first: UInt32 = 0
  /// The number of a text's bytes, or of a start tag's attributes.
  @usableFromInline var count: UInt32 = 0
  /// The parser's offset at the token; for a text, at the tag before it.
  @usableFromInline var offset: Int
}

/// An attribute on the tape; its value is in the tape's text block.
@usableFromInline struct XMLTapeAttribute: BitwiseCopyable {
  @usableFromInline var nameID: Int32
  @usableFromInline var first: UInt32
  @usableFromInline var count: UInt32
}

/// A growing block of plain values whose address is stable between appends.
@usableFromInline struct XMLTapeBlock<Element: BitwiseCopyable> {
  @usableFromInline private(set) var base: UnsafeMutablePointer<Element>
  @usableFromInline var count = 0
  private var capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() {
    base.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Adds `length` uninitialised elements at the end, which the caller must write next.
  @inline(__always)
  mutating func extend(by length: Int) -> UnsafeMutablePointer<Element> {
    if length > capacity &- count { grow(by: length) }
    let end = base + count
    count &+= length
    return end
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    // The appended bytes come from memory, so neither the sum nor the double can overflow.
    let newCapacity = max(capacity * 2, count + length)
    let newBase = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    newBase.initialize(from: base, count: count)
    base.deallocate()
    base = newBase
    capacity = newCapacity
  }
}

extension XMLTapeBlock<UInt8> {
  /// Appends bytes; most texts are short, and two overlapping words are faster than a call of
  /// `memcpy`.
  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    let target = UnsafeMutableRawPointer(extend(by: length))
    let source = UnsafeRawPointer(bytes)
    // Bound: both sides are `length` bytes long; the second word ends at their end.
    switch length {
    case 8...16:
      Self.copyEnds(UInt64.self, from: source, to: target, length)
    case 4..<8:
      Self.copyEnds(UInt32.self, from: source, to: target, length)
    case 17...32:
      Self.copyEnds(SIMD2<UInt64>.self, from: source, to: target, length)
    default:
      target.copyMemory(from: source, byteCount: length)
    }
  }

  @inline(__always)
  private static func copyEnds<Word: BitwiseCopyable>(
    _: Word.Type, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ length: Int
  ) {
    let last = length &- MemoryLayout<Word>.size
    let head = source.loadUnaligned(as: Word.self)
    let tail = source.loadUnaligned(fromByteOffset: last, as: Word.self)
    target.storeBytes(of: head, as: Word.self)
    target.storeBytes(of: tail, toByteOffset: last, as: Word.self)
  }
}

/// The tokens of a piece of the document; the parser writes them and the reader reads them in turn.
@usableFromInline struct XMLTape {
  @usableFromInline var tokens = XMLTapeBlock<XMLTapeToken>(capacity: 4096)
  @usableFromInline var attributes = XMLTapeBlock<XMLTapeAttribute>(capacity: 256)
  /// Texts and attribute values.
  @usableFromInline var text = XMLTapeBlock<UInt8>(capacity: 1 << 16)
  /// The index of the next token to read.
  @usableFromInline var cursor = 0
  /// The end of the readable tokens; a text at the end of the tape may still grow.
  @usableFromInline var readable = 0
  /// The token that was read last.
  @usableFromInline var current = XMLTapeToken(kind: .endOfDocument, offset: 0)

  var names = XMLNameTable()
  var depth = 0
  let limits: MarkupLimits
  /// The first error; nothing is recorded after it.
  private(set) var failure: (code: MarkupError.Code, offset: Int, detail: String)?
  /// Whether there is a failure; faster to check for every token.
  private(set) var hasFailed = false
  /// The open elements that declare namespaces, and the number of their declarations.
  private var declaring: [(depth: Int, count: Int)] = []
  private var declaringDepth = -1
  private var declaredNamespaces = 0
  private var lastTagOffset = 0
  private var lastTagIsStart = false

  init(limits: MarkupLimits) {
    self.limits = limits
  }

  func deallocate() {
    tokens.deallocate()
    attributes.deallocate()
    text.deallocate()
  }

  /// Drops the tokens that have been read, but keeps a text that may continue.
  mutating func rewind() {
    attributes.count = 0
    if tokens.count > readable {
      var token = tokens.base[readable]
      if token.first > 0 {
        // Bound: `token` is within the text block, so source and target are too.
        text.base.update(from: text.base + Int(token.first), count: Int(token.count))
      }
      token.first = 0
      text.count = Int(token.count)
      tokens.base[0] = token
      tokens.count = 1
    } else {
      text.count = 0
      tokens.count = 0
    }
    cursor = 0
    readable = 0
  }

  /// Determines which tokens can be read after a piece has been parsed.
  mutating func seal() {
    readable = tokens.count
    // The next piece may continue this text; after an error it would not be the whole text.
    if readable > 0, tokens.base[readable - 1].kind == .text { readable -= 1 }
  }

  mutating func fail(_ code: MarkupError.Code, at offset: Int, _ detail: String = "") {
    if hasFailed { return }
    hasFailed = true
    failure = (code, offset, detail)
    // The parser reports a start tag before it notices that the `>` is missing.
    if tokens.count > 0, tokens.base[tokens.count - 1].kind == .start,
      tokens.base[tokens.count - 1].offset == offset
    {
      tokens.count -= 1
    }
  }

  @inline(__always)
  mutating func appendStart(nameID: Int32, attributeCount: Int, offset: Int) {
    if depth >= limits.depth { return fail(.xmlDepth, at: offset) }
    dropBlankText()
    depth &+= 1
    lastTagOffset = offset
    lastTagIsStart = true
    tokens.append(
      XMLTapeToken(
        kind: .start, nameID: nameID,
        first: UInt32(truncatingIfNeeded: attributes.count &- attributeCount),
        count: UInt32(truncatingIfNeeded: attributeCount), offset: offset))
  }

  /// Counts the namespace declarations of the element that was appended last.
  ///
  /// Their number is limited because the parser searches all declarations in scope for every name.
  @inline(never)
  mutating func declareNamespaces(_ count: Int, at offset: Int) {
    if hasFailed { return }
    if count > XMLTagScan.largestCount - declaredNamespaces {
      return fail(.xmlAttributeCount, at: offset)
    }
    declaredNamespaces += count
    declaringDepth = depth
    declaring.append((depth, count))
  }

  @inline(never)
  private mutating func leaveDeclarations() {
    declaredNamespaces -= declaring.popLast()?.count ?? 0
    declaringDepth = declaring.last?.depth ?? -1
  }

  @inline(__always)
  mutating func appendEnd(offset: Int) {
    if depth == declaringDepth { leaveDeclarations() }
    if !lastTagIsStart { dropBlankText() }
    depth &-= 1
    lastTagOffset = offset
    lastTagIsStart = false
    tokens.append(XMLTapeToken(kind: .end, offset: offset))
  }

  /// Removes white space that is next to an element.
  @inline(__always)
  private mutating func dropBlankText() {
    if tokens.count > 0, tokens.base[tokens.count &- 1].isBlank { tokens.count &-= 1 }
  }

  @inline(__always)
  mutating func appendAttribute(nameID: Int32, value: UnsafePointer<UInt8>, length: Int) {
    let first = UInt32(truncatingIfNeeded: text.count)
    text.append(value, length)
    attributes.append(
      XMLTapeAttribute(nameID: nameID, first: first, count: UInt32(truncatingIfNeeded: length)))
  }

  /// Begins a text or continues it.
  @inline(__always)
  mutating func appendText(_ bytes: UnsafePointer<UInt8>, length: Int) {
    if tokens.count == 0 || tokens.base[tokens.count &- 1].kind != .text {
      tokens.append(
        XMLTapeToken(
          kind: .text, isBlank: true, first: UInt32(truncatingIfNeeded: text.count),
          offset: lastTagOffset))
    }
    // Bound: the last token exists here. The sums stay small, because the limit is checked before
    // the next text.
    let token = tokens.base + (tokens.count &- 1)
    let total = Int(token.pointee.count) &+ length
    if total > limits.textBytes { return fail(.xmlTextLength, at: lastTagOffset) }
    text.append(bytes, length)
    token.pointee.count = UInt32(truncatingIfNeeded: total)
    if token.pointee.isBlank { token.pointee.isBlank = isBlank(bytes, length) }
  }

  @inline(__always)
  private func isBlank(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    for index in 0..<length {
      switch bytes[index] {
      case 0x20, 0x0A, 0x09, 0x0D: continue
      default: return false
      }
    }
    return true
  }
}
