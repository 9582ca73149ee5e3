/// Reads the little-endian fields of headers (APPNOTE 4.4.1.1) in order.
struct LittleEndianReader {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Reads the next field; nil if the bytes end before it does.
  mutating func next<Field: FixedWidthInteger & UnsignedInteger>(
    _ type: Field.Type = Field.self
  ) -> Field? {
    let size = Field.bitWidth / 8
    guard position >= 0, position <= bytes.count - size else { return nil }
    var value: Field = 0
    for index in 0..<size {
      value |= Field(bytes[position + index]) << (8 * index)
    }
    position += size
    return value
  }
}

/// Appends the little-endian fields of headers (APPNOTE 4.4.1.1).
struct LittleEndianWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append<Field: FixedWidthInteger & UnsignedInteger>(_ value: Field) {
    for index in 0..<(Field.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
    }
  }

  mutating func append(_ more: [UInt8]) {
    bytes += more
  }
}
