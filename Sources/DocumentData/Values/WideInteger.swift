import DocumentTables

/// An integer that is wider than the format's integers; it is stored as a decimal number, which can
/// represent every such integer exactly.
///
/// The types are no `_PersistentValue`, because a column of decimals can contain numbers that are
/// none of their values; opening checks each number.
protocol WideInteger: FixedWidthInteger, Codable {}

extension Int128: WideInteger {}

extension UInt128: WideInteger {}

extension WideInteger {
  /// The text form of the decimal number.
  var decimalText: String { String(self) }

  /// Fails for a fraction, a number out of range, and a text that is not a number.
  init?(decimalText text: String) {
    // The text form of a decimal number has no plus sign and no leading zeros.
    guard let number = Self(text), String(number) == text else { return nil }
    self = number
  }

  static func makeCoding() -> any AnyAttributeCoding {
    AttributeCoding<Self>(
      .scalar(.decimal), encode: { .text($0.decimalText) },
      decode: { value in
        guard case .text(let text) = value else { return nil }
        return Self(decimalText: text)
      })
  }
}
