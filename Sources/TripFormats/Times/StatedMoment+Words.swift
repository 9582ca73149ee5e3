import DocumentTables

// Days and times in words and numbers, as people write them.
extension StatedMoment {
  /// Reads all words; returns whether they are a moment.
  mutating func read(_ all: MomentWords, dropsWeekday: Bool) -> Bool {
    var words = all
    words.dropFillers()
    if dropsWeekday { words.dropWeekday() }
    words.dropFillers()
    let hasDay = readDay(&words)
    if hasDay {
      if words.spelling.edition != .first { words.dropWeekday() }
      words.drop("T", ",", "at", "@", "-")
      words.dropFillers()
    }
    let hasClock = readClock(&words)
    if hasClock { readZone(&words) }
    if !hasDay, hasClock {
      // Some programs state the day behind the time.
      words.drop(",", "on")
      words.dropFillers()
      if dropsWeekday, words.spelling.edition != .first { words.dropWeekday() }
      if !words.isEmpty, !readDay(&words) { return false }
    }
    // The point of an abbreviation ends the text: 3 maja 2026 r.
    if words.spelling.edition != .first, words.following.isEmpty { words.drop(".") }
    return words.isEmpty && (day != nil || hasClock)
  }

  // MARK: Days

  private mutating func readDay(_ words: inout MomentWords) -> Bool {
    let saved = words
    for read in [Self.yearFirst, Self.numbered, Self.named] {
      words = saved
      if let found = read(&self, &words) {
        day = found
        return true
      }
    }
    words = saved
    return false
  }

  /// Reads `2026-7-1`, `2026/07/01`, `20260701` and `2026年7月1日`.
  private static func yearFirst(_ moment: inout StatedMoment, _ words: inout MomentWords) -> Int64?
  {
    let saved = words
    if case .number(let year, 4)? = words.next(), let mark = words.mark("-", "/", ".", "年") {
      if mark == "年" {
        guard words.spelling.edition != .first else { return nil }
        guard case .number(let month, 1...2)? = words.next(), words.mark("月") != nil,
          case .number(let day, 1...2)? = words.next(), words.takeDayMark()
        else { return nil }
        return CivilDay.day(year, month, day)
      }
      if words.spelling.edition != .first, case .word(let name)? = words.peek,
        let month = words.month(name)
      {
        _ = words.next()
        guard words.mark(mark) != nil, case .number(let day, 1...2)? = words.next() else {
          return nil
        }
        return CivilDay.day(year, month, day)
      }
      if case .number(let month, 1...2)? = words.next(), words.mark(mark) != nil,
        case .number(let day, 1...2)? = words.next()
      {
        return CivilDay.day(year, month, day)
      }
    }
    words = saved
    if case .number(let number, 8)? = words.next() {
      return CivilDay.day(number / 10_000, number / 100 % 100, number % 100)
    }
    return nil
  }

  /// Reads `3/4/2025` and `3.4.25`.
  private static func numbered(_ moment: inout StatedMoment, _ words: inout MomentWords) -> Int64? {
    guard case .number(let first, 1...2)? = words.next(), let mark = words.mark("-", "/", "."),
      case .number(let second, 1...2)? = words.next(), words.mark(mark) != nil,
      case .number(let number, let digits)? = words.next(), digits == 2 || digits == 4
    else { return nil }
    let year = Self.year(number, digits)
    moment.numbers = (first, second)
    guard let order = words.spelling.order else {
      // Without an order, only one must be possible.
      guard digits == 4 else { return nil }
      let found = Set(
        [
          CivilDay.day(year, second, first), mark == "." ? nil : CivilDay.day(year, first, second),
        ].compactMap { $0 })
      return found.count == 1 ? found.first : nil
    }
    let isDayFirst = mark == "." || order == .dayFirst
    return CivilDay.day(year, isDayFirst ? second : first, isDayFirst ? first : second)
  }

  /// Two digits are years from 1969 to 2068, as in POSIX.
  private static func year(_ number: Int, _ digits: Int) -> Int {
    digits == 4 ? number : number < 69 ? 2000 + number : 1900 + number
  }

