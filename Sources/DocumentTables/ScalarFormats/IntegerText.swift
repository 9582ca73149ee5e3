/// The text form of an integer: decimal digits after an optional `-`.
///
/// No `+`, fraction, exponent or leading zero, and zero has no sign, so every integer has exactly
/// one spelling. The range is that of the declared width.
@usableFromInline
package enum IntegerText {
  /// The largest magnitude that is written as a number in JSON: 2^53 − 1 (RFC 8259, section 6).
  ///
  /// An integer beyond it is written in JSON as a string of the same digits.
  @inlinable package static var largestJSONNumber: UInt64 { 9_007_199_254_740_991 }

  /// Whether an integer is a number in JSON, rather than a string of its digits.
  @inlinable
  package static func isJSONNumber(_ value: some FixedWidthInteger) -> Bool {
    value.magnitude <= largestJSONNumber
  }

  /// Reads an integer of a type known to the compiler.
  @inlinable
  package static func parse<Integer: FixedWidthInteger>(
    _ text: UnsafeBufferPointer<UInt8>, as type: Integer.Type = Integer.self
  ) throws(TextFormProblem) -> Integer {
    let isNegative = text.first == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    guard text.count > first else { throw .malformed }
    var value: Integer = 0
    var isInRange = !isNegative || Integer.isSigned
    // Bound: `first` and `index` stay below `text.count`.
    for index in first..<text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { throw .malformed }
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? scaled.subtractingReportingOverflow(Integer(truncatingIfNeeded: digit))
        : scaled.addingReportingOverflow(Integer(truncatingIfNeeded: digit))
      value = sum
      // The grammar is checked to the end, so that the reason does not depend on the width.
      if overflow || carry { isInRange = false }
    }
    if text[first] == UInt8(ascii: "0"), isNegative || text.count > 1 { throw .notCanonical }
    guard isInRange else { throw .outOfRange }
    return value
  }

  /// Reads an integer.
  package static func parse<Integer: FixedWidthInteger>(
    _ text: String, as type: Integer.Type = Integer.self
  ) throws(TextFormProblem) -> Integer {
    try TextForm.withBytes(of: text) { bytes throws(TextFormProblem) in
      try parse(bytes, as: type)
    }
  }

  /// The text form of a value.
  package static func text(_ value: some FixedWidthInteger) -> String {
    TextForm.string { bytes in append(value, to: &bytes) }
  }
}
