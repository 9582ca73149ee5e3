import DocumentTables

/// A value of the types DATE and DATE-TIME (RFC 5545, 3.3.4 and 3.3.5).
enum CalendarTime: Hashable, Sendable {
  /// Days since 2001-01-01.
  case day(Int64)
  /// A local time, as seconds since 2001-01-01T00:00:00 on the same clock.
  case local(Int64, isUTC: Bool)

  /// Reads a value; nil if it is neither.
  init?(_ text: some StringProtocol, _ edition: TimeEdition = .current) {
    guard let moment = StatedMoment(calendar: text, edition), let day = moment.day else {
      return nil
    }
    guard let second = moment.second else {
      self = .day(day)
      return
    }
    let offset = moment.offset ?? 0
    self = .local(day * 86_400 + second - offset * 60, isUTC: moment.offset != nil)
  }

  /// The value as text.
  var text: String {
    switch self {
    case .day(let days): return Self.text(ofDay: days)
    case .local(let second, let isUTC):
      let time = LocalTime.time(ofSecond: second)
      let clock = [time / 3600, time / 60 % 60, time % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      return Self.text(ofDay: LocalTime.day(ofSecond: second)) + "T" + clock.joined()
        + (isUTC ? "Z" : "")
    }
  }

  private static func text(ofDay days: Int64) -> String {
    DayText.text(days).filter { $0 != "-" }
  }
}

extension StatedMoment {
  /// Reads a value of a calendar, in any form that means one day or time only.
  init?(calendar text: some StringProtocol, _ edition: TimeEdition) {
    var spelling = MomentSpelling.alone
    spelling.edition = edition
    self.init(text, spelling)
    guard day != nil, shift == nil else { return nil }
    guard edition == .first else { return }
    // The first edition read digits and `Z` only.
    let clock = text.utf8.dropFirst(9)
    guard form == .basic, clock.allSatisfy({ $0 &- 48 < 10 || $0 | 32 == UInt8(ascii: "z") }) else {
      return nil
    }
  }

  /// Whether the text has the form of the types DATE and DATE-TIME.
  var isCalendarForm: Bool {
    form == .basic && isExact && nanosecond == 0 && offset ?? 0 == 0
  }
}

/// A value of the type DURATION (RFC 5545, 3.3.6): days of the calendar, and exact seconds.
struct CalendarDuration: Hashable, Sendable {
  var days: Int64 = 0
  var seconds: Int64 = 0

  /// Reads a value; nil if it is none or is too long.
  ///
  /// Reads bytes, because comparing characters with many combining marks takes quadratic time.
  init?(_ text: some StringProtocol) {
    // Upper case: the codes of small letters differ in one bit.
    var rest = text.utf8.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 & ~0x20 : $0 }[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var isTime = false
    while !rest.isEmpty {
      if !isTime, rest.first == UInt8(ascii: "T") {
        isTime = true
        rest.removeFirst()
        guard !rest.isEmpty else { return nil }
        continue
      }
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      // Seven digits of weeks are beyond all years of the calendar.
      guard 1...7 ~= digits.count else { return nil }
      let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
      rest.removeFirst(digits.count)
      guard let unit = rest.popFirst() else { return nil }
      switch (Character(Unicode.Scalar(unit)), isTime) {
      case ("W", false): days += number * 7
      case ("D", false): days += number
      case ("H", true): seconds += number * 3600
      case ("M", true): seconds += number * 60
      case ("S", true): seconds += number
      default: return nil
      }
    }
    guard days < 8_000_000, seconds < 700_000_000_000 else { return nil }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}