  /// Reads `3 Apr 2025`, `April 3rd, 2025`, `3. Mai 2026` and `3 de mayo de 2026`.
  private static func named(_ moment: inout StatedMoment, _ words: inout MomentWords) -> Int64? {
    let isFirst = words.spelling.edition == .first
    let first = words.next()
    _ = words.mark("-", "/", ".", ",")
    words.drop("st", "nd", "rd", "th", ".")
    if !isFirst {
      words.drop("er", "re", "e", "o", "a")
      words.dropFillers()
    }
    let second = words.next()
    words.drop("st", "nd", "rd", "th", ".")
    words.drop(",")
    words.dropFillers()
    _ = words.mark("-", "/")
    if !isFirst { words.drop("'") }
    guard case .number(let number, let digits)? = words.next(), digits == 2 || digits == 4,
      digits == 4 || words.spelling.order != nil
    else { return nil }
    // A span of days with its year behind it: May 3-10, 2026.
    let behind = [words.peek, words.following.first]
    if digits == 2, behind.contains(where: { if case .number(_, 4)? = $0 { true } else { false } })
    {
      return nil
    }
    let year = Self.year(number, digits)
    if case .number(let day, 1...2)? = first, case .word(let name)? = second,
      let month = words.month(name)
    {
      return CivilDay.day(year, month, day)
    }
    if case .word(let name)? = first, let month = words.month(name),
      case .number(let day, 1...2)? = second
    {
      return CivilDay.day(year, month, day)
    }
    return nil
  }

  // MARK: Times

  private mutating func readClock(_ words: inout MomentWords) -> Bool {
    var taken = words
    guard let time = clock(&taken) else { return false }
    second = time
    words = taken
    return true
  }

  private mutating func clock(_ words: inout MomentWords) -> Int64? {
    let isFirst = words.spelling.edition == .first
    // 午後2時30分
    let half = isFirst ? nil : words.mark("午前", "午後")
    guard case .number(var hour, let digits)? = words.next() else { return nil }
    var (minute, seconds, isTime) = (0, 0, false)
    if digits <= 2, let mark = words.mark(":", "h") {
      if case .number(let stated, 2)? = words.peek {
        _ = words.next()
        (minute, isTime) = (stated, true)
        guard readSeconds(&words, &seconds) else { return nil }
        if !isFirst { words.drop("min", "m") }
      } else if isFirst || mark == ":" {
        return nil
      } else {
        // 14h
        isTime = true
      }
    } else if !isFirst, digits <= 2, words.mark("時") != nil {
      isTime = true
      if case .number(let stated, 1...2)? = words.peek, words.following.first == .word("分") {
        minute = stated
        _ = (words.next(), words.next())
      }
    } else if !isFirst, digits <= 2, words.peek == .mark("."),
      case .number(let stated, 2)? = words.following.first
    {
      // 14.30 alone is a number.
      _ = (words.next(), words.next())
      minute = stated
      isTime = day != nil || words.spelling.isClock
    } else if digits == 4 || digits == 6, day != nil {
      // 20260701T1930 and 20260701T193000.
      (hour, minute, seconds) =
        digits == 4
        ? (hour / 100, hour % 100, 0) : (hour / 10_000, hour / 100 % 100, hour % 100)
      isTime = true
    } else if !isFirst, digits == 4, words.spelling.isClock {
      (hour, minute, isTime) = (hour / 100, hour % 100, true)
    }
    if words.takeHourWord() { isTime = true }
    if let half {
      guard hour <= 12 else { return nil }
      hour = hour % 12 + (half == "午後" ? 12 : 0)
      isTwelveHours = true
    } else if readHalf(&words, &hour) {
      isTime = true
    }
    // No clock of a document has leap seconds.
    if seconds == 60 { seconds = 59 }
    guard isTime, hour < 24, minute < 60, seconds < 60 else { return nil }
    return Int64(hour * 3600 + minute * 60 + seconds)
  }

  private mutating func readSeconds(_ words: inout MomentWords, _ seconds: inout Int) -> Bool {
    guard words.mark(":") != nil else { return true }
    guard case .number(let stated, 2)? = words.next() else { return false }
    seconds = stated
    guard words.mark(".") != nil else { return true }
    guard case .number(let fraction, let digits)? = words.next(), digits <= 9 else { return false }
    nanosecond = (digits..<9).reduce(Int64(fraction)) { number, _ in number * 10 }
    return true
  }

  /// Reads `am`, `p.m.` and others; returns whether there is one.
  private mutating func readHalf(_ words: inout MomentWords, _ hour: inout Int) -> Bool {
    guard case .word(let half)? = words.peek, ["am", "a", "pm", "p"].contains(half),
      1...12 ~= hour
    else { return false }
    _ = words.next()
    if half.count == 1 {
      words.drop(".")
      words.drop("m")
      words.drop(".")
    }
    hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    isTwelveHours = true
    return true
  }

  // MARK: Zones

