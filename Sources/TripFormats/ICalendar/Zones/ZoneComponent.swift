import DocumentTables
import Foundation

/// Writes a VTIMEZONE component of a zone of the IANA database, for the years in which it is used.
enum ZoneComponent {
  /// Returns a component for each zone that components refer to and the calendar does not define.
  static func missing(
    in calendar: ParsedCalendar, of written: [CalendarComponent]
  ) -> [CalendarComponent] {
    let defined = Set(
      calendar.components.filter { $0.isNamed("VTIMEZONE") }
        .compactMap { $0.text("TZID").map { ComparisonText($0) } })
    var years: [String: Set<UInt32>] = [:]
    for component in written {
      for line in component.properties {
        guard let name = line.parameter("TZID"), name.utf8.count <= KnownZone.longestName,
          !defined.contains(ComparisonText(name)),
          case .local(let second, _)? = CalendarTime(line.value)
        else { continue }
        let year = CivilDay(daysSince2001: LocalTime.day(ofSecond: second)).year
        years[name, default: []].insert(year)
      }
    }
    return years.sorted { utf8Precedes($0.key, $1.key) }.compactMap { name, years in
      guard let zone = TimeZone(identifier: name), KnownZone(name) != nil else {
        return nil
      }
      return make(name, zone, years: years)
    }
  }

  /// Returns the component with an observance for each change of the offset in the years, and one that
  /// holds before.
  ///
  /// - Parameter years: Years of local times in the zone.
  static func make(_ name: String, _ zone: TimeZone, years: Set<UInt32>) -> CalendarComponent {
    var component = CalendarComponent(name: "VTIMEZONE")
    component.append("TZID", value: name)
    var changes: [Change] = []
    for year in years.sorted() where 1...9998 ~= year {
      let begin = CivilDay(year: year, month: 1, day: 1).daysSince2001 * 86_400
      let end = CivilDay(year: year + 1, month: 1, day: 1).daysSince2001 * 86_400
      // The beginning states the offset of the year, which later changes replace.
      let first = Change(instant: begin - 86_400, before: offset(zone, begin - 86_400), zone)
      if changes.last?.after != first.after { changes.append(first) }
      changes += Self.changes(of: zone, from: begin - 86_400, to: end + 86_400)
    }
    var seen: Set<Int64> = []
    for change in changes where seen.insert(change.instant).inserted {
      let isDaylight = zone.isDaylightSavingTime(
        for: Date(timeIntervalSinceReferenceDate: Double(change.instant)))
      let part = isDaylight ? "DAYLIGHT" : "STANDARD"
      component.append("BEGIN", value: part)
      component.append(
        "DTSTART", value: CalendarTime.local(change.instant + change.before, isUTC: false).text)
      component.append("TZOFFSETFROM", value: text(change.before))
      component.append("TZOFFSETTO", value: text(change.after))
      component.append("END", value: part)
    }
    return component
  }

  private struct Change {
    let instant: Int64
    let before: Int64
    let after: Int64

    init(instant: Int64, before: Int64, _ zone: TimeZone) {
      self.instant = instant
      self.before = before
      after = offset(zone, instant)
    }
  }

  private static func offset(_ zone: TimeZone, _ instant: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(instant))))
  }

  /// Finds the changes of the offset, week by week: Foundation finds only those of daylight saving time.
  private static func changes(of zone: TimeZone, from begin: Int64, to end: Int64) -> [Change] {
    var changes: [Change] = []
    var low = begin
    var before = offset(zone, low)
    while low < end {
      var high = min(low + 7 * 86_400, end)
      let next = high
      let after = offset(zone, high)
      if after != before {
        while high - low > 1 {
          let middle = low + (high - low) / 2
          if offset(zone, middle) == before { low = middle } else { high = middle }
        }
        changes.append(Change(instant: high, before: before, zone))
      }
      low = next
      before = after
    }
    return changes
  }

  private static func text(_ offset: Int64) -> String {
    let magnitude = offset.magnitude
    func pair(_ number: UInt64) -> String { (number < 10 ? "0" : "") + String(number) }
    let seconds = magnitude % 60
    return (offset < 0 ? "-" : "+") + pair(magnitude / 3600) + pair(magnitude / 60 % 60)
      + (seconds == 0 ? "" : pair(seconds))
  }
}

extension CalendarComponent {
  /// Appends a line of a value without escapes.
  mutating func append(
    _ name: String, _ parameters: [(String, String)] = [], value: String
  ) {
    if let line = ContentLine(name, parameters, value: value) { lines.append(line) }
  }

  /// Appends a line of a text.
  mutating func append(_ name: String, _ parameters: [(String, String)] = [], text: String) {
    if let line = ContentLine(name, parameters, text: text) { lines.append(line) }
  }
}
