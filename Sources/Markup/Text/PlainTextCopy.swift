/// Copies the bytes of a text in words, up to the first byte that must not be written unchanged.
@usableFromInline enum PlainTextCopy {
  /// The room needed after the copied bytes, because whole words are written.
  @inlinable @inline(__always) static var slack: Int { 8 }

  /// Copies from `source[start..<end]` and returns the number of bytes copied.
  ///
  /// - Parameter stops: Sets the top bit of the lowest byte that must not be copied, and possibly
  ///   of others.
  /// - Parameter target: A buffer with room for `end - start` and ``slack`` bytes.
  @inlinable @inline(__always) static func copy(
    _ source: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int,
    into target: UnsafeMutablePointer<UInt8>, _ stops: (UInt64) -> UInt64
  ) -> Int {
    guard let base = source.baseAddress else { return 0 }
    let bytes = UnsafeRawPointer(base) + start
    let output = UnsafeMutableRawPointer(target)
    let count = end &- start
    var position = 0
    // Bound: a word is loaded only if eight bytes are left, and the rest by its exact length; a
    // word is stored at `position`, which is at most `count`.
    while count &- position >= 8 {
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      output.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
      let stop = stops(word)
      if stop != 0 { return position &+ stop.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    let left = count &- position
    if left == 0 { return count }
    let word = load(bytes + position, count: left)
    output.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
    let stop = stops(word) & ((1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1)
    return stop == 0 ? count : position &+ stop.trailingZeroBitCount &>> 3
  }

  /// Loads one to seven bytes as a word whose other bytes are zero.
  @inlinable @inline(__always) static func load(_ bytes: UnsafeRawPointer, count: Int) -> UInt64 {
    // Bound: both loads of a pair end within `count`; overlapping bytes are equal.
    if count >= 4 {
      let low = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return UInt64(low) | UInt64(high) &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    }
    if count >= 2 {
      let low = UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self))
      let high = UInt16(
        littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 2, as: UInt16.self))
      return UInt64(low) | UInt64(high) &<< UInt64(truncatingIfNeeded: (count &- 2) &* 8)
    }
    return UInt64(bytes.load(as: UInt8.self))
  }
}