  private mutating func readZone(_ words: inout MomentWords) {
    if words.spelling.edition != .first, readShift(&words) { return }
    words.drop("(")
    switch words.peek {
    case .word("z"), .word("utc"), .word("gmt"):
      _ = words.next()
      offset = 0
      zone = nil
    case .name(let name):
      _ = words.next()
      zone = name
    default: break
    }
    if words.peek == .mark("+") || words.peek == .mark("-") {
      var taken = words
      guard let minutes = readOffset(&taken) else { return }
      offset = minutes
      words = taken
    }
    if words.spelling.edition != .first { words.drop(")") }
    words.drop("(", "[")
    if case .name(let name)? = words.peek {
      _ = words.next()
      zone = name
    }
    words.drop(")", "]")
    guard words.spelling.edition != .first, case .word? = words.peek else { return }
    readZoneName(&words)
  }

  /// Reads an offset such as `+02:00`, in minutes; nil if it may be the end of a span of hours.
  private func readOffset(_ words: inout MomentWords) -> Int64? {
    let isApart = !words.isBesideNext
    let sign = words.mark("+", "-")
    guard case .number(let number, let digits)? = words.next() else { return nil }
    var minutes = 0
    if digits <= 2, words.mark(":") != nil {
      guard case .number(let stated, 2)? = words.next() else { return nil }
      if words.spelling.edition != .first, stated >= 60 { return nil }
      minutes = number * 60 + stated
    } else {
      minutes = digits <= 2 ? number * 60 : number / 100 * 60 + number % 100
    }
    if words.spelling.edition != .first {
      // 10:15 - 12:00, and 06:00-08:00 without a day
      if isApart || minutes > 14 * 60 { return nil }
      let isSpan = day == nil && offset == nil && sign == "-"
      if isSpan, Int64(minutes * 60) > second ?? 0 { return nil }
    }
    return Int64(sign == "-" ? -minutes : minutes)
  }

  /// Reads a name of a zone that ends the text, such as `CET` or `(Central European Summer Time)` behind an offset.
  private mutating func readZoneName(_ words: inout MomentWords) {
    var taken = words
    let rest = taken.rest()
    let isClosed = rest.hasSuffix(")") || rest.hasSuffix("]")
    let name = isClosed ? String(rest.dropLast()) : rest
    if let known = KnownZone(name) {
      if offset == nil || !known.isOffset { zone = name }
    } else if offset == nil || !isClosed {
      return
    }
    words = taken
  }

  // MARK: Days behind a time

  /// Reads `+1`, `(+1)`, `-1`, `+1d`, `+1 day` and `next day`; returns whether there is one.
  private mutating func readShift(_ words: inout MomentWords) -> Bool {
    var taken = words
    let isBracketed = taken.mark("(") != nil
    guard let found = shift(&taken) else { return false }
    if isBracketed, taken.mark(")") == nil { return false }
    shift = found
    words = taken
    return true
  }

  private func shift(_ words: inout MomentWords) -> Shift? {
    if case .word(let word)? = words.peek, let days = Self.shiftWords[word] {
      _ = words.next()
      let hasDay = words.takeDayWord()
      return hasDay || Self.wholeShifts.contains(word) ? Shift(days: days, mayBeOffset: false) : nil
    }
    guard let sign = words.mark("+", "-"), case .number(let number, 1...2)? = words.peek else {
      return nil
    }
    guard case .number(_, let digits)? = words.next() else { return nil }
    let days = Int64(sign == "-" ? -number : number)
    if words.takeDayWord() { return number <= 9 ? Shift(days: days, mayBeOffset: false) : nil }
    // With minutes it is an offset: +1:00.
    guard digits == 1, words.peek != .mark(":") else { return nil }
    return Shift(days: days, mayBeOffset: true)
  }

  private static let shiftWords: [String: Int64] = [
    "next": 1, "following": 1, "previous": -1, "prior": -1, "nachster": 1, "nachsten": 1,
    "folgetag": 1,
    "lendemain": 1, "翌日": 1, "前日": -1, "vortag": -1, "volgende": 1, "siguiente": 1,
  ]

  private static let wholeShifts: Set = ["folgetag", "lendemain", "翌日", "前日", "vortag"]
}

extension MomentWords {
  /// Takes a word for a day, such as "d", "days" or "Tage".
  mutating func takeDayWord() -> Bool {
    guard case .word(let word)? = peek,
      [
        "d", "day", "days", "t", "tag", "tage", "tagen", "j", "jour", "jours", "dia", "dias",
        "giorno",
        "giorni", "g", "dag", "dagen", "dzien", "dni", "日",
      ].contains(word)
    else { return false }
    _ = next()
    return true
  }

  /// Takes the mark 日 behind the number of a day, but not the day of the week that may follow it.
  mutating func takeDayMark() -> Bool {
    guard case .word(let word)? = peek, word.hasPrefix("日") else { return false }
    // 日日曜日 stays, as the day of the week.
    if word == "日" { _ = next() }
    return true
  }
}
