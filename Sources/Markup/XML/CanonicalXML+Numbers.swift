extension CanonicalXML {
  /// Reads an integer of at most 18 digits, without leading zeros and without a sign if it is zero.
  ///
  /// Returns nil, and reads nothing, for any other text.
  @inlinable @inline(__always) package mutating func scanInteger() -> Int64? {
    let isNegative = next == 0x2D
    let first = isNegative ? offset &+ 1 : offset
    let end = min(bytes.count, first &+ 19)
    var position = first
    var value: Int64 = 0
    // Bound: `position` stays below `end`. Nineteen digits can overflow, but are not accepted.
    while position < end {
      let digit = bytes[position] &- 0x30
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      position &+= 1
    }
    let count = position &- first
    guard count > 0, count <= 18 else { return nil }
    if bytes[first] == 0x30, isNegative || count > 1 { return nil }
    offset = position
    return isNegative ? 0 &- value : value
  }

  /// Reads `true` or `false` before a tag; returns nil, and reads nothing, for any other text.
  @inlinable @inline(__always) package mutating func scanBool() -> Bool? {
    guard bytes.count &- offset >= 6 else { return nil }
    // Four bytes begin at `offset`, and at least six are left.
    let word = UInt32(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: offset, as: UInt32.self))
    if word == 0x6575_7274, bytes[offset &+ 4] == 0x3C {
      offset &+= 4
      return true
    }
    if word == 0x736C_6166, bytes[offset &+ 4] == 0x65, bytes[offset &+ 5] == 0x3C {
      offset &+= 5
      return false
    }
    return nil
  }
}
