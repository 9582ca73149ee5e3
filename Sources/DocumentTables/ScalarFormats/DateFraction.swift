/// A moment as a whole second and a decimal fraction of 0 to 9 digits after it.
@usableFromInline
package struct DateFraction: Hashable, Sendable {
  /// The whole second at or before the moment, since 2001-01-01T00:00:00Z.
  @usableFromInline package let second: Int64

  /// The fraction, in units of 10 to the power of minus `digits`.
  @usableFromInline package let fraction: UInt64

  /// The number of fraction digits, 0...9.
  @usableFromInline package let digits: Int

  /// Creates a moment of its parts; the fraction is below 10 to the power of `digits`.
  @inlinable
  package init(second: Int64, fraction: UInt64, digits: Int) {
    self.second = second
    self.fraction = fraction
    self.digits = digits
  }

  /// The binary64 nearest to the moment, rounded once, ties to even.
  @inlinable
  package var seconds: Double {
    guard fraction > 0 else { return Double(second) }
    let scale = RoundedQuotient.powerOfTen(digits)
    guard fraction < scale else { return Double(second) }
    // The parts of the magnitude; if the second is negative, the fraction reduces the magnitude.
    let whole = second < 0 ? second.magnitude &- 1 : second.magnitude
    let part = second < 0 ? scale - fraction : fraction
    let magnitude: Double
    if whole == 0 {
      // Both are integers below 2^53, so the division is the only rounding.
      magnitude = Double(part) / Double(scale)
    } else {
      // The whole seconds and 64 bits of the fraction, cut to 64 bits. If a lost bit is set, the
      // last bit is set, too; it lies below the 53 bits of the result, so the conversion rounds as
      // it would round the exact value.
      let (quotient, remainder) = scale.dividingFullWidth((part, 0))
      let shift = UInt64(whole.leadingZeroBitCount)
      let significand = whole << shift | quotient >> (64 - shift)
      let isExact = quotient << shift == 0 && remainder == 0
      magnitude =
        Double(significand | (isExact ? 0 : 1))
        * RoundedQuotient.powerOfTwo(-Int(shift), as: Double.self)
    }
    return second < 0 ? -magnitude : magnitude
  }

  /// Creates the moment with the fewest digits whose nearest binary64 is `seconds`.
  ///
  /// Nil if there is no such moment with up to nine digits in the years 1 to 9999, and for −0.
  @inlinable
  package init?(nearestTo seconds: Double) {
    guard seconds >= Double(DateText.firstSecond), seconds < Double(DateText.endSecond) else {
      return nil
    }
    // The guard also keeps the conversion in range.
    let whole = Int64(seconds)
    if Double(whole) == seconds {
      if whole == 0, seconds.sign == .minus { return nil }
      self.init(second: whole, fraction: 0, digits: 0)
      return
    }
    let found =
      whole == 0
      ? DateFraction.fraction(ofPart: seconds.magnitude)
      : DateFraction.fraction(of: seconds, whole: whole)
    guard let found else { return nil }
    if seconds < 0 {
      let scale = RoundedQuotient.powerOfTen(found.digits)
      self.init(second: whole - 1, fraction: scale - found.fraction, digits: found.digits)
    } else {
      self.init(second: whole, fraction: found.fraction, digits: found.digits)
    }
  }

  /// The shortest fraction for a magnitude between 0 and 1.
  ///
  /// In this range, doubles are closer together than fractions of nine digits. So at most one
  /// fraction of nine digits reads back to the value, and a shorter one is the same fraction
  /// without its trailing zeros. The product rounds, but if such a fraction exists, the error is
  /// far below 1/2.
  @inlinable
  static func fraction(ofPart part: Double) -> (fraction: UInt64, digits: Int)? {
    let nanoseconds = (part * 1e9).rounded()
    guard nanoseconds >= 1, nanoseconds / 1e9 == part else { return nil }
    var fraction = UInt64(nanoseconds)
    var digits = 9
    while fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    return (fraction, digits)
  }

  /// Returns the shortest fraction for a value that is not whole and has a magnitude above 1.
  @inlinable
  static func fraction(
    of seconds: Double, whole: Int64
  ) -> (fraction: UInt64, digits: Int)? {
    let magnitude = seconds.magnitude
    // Both exact: a double above 1 has no bits below 2^−52.
    let part = UInt64((magnitude - Double(whole.magnitude)) * 0x1p64)
    // Half the distance to the neighbouring doubles, in units of 2^−64. A value that is not whole
    // is no power of two, so its neighbours are equally far.
    let reach = UInt64(magnitude.ulp * 0x1p63)
    let isEven = seconds.bitPattern & 1 == 0
    for digits in 1...9 {
      let scale = RoundedQuotient.powerOfTen(digits)
      let (high, low) = part.multipliedFullWidth(by: scale)
      let half = UInt64(1) << 63
      let roundsUp = low > half || (low == half && high & 1 == 1)
      let distance = roundsUp ? 0 &- low : low
      let (limit, overflow) = reach.multipliedReportingOverflow(by: scale)
      if overflow || distance < limit || (distance == limit && isEven) {
        return (roundsUp ? high + 1 : high, digits)
      }
    }
    return nil
  }
}
