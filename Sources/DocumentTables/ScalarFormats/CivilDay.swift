/// A day of the proleptic Gregorian calendar, years 1 to 9999.
///
/// Days are counted from 0000-03-01, so that the leap day is the last day of its year and one
/// linear function gives the lengths of the months from March. The conversion from a day count to a
/// date follows Neri and Schneider, "Euclidean affine functions and their application to calendar
/// algorithms" (2023), and replaces divisions by multiplications.
@usableFromInline
package struct CivilDay: Hashable, Sendable {
  /// The year, 1...9999.
  @usableFromInline package let year: UInt32

  /// The month, 1...12.
  @usableFromInline package let month: UInt32

  /// The day of the month, from 1.
  @usableFromInline package let day: UInt32

  /// Creates a day without validation; the caller guarantees that the day exists.
  @inlinable
  package init(year: UInt32, month: UInt32, day: UInt32) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day that is `days` days after 0001-01-01; `days` is below 3,652,059.
  @inlinable
  package init(daysSinceYear1 days: UInt32) {
    let quarterDays = 4 &* (days &+ 306) &+ 3
    let century = quarterDays / 146_097
    let dayOfCentury = quarterDays % 146_097 / 4
    let product = UInt64(2_939_745) &* UInt64(4 &* dayOfCentury &+ 3)
    let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let monthAndDay = 2141 &* dayOfYear &+ 197_913
    let isNextYear = dayOfYear >= 306
    let month = monthAndDay >> 16
    self.init(
      year: 100 &* century &+ yearOfCentury &+ (isNextYear ? 1 : 0),
      month: isNextYear ? month &- 12 : month,
      day: (monthAndDay & 0xFFFF) / 2141 &+ 1)
  }

  /// The number of days since 2001-01-01.
  @inlinable
  package var daysSince2001: Int64 {
    let isEarly = month <= 2
    let yearFromMarch = isEarly ? year &- 1 : year
    let monthFromZero = isEarly ? month &+ 12 : month
    let dayOfYear = (979 &* monthFromZero &- 2919) >> 5 &+ day &- 1
    let leapDays = yearFromMarch / 4 &- yearFromMarch / 100 &+ yearFromMarch / 400
    return Int64(365 &* yearFromMarch &+ leapDays &+ dayOfYear) &- 730_791
  }

  /// The length of a month, for a month in 1...12.
  @inlinable
  package static func daysInMonth(_ month: UInt32, of year: UInt32) -> UInt32 {
    if month == 2 {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    }
    return 30 + ((month + (month >> 3)) & 1)
  }
}
