import FoundationEssentials

/// The text form of a UUID: 32 hexadecimal digits in groups of 8-4-4-4-12, in upper case.
///
/// RFC 9562, section 4, takes either case; upper case is what `UUID.uuidString` writes, and the
/// other is refused. As a number, a UUID is its sixteen bytes with the first as the highest.
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
    // Bit 0 is set by a byte that is no digit, bit 5 by one of lower case.
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

  /// The value of a hexadecimal digit, without branches, since digits and letters alternate at
  /// random.
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

  /// The number of a UUID, its first byte the highest.
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
