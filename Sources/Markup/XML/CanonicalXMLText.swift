/// The undecoded text between two tags; valid as long as the document's bytes.
@usableFromInline package struct CanonicalXMLText {
  @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the decoded text is ASCII.
  @usableFromInline package let isASCII: Bool
  /// Whether the bytes contain references, so that the decoded text is shorter.
  @usableFromInline package let hasReferences: Bool

  @inlinable init(bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool, hasReferences: Bool) {
    self.bytes = bytes
    self.isASCII = isASCII
    self.hasReferences = hasReferences
  }

  /// Appends the decoded text.
  package func appendDecoded(to target: inout [UInt8]) {
    var position = 0
    while position < bytes.count {
      let run = CanonicalXMLWordScan.plainRun(in: bytes, from: position).end
      target.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<run]))
      position = run
      if position < bytes.count {
        // Always a reference, because the scan has rejected any other byte here.
        let reference = CanonicalXMLReference(in: bytes, at: position)
        reference?.append(to: &target)
        position += reference?.length ?? 1
      }
    }
  }

  /// The decoded text, as a copy.
  package var decoded: [UInt8] {
    var result: [UInt8] = []
    appendDecoded(to: &result)
    return result
  }
}

extension CanonicalXML {
  /// Reads the text up to the next tag; the text may be empty.
  @inlinable @inline(__always)
  package mutating func scanText() throws(NonCanonicalXMLError) -> CanonicalXMLText {
    let start = offset
    let run = CanonicalXMLWordScan.plainRun(in: bytes, from: start)
    guard run.end < bytes.count, bytes[run.end] == 0x3C, run.end &- start <= largestText else {
      return try scanReferences(from: run.end, isASCII: run.isASCII)
    }
    offset = run.end
    return CanonicalXMLText(
      bytes: UnsafeBufferPointer(rebasing: bytes[start..<run.end]), isASCII: run.isASCII,
      hasReferences: false)
  }

  /// Reads the text up to the next tag; the text must not contain references.
  @inlinable @inline(__always)
  package mutating func scanPlain() throws(NonCanonicalXMLError) -> UnsafeBufferPointer<UInt8> {
    let text = try scanText()
    if text.hasReferences { throw NonCanonicalXMLError() }
    return text.bytes
  }

  /// Reads exactly `length` bytes of any value if a tag follows them; returns nil otherwise.
  ///
  /// - Parameter last: The last byte of every value of this length. Without it, the bytes of a shorter
  ///   value may contain tags.
  @inlinable @inline(__always)
  package mutating func scanExactly(
    _ length: Int, last: UInt8? = nil
  ) -> UnsafeBufferPointer<UInt8>? {
    let start = offset
    guard bytes.count &- start > length, bytes[start &+ length] == 0x3C else { return nil }
    if let last, bytes[start &+ length &- 1] != last { return nil }
    offset = start &+ length
    return UnsafeBufferPointer(rebasing: bytes[start..<start &+ length])
  }

  /// Continues ``scanText()`` at a reference, or at a byte that a text must not contain.
  @inline(never) @usableFromInline
  mutating func scanReferences(
    from position: Int, isASCII: Bool
  ) throws(NonCanonicalXMLError) -> CanonicalXMLText {
    let start = offset
    var position = position
    var isASCII = isASCII
    while position < bytes.count, position - start <= largestText {
      if bytes[position] == 0x3C {
        offset = position
        return CanonicalXMLText(
          bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]), isASCII: isASCII,
          hasReferences: true)
      }
      guard let reference = CanonicalXMLReference(in: bytes, at: position) else { break }
      if !reference.isASCII { isASCII = false }
      let run = CanonicalXMLWordScan.plainRun(in: bytes, from: position + reference.length)
      if !run.isASCII { isASCII = false }
      position = run.end
    }
    throw NonCanonicalXMLError()
  }

  /// Reads the value of an attribute and the closing quotation mark.
  package mutating func scanAttribute() throws(NonCanonicalXMLError) -> CanonicalXMLText {
    let start = offset
    var position = start
    var isASCII = true
    var hasReferences = false
    while position < bytes.count, position - start <= Self.largestAttribute {
      switch bytes[position] {
      case 0x22:
        offset = position + 1
        return CanonicalXMLText(
          bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]), isASCII: isASCII,
          hasReferences: hasReferences)
      case 0x26:
        guard let reference = CanonicalXMLReference(in: bytes, at: position) else {
          throw NonCanonicalXMLError()
        }
        hasReferences = true
        if !reference.isASCII { isASCII = false }
        position += reference.length
      case 0..<0x20, 0x3C, 0x3E: throw NonCanonicalXMLError()
      case let byte:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    throw NonCanonicalXMLError()
  }

  /// The maximum length of an attribute's value, since attributes contain only names.
  private static let largestAttribute = 1 << 20
}
