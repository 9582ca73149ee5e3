import Foundation

/// What the format of a cell makes of its number (ECMA-376, 18.8.30 and 18.8.31).
///
/// A workbook has no type for days: a number is one if its format has parts of one.
enum SheetNumberFormat: Hashable, Sendable {
  case number
  /// A number with zeros in front, such as a post code.
  case padded(Int)
  case percent
  /// The symbol or the code of the currency.
  case currency(String)
  case day
  case time
  case dayAndTime

  /// The format of a number that every program knows; nil for one that the workbook states.
  init?(builtIn number: Int) {
    switch number {
    case 9, 10: self = .percent
    // Also the days of East Asia, and 14, which every program shows in its own language.
    case 14...17, 27...31, 36, 50...54, 57, 58: self = .day
    case 18...21, 32...35, 45...47, 55, 56: self = .time
    case 22: self = .dayAndTime
    case 0...13, 37...44, 48, 49: self = .number
    default: return nil
    }
  }

  /// Reads a code, such as `[$-407]d. mmm yyyy hh:mm;@`.
  init(code: String) {
    let parts = Parts(code)
    if parts.hasDay || parts.hasTime {
      self = !parts.hasTime ? .day : parts.hasDay ? .dayAndTime : .time
    } else if parts.isPercent {
      self = .percent
    } else if let currency = parts.currency {
      self = .currency(currency)
    } else if parts.digits > 1, parts.isPadded {
      self = .padded(parts.digits)
    } else {
      self = .number
    }
  }

  /// What the letters of the first section of a code say, without quoted text.
  private struct Parts {
    var hasDay = false
    var hasTime = false
    var isPercent = false
    var currency: String?
    /// Whether there is nothing but zeros.
    var isPadded = true
    var digits = 0
    private var literal = ""

    init(_ code: String) {
      // The month of a day and the minute of a time are one letter; minutes are beside hours or seconds.
      var letters = ""
      var rest = Substring(code.prefix(Self.longestCode))
      func take(until end: Character) -> Substring {
        let text = rest.prefix { $0 != end }
        rest = rest.dropFirst(text.count + 1)
        return text
      }
      while let letter = rest.popFirst(), letter != ";" {
        switch letter {
        case "\"": literal += take(until: "\"")
        case "\\":
          if let next = rest.popFirst() { literal.append(next) }
        case "_", "*": _ = rest.popFirst()
        case "[":
          let text = take(until: "]")
          let lower = text.lowercased()
          if text.hasPrefix("$") {
            let symbol = text.dropFirst().prefix { $0 != "-" }
            if !symbol.isEmpty { currency = String(symbol) }
          } else if !lower.isEmpty, lower.allSatisfy({ "hms".contains($0) }) {
            letters += "h"
          }
        case "%": isPercent = true
        case "0": digits += 1
        case "$", "€", "£", "¥": currency = currency ?? String(letter)
        default:
          if letter.isLetter { letters += letter.lowercased() } else { letters.append(" ") }
          if letter != " ", letter != "-" { isPadded = false }
        }
      }
      let words = letters.split(separator: " ").map(String.init)
      if words.first == "general" || words.first == "standard" { return }
      for (index, word) in words.enumerated() {
        if word.hasPrefix("am") || word.hasPrefix("pm") || word == "a" || word == "p" {
          hasTime = true
          continue
        }
        // 0.00E+00 is a number.
        if word == "e" { continue }
        if word.contains(where: { "hs".contains($0) }) { hasTime = true }
        if word.contains(where: { "ydgaeb".contains($0) }) { hasDay = true }
        guard word.contains("m"), !word.contains(where: { "hs".contains($0) }) else { continue }
        let before = index > 0 ? words[index - 1] : ""
        let after = index + 1 < words.count ? words[index + 1] : ""
        let isMinute =
          word.count < 3 && (before.contains("h") || after.hasPrefix("s"))
        if isMinute { hasTime = true } else { hasDay = true }
      }
      if !literal.isEmpty || currency != nil { isPadded = false }
      if currency == nil, !hasDay, !hasTime { currency = Self.currency(in: literal) }
    }

