import DocumentTables

/// The text of a bar code on a boarding pass (IATA resolution 792), which has a day of the year, and neither a year nor a time.
///
///     M1DOE/JANE MRS        EABC123 LISFRALH 1166 122Y012A0025 100
///     ││                     │       └─ legs: booking, ends, carrier, number, day, cabin, seat, sequence
struct BoardingBarcode {
  struct Leg {
    let booking: String
    let from: String
    let to: String
    let carrier: String
    /// The number without zeros in front, with a letter behind it if it has one.
    let number: String
    /// The day of the year, from 1; nil if it is not stated.
    let day: Int?
    let cabin: String
    let seat: String
    let sequence: String
  }

  private(set) var passenger = ""
  private(set) var legs: [Leg] = []

  /// The bytes of the part that each leg has.
  private static let legBytes = 37

  /// Nil for a text of another kind.
  init?(_ message: String) {
    let text = Array(message.utf8)
    guard text.count >= 58, text[0] == UInt8(ascii: "M"),
      1...4 ~= text[1] &- UInt8(ascii: "0"), text[..<58].allSatisfy({ 0x20..<0x7F ~= $0 })
    else { return nil }
    let count = Int(text[1] - UInt8(ascii: "0"))
    passenger = Self.person(Self.field(text, 2, 20))
    var place = 23
    for _ in 0..<count {
      guard let leg = Self.leg(text, place) else { break }
      legs.append(leg)
      let size = Int(Self.field(text, place + 35, 2), radix: 16) ?? 0
      place += Self.legBytes + size
    }
    if legs.isEmpty { return nil }
  }

  private static func leg(_ text: [UInt8], _ place: Int) -> Leg? {
    let (from, to) = (field(text, place + 7, 3), field(text, place + 10, 3))
    guard isCode(from), isCode(to) else { return nil }
    let day = Int(field(text, place + 21, 3))
    return Leg(
      booking: field(text, place, 7), from: from, to: to, carrier: field(text, place + 13, 3),
      number: withoutZeros(field(text, place + 16, 5)),
      day: day.flatMap { 1...366 ~= $0 ? $0 : nil },
      cabin: field(text, place + 24, 1), seat: withoutZeros(field(text, place + 25, 4)),
      sequence: withoutZeros(field(text, place + 29, 5)))
  }

  /// Returns a field without the spaces that fill it; empty where the text has ended.
  private static func field(_ text: [UInt8], _ start: Int, _ count: Int) -> String {
    String(decoding: text.dropFirst(start).prefix(count), as: UTF8.self).trimmingWhitespace
  }

  static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
  }

  private static func withoutZeros(_ text: String) -> String { String(text.drop { $0 == "0" }) }

  /// Returns a name such as `DOE/JANE MRS` as people write it.
  private static func person(_ text: String) -> String {
    let parts = text.parts(dividedBy: "/", most: 1).map { String($0).trimmingWhitespace }
    guard parts.count == 2 else { return text }
    var given = parts[1].split(separator: " ").map(String.init)
    if given.count > 1, let last = given.last,
      ["MR", "MRS", "MS", "MISS", "MSTR", "DR", "PROF", "CHD", "INF"].contains(last)
    {
      given.removeLast()
    }
    return (given + [parts[0]]).joined(separator: " ")
  }

  /// Returns the day of a day of the year in the year that brings it nearest to another day.
  ///
  /// - Parameter isEnd: Whether the other day is one at which all is over, so that the day is not behind it.
  static func day(_ dayOfYear: Int, near other: Int64, isEnd: Bool) -> Int64? {
    guard let year = Int(DayText.text(other).prefix { $0 != "-" }) else { return nil }
    let days = (year - 1...year + 1).compactMap { year -> Int64? in
      guard let first = CivilDay.day(year, 1, 1), let next = CivilDay.day(year + 1, 1, 1),
        first + Int64(dayOfYear) - 1 < next
      else { return nil }
      return first + Int64(dayOfYear) - 1
    }
    return days.filter { !isEnd || $0 <= other + 1 }.min { abs($0 - other) < abs($1 - other) }
  }
}
