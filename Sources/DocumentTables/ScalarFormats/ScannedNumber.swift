/// The parts of a number of the JSON grammar: ±`significand` × 10^`exponent`.
@usableFromInline
package struct ScannedNumber {
  /// Whether the number begins with `-`.
  @usableFromInline package var isNegative = false

  /// The first 19 digits after leading zeros; 19 digits always fit in 64 bits.
  @usableFromInline package var significand: UInt64 = 0

  /// The number of digits after leading zeros, including trailing zeros.
  @usableFromInline package var digits = 0

  /// The power of ten of the last digit, clamped to ±2^40.
  @usableFromInline package var exponent = 0

  /// Whether there is an exponent part.
  @usableFromInline package var hasExponent = false

  /// Whether there is a fraction part that ends in 0.
  @usableFromInline package var hasTrailingZero = false

  /// Reads `-? (0 | [1-9][0-9]*) (\. [0-9]+)? ([eE] [+-]? [0-9]+)?`, the whole text.
  @inlinable
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(TextFormProblem) {
    // Bound: every read of `text[index]` follows a check of `index < text.count`.
    let count = text.count
    var index = 0
    if index < count, text[index] == UInt8(ascii: "-") {
      isNegative = true
      index += 1
    }
    let integerStart = index
    while index < count, append(text[index]) { index += 1 }
    guard index > integerStart,
      text[integerStart] != UInt8(ascii: "0") || index == integerStart + 1
    else { throw .malformed }
    if index < count, text[index] == UInt8(ascii: ".") {
      index += 1
      let fractionStart = index
      while index < count, append(text[index]) { index += 1 }
      guard index > fractionStart else { throw .malformed }
      exponent = fractionStart - index
      hasTrailingZero = text[index - 1] == UInt8(ascii: "0")
    }
    if index < count, text[index] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      index += 1
      var isDown = false
      if index < count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
        isDown = text[index] == UInt8(ascii: "-")
        index += 1
      }
      let exponentStart = index
      var stated = 0
      while index < count {
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        stated = min(stated * 10 + Int(digit), 1 << 40)
        index += 1
      }
      guard index > exponentStart else { throw .malformed }
      exponent += isDown ? -stated : stated
    }
    guard index == count else { throw .malformed }
  }

  /// Appends a digit to the significand; returns false for any other byte.
  @inlinable
  package mutating func append(_ byte: UInt8) -> Bool {
    let digit = byte &- UInt8(ascii: "0")
    guard digit <= 9 else { return false }
    if digits > 0 || digit > 0 {
      if digits < 19 { significand = significand &* 10 &+ UInt64(digit) }
      digits += 1
    }
    return true
  }
}
