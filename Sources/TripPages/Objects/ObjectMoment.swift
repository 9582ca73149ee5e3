import DocumentTables

/// When something of an object begins or ends: a date, a day, or a time by a clock, whose zone may be unknown.
package enum ObjectMoment {
  case date(Double)
  /// Days since 2001-01-01.
  case day(Int64)
  case time(ClockTimeText)

  package init?(_ value: Value, _ type: AttributeType) {
    switch (type, value) {
    case (.scalar(.date), .double(let seconds)), (.scalar(.date), .date(let seconds)):
      self = .date(seconds)
    case (.scalar(.day), .integer(let day)): self = .day(day)
    case (.scalar(.clockTime), .text(let text)), (.scalar(.zonedTime), .text(let text)):
      guard let time = try? ClockTimeText(text) else { return nil }
      self = .time(time)
    default: return nil
    }
  }

  /// Whether values of a type are moments.
  package static func isType(_ type: AttributeType) -> Bool {
    type == .scalar(.date) || type == .scalar(.day) || isTime(type)
  }

  /// Whether values of a type are times by a clock.
  package static func isTime(_ type: AttributeType) -> Bool {
    type == .scalar(.clockTime) || type == .scalar(.zonedTime)
  }

  /// The moment in a list, such as `2024-09-02` or `2024-09-02 08:30 Europe/Paris`.
  package var short: String {
    switch self {
    case .date(let seconds): DateWords.short(seconds)
    case .day(let day): DayText.text(day)
    case .time(let time):
      DayText.text(time.localDay) + " \(time.clock)" + (time.zone.map { " \($0)" } ?? "")
    }
  }

  /// The moment in words, such as `2 September 2024` or `2 September 2024, 08:30 (Europe/Paris)`.
  package var long: String {
    switch self {
    case .date(let seconds): DateWords.long(seconds)
    case .day(let day): DateWords.long(day: day)
    case .time(let time): DateWords.long(day: time.localDay) + ", \(time.clock)\(time.zoneWords)"
    }
  }

  /// Returns two moments and the time between them, such as `1 July 2024 – 8 July 2024 (8 days)` or `2 July
  /// 2024, 10:00 – 13:00 (Europe/Paris)`.
  package static func words(from start: ObjectMoment, to end: ObjectMoment, _ period: ObjectPeriod)
    -> String
  {
    let (first, last, rest) = wordParts(from: start, to: end, period)
    return first + (last.map { " – " + $0 } ?? "") + rest
  }

  /// Returns the parts of ``words(from:to:_:)``: the beginning, the end if it has other words, and what
  /// follows them.
  package static func wordParts(
    from start: ObjectMoment, to end: ObjectMoment, _ period: ObjectPeriod
  ) -> (start: String, end: String?, rest: String) {
    if case .time(let from) = start, case .time(let to) = end, from.localDay == to.localDay,
      from.zone == to.zone
    {
      return (
        DateWords.long(day: from.localDay) + ", \(from.clock)", to.clock, from.zoneWords
      )
    }
    let length = length(from: start, to: end, period).map { " (\($0))" } ?? ""
    let (first, last) = (start.long(beside: end), end.long(beside: start))
    return (first, first == last ? nil : last, length)
  }

  /// The moment in words.
  ///
  /// Beside a time with a zone, one without says so, or it would be read as one of that zone.
  private func long(beside other: ObjectMoment) -> String {
    if case .time(.local) = self, case .time(.zoned) = other { return long + " (local time)" }
    return long
  }

  /// The calendar and the clock of the place; nil outside the years 1 to 9999.
  ///
  /// A date is in UTC.
  package var wallClock: (day: Int64, clock: String?, zone: String?)? {
    switch self {
    case .day(let day): return DayText.range.contains(day) ? (day, nil, nil) : nil
    case .time(let time): return (time.localDay, time.clock, time.zone)
    case .date(let seconds):
      guard let second = Self.second(seconds),
        let time = LocalTimeText(second: second, nanosecond: 0).map(ClockTimeText.local)
      else { return nil }
      return second % 86_400 == 0
        ? (second / 86_400, nil, nil) : (time.localDay, time.clock, "UTC")
    }
  }

  /// The seconds from 2001-01-01T00:00:00Z; nil for a day and a time without a zone, which begin at a different
  /// time in each place, and outside the years 1 to 9999.
  package var instant: Int64? {
    switch self {
    case .day, .time(.local): nil
    case .time(.zoned(let time)): time.instantSecond
    case .date(let seconds): Self.second(seconds)
    }
  }

  /// What the clock shows, as seconds from 2001-01-01T00:00:00 on it; nil for a day, and outside the years 1 to 9999.
  package var localSecond: Int64? {
    switch self {
    case .day: nil
    case .time(let time): time.local.second
    case .date(let seconds): Self.second(seconds)
    }
  }

  /// The moment as a date, or a date, a time and an offset where one is known, for programs that read a page
  /// (ISO 8601); nil outside the years 1 to 9999.
  package var machineReadable: String? {
    switch self {
    case .day(let day): return DayText.range.contains(day) ? DayText.text(day) : nil
    case .time(let time):
      let text = DayText.text(time.localDay) + "T\(time.clock)"
      guard case .zoned(let zoned) = time else { return text }
      let (hours, minutes) = zoned.offset.magnitude.quotientAndRemainder(dividingBy: 60)
      return text + (zoned.offset < 0 ? "-" : "+")
        + (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    case .date:
      guard let (day, clock, _) = wallClock else { return nil }
      return DayText.text(day) + (clock.map { "T\($0)Z" } ?? "")
    }
  }

  /// Returns the whole seconds of a date; nil outside the years 1 to 9999.
  private static func second(_ seconds: Double) -> Int64? {
    let range = DayText.range
    let second = seconds.rounded(.down)
    guard second >= Double(range.lowerBound) * 86_400,
      second < Double(range.upperBound + 1) * 86_400
    else { return nil }
    return Int64(second)
  }

  private var localDay: Int64? {
    switch self {
    case .date: nil
    case .day(let day): day
    case .time(let time): time.localDay
    }
  }

  /// Returns the time between two moments, such as `7 days`; nil if the second is not later, or for a
  /// journey.
  private static func length(from start: ObjectMoment, to end: ObjectMoment, _ period: ObjectPeriod)
    -> String?
  {
    if case .date(let from) = start, case .date(let to) = end {
      return DateWords.days(from: from, to: to)
    }
    guard let first = start.localDay, let last = end.localDay else { return nil }
    switch period {
    case .journey: return nil
    case .nights where last > first:
      return last - first == 1 ? "1 night" : "\(last - first) nights"
    case .nights: return nil
    // The last day belongs to it.
    case .days where last >= first:
      return last == first ? "1 day" : "\(last - first + 1) days"
    case .days: return nil
    }
  }
}

/// What a pair of attributes that begin and end something tells the length of.
package enum ObjectPeriod: CaseIterable {
  case days, nights, journey

  /// The beginnings of the names of the two attributes.
  package var names: [(start: String, end: String)] {
    switch self {
    case .days: [("start", "end"), ("begin", "end"), ("from", "to")]
    case .nights: [("checkin", "checkout")]
    case .journey: [("departure", "arrival")]
    }
  }

  /// Returns the period that a moment with a name such as `departure` begins or ends; nil for any
  /// other name.
  package static func role(of name: String) -> (period: ObjectPeriod, isEnd: Bool)? {
    for period in allCases {
      for names in period.names {
        if name.hasPrefix(names.start) { return (period, false) }
        if name.hasPrefix(names.end) { return (period, true) }
      }
    }
    return nil
  }

  /// What a timeline calls its beginning and its end; empty if the object's own title says enough.
  package var turns: (start: String, end: String) {
    switch self {
    case .days: ("", "Until")
    case .nights: ("Check-in", "Check-out")
    case .journey: ("Departure", "Arrival")
    }
  }

  /// What the period is called, if the names have no further words than `Date`.
  package var label: String {
    switch self {
    case .days: "dates"
    case .nights: "nights"
    case .journey: "times"
    }
  }
}

extension ClockTimeText {
  fileprivate var localDay: Int64 { (local.second - secondOfDay) / 86_400 }

  private var secondOfDay: Int64 { (local.second % 86_400 + 86_400) % 86_400 }

  /// The name of the zone, or its offset; nil if it is unknown.
  fileprivate var zone: String? {
    if case .zoned(let time) = self { ZoneWords.words(time.zone) } else { nil }
  }

  /// The zone in parentheses, behind a space; empty if it is unknown.
  fileprivate var zoneWords: String { zone.map { " (\($0))" } ?? "" }

  /// The hour and the minute, such as `08:30`.
  fileprivate var clock: String {
    let (hour, minute) = (secondOfDay / 3600, secondOfDay / 60 % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
