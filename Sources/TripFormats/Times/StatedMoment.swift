import DocumentTables

/// A day, a time of day, or both, as a text states them.
struct StatedMoment: Sendable {
  /// The form of a text.
  enum Form: Hashable, Sendable {
    /// `20260701` or `20260701T193000` (RFC 5545, ISO 8601).
    case basic
    /// `2026-07-01` or `2026-07-01T19:30:00` (ISO 8601).
    case extended
    /// A number of a spreadsheet.
    case serial
    case other
  }

  /// Days that a text counts from another day, such as `+1` in the arrival of a timetable.
  struct Shift: Sendable {
    let days: Int64
    /// Whether the text is a sign and one digit, which may be the offset of a zone.
    let mayBeOffset: Bool
  }

  /// Days since 2001-01-01.
  var day: Int64?
  /// The second of the day.
  var second: Int64?
  var nanosecond: Int64 = 0
  /// The minutes by which the time is ahead of UTC.
  var offset: Int64?
  /// The name of a zone.
  var zone: String?
  var shift: Shift?
  var form = Form.other
  /// Whether the text has its form without an exception.
  var isExact = true
  /// The first two numbers of a day whose order the text does not tell.
  var numbers: (Int, Int)?
  var isTwelveHours = false

  /// The most bytes of a text with a moment: 16 words and a zone.
  private static let longestText = 1024

  /// Reads a text; nil if it is no moment, or can be several.
  init?(_ text: some StringProtocol, _ spelling: MomentSpelling) {
    guard text.utf8.count <= Self.longestText else { return nil }
    let bytes = Array(text.utf8)
    if readExact(bytes, spelling) { return }
    if text.ends(with: "]"), let exact = try? ZonedTimeText(String(text)) {
      day = LocalTime.day(ofSecond: exact.localSecond)
      second = LocalTime.time(ofSecond: exact.localSecond)
      (nanosecond, offset, zone) = (exact.nanosecond, exact.offset, exact.zone)
      return
    }
    if spelling.edition != .first, readNumber(bytes, spelling) { return }
    guard let words = MomentWords(text, spelling) else { return nil }
    // A word such as "mar" may begin a day, or be the day of the week before it.
    if read(words, dropsWeekday: true) { return }
    self = StatedMoment()
    if read(words, dropsWeekday: false) { return }
    return nil
  }

  private init() {}

  // MARK: Exact forms

  /// Reads the basic and the extended form of ISO 8601, with a space instead of the `T` too.
  private mutating func readExact(_ text: [UInt8], _ spelling: MomentSpelling) -> Bool {
    guard text.count >= 8 else { return false }
    var rest = text[...]
    let isExtended = text[4] == UInt8(ascii: "-")
    guard let year = Self.number(&rest, 4), Self.take(&rest, "-", isExtended),
      let month = Self.number(&rest, 2), Self.take(&rest, "-", isExtended),
      let dayOfMonth = Self.number(&rest, 2),
      var found = CivilDay.day(Int(year), Int(month), Int(dayOfMonth))
    else { return false }
    var isExact = true
    var moment = StatedMoment()
    if spelling.edition != .first, Self.takesZone(rest) {
      // Days of XML Schema may have a zone, which says nothing about a day.
      isExact = false
    } else if let separator = rest.popFirst() {
      guard [UInt8(ascii: "T"), UInt8(ascii: "t"), 32].contains(separator),
        Self.readClock(&rest, isExtended, &moment, &isExact), rest.isEmpty,
        separator != 32 || isExtended
      else { return false }
      if separator == 32 { isExact = false }
      if moment.second == 86_400 {
        // The first edition read the end of a day in texts of ISO 8601 outside of tables only.
        if spelling.edition == .first, !isExtended || spelling.order != nil { return false }
        guard DayText.range.contains(found + 1) else { return false }
        (found, moment.second) = (found + 1, 0)
        if !isExtended { isExact = false }
      }
    }
    self = moment
    (day, form, self.isExact) = (found, isExtended ? .extended : .basic, isExact)
    return true
  }

  /// Whether a text is `Z` or an offset.
  private static func takesZone(_ text: ArraySlice<UInt8>) -> Bool {
    // Without a colon it can be a time or the end of a span: 20260701-1930, 2026-02-10-12.
    guard text.count == 1 || text.count == 6 && text.dropFirst(3).first == UInt8(ascii: ":") else {
      return false
    }
    var (rest, moment) = (text, StatedMoment())
    guard readOffset(&rest, &moment) else { return false }
    return rest.isEmpty && moment.offset != nil
  }

