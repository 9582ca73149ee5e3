import DocumentTables

/// The order of the numbers of a day such as 03/04/2025.
enum CSVDayOrder: String, Hashable, Sendable {
  case dayFirst = "day-month-year"
  case monthFirst = "month-day-year"
}

/// A day, a time of day, or both, as a cell states them.
struct CSVMoment: Hashable, Sendable {
  /// Days since 2001-01-01.
  var day: Int64?
  /// The second of the day.
  var second: Int64?
  var nanosecond: Int64 = 0
  /// The minutes by which the time is ahead of UTC.
  var offset: Int64?
  /// The name of a zone.
  var zone: String?
  /// The first two numbers of a day whose order the cell does not tell.
  var numbers: (Int, Int)?
  var isTwelveHours = false

  static func == (left: CSVMoment, right: CSVMoment) -> Bool {
    left.day == right.day && left.second == right.second && left.nanosecond == right.nanosecond
      && left.offset == right.offset && left.zone == right.zone
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(second)
  }

  /// The most bytes of a cell with a moment: 16 words and a zone.
  private static let longestText = 1024

  /// Reads a cell; nil if it is no moment.
  ///
  /// - Parameter order: The order of days such as 03/04/2025.
  init?(_ text: some StringProtocol, order: CSVDayOrder = .dayFirst) {
    guard text.utf8.count <= Self.longestText else { return nil }
    if readPlain(Array(text.utf8)) { return }
    if text.ends(with: "]"), let exact = try? ZonedTimeText(String(text)) {
      day = LocalTime.day(ofSecond: exact.localSecond)
      second = LocalTime.time(ofSecond: exact.localSecond)
      (nanosecond, offset, zone) = (exact.nanosecond, exact.offset, exact.zone)
      return
    }
    var words = Words(text)
    guard !words.isEmpty, words.list.count <= 16 else { return nil }
    words.dropWeekday()
    if !readDay(&words, order) { day = nil }
    if day != nil { words.drop("T", ",", "at", "@", "-") }
    let hasClock = readClock(&words)
    if hasClock { readZone(&words, hasDay: day != nil) }
    if day == nil, hasClock {
      // Some programs state the day behind the time.
      words.drop(",", "on")
      if !words.isEmpty, !readDay(&words, order) { return nil }
    }
    guard words.isEmpty, day != nil || hasClock else { return nil }
  }

