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

  /// Whether one end has a zone and the other one has none.
  var isMixed: Bool {
    guard case .time(let start)? = start, case .time(let end)? = end else { return false }
    return start.hasZone != end.hasZone
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
    let startLine = first("DTSTART")
    let endLine = first(isTask ? "DUE" : "DTEND")
    let isOfDays = isOfDays(properties, [startLine, endLine].compactMap { $0 })
    if let line = startLine {
      guard let start = moment(line, isOfDays: isOfDays, &report) else {
        report.note(
          .init(
            .unreadComponent, line: line.line, column: line.column, subject: "DTSTART",
            String(line.value)))
        return nil
      }
      span.start = start
    }
    if let line = endLine {
      if let end = moment(line, isOfDays: isOfDays, &report) {
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

  /// The properties with which programs of Microsoft and others say that an event takes whole days.
  private static let wholeDays: Set = [
    "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
  ]

  /// Whether all times of a component are midnights that mean days: it says that it takes whole days, or that a
  /// value is a day.
  private func isOfDays(_ properties: [ContentLine], _ lines: [ContentLine]) -> Bool {
    let isStated = properties.contains {
      // Most names are shorter.
      $0.name.utf8.count >= 16 && Self.wholeDays.contains($0.name)
        && ["TRUE", "1"].contains(String($0.value).listedWord)
    }
    guard isStated || lines.contains(where: { $0.parameter("VALUE")?.listedWord == "DATE" }) else {
      return false
    }
    return zones.edition != .first
      && lines.allSatisfy { line in
        guard let moment = StatedMoment(calendar: String(line.value).trimmingSpaces, zones.edition)
        else { return true }
        guard let second = moment.second, second != 0 || moment.nanosecond != 0 else { return true }
        return isStated && midnight(moment) != nil
      }
  }

  /// Returns the day of a time in UTC that is midnight in the zone of the calendar.
  private func midnight(_ moment: StatedMoment) -> Int64? {
    guard let day = moment.day, let second = moment.second, moment.offset == 0,
      let time = zones.floating?.time(instant: day * 86_400 + second),
      LocalTime.time(ofSecond: time.local.second) == 0
    else { return nil }
    return time.day
  }

  private func unread(_ line: ContentLine, _ report: inout ImportReport) {
    report.note(
      .init(
        .unreadMoment, line: line.line, column: line.column, subject: line.name,
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

  /// - Parameter isOfDays: Whether a midnight means its day.
  private mutating func moment(
    _ line: ContentLine, isOfDays: Bool, _ report: inout ImportReport
  ) -> CalendarSpan.Moment? {
    let value = String(line.value).trimmingSpaces
    guard let stated = StatedMoment(calendar: value, zones.edition), let day = stated.day else {
      return nil
    }
    let type = line.parameter("VALUE")?.listedWord
    guard let second = stated.second else {
      if !stated.isCalendarForm || type != "DATE" { noteForm(line, &report) }
      return .day(day)
    }
    let isDay = type == "DATE"
    if isOfDays || isDay && zones.edition == .first {
      if isDay { noteForm(line, &report) }
      // The first edition took the day of a midnight in UTC as it stands.
      let isPlain = second == 0 || zones.edition == .first
      return .day(isPlain ? day : midnight(stated) ?? day)
    }
    if !stated.isCalendarForm || type != nil && type != "DATE-TIME" { noteForm(line, &report) }
    return clockTime(day * 86_400 + second, stated, line, &report).map { .time($0) }
  }

  private func noteForm(_ line: ContentLine, _ report: inout ImportReport) {
    report.note(
      .init(
        .valueForm, line: line.line, column: line.column, subject: line.name, String(line.value)))
  }

  /// Returns a time with its zone; local if neither the property nor the calendar states one (RFC 5545, 3.3.5,
  /// form 1).
  private mutating func clockTime(
    _ second: Int64, _ stated: StatedMoment, _ line: ContentLine, _ report: inout ImportReport
  ) -> ClockTimeText? {
    func note(_ code: ImportReport.Code, _ detail: String) {
      report.note(
        .init(code, line: line.line, column: line.column, subject: line.name, detail))
    }
    let nanosecond = stated.nanosecond
    if let offset = stated.offset {
      // An offset and a zone are not allowed together, but some programs write it: an instant with the zone that shows
      // it.
      if let name = line.parameter("TZID"), case .known(let zone) = zones.zone(name) {
        if stated.isCalendarForm { noteForm(line, &report) }
        return zone.time(instant: second - offset * 60, nanosecond: nanosecond)
      }
      return ClockTimeText(
        second: second, nanosecond: nanosecond, offset: offset,
        zone: KnownZone.identifier(ofOffset: offset))
    }
    let floating = zones.floating
    if let zone = stated.zone.flatMap({ KnownZone($0, zones.edition) }) {
      return known(second, nanosecond, zone, note)
    }
    if let name = line.parameter("TZID") {
      switch zones.zone(name) {
      case .known(let zone): return known(second, nanosecond, zone, note)
      case .custom(let named):
        let offset = zones.offset(ofLocal: second, in: name)
        var isSkipped = false
        if let named, named.offset(ofLocal: second, isSkipped: &isSkipped) == offset {
          return known(second, nanosecond, named, note)
        }
        let zone = Self.zoneName(for: name, offset: offset)
        note(.customZone, "\(name), read as \(zone)")
        return ClockTimeText(second: second, nanosecond: nanosecond, offset: offset, zone: zone)
      case .unknown(let name):
        note(
          .unknownZone, floating.map { "\(name), read as \($0.identifier)" } ?? "\(name), left out")
      }
    } else if let floating {
      note(.floatingTime, "read as \(floating.identifier)")
    }
    guard let floating else {
      return LocalTimeText(second: second, nanosecond: nanosecond).map { .local($0) }
    }
    return known(second, nanosecond, floating, note)
  }

  private func known(
    _ second: Int64, _ nanosecond: Int64, _ zone: KnownZone,
    _ note: (ImportReport.Code, String) -> Void
  ) -> ClockTimeText? {
    var isSkipped = false
    let time = zone.time(local: second, nanosecond: nanosecond, isSkipped: &isSkipped)
    if isSkipped { note(.skippedTime, zone.identifier) }
    return time
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
      return ClockTimeText(second: instant + later * 60, offset: later, zone: time.zone)
        .map { .time($0) }
    }
  }
}
