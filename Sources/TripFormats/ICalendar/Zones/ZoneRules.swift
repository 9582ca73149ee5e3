import DocumentTables

/// The rules of a VTIMEZONE component (RFC 5545, 3.6.5), as far as zones use them: onsets at fixed times, and
/// once a year on a day of a month.
struct ZoneRules: Sendable {
  /// A change of the offset.
  private struct Onset: Sendable {
    /// In local time.
    let second: Int64
    /// The place of the observance; of two that begin at once, the first counts.
    let place: Int
    let offset: Int64

    static func precedes(_ left: Onset, _ right: Onset) -> Bool {
      (left.second, -left.place) < (right.second, -right.place)
    }
  }

  /// An observance that begins once a year.
  private struct Yearly: Sendable {
    var month: UInt32
    /// The day of the week, 0 for Sunday; nil for a day of the month.
    var weekday: Int64?
    /// The number of the day of the week in the month, negative from its end.
    var number: Int = 1
    /// A bit for each day of the month that is possible; 0 if all are.
    var days: UInt32 = 0
    /// The first and the last onset, in local time.
    var start: Int64 = 0
    var until: Int64?

    /// Returns the onset of a year, if there is one.
    func onset(in year: UInt32) -> Int64? {
      guard year >= 1, let day = day(in: year) else { return nil }
      let onset = day * 86_400 + LocalTime.time(ofSecond: start)
      return onset >= start && onset <= until ?? .max ? onset : nil
    }

    private func day(in year: UInt32) -> Int64? {
      let length = CivilDay.daysInMonth(month, of: year)
      let first = CivilDay(year: year, month: month, day: 1).daysSince2001
      var open = number.magnitude
      for place in 0..<length {
        let day = number > 0 ? place : length - 1 - place
        guard days == 0 || days >> (day + 1) & 1 == 1 else { continue }
        // 2001-01-01 was a Monday.
        if let weekday, ((first + Int64(day) + 1) % 7 + 7) % 7 != weekday { continue }
        open -= 1
        if open == 0 { return first + Int64(day) }
      }
      return nil
    }
  }

  /// The most observances that begin once a year: each year in which an event lies asks all of them.
  private static let mostYearly = 500

  /// The name of the IANA database that libical and programs with it state.
  let location: String?
  private let edition: TimeEdition
  private var fixed: [Onset] = []
  private var yearly: [(rule: Yearly, place: Int, offset: Int64)] = []
  /// The offset before the first onset.
  private var first: (start: Int64, offset: Int64)?
  /// The yearly onsets around each year that was asked for.
  private var onsets: [UInt32: [Onset]] = [:]
  /// The number of onsets that were computed or compared so far.
  private(set) var steps = 0

  /// Whether no observance can be read, or more than are taken for a zone.
  var isEmpty: Bool { first == nil || yearly.count > Self.mostYearly }

  init(_ component: CalendarComponent, _ edition: TimeEdition = .current) {
    self.edition = edition
    location = component.text("X-LIC-LOCATION")
    var lines: [ContentLine]?
    var place = 0
    for line in component.lines {
      switch line.name {
      case "BEGIN": lines = []
      case "END":
        if let lines, add(lines, place) { place += 1 }
        lines = nil
      default: lines?.append(line)
      }
    }
    fixed.sort(by: Onset.precedes)
  }

  /// Returns the offset of a local time, in minutes.
  mutating func offset(ofLocal second: Int64) -> Int64 {
    let year = CivilDay(daysSince2001: LocalTime.day(ofSecond: second)).year
    let latest = [
      last(of: fixed, notAfter: second), last(of: yearlyOnsets(year), notAfter: second),
    ]
    .compactMap { $0 }.max(by: Onset.precedes)
    return (latest?.offset ?? first?.offset ?? 0) / 60
  }

  /// Returns the yearly onsets of a year and of the one before, in their order.
  private mutating func yearlyOnsets(_ year: UInt32) -> [Onset] {
    if let known = onsets[year] { return known }
    var found: [Onset] = []
    for (rule, place, offset) in yearly {
      for year in [year, year == 0 ? 0 : year - 1] {
        steps += 1
        if let second = rule.onset(in: year) {
          found.append(Onset(second: second, place: place, offset: offset))
        }
      }
    }
    found.sort(by: Onset.precedes)
    onsets[year] = found
    return found
  }

