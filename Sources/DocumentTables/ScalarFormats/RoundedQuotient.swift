/// Decimal fractions as binary floating-point numbers, rounded once.
///
/// `Double(a) / Double(b)` rounds up to three times; here the quotient is computed in integers
/// with a sticky bit below the last bit kept, so that one conversion rounds to nearest, ties to
/// even (IEEE 754-2019, 4.3.1).
@usableFromInline
package enum RoundedQuotient {
  /// 10 to a power in 0...19, the powers that fit in 64 bits; 1 for any other exponent.
  ///
  /// The compiler turns a switch over constants into one table load, but not a loop.
  @inlinable
  package static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    case 9: 1_000_000_000
    case 10: 10_000_000_000
    case 11: 100_000_000_000
    case 12: 1_000_000_000_000
    case 13: 10_000_000_000_000
    case 14: 100_000_000_000_000
    case 15: 1_000_000_000_000_000
    case 16: 10_000_000_000_000_000
    case 17: 100_000_000_000_000_000
    case 18: 1_000_000_000_000_000_000
    case 19: 10_000_000_000_000_000_000
    default: 1
    }
  }

  /// The value nearest to `numerator / 10^digits`, for `digits` in 0...19.
  ///
  /// No result is subnormal or overflows: it is zero or between 10^−19 and 2^64.
  @inlinable
  package static func nearest<Value: BinaryFloatingPoint>(
    _ numerator: UInt64, digits: Int, as type: Value.Type
  ) -> Value {
    guard numerator != 0, digits > 0 else { return Value(numerator) }
    let divisor = powerOfTen(digits)
    let divisorShift = divisor.leadingZeroBitCount
    let shift = numerator.leadingZeroBitCount
    // The high half is below 2^63 and the divisor at least 2^63, so the division cannot overflow,
    // and the quotient has 63 or 64 bits: more than 53 and the sticky bit.
    let normalized = numerator << UInt64(shift)
    let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth(
      (normalized >> 1, normalized << 63))
    let rounded = Value(quotient | (remainder == 0 ? 0 : 1))
    return rounded * powerOfTwo(divisorShift - shift - 63, as: type)
  }

  /// 2 to a power in −126...127, exact in `Float` and `Double`.
  @inlinable
  package static func powerOfTwo<Value: BinaryFloatingPoint>(
    _ exponent: Int, as type: Value.Type
  ) -> Value {
    let exponent = min(max(exponent, -126), 127)
    return Value(Float(bitPattern: UInt32(truncatingIfNeeded: exponent + 127) << 23))
  }
}
