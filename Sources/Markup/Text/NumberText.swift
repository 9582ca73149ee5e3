/// The parts of a decimal number: `±mantissa × 10^exponent`, exact up to 19 significant digits.
@usableFromInline package struct NumberParts: Sendable {
  /// The length of the number in bytes.
  @usableFromInline package var length = 0
  /// The first 19 significant digits.
  @usableFromInline package var mantissa: UInt64 = 0
  /// The number of digits from the first that is not zero.
  @usableFromInline package var significantDigits = 0
  /// The power of ten for the mantissa if there are at most 19 significant digits.
  @usableFromInline package var exponent = 0
  @usableFromInline package var isNegative = false
  /// Whether there is neither a fraction nor an exponent.
  @usableFromInline package var isInteger = true

  @inlinable package init() {}
}

/// The number grammar of JSON (RFC 8259, section 6), which the XML encoding also uses.
@usableFromInline package enum NumberText {
  /// Reads the longest number that begins at `start`; nil if there is none.
  @inlinable package static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> NumberParts? {
    var parts = NumberParts()
    let end = bytes.count
    var position = start
    // Bound: every read is guarded by `position < end`.
    if position < end, bytes[position] == 0x2D {
      parts.isNegative = true
      position &+= 1
    }
    let firstDigit = position
    scanDigits(bytes, &position, &parts)
    let integerDigits = position &- firstDigit
    if integerDigits == 0 || (integerDigits > 1 && bytes[firstDigit] == 0x30) { return nil }
    if position < end, bytes[position] == 0x2E {
      parts.isInteger = false
      position &+= 1
      let firstFraction = position
      scanDigits(bytes, &position, &parts)
      if position == firstFraction { return nil }
      parts.exponent = firstFraction &- position
    }
    if position < end, bytes[position] | 0x20 == 0x65 {
      parts.isInteger = false
      position &+= 1
      var isNegative = false
      if position < end, bytes[position] == 0x2D || bytes[position] == 0x2B {
        isNegative = bytes[position] == 0x2D
        position &+= 1
      }
      let firstExponent = position
      var exponent = 0
      while position < end, bytes[position] &- 0x30 < 10 {
        // Kept far below overflow; no text is long enough to bring such a number back into range.
        if exponent < 1 << 48 { exponent = exponent &* 10 &+ Int(bytes[position] &- 0x30) }
        position &+= 1
      }
      if position == firstExponent { return nil }
      parts.exponent &+= isNegative ? 0 &- exponent : exponent
    }
    parts.length = position &- start
    return parts
  }

  @inlinable static func scanDigits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ parts: inout NumberParts
  ) {
    while position < bytes.count {
      let digit = bytes[position] &- 0x30
      if digit > 9 { return }
      if parts.significantDigits < 19 {
        parts.mantissa = parts.mantissa &* 10 &+ UInt64(digit)
      }
      if parts.mantissa != 0 { parts.significantDigits &+= 1 }
      position &+= 1
    }
  }

  /// Returns the value as an `Int64`; nil if it is out of range.
  ///
  /// Call this only if `isInteger` is true.
  @inlinable package static func int64(_ parts: NumberParts) -> Int64? {
    if parts.significantDigits > 19 { return nil }
    let limit = UInt64(Int64.max) &+ (parts.isNegative ? 1 : 0)
    if parts.mantissa > limit { return nil }
    return Int64(truncatingIfNeeded: parts.isNegative ? 0 &- parts.mantissa : parts.mantissa)
  }

  /// Returns the value as a `UInt64`; nil if it is out of range.
  ///
  /// Call this only if `isInteger` is true.
  @inlinable package static func uint64(
    _ parts: NumberParts, _ text: UnsafeBufferPointer<UInt8>
  ) -> UInt64? {
    if parts.isNegative { return nil }
    if parts.significantDigits <= 19 { return parts.mantissa }
    guard parts.significantDigits == 20, let last = text.last else { return nil }
    let (tens, overflowed) = parts.mantissa.multipliedReportingOverflow(by: 10)
    let (value, carried) = tens.addingReportingOverflow(UInt64(last &- 0x30))
    return overflowed || carried ? nil : value
  }

  /// Returns the nearest `Double`; nil if it overflows, or is zero although the number is not.
  @inlinable package static func double(
    _ parts: NumberParts, _ text: UnsafeBufferPointer<UInt8>
  ) -> Double? {
    // Both operands are exact, so the one operation rounds once (Clinger's fast path).
    if parts.mantissa <= 1 << 53, parts.significantDigits <= 19, -22...22 ~= parts.exponent {
      let scale = PowersOfTen.double(parts.exponent.magnitude)
      let mantissa = Double(parts.mantissa)
      let value = parts.exponent < 0 ? mantissa / scale : mantissa * scale
      return parts.isNegative ? -value : value
    }
    return roundedDouble(parts, text)
  }

  @usableFromInline static func roundedDouble(
    _ parts: NumberParts, _ text: UnsafeBufferPointer<UInt8>
  ) -> Double? {
    if parts.mantissa == 0 { return parts.isNegative ? -0.0 : 0 }
    guard let value = Double(String(decoding: text, as: UTF8.self)) else { return nil }
    return value.isFinite && value != 0 ? value : nil
  }

  /// Returns the nearest `Float`, rounded once; nil if it overflows, or is zero although the number
  /// is not.
  package static func float(
    _ parts: NumberParts, _ text: UnsafeBufferPointer<UInt8>
  ) -> Float? {
    if parts.mantissa == 0 { return parts.isNegative ? -0.0 : 0 }
    guard let value = Float(String(decoding: text, as: UTF8.self)) else { return nil }
    return value.isFinite && value != 0 ? value : nil
  }
}

/// The powers of ten that a `Double` represents exactly.
@usableFromInline enum PowersOfTen {
  // A table of literals in a tuple would be opaque; products of exact powers stay exact up to
  // 10^22.
  @inlinable static func double(_ exponent: UInt) -> Double {
    var result: Double = exponent & 1 == 0 ? 1 : 10
    if exponent & 2 != 0 { result *= 1e2 }
    if exponent & 4 != 0 { result *= 1e4 }
    if exponent & 8 != 0 { result *= 1e8 }
    if exponent & 16 != 0 { result *= 1e16 }
    return result
  }
}
