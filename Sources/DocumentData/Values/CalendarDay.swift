import DocumentTables
import Foundation

/// A day of the calendar without a time and a zone, such as a birthday or an all-day event.
///
/// A `Date` is an instant: midnight in one zone is another day in another zone. A calendar day stays
/// the same everywhere. A document stores it as `2026-07-01`, which is its description:
///
/// ```swift
/// @Model class Stay {
///   var firstNight: CalendarDay
///   init(firstNight: CalendarDay) { self.firstNight = firstNight }
/// }
///
/// let july = CalendarDay(year: 2026, month: 7, day: 1)
/// ```
///
/// The calendar is the proleptic Gregorian one, from year 1 to year 9999. The day of an instant
/// depends on the zone, ``init(_:in:)``. For the same reason a migration from `Date` needs a custom
/// stage, or ``MigrationStage/convertingDatesToDays()`` if the dates are midnight in UTC.
public struct CalendarDay: Hashable, Sendable {
  /// Days since 2001-01-01, in ``DayText/range``.
  let number: Int64

  /// Creates a day of its parts; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard let year = UInt32(exactly: year), let month = UInt32(exactly: month),
      let day = UInt32(exactly: day)
    else { return nil }
    let parts = CivilDay(year: year, month: month, day: day)
    guard parts.exists else { return nil }
    number = parts.daysSince2001
  }

  /// Creates the day that the calendars of a zone show at an instant.
  ///
  /// An instant outside the years 1 to 9999 has the first or the last day; one that is not a number
  /// has the day 2001-01-01.
  public init(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSinceReferenceDate
    // Far outside the years, where no zone has rules, the offset changes nothing.
    let offset = seconds.magnitude < 1e12 ? timeZone.secondsFromGMT(for: date) : 0
    let day = ((seconds + Double(offset)) / 86_400).rounded(.down)
    let (first, last) = (DayText.range.lowerBound, DayText.range.upperBound)
    if day.isNaN {
      number = 0
    } else {
      // Within the bounds, which a double holds exactly.
      number = Int64(min(max(day, Double(first)), Double(last)))
    }
  }

  init?(number: Int64) {
    guard DayText.range.contains(number) else { return nil }
    self.number = number
  }

  /// Creates the day of a number; of a number outside the range, the first or the last day.
  init(nearest number: Int64) {
    self.number = min(max(number, DayText.range.lowerBound), DayText.range.upperBound)
  }

  /// The year, from 1 to 9999.
  public var year: Int { Int(parts.year) }

  /// The month, from 1 to 12.
  public var month: Int { Int(parts.month) }

  /// The day of the month, from 1.
  public var day: Int { Int(parts.day) }

  private var parts: CivilDay { CivilDay(daysSince2001: number) }
}

extension CalendarDay: Comparable {
  /// Whether one day is before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.number < right.number
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// The day in the form of ISO 8601: `2026-07-01`.
  public var description: String { DayText.text(number) }

  /// Creates a day of its description; nil for every other text.
  public init?(_ description: String) {
    guard let number = try? DayText.parse(description) else { return nil }
    self.number = number
  }
}

extension CalendarDay: Codable {
  /// Encodes the day as its description.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(textOf: self) }

  /// Decodes a day from its description.
  ///
  /// - Throws: `DecodingError` if there is no text, or one that is no day.
  public init(from decoder: any Decoder) throws {
    self = try decoder.decodeText("a day such as 2026-07-01")
  }
}
