import DocumentTables

/// One number of weeks by which all dates of a document move.
struct DateShift {
  private let days: Int64

  init(_ key: KeyedHash.Key) {
    self.init(number: KeyedHash(key, purpose: 5).value(below: Self.count))
  }

  /// The number of shifts: 500 weeks to either side.
  static let count = 1000

  /// - Parameter number: The number of the shift, below ``count``.
  init(number: Int) {
    let weeks = Int64(number) - Int64(Self.count / 2)
    days = 7 * (weeks < 0 ? weeks : weeks + 1)
  }

  /// Returns seconds since 2001 with the same fraction; the same ones if the date or the moved date has no form in the
  /// calendar.
  ///
  /// The sum of two doubles would not do: nearer to 2001 doubles lie closer together, so a sum may have a fraction that
  /// no text of nine digits states, and would be written as a number of seconds.
  func moved(date seconds: Double) -> Double {
    // A negative zero has no form in the calendar, but equals zero, and equal dates stay equal.
    guard let date = DateFraction(nearestTo: seconds == 0 ? 0 : seconds) else { return seconds }
    // No overflow: both are seconds of the calendar.
    let moved = DateFraction(
      second: date.second + days * 86_400, fraction: date.fraction, digits: date.digits
    ).seconds
    return DateFraction(nearestTo: moved) == nil ? seconds : moved
  }

  func moved(day: Int64) -> Int64 {
    let (moved, overflow) = day.addingReportingOverflow(days)
    let calendar = (DateText.firstSecond / 86400)..<(DateText.endSecond / 86400)
    return !overflow && calendar.contains(moved) ? moved : day
  }

  /// Returns a time by a clock, moved by whole days; the same text if the moved time has no form in the calendar.
  func moved(clockTime text: String) -> String {
    guard let time = try? ClockTimeText(text),
      let local = LocalTimeText(
        second: time.local.second + days * 86400, nanosecond: time.local.nanosecond)
    else { return text }
    guard case .zoned(let zoned) = time else { return ClockTimeText.local(local).text }
    return ZonedTimeText(
      localSecond: local.second, nanosecond: local.nanosecond, offset: zoned.offset,
      zone: zoned.zone)?.text ?? text
  }
}
