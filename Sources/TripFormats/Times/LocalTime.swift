/// Seconds since 2001-01-01T00:00:00 on one clock, as days and times of day.
enum LocalTime {
  /// The day of a local time.
  static func day(ofSecond second: Int64) -> Int64 {
    second >= 0 ? second / 86_400 : -((86_399 - second) / 86_400)
  }

  /// The seconds of a local time since the beginning of its day.
  static func time(ofSecond second: Int64) -> Int64 { second - day(ofSecond: second) * 86_400 }
}