  private mutating func last(of onsets: [Onset], notAfter second: Int64) -> Onset? {
    var (low, high) = (0, onsets.count)
    while low < high {
      steps += 1
      let middle = low + (high - low) / 2
      if onsets[middle].second <= second { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? onsets[low - 1] : nil
  }

  // MARK: Reading

  /// Adds an observance; returns false if it cannot be read.
  private mutating func add(_ lines: [ContentLine], _ place: Int) -> Bool {
    var start: Int64?
    var offsets: [String: Int64] = [:]
    var rule: ContentLine?
    var dates: [Int64] = []
    for line in lines {
      switch line.name {
      case "DTSTART":
        start = CalendarTime(line.value, edition).flatMap(second)
      case "TZOFFSETFROM", "TZOFFSETTO": offsets[line.name] = offset(line.value)
      case "RRULE": rule = line
      case "RDATE":
        for value in line.value.parts(dividedBy: ",") {
          if let onset = CalendarTime(value, edition).flatMap(second) { dates.append(onset) }
        }
      default: break
      }
    }
    guard let start, let offset = offsets["TZOFFSETTO"] else { return false }
    let before = offsets["TZOFFSETFROM"] ?? offset
    if start < first?.start ?? .max { first = (start, before) }
    for second in [start] + dates.filter({ $0 > start }) {
      fixed.append(Onset(second: second, place: place, offset: offset))
    }
    if let rule, let found = yearly(rule.value, start: start, offset: before) {
      addYearly(found, place, offset)
    }
    return true
  }

  private mutating func addYearly(_ rule: Yearly, _ place: Int, _ offset: Int64) {
    // The last onset holds for all times behind it.
    if let until = rule.until {
      let year = CivilDay(daysSince2001: LocalTime.day(ofSecond: until)).year
      let last = [year, year == 0 ? 0 : year - 1].lazy.compactMap(rule.onset).first
      if let last { fixed.append(Onset(second: last, place: place, offset: offset)) }
    }
    yearly.append((rule, place, offset))
  }

  /// Returns the local second of a time, and of a day at midnight, as some programs write; nil for a day in the first
  /// edition.
  private func second(_ time: CalendarTime) -> Int64? {
    switch time {
    case .day(let day): edition == .first ? nil : day * 86_400
    case .local(let second, _): second
    }
  }

  /// Reads an offset such as `+0530`, in seconds.
  private func offset(_ text: Substring) -> Int64? {
    if edition != .first, text.utf8.contains(UInt8(ascii: ":")) {
      return ZoneNames.offset(String(text).trimmingSpaces).map { $0 * 60 }
    }
    let sign = text.utf8.first
    let digits = text.utf8.dropFirst().prefix(7).map { Int64($0) - 48 }
    guard [4, 6].contains(digits.count), digits.allSatisfy({ 0...9 ~= $0 }),
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    else { return nil }
    let seconds =
      (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60
      + (digits.count == 6 ? digits[4] * 10 + digits[5] : 0)
    guard seconds < 86_400 else { return nil }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The most bytes of a rule that is read; those of zones have fewer than a hundred.
  private static let longestRule = 1000

  private func yearly(_ text: Substring, start: Int64, offset: Int64) -> Yearly? {
    guard text.utf8.count <= Self.longestRule else { return nil }
    var parts: [String: Substring] = [:]
    for part in text.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parts[String(pair[0])] = pair[1] }
    }
    guard parts["FREQ"] == "YEARLY" else { return nil }
    let day = CivilDay(daysSince2001: LocalTime.day(ofSecond: start))
    var yearly = Yearly(month: parts["BYMONTH"].flatMap { UInt32($0) } ?? day.month)
    yearly.start = start
    guard 1...12 ~= yearly.month else { return nil }
    let days = (parts["BYMONTHDAY"] ?? "").split(separator: ",").compactMap { UInt32($0) }
    for day in days where 1...31 ~= day { yearly.days |= 1 << day }
    // Days that no month has leave nothing possible.
    if !days.isEmpty, yearly.days == 0 { return nil }
    if let byDay = parts["BYDAY"] {
      let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
      guard let weekday = names.firstIndex(of: String(byDay.suffix(2))) else { return nil }
      yearly.weekday = Int64(weekday)
      yearly.number = Int(byDay.dropLast(2)) ?? 1
      guard -5...5 ~= yearly.number, yearly.number != 0 else { return nil }
    } else if yearly.days == 0 {
      yearly.days = 1 << day.day
    }
    if let until = parts["UNTIL"], let time = CalendarTime(until, edition) {
      switch time {
      case .day(let day): yearly.until = day * 86_400 + 86_399
      case .local(let second, let isUTC): yearly.until = isUTC ? second + offset : second
      }
    }
    return yearly
  }
}