  private static func readClock(
    _ rest: inout ArraySlice<UInt8>, _ isExtended: Bool, _ moment: inout StatedMoment,
    _ isExact: inout Bool
  ) -> Bool {
    guard let hour = number(&rest, 2), take(&rest, ":", isExtended), let minute = number(&rest, 2),
      hour <= 24, minute < 60
    else { return false }
    var second: Int64 = 0
    let hasSeconds = isExtended ? rest.first == UInt8(ascii: ":") : rest.first.map(isDigit) ?? false
    if hasSeconds {
      guard take(&rest, ":", isExtended), let stated = number(&rest, 2), stated <= 60 else {
        return false
      }
      // No clock of a document has leap seconds.
      if stated == 60 { isExact = false }
      second = min(stated, 59)
      if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
        guard readFraction(&rest, &moment, &isExact) else { return false }
        // RFC 5545 has none.
        if !isExtended { isExact = false }
      }
    } else if !isExtended {
      // Some programs leave the seconds out.
      isExact = false
    }
    guard hour < 24 || minute == 0 && second == 0 && moment.nanosecond == 0 else { return false }
    moment.second = hour * 3600 + minute * 60 + second
    // RFC 5545 has `Z` only.
    if !isExtended, let mark = rest.first, mark | 32 != UInt8(ascii: "z") { isExact = false }
    return readOffset(&rest, &moment)
  }

  private static func readFraction(
    _ rest: inout ArraySlice<UInt8>, _ moment: inout StatedMoment, _ isExact: inout Bool
  ) -> Bool {
    rest.removeFirst()
    var (scale, count): (Int64, Int) = (100_000_000, 0)
    while let digit = rest.first, isDigit(digit) {
      // Digits beyond nanoseconds are cut off.
      moment.nanosecond += Int64(digit - 48) * scale
      scale /= 10
      count += 1
      rest.removeFirst()
    }
    if count > 9 { isExact = false }
    return count > 0
  }

  /// Reads `Z` or an offset of two digits or more.
  private static func readOffset(
    _ rest: inout ArraySlice<UInt8>, _ moment: inout StatedMoment
  ) -> Bool {
    guard let sign = rest.first else { return true }
    if sign | 32 == UInt8(ascii: "z") {
      rest.removeFirst()
      moment.offset = 0
      return true
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    rest.removeFirst()
    guard let hours = number(&rest, 2), hours < 24 else { return false }
    if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    var minutes: Int64 = 0
    if !rest.isEmpty {
      guard let stated = number(&rest, 2), stated < 60 else { return false }
      minutes = stated
    }
    let magnitude = hours * 60 + minutes
    moment.offset = sign == UInt8(ascii: "-") ? -magnitude : magnitude
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, _ mark: Unicode.Scalar, _ isExpected: Bool
  ) -> Bool {
    guard isExpected else { return true }
    return rest.popFirst() == UInt8(ascii: mark)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int64? {
    guard rest.count >= count else { return nil }
    var number: Int64 = 0
    for byte in rest.prefix(count) {
      guard isDigit(byte) else { return nil }
      number = number * 10 + Int64(byte - 48)
    }
    rest = rest.dropFirst(count)
    return number
  }

  // MARK: Numbers

  /// Reads the number of a spreadsheet, a time of four digits, or one with a point.
  private mutating func readNumber(_ text: [UInt8], _ spelling: MomentSpelling) -> Bool {
    guard 3...24 ~= text.count, text.allSatisfy({ Self.isDigit($0) || $0 == 46 || $0 == 44 }) else {
      return false
    }
    let parts = text.split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { $0 == 46 || $0 == 44 })
    guard let first = parts.first, first.count <= 9 else { return false }
    let whole = first.reduce(Int64(0)) { $0 * 10 + Int64($1) - 48 }
    if spelling.isClock, let time = Self.clock(whole, parts) {
      second = time
      return true
    }
    guard let epoch = spelling.epoch, parts.count <= 2 else { return false }
    let fraction = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    guard parts.count == 1 || !fraction.isEmpty, let part = Double("0." + fraction + "0") else {
      return false
    }
    var time = Int64((part * 86_400).rounded())
    var days = whole - epoch.origin
    if time == 86_400 { (time, days) = (0, days + 1) }
    form = .serial
    // Numbers of other lengths are years, hours, or days without a mark between their parts.
    if first.count == 5 {
      day = days
      if time != 0 { second = time }
      return true
    }
    guard spelling.isClock, whole == 0, parts.count == 2 else { return false }
    second = time == 0 && part > 0.5 ? 86_399 : time % 86_400
    return true
  }

  /// Reads `930`, `0930` and `9.30`.
  private static func clock(_ whole: Int64, _ parts: [ArraySlice<UInt8>]) -> Int64? {
    let (hour, minute): (Int64, Int64)
    switch (parts.count, parts[0].count) {
    case (1, 3...4): (hour, minute) = (whole / 100, whole % 100)
    // Below one, it is a part of a day.
    case (2, 1...2) where parts[1].count == 2 && (whole > 0 || parts[0].count == 2):
      (hour, minute) = (whole, parts[1].reduce(0) { $0 * 10 + Int64($1) - 48 })
    default: return nil
    }
    return hour < 24 && minute < 60 ? hour * 3600 + minute * 60 : nil
  }
}

extension CivilDay {
  /// Returns the days since 2001-01-01 of a day that exists.
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    let civil = CivilDay(year: UInt32(year), month: UInt32(month), day: UInt32(day))
    return civil.exists ? civil.daysSince2001 : nil
  }
}