  /// Reads `YYYY-MM-DD`, alone or with `hh:mm` or `hh:mm:ss` behind it, as most programs write.
  private mutating func readPlain(_ text: [UInt8]) -> Bool {
    guard text.count == 10 || text.count == 16 || text.count == 19 else { return false }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for byte in text[range] {
        guard byte &- 48 < 10 else { return nil }
        number = number * 10 + Int(byte - 48)
      }
      return number
    }
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let year = number(0..<4),
      let month = number(5..<7), let dayOfMonth = number(8..<10),
      let found = Self.day(year, month, dayOfMonth)
    else { return false }
    if text.count > 10 {
      guard text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T"),
        text[13] == UInt8(ascii: ":"), let hour = number(11..<13), let minute = number(14..<16),
        hour < 24, minute < 60
      else { return false }
      var seconds = 0
      if text.count == 19 {
        guard text[16] == UInt8(ascii: ":"), let stated = number(17..<19), stated < 60 else {
          return false
        }
        seconds = stated
      }
      second = Int64(hour * 3600 + minute * 60 + seconds)
    }
    day = found
    return true
  }

  // MARK: Days

  private mutating func readDay(_ words: inout Words, _ order: CSVDayOrder) -> Bool {
    let saved = words
    if let found = isoDay(&words) ?? numberedDay(&words, order) ?? namedDay(&words) {
      day = found
      return true
    }
    words = saved
    return false
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    let civil = CivilDay(year: UInt32(year), month: UInt32(month), day: UInt32(day))
    return civil.exists ? civil.daysSince2001 : nil
  }

  private func isoDay(_ words: inout Words) -> Int64? {
    let saved = words
    if case .number(let year, 4)? = words.next(), let mark = words.mark("-", "/", "."),
      case .number(let month, 1...2)? = words.next(), words.mark(mark) != nil,
      case .number(let day, 1...2)? = words.next()
    {
      return Self.day(year, month, day)
    }
    words = saved
    if case .number(let number, 8)? = words.next() {
      return Self.day(number / 10_000, number / 100 % 100, number % 100)
    }
    words = saved
    return nil
  }

  private mutating func numberedDay(_ words: inout Words, _ order: CSVDayOrder) -> Int64? {
    let saved = words
    if case .number(let first, 1...2)? = words.next(), let mark = words.mark("-", "/", "."),
      case .number(let second, 1...2)? = words.next(), words.mark(mark) != nil,
      case .number(let year, let digits)? = words.next(), digits == 2 || digits == 4
    {
      numbers = (first, second)
      let isDayFirst = mark == "." || order == .dayFirst
      return Self.day(
        Self.year(year, digits), isDayFirst ? second : first, isDayFirst ? first : second)
    }
    words = saved
    return nil
  }

  /// Two digits are years from 1969 to 2068, as in POSIX.
  private static func year(_ number: Int, _ digits: Int) -> Int {
    digits == 4 ? number : number < 69 ? 2000 + number : 1900 + number
  }

  private func namedDay(_ words: inout Words) -> Int64? {
    let saved = words
    let first = words.next()
    _ = words.mark("-", "/", ".", ",")
    words.drop("st", "nd", "rd", "th", ".")
    let second = words.next()
    words.drop("st", "nd", "rd", "th", ".")
    words.drop(",")
    _ = words.mark("-", "/")
    if case .number(let year, let digits)? = words.next(), digits == 2 || digits == 4 {
      let full = Self.year(year, digits)
      if case .number(let day, 1...2)? = first, case .word(let name)? = second,
        let month = Self.month(name)
      {
        return Self.day(full, month, day)
      }
      if case .word(let name)? = first, let month = Self.month(name),
        case .number(let day, 1...2)? = second
      {
        return Self.day(full, month, day)
      }
    }
    words = saved
    return nil
  }

  private static func month(_ word: String) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(word) || word == "sept" && $0 == "september" }
      .map { $0 + 1 }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  // MARK: Times

  private mutating func readClock(_ words: inout Words) -> Bool {
    let saved = words
    guard case .number(var hour, let digits)? = words.next() else {
      words = saved
      return false
    }
    var minute = 0
    var seconds = 0
    var hasMinutes = false
    if digits <= 2, words.mark(":", "h") != nil {
      guard case .number(let stated, 2)? = words.next() else {
        words = saved
        return false
      }
      (minute, hasMinutes) = (stated, true)
      if words.mark(":") != nil {
        guard case .number(let stated, 2)? = words.next() else {
          words = saved
          return false
        }
        seconds = stated
        if words.mark(".") != nil {
          guard case .number(let fraction, let digits)? = words.next(), digits <= 9 else {
            words = saved
            return false
          }
          nanosecond = (digits..<9).reduce(Int64(fraction)) { number, _ in number * 10 }
        }
      }
    } else if digits == 4 || digits == 6, day != nil {
      // 20260701T1930 and 20260701T193000.
      let isShort = digits == 4
      (hour, minute, seconds) =
        isShort
        ? (hour / 100, hour % 100, 0) : (hour / 10_000, hour / 100 % 100, hour % 100)
      hasMinutes = true
    }
    switch words.peek {
    case .word("am"), .word("a"), .word("pm"), .word("p"):
      guard 1...12 ~= hour, case .word(let half)? = words.next() else {
        words = saved
        return false
      }
      if half.count == 1 {
        words.drop(".")
        words.drop("m")
        words.drop(".")
      }
      hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
      isTwelveHours = true
    default:
      guard hasMinutes else {
        words = saved
        return false
      }
    }
    // No clock of a document has leap seconds.
    if seconds == 60 { seconds = 59 }
    guard hour < 24, minute < 60, seconds < 60 else {
      words = saved
      return false
    }
    second = Int64(hour * 3600 + minute * 60 + seconds)
    return true
  }

  private mutating func readZone(_ words: inout Words, hasDay: Bool) {
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
    if let sign = words.mark("+", "-") {
      guard case .number(let number, let digits)? = words.next() else { return }
      var minutes = 0
      if digits <= 2, words.mark(":") != nil {
        guard case .number(let stated, 2)? = words.next() else { return }
        minutes = number * 60 + stated
      } else {
        minutes = digits <= 2 ? number * 60 : number / 100 * 60 + number % 100
      }
      offset = Int64(sign == "-" ? -minutes : minutes)
    }
    words.drop("(", "[")
    if case .name(let name)? = words.peek {
      _ = words.next()
      zone = name
    }
    words.drop(")", "]")
  }
}

