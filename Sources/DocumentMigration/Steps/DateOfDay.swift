import DocumentTables

/// The conversion between dates and days, both in UTC (spec 7.3.4).
enum DateOfDay {
  private static let secondsPerDay = 86_400.0

  /// Returns the day of a date, as days since 2001-01-01.
  ///
  /// A date outside the years of days has the nearest day; one that is not a number has the day 0.
  static func day(of date: Double) -> Int64 {
    let quotient = (date / secondsPerDay).rounded(.down)
    if quotient.isNaN { return 0 }
    let range = DayText.range
    if quotient <= Double(range.lowerBound) { return range.lowerBound }
    if quotient > Double(range.upperBound) { return range.upperBound }
    // Between the bounds, which are far below the integers that a double cannot hold.
    let day = Int64(quotient)
    // The quotient may have been rounded up to a whole number.
    return midnight(of: day) > date ? day - 1 : day
  }

  /// Returns the first moment of a day.
  static func midnight(of day: Int64) -> Double { Double(day) * secondsPerDay }

  /// Returns whether a date is exactly the midnight of its day; −0 is not.
  static func isMidnight(_ date: Double) -> Bool {
    midnight(of: day(of: date)).bitPattern == date.bitPattern
  }
}
