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