extension CSVMoment {
  /// The numbers, words and marks of a cell.
  fileprivate struct Words {
    enum Word: Equatable {
      case number(Int, digits: Int)
      case word(String)
      /// A name with a slash, as zones have.
      case name(String)
      case mark(String)
    }

    var list: ArraySlice<Word> = []

    var isEmpty: Bool { list.isEmpty }
    var peek: Word? { list.first }

    /// Splits a cell; a cell that is too long for a moment has no words.
    init(_ text: some StringProtocol) {
      let bytes = Array(text.utf8)
      guard bytes.count <= 80 else { return }
      var at = 0
      var words: [Word] = []
      func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
      func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 || byte >= 0x80 }
      while at < bytes.count {
        let start = at
        if isDigit(bytes[at]) {
          while at < bytes.count, isDigit(bytes[at]) { at += 1 }
          guard at - start <= 9,
            let number = Int(String(decoding: bytes[start..<at], as: UTF8.self))
          else { return }
          words.append(.number(number, digits: at - start))
        } else if isLetter(bytes[at]) {
          var isName = false
          while at < bytes.count,
            isLetter(bytes[at]) || bytes[at] == UInt8(ascii: "_")
              || isName && (isDigit(bytes[at]) || bytes[at] == 43 || bytes[at] == 45)
              || bytes[at] == UInt8(ascii: "/") && at + 1 < bytes.count && isLetter(bytes[at + 1])
                && at - start > 2
          {
            if bytes[at] == UInt8(ascii: "/") { isName = true }
            at += 1
          }
          let word = String(decoding: bytes[start..<at], as: UTF8.self)
          words.append(isName ? .name(word) : .word(word.lowercased()))
        } else {
          at += 1
          if bytes[start] != 32 {
            words.append(.mark(String(decoding: bytes[start..<at], as: UTF8.self)))
          }
        }
      }
      list = words[...]
    }

    mutating func next() -> Word? { list.popFirst() }

    /// Takes a mark or a word if it is one of some.
    mutating func mark(_ marks: String...) -> String? {
      switch list.first {
      case .mark(let text)? where marks.contains(text): break
      case .word(let text)? where marks.contains(text): break
      default: return nil
      }
      if case .mark(let text)? = list.popFirst() { return text }
      return marks.last
    }

    mutating func drop(_ marks: String...) {
      switch list.first {
      case .mark(let text)? where marks.contains(text): list.removeFirst()
      case .word(let text)?
      where marks.contains(text) || marks.contains(text.uppercased()): list.removeFirst()
      default: break
      }
    }

    mutating func dropWeekday() {
      guard case .word(let word)? = list.first, word.utf8.count >= 2,
        Self.weekdays.contains(where: { $0.hasPrefix(word) })
      else { return }
      list.removeFirst()
      drop(",", ".")
      drop(",")
    }

    private static let weekdays = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
  }
}
