/// The zip64 extended information extra field (APPNOTE 4.5.3): values that do not fit their 32-bit
/// fields, which then contain 0xFFFFFFFF.
///
/// If one size does not fit, the format escapes both, as local headers require.
struct Zip64ExtraField: Equatable {
  static let headerID: UInt16 = 0x0001
  static let sizeWithBothSizes = 4 + 16

  var rawSize: UInt64?
  var storedSize: UInt64?
  var offset: UInt64?

  /// Creates the only extra field that the format allows, empty if all values fit.
  init(storedSize: Int, rawSize: Int, offset: Int) {
    if Self.isNeeded(storedSize: storedSize, rawSize: rawSize) {
      self.rawSize = UInt64(clamping: rawSize)
      self.storedSize = UInt64(clamping: storedSize)
    }
    if Self.isNeeded(offset: offset) {
      self.offset = UInt64(clamping: offset)
    }
  }

  /// Reads the values of the escaped fields of a record; nil if the extra field is not exactly
  /// these values.
  init?(
    in extra: [UInt8], escapesRawSize: Bool, escapesStoredSize: Bool, escapesOffset: Bool
  ) {
    let count = [escapesRawSize, escapesStoredSize, escapesOffset].count { $0 }
    guard extra.count == (count == 0 ? 0 : 4 + 8 * count) else { return nil }
    guard count > 0 else { return }
    var reader = LittleEndianReader(extra)
    guard reader.next() == Self.headerID, reader.next(UInt16.self) == UInt16(8 * count) else {
      return nil
    }
    if escapesRawSize { rawSize = reader.next() }
    if escapesStoredSize { storedSize = reader.next() }
    if escapesOffset { offset = reader.next() }
  }

  /// Whether one of two sizes does not fit a 32-bit field.
  static func isNeeded(storedSize: Int, rawSize: Int) -> Bool {
    max(storedSize, rawSize) >= Int(UInt32.max)
  }

  /// Whether an offset does not fit a 32-bit field.
  static func isNeeded(offset: Int) -> Bool {
    offset >= Int(UInt32.max)
  }

  /// The bytes of the extra field, empty if it has no values.
  var serialized: [UInt8] {
    let values = [rawSize, storedSize, offset].compactMap { $0 }
    guard !values.isEmpty else { return [] }
    var writer = LittleEndianWriter()
    writer.append(Self.headerID)
    writer.append(UInt16(8 * values.count))
    for value in values { writer.append(value) }
    return writer.bytes
  }
}
