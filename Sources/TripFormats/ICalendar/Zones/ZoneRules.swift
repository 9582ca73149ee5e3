import DocumentTables

/// The rules of a VTIMEZONE component (RFC 5545, 3.6.5), as far as zones use them: onsets at fixed times, and
/// once a year on a day of a month.
struct ZoneRules: Sendable {
  private struct Observance: Sendable {
    /// The first onset, in local time.
    var start: Int64
    var offsetBefore: Int64
    var offset: Int64
    var yearly: Yearly?
    var dates: [Int64] = []

    /// Returns the last onset that is not behind a local time; nil if there is none.
    func onset(notAfter second: Int64) -> Int64? {
      guard start <= second else { return nil }
      var last = start
      for date in dates where date <= second && date > last { last = date }
      if let yearly, let onset = yearly.onset(notAfter: second, start: start) {
        last = max(last, onset)
      }
      return last
    }
  }

  private struct Yearly: Sendable {
    var month: UInt32
    /// The day of the week, 0 for Sunday; nil for a day of the month.
    var weekday: Int64?
    /// The number of the day of the week in the month, negative from its end.
    var number: Int = 1
    /// The days of the month that are possible.
    var days: [UInt32] = []
    /// The last onset, in local time.
    var until: Int64?

    func onset(notAfter second: Int64, start: Int64) -> Int64? {
      let limit = min(second, until ?? second)
      let year = CivilDay(daysSince2001: LocalTime.day(ofSecond: limit)).year
      let time = LocalTime.time(ofSecond: start)
      for year in [year, year == 0 ? 0 : year - 1] where year >= 1 {
        guard let day = day(in: year) else { continue }
        let onset = day * 86_400 + time
        if onset <= limit, onset >= start { return onset }
      }
      return nil
    }

    private func day(in year: UInt32) -> Int64? {
      let length = CivilDay.daysInMonth(month, of: year)
      let first = CivilDay(year: year, month: month, day: 1).daysSince2001
      func isWanted(_ day: UInt32) -> Bool {
        guard let weekday else { return true }
        // 2001-01-01 was a Monday.
        return ((first + Int64(day) - 1 + 1) % 7 + 7) % 7 == weekday
      }
      let possible = (1...length).filter { days.isEmpty || days.contains($0) }.filter(isWanted)
      let index = number > 0 ? number - 1 : possible.count + number
      return possible.indices.contains(index) ? first + Int64(possible[index]) - 1 : nil
    }
  }

  /// The greatest number of observances and of dates that are read.
  private static let mostOnsets = 10_000

  /// The name of the IANA database that libical and programs with it state.
  let location: String?
  private var observances: [Observance] = []

  var isEmpty: Bool { observances.isEmpty }

  init(_ component: CalendarComponent) {
    location = component.text("X-LIC-LOCATION")
    var lines: [ContentLine]?
    for line in component.lines {
      switch line.name {
      case "BEGIN": lines = []
      case "END":
        if let lines, observances.count < Self.mostOnsets, let found = Self.observance(lines) {
          observances.append(found)
        }
        lines = nil
      default: lines?.append(line)
      }
    }
  }

  /// Returns the offset of a local time, in minutes.
  func offset(ofLocal second: Int64) -> Int64 {
    var latest: (onset: Int64, offset: Int64)?
    for observance in observances {
      guard let onset = observance.onset(notAfter: second) else { continue }
      if onset > latest?.onset ?? .min { latest = (onset, observance.offset) }
    }
    let first = observances.min { $0.start < $1.start }
    return (latest?.offset ?? first?.offsetBefore ?? 0) / 60
  }

  private static func observance(_ lines: [ContentLine]) -> Observance? {
    var start: Int64?
    var offsets: [String: Int64] = [:]
    var rule: ContentLine?
    var dates: [Int64] = []
    var isExact = true
    for line in lines {
      switch line.name {
      case "DTSTART":
        if case .local(let second, _)? = CalendarTime(line.value, isExact: &isExact) {
          start = second
        }
      case "TZOFFSETFROM", "TZOFFSETTO": offsets[line.name] = offset(line.value)
      case "RRULE": rule = line
      case "RDATE":
        for value in line.value.split(separator: ",") where dates.count < mostOnsets {
          if case .local(let second, _)? = CalendarTime(value, isExact: &isExact) {
            dates.append(second)
          }
        }
      default: break
      }
    }
    guard let start, let offset = offsets["TZOFFSETTO"] else { return nil }
    let before = offsets["TZOFFSETFROM"] ?? offset
    return Observance(
      start: start, offsetBefore: before, offset: offset,
      yearly: rule.flatMap { yearly($0.value, start: start, offset: before) }, dates: dates)
  }

  /// Reads an offset such as `+0530`, in seconds.
  private static func offset(_ text: Substring) -> Int64? {
    let digits = text.dropFirst().utf8.map { Int64($0) - 48 }
    guard [4, 6].contains(digits.count), digits.allSatisfy({ 0...9 ~= $0 }),
      text.first == "+" || text.first == "-"
    else { return nil }
    let seconds =
      (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
      + (digits.count == 6 ? digits[4] * 10 + digits[5] : 0)
    guard seconds < 86_400 else { return nil }
    return text.first == "-" ? -seconds : seconds
  }

  private static func yearly(_ text: Substring, start: Int64, offset: Int64) -> Yearly? {
    var parts: [String: Substring] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parts[String(pair[0])] = pair[1] }
    }
    guard parts["FREQ"] == "YEARLY" else { return nil }
    let day = CivilDay(daysSince2001: LocalTime.day(ofSecond: start))
    var yearly = Yearly(month: parts["BYMONTH"].flatMap { UInt32($0) } ?? day.month)
    guard 1...12 ~= yearly.month else { return nil }
    yearly.days = (parts["BYMONTHDAY"] ?? "").split(separator: ",").compactMap { UInt32($0) }
    if let byDay = parts["BYDAY"] {
      let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
      guard let weekday = names.firstIndex(of: String(byDay.suffix(2))) else { return nil }
      yearly.weekday = Int64(weekday)
      yearly.number = Int(byDay.dropLast(2)) ?? 1
      guard -5...5 ~= yearly.number, yearly.number != 0 else { return nil }
    } else if yearly.days.isEmpty {
      yearly.days = [day.day]
    }
    var isExact = true
    if let until = parts["UNTIL"], let time = CalendarTime(until, isExact: &isExact) {
      switch time {
      case .day(let day): yearly.until = day * 86_400 + 86_399
      case .local(let second, let isUTC): yearly.until = isUTC ? second + offset : second
      }
    }
    return yearly
  }
}
