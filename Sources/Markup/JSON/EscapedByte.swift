/// The bytes of one escape in a JSON string (RFC 8259, section 7).
struct EscapedByte: Sequence, IteratorProtocol {
  /// The remaining bytes, the next one in the lowest bits; none is zero.
  private var rest: UInt64

  /// A backslash and a letter.
  init(letter: UInt8) { rest = 0x5C | UInt64(letter) << 8 }

  /// `\u00` and two digits.
  init(number: UInt8) {
    let low = number & 15
    let digits = (0x30 + UInt64(number >> 4)) | UInt64(low + (low < 10 ? 0x30 : 0x57)) << 8
    rest = 0x3030_755C | digits << 32
  }

  mutating func next() -> UInt8? {
    if rest == 0 { return nil }
    defer { rest >>= 8 }
    return UInt8(truncatingIfNeeded: rest)
  }
}