    private static let longestCode = 500

    /// Returns a symbol, or a code of three capitals, in quoted text.
    private static func currency(in text: String) -> String? {
      let word = text.filter { $0 != " " && $0 != "\u{A0}" }
      if word.count == 1, "$€£¥₹₩₺₽₴₫฿₪".contains(word) { return word }
      return word.utf8.count == 3 && word.utf8.allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
        ? word : nil
    }
  }
}

/// Numbers of sheets as text that tables have.
struct SheetNumbers: Sendable {
  /// Whether the days of the workbook are counted from 1904.
  var isFrom1904 = false

  /// Returns a number as the text of a cell; nil for a number that its format cannot show as a day.
  ///
  /// - Parameter text: The number as the file spells it.
  func text(_ text: String, _ format: SheetNumberFormat) -> String? {
    guard let number = Double(text), number.isFinite else { return nil }
    switch format {
    case .number: return Self.plain(text, number)
    case .padded(let digits):
      let plain = Self.plain(text, number)
      guard plain.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), plain.utf8.count < digits
      else {
        return plain
      }
      return String(repeating: "0", count: min(digits, 100) - plain.utf8.count) + plain
    case .percent: return Self.rounded(number * 100) + "%"
    case .currency(let unit): return Self.plain(text, number) + " " + unit
    case .time: return Self.time(number)
    case .day, .dayAndTime: return day(number, hasTime: format == .dayAndTime)
    }
  }

  private static func plain(_ text: String, _ number: Double) -> String {
    let isWhole = text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-") }
    return isWhole ? text : rounded(number)
  }

  /// Returns a number with fifteen digits, as many as spreadsheets have: 19.99 is stored as 19.989999999999998.
  static func rounded(_ number: Double) -> String {
    if number == 0 { return "0" }
    let text = String(format: "%.15g", number)
    guard text.contains("e"), abs(number) < 1e15 else { return text }
    var digits = String(format: "%.20f", number)
    while digits.hasSuffix("0") { digits.removeLast() }
    return digits
  }

  private static let secondsOfDay = 86_400.0
  /// The number of 2001-01-01 where days are counted from 1900.
  private static let firstDay: Int64 = 36_892
  /// The number of 1900-02-29, which is no day: Lotus 1-2-3 had it, so all numbers behind it are one too high.
  private static let falseDay = 60.0
  /// The days from the beginning of the one count to that of the other.
  private static let daysTo1904: Int64 = 1462
  /// The number of 9999-12-31.
  private static let lastDay = 2_958_465.0

  private func day(_ number: Double, hasTime: Bool) -> String? {
    guard 0...Self.lastDay + 1 ~= number else { return nil }
    // A time that was computed may be a billionth of a day too early.
    var seconds = Int64((number * Self.secondsOfDay).rounded())
    let whole = seconds / 86_400
    seconds %= 86_400
    var day = whole - Self.firstDay
    if isFrom1904 {
      day += Self.daysTo1904
    } else if whole == Int64(Self.falseDay) {
      return nil
    } else if whole == 0 {
      // No day, only a time.
      return hasTime ? Self.time(number) : nil
    } else if whole < Int64(Self.falseDay) {
      day += 1
    }
    guard let text = FeatureTime.text(ofSecond: day * 86_400 + seconds) else { return nil }
    return hasTime ? String(text.dropLast()) : String(text.prefix(10))
  }

  /// Returns a time of day, or a duration of a day and more.
  private static func time(_ number: Double) -> String? {
    guard 0...1e6 ~= number else { return nil }
    let seconds = Int64((number * secondsOfDay).rounded())
    // A time with a day before it shows its time.
    let hours = number >= 1000 ? seconds / 3600 % 24 : seconds / 3600
    func digits(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let second = seconds % 60
    return "\(digits(hours)):\(digits(seconds / 60 % 60))"
      + (second > 0 ? ":\(digits(second))" : "")
  }
}
