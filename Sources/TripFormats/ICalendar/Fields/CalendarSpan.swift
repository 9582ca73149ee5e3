import DocumentTables

/// When a component takes place.
///
/// An end that is a day is exclusive: the day after the last one, as DTEND is.
struct CalendarSpan: Hashable, Sendable {
  enum Moment: Hashable, Sendable {
    /// Days since 2001-01-01.
    case day(Int64)
    case time(ClockTimeText)

    /// The day on the local calendar.
    var day: Int64 {
      switch self {
      case .day(let day): day
      case .time(let time): time.day
      }
    }
  }

  var start: Moment?
  var end: Moment?

  /// The first day; without a start, the one on which it ends; nil if there is neither.
  var firstDay: Int64? {
    if let start { return start.day }
    return if case .day(let day)? = end { day - 1 } else { end?.day }
  }

  /// The last day, which is not before the first; nil if there is neither a start nor an end.
  var lastDay: Int64? {
    guard let first = firstDay else { return nil }
    switch end {
    case .day(let day): return max(first, day - 1)
    case .time(let time):
      let day = time.day
      let isMidnight =
        LocalTime.time(ofSecond: time.local.second) == 0 && time.local.nanosecond == 0
      return max(first, isMidnight ? day - 1 : day)
    case nil: return first
    }
  }

  /// Whether it consists of whole days, two or more.
  var isSeveralDays: Bool {
    guard case .day(let first)? = start, case .day(let end)? = end else { return false }
    return end - first > 1
  }
}

/// Reads the times of components.
struct CalendarSpanReading {
  var zones: CalendarZones

  /// Reads the start and the end of an event or a to-do.
  ///
  /// - Returns: nil if the start cannot be read.
  mutating func span(
    of properties: [ContentLine], isTask: Bool, _ report: inout ImportReport
  ) -> CalendarSpan? {
    func first(_ name: String) -> ContentLine? { properties.first { $0.name == name } }
    var span = CalendarSpan()
    if let line = first("DTSTART") {
      guard let start = moment(line, &report) else {
        report.note(
          .init(
            .unreadComponent, line: line.line, column: line.column, subject: "DTSTART",
            String(line.value)))
        return nil
      }
      span.start = start
    }
    if let line = first(isTask ? "DUE" : "DTEND") {
      if let end = moment(line, &report) {
        // The day on which a to-do is due is its last one.
        span.end = if isTask, case .day(let day) = end { .day(day + 1) } else { end }
        check(&span, line, &report)
      } else {
        unread(line, &report)
      }
    } else if let line = first("DURATION") {
      if let duration = CalendarDuration(line.value) {
        span.end = span.start.flatMap { end(of: $0, duration) }
        check(&span, line, &report)
      } else {
        unread(line, &report)
      }
    }
    return span
  }

  private func unread(_ line: ContentLine, _ report: inout ImportReport) {
    report.note(
      .init(
        .unreadProperty, line: line.line, column: line.column, subject: line.name,
        String(line.value)))
  }

  /// Corrects an end that contradicts the start.
  private func check(
    _ span: inout CalendarSpan, _ line: ContentLine, _ report: inout ImportReport
  ) {
    let rule: String
    switch (span.start, span.end) {
    case (.day(let start)?, .day(let end)?):
      guard end <= start else { return }
      span.end = .day(start + 1)
      rule = "read as one day"
    case (.day?, .time?):
      // The last day is the one on which it ends.
      span.end = span.lastDay.map { .day($0 + 1) }
      rule = "read as whole days"
    case (.time?, .day(let end)?):
      span.end = .day(max(end, (span.start?.day ?? end) + 1))
      rule = "read as a day"
    case (.time(let start)?, .time(let end)?):
      guard end.precedes(start) else { return }
      rule = "it lies before the start and was taken as it is"
    default: return
    }
    report.note(
      .init(
        .contradictoryEnd, line: line.line, column: line.column, subject: line.name, rule))
  }

  // MARK: Moments

  private mutating func moment(
    _ line: ContentLine, _ report: inout ImportReport
  ) -> CalendarSpan.Moment? {
    let value = String(line.value).trimmingSpaces
    var isExact = true
    guard let time = CalendarTime(value, isExact: &isExact) else { return nil }
    let type = line.parameter("VALUE")?.listedWord
    switch time {
    case .day(let day):
      if !isExact || type != "DATE" { noteForm(line, &report) }
      return .day(day)
    case .local(let second, let isUTC):
      if type == "DATE" {
        noteForm(line, &report)
        return .day(LocalTime.day(ofSecond: second))
      }
      if !isExact || type != nil && type != "DATE-TIME" { noteForm(line, &report) }
      return clockTime(second, isUTC: isUTC, line, &report).map { .time($0) }
    }
  }

