/// Looks at eight bytes of a string at once.
@usableFromInline package enum JSONWordScan {
  /// Sets the top bit of the first byte that ends a plain run: `"`, `\` or a control character.
  ///
  /// A borrow can only disturb bytes above the first match, so the lowest bit set is exact.
  @inlinable @inline(__always) package static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    let quoteFound = (quote &- ones) & ~quote
    let backslashFound = (backslash &- ones) & ~backslash
    return (control | quoteFound | backslashFound) & highBits
  }

  @inlinable @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Whether `byte` ends a plain run.
  @inlinable @inline(__always) static func stops(at byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  /// The end of the plain run that begins at `start`, and whether all its bytes are ASCII.
  @inlinable @inline(__always) static func plainRun(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (end: Int, isASCII: Bool) {
    let raw = UnsafeRawBufferPointer(bytes)
    let end = bytes.count
    var position = start
    var seen: UInt64 = 0
    // A word is loaded only while eight bytes are left, a byte only while one is.
    while end &- position >= 8 {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let stop = stops(word)
      if stop != 0 {
        let index = stop.trailingZeroBitCount &>> 3
        // The top bit of the stopping byte marks its place; below it lie the bytes of the run.
        seen |= word & ((stop & (0 &- stop)) &- 1)
        return (position &+ index, seen & highBits == 0)
      }
      seen |= word
      position &+= 8
    }
    while position < end, !stops(at: bytes[position]) {
      seen |= UInt64(bytes[position])
      position &+= 1
    }
    return (position, seen & highBits == 0)
  }
}
