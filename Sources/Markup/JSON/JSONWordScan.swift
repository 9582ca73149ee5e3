/// A scan of the content of a string, eight bytes at a time.
@usableFromInline package enum JSONWordScan: PlainRun {
  /// Sets the top bit of the first byte that ends a plain run: `"`, `\` or a control character.
  ///
  /// A borrow can only affect bytes above the first match, so the lowest set bit is exact.
  @inlinable @inline(__always) package static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    let quoteFound = (quote &- ones) & ~quote
    let backslashFound = (backslash &- ones) & ~backslash
    return (control | quoteFound | backslashFound) & highBits
  }

  /// Whether `byte` ends a plain run.
  @inlinable @inline(__always) package static func stops(at byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }
}
