import FoundationEssentials

/// The text form of a `Decimal`: plain decimal notation, without an exponent.
///
///     -? (0 | [1-9][0-9]*) (\. [0-9]* [1-9])?      or      NaN
///
/// A fraction does not end in zero, a point is followed by a fraction, and there is no `-0`: 1.50
/// and 1.5 are one value, written `1.5`. A number has a significand below 2^128 and a power of ten
/// in −128...127; any other number is refused, never rounded. Every number of up to 38 digits in
/// that range is valid.
@usableFromInline
package enum DecimalText {
  /// The maximum length of a number: a sign, `0.` and 128 digits, or 39 digits and 127 zeros.
  package static let longestText = 167

  /// Reads a decimal number or `NaN`.
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Decimal {
    if TextForm.isEqual(text, "NaN") { return .nan }
    let number = try ScannedNumber(text)
    guard !number.hasExponent, !number.hasTrailingZero else { throw .notCanonical }
    guard number.digits > 0 else {
      guard text.count == 1 else { throw .notCanonical }
      return 0
    }
    guard text.count <= longestText else { throw .notRepresentable }
    let (significand, exponent) = try significand(of: number, in: text)
    guard exponent <= 127 else { return try parseLarge(text) }
    return Decimal(
      sign: number.isNegative ? .minus : .plus, exponent: exponent,
      significand: decimal(significand))
  }

  /// Reads a decimal number or `NaN`.
  package static func parse(_ text: String) throws(TextFormProblem) -> Decimal {
    try TextForm.withBytes(of: text, parse)
  }

  /// Appends a decimal number or `NaN`.
  package static func append(_ value: Decimal, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text(value).utf8)
  }

  /// The text form of a value.
  package static func text(_ value: Decimal) -> String {
    // Foundation describes a decimal in plain notation with every digit that it stores.
    let description = value.description
    guard description.utf8.contains(UInt8(ascii: ".")) else { return description }
    var kept = Substring(description)
    while kept.utf8.last == UInt8(ascii: "0") { kept.removeLast() }
    if kept.utf8.last == UInt8(ascii: ".") { kept.removeLast() }
    return String(kept)
  }

  /// Returns the least significand and its power of ten, for a number other than zero.
  private static func significand(
    of number: ScannedNumber, in text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> (UInt128, Int) {
    var significand: UInt128 = 0
    var exponent = number.exponent
    var zeros = 0
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { continue }
      // Zeros are counted until a digit follows, so trailing zeros go into the exponent.
      if digit == 0 {
        zeros += 1
        continue
      }
      for factor in repeatElement(UInt128(10), count: significand == 0 ? 1 : zeros + 1) {
        let (scaled, overflow) = significand.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw .notRepresentable }
        significand = scaled
      }
      let (sum, overflow) = significand.addingReportingOverflow(UInt128(digit))
      guard !overflow else { throw .notRepresentable }
      significand = sum
      zeros = 0
    }
    exponent += zeros
    guard exponent >= -128 else { throw .outOfRange }
    return (significand, exponent)
  }

  /// Reads a number with more than 127 trailing zeros, some of which belong to the significand.
  ///
  /// The initializer from parts returns NaN for such a number, because it moves all zeros to the
  /// exponent.
  private static func parseLarge(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Decimal {
    let text = String(decoding: text, as: UTF8.self)
    guard let value = Decimal(string: text), self.text(value) == text else { throw .outOfRange }
    return value
  }

  /// A decimal of a whole number, exact for all 128 bits.
  private static func decimal(_ significand: UInt128) -> Decimal {
    let low = Decimal(UInt64(truncatingIfNeeded: significand))
    guard significand > UInt128(UInt64.max) else { return low }
    let high = Decimal(UInt64(truncatingIfNeeded: significand >> 64))
    return high * (Decimal(UInt64.max) + 1) + low
  }
}
