/// A scan of the text between two tags, eight bytes at a time.
@usableFromInline enum CanonicalXMLWordScan: PlainRun {
  /// Sets the top bit of the first byte that ends a plain run: `<`, `>` or `&`.
  ///
  /// A borrow can only affect bytes above the first match, so the lowest set bit is exact.
  @inlinable @inline(__always) package static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // `<` and `>` differ in one bit.
    let angle = (word & ~(ones &* 0x02)) ^ (ones &* 0x3C)
    let ampersand = word ^ (ones &* 0x26)
    let angleFound = (angle &- ones) & ~angle
    let ampersandFound = (ampersand &- ones) & ~ampersand
    return (angleFound | ampersandFound) & highBits
  }

  /// Whether `byte` ends a plain run.
  @inlinable @inline(__always) package static func stops(at byte: UInt8) -> Bool {
    byte & ~0x02 == 0x3C || byte == 0x26
  }
}
