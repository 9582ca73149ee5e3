/// Looks for the end of a plain run, in which every byte is handed out as it stands, in eight bytes at
/// once.
@usableFromInline package protocol PlainRun {
  /// Sets the top bit of the first byte that ends a plain run, and perhaps of later ones.
  static func stops(_ word: UInt64) -> UInt64

  /// Whether `byte` ends a plain run.
  static func stops(at byte: UInt8) -> Bool
}

extension PlainRun {
  @inlinable @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

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
