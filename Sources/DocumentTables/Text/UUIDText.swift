import FoundationEssentials

/// The text form of a UUID: 32 hexadecimal digits in groups of 8-4-4-4-12, in upper case.
///
/// RFC 9562, section 4, takes either case; upper case is what `UUID.uuidString` writes, and the other
/// is refused. As a number, a UUID is its sixteen bytes with the first as the highest.
package enum UUIDText {
  /// Reads a UUID.
  @inlinable
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> UInt128 {
    guard text.count == 36 else { throw .malformed }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var hasLowerCase = false
    // Bound: 36 bytes, checked above.
    for index in 0..<36 {
      let byte = text[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { throw .malformed }
        continue
      }
      var digit = byte &- UInt8(ascii: "0")
      if digit > 9 {
        digit = (byte & 0xDF) &- UInt8(ascii: "A")
        guard digit < 6 else { throw .malformed }
        digit += 10
        if byte & 0x20 != 0 { hasLowerCase = true }
      }
      if index < 18 {
        high = high << 4 | UInt64(digit)
      } else {
        low = low << 4 | UInt64(digit)
      }
    }
    if hasLowerCase { throw .notCanonical }
    return UInt128(high) << 64 | UInt128(low)
  }

  /// Reads a UUID.
  package static func parse(_ text: String) throws(TextFormProblem) -> UInt128 {
    try TextForm.withBytes(of: text, parse)
  }

  /// Appends a UUID.
  @inlinable
  package static func append(_ value: UInt128, to bytes: inout [UInt8]) {
    let high = UInt64(truncatingIfNeeded: value >> 64)
    let low = UInt64(truncatingIfNeeded: value)
    // Bound: 36 positions of 36 bytes. Lifetime: the buffer is used before the closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
      var position = 0
      for nibble in 0..<32 {
        if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
          text[position] = UInt8(ascii: "-")
          position += 1
        }
        let half = nibble < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - (nibble & 15) * 4)) & 15
        text[position] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
        position += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(text))
    }
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
