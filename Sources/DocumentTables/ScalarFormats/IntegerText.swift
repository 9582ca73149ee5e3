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

  /// Reads an integer of a type that is known at compile time.
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
      // The grammar is checked to the end, so that the error does not depend on the width.
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

extension IntegerText {
  /// The most bytes that ``write(_:to:)`` writes: a sign and 19 digits, or 20 digits.
  @inlinable package static var longestText: Int { 20 }

  /// Appends an integer of at most 64 bits.
  @inlinable
  package static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(UInt64(truncatingIfNeeded: value.magnitude), to: &bytes)
  }

  /// Appends the digits of a magnitude, padded with leading zeros to `width` digits.
  @inlinable
  package static func appendDigits(
    _ magnitude: UInt64, atLeast width: Int = 1, to bytes: inout [UInt8]
  ) {
    // Bound: `writeDigits` writes at most 24 bytes. Lifetime: the buffer is used before the closure
    // returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
      guard let start = text.baseAddress else { return }
      let count = writeDigits(magnitude, atLeast: width, to: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<count]))
    }
  }

  /// Writes an integer of at most 64 bits, at most ``longestText`` bytes, and returns their number.
  @inlinable @inline(__always)
  package static func write(
    _ value: some FixedWidthInteger, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let sign = value < 0 ? 1 : 0
    // Without a sign, the first digit overwrites it.
    text[0] = UInt8(ascii: "-")
    return sign + writeDigits(UInt64(truncatingIfNeeded: value.magnitude), to: text + sign)
  }

  /// Writes the digits of a magnitude, padded with leading zeros to `width` digits, at most 24
  /// bytes, and returns their number.
  @inlinable
  package static func writeDigits(
    _ magnitude: UInt64, atLeast width: Int = 1, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let count = max(digitCount(magnitude), min(max(width, 1), 24))
    // Bound: `end` begins at `count` and decreases by the bytes written. It never drops below zero,
    // because `count` is at least the number of digits. A pair is the two bytes from `end`.
    var end = count
    var rest = magnitude
    while rest >= 100 {
      end &-= 2
      writePair(rest % 100, to: text + end)
      rest /= 100
    }
    if rest >= 10 {
      end &-= 2
      writePair(rest, to: text + end)
    } else {
      end &-= 1
      text[end] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
    while end > 0 {
      end &-= 1
      text[end] = UInt8(ascii: "0")
    }
    return count
  }

  /// Writes a number below 100 as two digits.
  @inlinable @inline(__always)
  package static func writePair(_ number: UInt64, to text: UnsafeMutablePointer<UInt8>) {
    // `number * 103 >> 10` equals `number / 10` for all numbers below 100.
    let tens = (number &* 103) >> 10
    let pair = tens | (number &- tens &* 10) << 8 | 0x3030
    // Bound: the caller has room for two bytes.
    UnsafeMutableRawPointer(text).storeBytes(
      of: UInt16(truncatingIfNeeded: pair).littleEndian, as: UInt16.self)
  }

  /// The number of digits of a magnitude; 1 for zero.
  @inlinable @inline(__always)
  static func digitCount(_ magnitude: UInt64) -> Int {
    // 1233 / 2^12 approximates the decimal logarithm of 2 closely enough for 64 bits.
    let bits = 64 &- (magnitude | 1).leadingZeroBitCount
    let guess = (bits &* 1233) >> 12
    return guess &+ (magnitude | 1 >= RoundedQuotient.powerOfTen(guess) ? 1 : 0)
  }
}
