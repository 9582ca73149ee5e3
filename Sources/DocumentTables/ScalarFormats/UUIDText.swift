import FoundationEssentials

/// The text form of a UUID: 32 hexadecimal digits in groups of 8-4-4-4-12, in upper case.
///
/// RFC 9562, section 4, allows either case; upper case is that of `UUID.uuidString`, and lower case
/// is refused. As a number, a UUID is its sixteen bytes with the first as the highest.
@usableFromInline
package enum UUIDText {
  /// Reads a UUID.
  @inlinable
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> UInt128 {
    guard text.count == 36 else { throw .malformed }
    var high: UInt64 = 0
    var low: UInt64 = 0
    // Bit 0 is set by a byte that is not a digit, bit 5 by a digit in lower case.
    var faults: UInt8 = 0
    // Bound: the positions are below 36, the count checked above.
    for index in 0..<18 {
      if index == 8 || index == 13 { continue }
      high = high << 4 | digit(text[index], &faults)
    }
    for index in 19..<36 where index != 23 {
      low = low << 4 | digit(text[index], &faults)
    }
    let hyphens =
      (text[8] ^ hyphen) | (text[13] ^ hyphen) | (text[18] ^ hyphen) | (text[23] ^ hyphen)
    guard faults & 1 == 0, hyphens == 0 else { throw .malformed }
    guard faults == 0 else { throw .notCanonical }
    return UInt128(high) << 64 | UInt128(low)
  }

  /// Reads a UUID.
  package static func parse(_ text: String) throws(TextFormProblem) -> UInt128 {
    try TextForm.withBytes(of: text, parse)
  }

  /// The byte between groups.
  @inlinable static var hyphen: UInt8 { UInt8(ascii: "-") }

  /// Returns the value of a hexadecimal digit.
  ///
  /// Has no branches, because digits and letters alternate at random and would be mispredicted.
  @inlinable
  static func digit(_ byte: UInt8, _ faults: inout UInt8) -> UInt64 {
    let number = byte &- UInt8(ascii: "0")
    let letter = (byte & 0xDF) &- UInt8(ascii: "A")
    let isNumber: UInt8 = number < 10 ? 0xFF : 0
    let isLetter: UInt8 = letter < 6 ? 0xFF : 0
    faults |= (~(isNumber | isLetter) & 1) | (isLetter & byte & 0x20)
    return UInt64((isNumber & number) | (isLetter & (letter &+ 10)))
  }

  /// The text form of a UUID.
  package static func text(_ value: UInt128) -> String {
    TextForm.string { bytes in append(value, to: &bytes) }
  }

  /// The number of a UUID, whose first byte is the most significant.
  package static func number(of uuid: UUID) -> UInt128 {
    withUnsafeBytes(of: uuid.uuid) { bytes in
      bytes.reduce(0) { number, byte in number << 8 | UInt128(byte) }
    }
  }

  /// The UUID of a number.
  package static func uuid(of number: UInt128) -> UUID {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    // Bound: `uuid_t` has the sixteen bytes of a `UInt128`. Lifetime: both are local.
    withUnsafeMutableBytes(of: &bytes) { bytes in
      withUnsafeBytes(of: number.bigEndian) { bytes.copyMemory(from: $0) }
    }
    return UUID(uuid: bytes)
  }
}

extension UUIDText {
  /// The number of bytes that ``write(_:to:)`` writes.
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
    // Bound: the stores of eight and four bytes end at 8, 13, 18, 23, 28 and 36 of 36 bytes.
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
    // Bound: the caller has room for four bytes at the offset.
    target.storeBytes(
      of: UInt32(truncatingIfNeeded: digits).littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// The eight hexadecimal digits of a number, the first in the lowest byte.
  @inlinable @inline(__always)
  static func digits(of number: UInt32) -> UInt64 {
    // Spreads bytes to lanes of sixteen bits, then half-bytes to bytes, the higher half first.
    var lanes = UInt64(number.byteSwapped)
    lanes = (lanes | lanes << 16) & 0x0000_FFFF_0000_FFFF
    lanes = (lanes | lanes << 8) & 0x00FF_00FF_00FF_00FF
    let halves: UInt64 = 0x000F_000F_000F_000F
    let values = (lanes >> 4) & halves | (lanes & halves) << 8
    // Adding 6 to a value above 9 sets bit 4, which marks a letter.
    let letters = ((values &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    return values &+ 0x3030_3030_3030_3030 &+ letters &* 7
  }
}