  private func noteForm(_ line: ContentLine, _ report: inout ImportReport) {
    report.note(
      .init(
        .valueForm, line: line.line, column: line.column, subject: line.name, String(line.value)))
  }

  /// Returns a time with its zone; local if neither the property nor the calendar states one (RFC 5545, 3.3.5,
  /// form 1).
  private mutating func clockTime(
    _ second: Int64, isUTC: Bool, _ line: ContentLine, _ report: inout ImportReport
  ) -> ClockTimeText? {
    func note(_ code: ImportReport.Code, _ detail: String) {
      report.note(
        .init(code, line: line.line, column: line.column, subject: line.name, detail))
    }
    if isUTC {
      // Not allowed, but some programs write it: an instant with the zone that shows it.
      if let name = line.parameter("TZID"), case .known(let zone) = zones.zone(name) {
        noteForm(line, &report)
        let offset = zone.offset(atInstant: second)
        return ClockTimeText(
          second: second + offset * 60, offset: offset, zone: zone.identifier)
      }
      return ClockTimeText(second: second, offset: 0, zone: "Etc/UTC")
    }
    let floating = zones.floating
    if let name = line.parameter("TZID") {
      switch zones.zone(name) {
      case .known(let zone): return known(second, zone, note)
      case .custom:
        let offset = zones.offset(ofLocal: second, in: name)
        let zone = Self.zoneName(for: name, offset: offset)
        note(.customZone, "\(name), read as \(zone)")
        return ClockTimeText(second: second, offset: offset, zone: zone)
      case .unknown(let name):
        note(
          .unknownZone, floating.map { "\(name), read as \($0.identifier)" } ?? "\(name), left out")
      }
    } else if let floating {
      note(.floatingTime, "read as \(floating.identifier)")
    }
    guard let floating else {
      return LocalTimeText(second: second, nanosecond: 0).map { .local($0) }
    }
    return known(second, floating, note)
  }

  private func known(
    _ second: Int64, _ zone: KnownZone, _ note: (ImportReport.Code, String) -> Void
  ) -> ClockTimeText? {
    var isSkipped = false
    let offset = zone.offset(ofLocal: second, isSkipped: &isSkipped)
    if isSkipped { note(.skippedTime, zone.identifier) }
    return ClockTimeText(second: second, offset: offset, zone: zone.identifier)
  }

  /// Returns the zone of the IANA database with a fixed offset; for other offsets the name itself with
  /// underscores for what no name of a zone can have.
  private static func zoneName(for name: String, offset: Int64) -> String {
    if let zone = KnownZone.name(ofOffset: offset) { return zone }
    var allowed = ""
    for character in name.utf8 {
      let isLetter = (character | 0x20) &- UInt8(ascii: "a") < 26
      let isDigit = character &- UInt8(ascii: "0") < 10 && !allowed.isEmpty
      allowed.unicodeScalars.append(isLetter || isDigit ? Unicode.Scalar(character) : "_")
    }
    return allowed.isEmpty ? "_" : allowed
  }

  /// Returns a start with a duration added: its days on the calendar, its time exactly.
  private mutating func end(
    of start: CalendarSpan.Moment, _ duration: CalendarDuration
  ) -> CalendarSpan.Moment? {
    switch start {
    case .day(let day):
      let days = duration.days + (duration.seconds + 86_399) / 86_400
      return .day(min(day + days, DayText.range.upperBound))
    case .time(.local(let time)):
      return LocalTimeText(
        second: time.second + duration.days * 86_400 + duration.seconds, nanosecond: 0
      ).map { .time(.local($0)) }
    case .time(.zoned(let time)):
      let local = time.localSecond + duration.days * 86_400
      guard let zone = KnownZone(time.zone) else {
        return ClockTimeText(
          second: local + duration.seconds, offset: time.offset, zone: time.zone
        ).map { .time($0) }
      }
      var isSkipped = false
      let offset = zone.offset(ofLocal: local, isSkipped: &isSkipped)
      let instant = local - offset * 60 + duration.seconds
      guard instant.magnitude < 1 << 40 else { return nil }
      let later = zone.offset(atInstant: instant)
      return ClockTimeText(
        second: instant + later * 60, offset: later, zone: time.zone
      ).map { .time($0) }
    }
  }
}
