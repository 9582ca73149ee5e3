extension UUIDText {
  /// The bytes that ``write(_:to:)`` writes.
  @inlinable package static var length: Int { 36 }

  /// Appends a UUID.
  @inlinable
  package static func append(_ value: UInt128, to bytes: inout [UInt8]) {
    // Bound: `write` writes 36 bytes. Lifetime: the buffer is used before the closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { text in
      guard let start = text.baseAddress else { return }
      write(value, to: start)
      bytes.append(contentsOf: UnsafeBufferPointer(text))
    }
  }

  /// Writes a UUID, exactly ``length`` bytes.
  @inlinable
  package static func write(_ value: UInt128, to text: UnsafeMutablePointer<UInt8>) {
    let high = UInt64(truncatingIfNeeded: value >> 64)
    let low = UInt64(truncatingIfNeeded: value)
    let target = UnsafeMutableRawPointer(text)
    let first = digits(of: UInt32(truncatingIfNeeded: high >> 32))
    let second = digits(of: UInt32(truncatingIfNeeded: high))
    let third = digits(of: UInt32(truncatingIfNeeded: low >> 32))
    let fourth = digits(of: UInt32(truncatingIfNeeded: low))
    // Bound: words of eight and four bytes, which end at 8, 13, 18, 23, 28 and 36 of 36 bytes.
    target.storeBytes(of: first.littleEndian, as: UInt64.self)
    text[8] = hyphen
    store(second, toByteOffset: 9, of: target)
    text[13] = hyphen
    store(second >> 32, toByteOffset: 14, of: target)
    text[18] = hyphen
    store(third, toByteOffset: 19, of: target)
    text[23] = hyphen
    store(third >> 32, toByteOffset: 24, of: target)
    target.storeBytes(of: fourth.littleEndian, toByteOffset: 28, as: UInt64.self)
  }

  /// Writes four digits.
  @inlinable @inline(__always)
  static func store(
    _ digits: UInt64, toByteOffset offset: Int, of target: UnsafeMutableRawPointer
  ) {
    // Bound: the caller's.
    target.storeBytes(
      of: UInt32(truncatingIfNeeded: digits).littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// The eight hexadecimal digits of a number, the first in the lowest byte.
  @inlinable @inline(__always)
  static func digits(of number: UInt32) -> UInt64 {
    // Bytes are spread to lanes of sixteen bits, then halves to bytes, the higher half first.
    var lanes = UInt64(number.byteSwapped)
    lanes = (lanes | lanes << 16) & 0x0000_FFFF_0000_FFFF
    lanes = (lanes | lanes << 8) & 0x00FF_00FF_00FF_00FF
    let halves: UInt64 = 0x000F_000F_000F_000F
    let values = (lanes >> 4) & halves | (lanes & halves) << 8
    // A sum above 15 carries into the bit that says that the digit is a letter.
    let letters = ((values &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return values &+ 0x3030_3030_3030_3030 &+ letters &* 7
  }
}
