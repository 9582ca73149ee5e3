extension XMLText {
  /// The maximum number of bytes written for one byte of a text.
  @inlinable package static var longestReference: Int { 5 }

  /// The number of bytes after the written text that may be overwritten.
  @inlinable package static var slack: Int { PlainTextCopy.slack }

  /// Writes a part of an element's text, in the spelling of ``append(text:to:)``, and returns the
  /// number of bytes written.
  ///
  /// Returns nil if XML cannot represent the text, or if the text begins or ends with TAB or LF; a
  /// part of it may have been written then.
  ///
  /// - Parameter position: The position to start from; on return the position to continue from, at
  ///   `limit` or slightly after it.
  /// - Parameter target: A buffer with room for ``longestReference`` bytes for each byte of the
  ///   text, and ``slack``.
  @inlinable package static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, from position: inout Int, to limit: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    let plain = PlainTextCopy.copy(bytes, from: position, to: limit, into: target, stops)
    position &+= plain
    if position == limit { return plain }
    return writeReferences(bytes, from: &position, to: limit, into: target, written: plain)
  }

  /// Continues ``write(_:from:to:into:)`` after the first `written` bytes.
  @usableFromInline static func writeReferences(
    _ bytes: UnsafeBufferPointer<UInt8>, from position: inout Int, to limit: Int,
    into target: UnsafeMutablePointer<UInt8>, written: Int
  ) -> Int? {
    let count = bytes.count
    if isTabOrLineFeed(bytes[0]) || isTabOrLineFeed(bytes[count - 1]) { return nil }
    var written = written
    // Bound: `position` is a valid index whenever a byte is read. Copied bytes need as much room as
    // in the source; a reference needs at most five bytes for one, or seven for three.
    while position < limit {
      let byte = bytes[position]
      var length = 1
      var isPlain = false
      switch byte {
      case 0x26, 0x3C, 0x3E, 0x0D: break
      case 0x09, 0x0A: isPlain = true
      case 0xC2, 0xE2:
        length = separatorLength(in: bytes, at: position, end: count)
        isPlain = length == 0
      default:
        if byte < 0x20 || isNoCharacter(bytes, at: position) { return nil }
        isPlain = true
      }
      if isPlain {
        target[written] = byte
        written &+= 1
        position &+= 1
      } else {
        let reference = reference(to: byte)
        (target + written).update(from: reference.utf8Start, count: reference.utf8CodeUnitCount)
        written &+= reference.utf8CodeUnitCount
        position &+= length
      }
      if position >= limit { break }
      let plain = PlainTextCopy.copy(
        bytes, from: position, to: limit, into: target + written, stops)
      position &+= plain
      written &+= plain
    }
    return written
  }

  /// Sets the top bit of the first byte that needs a closer look, and possibly of later bytes.
  ///
  /// Such a byte is a control character, `&`, `<`, `>`, or the first byte of a character that is
  /// written as a reference or not at all. A borrow can only affect bytes above the first match.
  @inlinable @inline(__always) static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let control = (word &- ones &* 0x20) & ~word
    // The two bytes of each pair differ in one bit, which is set in both operands.
    let angle = word | ones &* 0x02 ^ ones &* 0x3E
    let ampersand = word ^ ones &* 0x26
    let found = ((angle &- ones) & ~angle) | ((ampersand &- ones) & ~ampersand) | control
    if word & JSONWordScan.highBits == 0 { return found & JSONWordScan.highBits }
    let second = word | ones &* 0x20 ^ ones &* 0xE2
    let third = word ^ ones &* 0xEF
    return (found | ((second &- ones) & ~second) | ((third &- ones) & ~third))
      & JSONWordScan.highBits
  }
}
