import DocumentTables

/// Dates for people, in UTC; a midnight is printed as a day.
package enum DateWords {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// The days from 2001-01-01 to 1583-01-01.
  private static let firstGregorianYear: Int64 = -152_672
  private static let secondsPerDay = 86_400.0
  /// The days around 2001-01-01 that are printed as calendar dates, years -9999 to 9999.
  private static let calendarDays = -4_382_953.0..<2_921_575.0

  /// Returns a date that sorts as text from the year 0 on, such as `2024-09-02` or
  /// `2024-09-02 08:30`.
  package static func short(_ seconds: Double) -> String {
    guard let moment = Moment(seconds) else { return DateText.text(seconds) }
    let sign = moment.year < 0 ? "-" : ""
    let day =
      sign + digits(abs(moment.year), 4) + "-" + digits(moment.month, 2) + "-"
      + digits(moment.day, 2)
    return moment.time.map { day + " " + $0 } ?? day
  }

  /// Returns the year of a day, in days since 2001-01-01; nil outside the years 1 to 9999.
  package static func year(ofDay day: Int64) -> Int? {
    guard DayText.range.contains(day) else { return nil }
    return Int(CivilDay(daysSinceYear1: UInt32(Int64(CivilDay.daysBefore2001) + day)).year)
  }

  /// Returns a date in words, such as `27 December 1831` or `2 September 2024, 08:30`.
  package static func long(_ seconds: Double) -> String {
    guard let moment = Moment(seconds) else { return DateText.text(seconds) }
    // The year 0 of the calendar is 1 BC.
    let year = moment.year > 0 ? "\(moment.year)" : "\(1 - moment.year) BC"
    let words = "\(moment.day) \(months[moment.month - 1]) \(year)"
    return moment.time.map { words + ", " + $0 } ?? words
  }

  /// Returns a day in words.
  package static func long(day: Int64) -> String { long(Double(day) * secondsPerDay) }

  /// Returns a day in words with its day of the week, such as `Monday, 1 July 2024`; without it before
  /// 1583, when the Gregorian calendar was not in use.
  package static func longWithWeekday(day: Int64) -> String {
    guard day >= firstGregorianYear, day < Int64(calendarDays.upperBound) else {
      return long(day: day)
    }
    // 2001-01-01 was a Monday.
    return weekdays[Int((day % 7 + 7) % 7)] + ", " + long(day: day)
  }

  /// Returns the number of days from one date to another, such as `7 days`; nil if the second is
  /// not later.
  package static func days(from start: Double, to end: Double) -> String? {
    let days = ((end - start) / secondsPerDay).rounded()
    guard days >= 1, days < calendarDays.upperBound else { return nil }
    return days == 1 ? "1 day" : "\(Int(days)) days"
  }

  /// A moment of the proleptic Gregorian calendar.
  private struct Moment {
    let year: Int
    let month: Int
    let day: Int
    /// The hour and the minute; nil at midnight.
    let time: String?

    /// Returns nil for a date outside ``calendarDays``.
    init?(_ seconds: Double) {
      let days = (seconds / secondsPerDay).rounded(.down)
      guard calendarDays.contains(days) else { return nil }
      let rest = seconds - days * secondsPerDay
      let minutes = Int(rest) / 60
      time = rest == 0 ? nil : digits(minutes / 60, 2) + ":" + digits(minutes % 60, 2)
      // The calendar repeats after 400 years: count in those of the year 2001 on.
      let (cycle, dayOfCycle) = Self.divide(Int(days), by: 146_097)
      let first = UInt32(CivilDay.daysBefore2001) + UInt32(dayOfCycle)
      let civil = CivilDay(daysSinceYear1: first)
      year = Int(civil.year) + cycle * 400
      month = Int(civil.month)
      day = Int(civil.day)
    }

    private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
      let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
      return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension CivilDay {
  /// The number of days from 0001-01-01 to 2001-01-01.
  fileprivate static let daysBefore2001 = 730_485
}
