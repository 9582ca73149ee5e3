import DocumentTables

/// An integer that is wider than the format's own: it is held as a decimal number, of which every
/// such integer is one exactly.
///
/// It is no `_PersistentValue`, since a column of decimals holds values that are none of its own;
/// opening proves that these are.
protocol WideInteger: FixedWidthInteger, Codable {}

extension Int128: WideInteger {}

extension UInt128: WideInteger {}

extension WideInteger {
  /// The text form of the decimal number.
  var decimalText: String { String(self) }

  /// Nil for a fraction, a number out of range, and what is no number.
  init?(decimalText text: String) {
    // A sign before it, or a zero, is no text form of a decimal number.
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
