import DocumentTables

/// A time of a feature, as files spell it.
///
///     2024-05-01T10:00:00Z   2024-05-01T12:00:00+02:00   2024-05-01T12:00:00+02:00[Europe/Brussels]   2024-05-01 12:00
struct FeatureTime: Sendable {
  /// Seconds since 2001-01-01T00:00:00 by the clock that the text shows.
  private let local: Int64
  private let nanosecond: Int64
  private let offset: Int64?
  private let zone: String?

  /// Nil for a text that is no time, and for the first day of 1970, which programs write where they know none.
  init?(_ text: String) {
    let text = text.filter { $0 != "\n" && $0 != "\r" }.trimmingSpaces
    guard let moment = StatedMoment(text, .alone), moment.shift == nil, let day = moment.day,
      let second = moment.second, day != Self.firstDayOf1970
    else { return nil }
    local = day * 86_400 + second
    nanosecond = moment.nanosecond
    offset = moment.offset
    zone = moment.zone
  }

  private static let firstDayOf1970: Int64 = -11_323

  /// Returns the day that a text states without a time; nil for other texts, such as a month or a year.
  static func day(_ text: String) -> Int64? {
    let text = text.trimmingWhitespace
    guard text.utf8.count == 10, let moment = StatedMoment(text, .alone),
      moment.form == .extended, moment.second == nil, let day = moment.day, day != firstDayOf1970
    else { return nil }
    return day
  }

  /// Seconds since 2001-01-01T00:00:00Z, of a time without a zone those of its clock.
  var instant: Int64 { local - (offset ?? 0) * 60 }

  /// Whether it is a time in UTC, which says nothing about the clock of the place.
  var isUniversal: Bool { offset == 0 && zone == nil }

  /// Returns the time by the clock of the place: of its own zone, or of the given one; nil if a document cannot state it.
  func time(in place: KnownZone?) -> ClockTimeText? {
    if let zone = zone.flatMap({ KnownZone($0) }) ?? place {
      var isSkipped = false
      return offset == nil
        ? zone.time(local: local, nanosecond: nanosecond, isSkipped: &isSkipped)
        : zone.time(instant: instant, nanosecond: nanosecond)
    }
    guard let offset else {
      return LocalTimeText(second: local, nanosecond: nanosecond).map { .local($0) }
    }
    return ClockTimeText(
      second: local, nanosecond: nanosecond, offset: offset,
      zone: KnownZone.identifier(ofOffset: offset))
  }

  /// Returns an instant as files state it.
  static func text(ofInstant time: ZonedTimeText) -> String? {
    text(ofSecond: time.instantSecond, nanosecond: time.nanosecond)
  }

  /// - Parameter second: Seconds since 2001-01-01T00:00:00Z.
  static func text(ofSecond second: Int64, nanosecond: Int64 = 0) -> String? {
    let day = LocalTime.day(ofSecond: second)
    guard DayText.range.contains(day) else { return nil }
    let rest = LocalTime.time(ofSecond: second)
    func digits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    var text =
      "\(DayText.text(day))T\(digits(rest / 3600)):\(digits(rest / 60 % 60)):\(digits(rest % 60))"
    if nanosecond > 0 {
      var fraction = String(String(1_000_000_000 + nanosecond).dropFirst())
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "Z"
  }
}
