/// The text form of a day: `YYYY-MM-DD` (spec 4.12).
///
/// A day is a whole number of days since 2001-01-01 in the proleptic Gregorian calendar, years 0001
/// to 9999. It has no time and no zone, so no conversion of a document can shift it.
@usableFromInline
package enum DayText {
  /// The numbers of 0001-01-01 and 9999-12-31.
  @inlinable package static var range: ClosedRange<Int64> { -730_485...2_921_573 }

  /// The number of bytes that ``write(_:to:)`` writes.
  @inlinable package static var length: Int { 10 }

  /// Reads a day, as days since 2001-01-01.
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(TextFormProblem) -> Int64 {
    guard text.count == length else { throw .malformed }
    var digits: UInt32 = 0
    // Bound: the index is one of the text's own.
    for index in text.indices {
      if index == 4 || index == 7 {
        guard text[index] == UInt8(ascii: "-") else { throw .malformed }
      } else {
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { throw .malformed }
        // Eight digits fit.
        digits = digits &* 10 &+ UInt32(digit)
      }
    }
    let day = CivilDay(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    guard day.exists else { throw .outOfRange }
    return day.daysSince2001
  }

  /// Reads a day, as days since 2001-01-01.
  package static func parse(_ text: String) throws(TextFormProblem) -> Int64 {
    try TextForm.withBytes(of: text, parse)
  }

  /// The text form of a day.
  package static func text(_ days: Int64) -> String {
    TextForm.string { bytes in append(days, to: &bytes) }
  }

  /// Appends a day.
  package static func append(_ days: Int64, to bytes: inout [UInt8]) {
    // Bound: `write` writes ten bytes. Lifetime: the buffer is used before the closure returns.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { text in
      guard let start = text.baseAddress else { return }
      _ = write(days, to: start)
      bytes.append(contentsOf: UnsafeBufferPointer(text))
    }
  }

  /// Writes a day, exactly ``length`` bytes; a number outside ``range`` as the nearest day in it.
  package static func write(_ days: Int64, to text: UnsafeMutablePointer<UInt8>) -> Int {
    // Bound: the fields are at fixed offsets below ten.
    let day = CivilDay(daysSince2001: days)
    DateText.writePair(day.year / 100, to: text)
    DateText.writePair(day.year % 100, to: text + 2)
    text[4] = UInt8(ascii: "-")
    DateText.writePair(day.month, to: text + 5)
    text[7] = UInt8(ascii: "-")
    DateText.writePair(day.day, to: text + 8)
    return length
  }
}

extension CivilDay {
  /// Creates the day that is some days after 2001-01-01, or the first or last day if there is none.
  package init(daysSince2001 days: Int64) {
    let range = DayText.range
    let kept = min(max(days, range.lowerBound), range.upperBound)
    self.init(daysSinceYear1: UInt32(truncatingIfNeeded: kept - range.lowerBound))
  }

  /// Whether the parts are those of a day.
  package var exists: Bool {
    year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1
      && day <= Self.daysInMonth(month, of: year)
  }
}
