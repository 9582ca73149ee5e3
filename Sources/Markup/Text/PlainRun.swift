/// A scan, eight bytes at a time, for the end of a plain run: bytes that need no decoding or
/// escaping.
@usableFromInline package protocol PlainRun {
  /// Sets the top bit of the first byte that ends a plain run, and possibly of later bytes.
  static func stops(_ word: UInt64) -> UInt64

  /// Whether `byte` ends a plain run.
  static func stops(at byte: UInt8) -> Bool
}

extension PlainRun {
  @inlinable @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Returns the end of the plain run that begins at `start`, and whether all its bytes are ASCII.
  @inlinable @inline(__always) static func plainRun(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (end: Int, isASCII: Bool) {
    let raw = UnsafeRawBufferPointer(bytes)
    let end = bytes.count
    var position = start
    var seen: UInt64 = 0
    // Bound: a word is loaded only if eight bytes are left, a byte only if one is.
    while end &- position >= 8 {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let stop = stops(word)
      if stop != 0 {
        let index = stop.trailingZeroBitCount &>> 3
        // The top bit of the stopping byte marks its position; the bits below it belong to the run.
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
