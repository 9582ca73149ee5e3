import Testing

@testable import DocumentTables

@Suite("Text form of dates")
struct DateTextTests {
  @Test("Every kind of value reads back to the same bits")
  func roundTrip() throws {
    var random = TextFormRandom(seed: 1)
    let ranges: [ClosedRange<Double>] = [
      -2...2, -1e6...1e6, -1e9...1e9, -6.4e10...2.6e11, -1e300...1e300,
    ]
    for range in ranges {
      for _ in 0..<1_000 {
        let value = Double.random(in: range, using: &random)
        #expect(try DateText.parse(DateText.text(value)).bitPattern == value.bitPattern)
      }
    }
  }

  @Test("A time of up to six decimals between 1700 and 2300 is written in the calendar")
  func fractions() throws {
    var random = TextFormRandom(seed: 2)
    for digits in 1...6 {
      for _ in 0..<200 {
        let scale = RoundedQuotient.powerOfTen(digits)
        let moment = DateFraction(
          second: Int64.random(in: -9_000_000_000...9_000_000_000, using: &random),
          fraction: UInt64.random(in: 1..<scale, using: &random), digits: digits)
        // Within 2^33 seconds, two decimals of six digits never share a double.
        guard moment.fraction % 10 != 0, moment.second.magnitude < 1 << 33 else { continue }
        #expect(DateFraction(nearestTo: moment.seconds) == moment)
      }
    }
  }

  @Test("Each day from 0001 to 9999 follows the one before it")
  func calendar() {
    var expected = CivilDay(year: 1, month: 1, day: 1)
    var failures = 0
    // Three stretches that hold every case of a leap year and both ends.
    for range in [0..<1_500, 657_000..<804_000, 3_650_000..<3_652_059] as [Range<UInt32>] {
      expected = CivilDay(daysSinceYear1: range.lowerBound)
      for days in range {
        let day = CivilDay(daysSinceYear1: days)
        if day != expected || day.daysSince2001 != Int64(days) - 730_485 { failures += 1 }
        expected = following(day)
      }
    }
    #expect(failures == 0)
    #expect(CivilDay(daysSinceYear1: 0) == CivilDay(year: 1, month: 1, day: 1))
    #expect(CivilDay(daysSinceYear1: 730_485) == CivilDay(year: 2001, month: 1, day: 1))
    #expect(CivilDay(daysSinceYear1: 3_652_058) == CivilDay(year: 9999, month: 12, day: 31))
  }

  @Test("Of two decimals equally near, the even one is written")
  func tie() throws {
    #expect(DateText.text(200_000_000_000.015625) == "8338-10-01T19:33:20.01562Z")
    #expect(DateText.text(200_000_000_000.046875) == "8338-10-01T19:33:20.04688Z")
    #expect(throws: TextFormProblem.notCanonical) {
      try DateText.parse("8338-10-01T19:33:20.01563Z")
    }
  }

  // Spec 4.4-2
  @Test("The sum of seconds and a fraction is rounded once")
  func roundedOnce() throws {
    var random = TextFormRandom(seed: 3)
    var roundedTwice = 0
    for _ in 0..<5_000 {
      let second = Int64.random(in: -8...8, using: &random)
      let fraction = UInt64.random(in: 1..<1_000_000_000, using: &random)
      let moment = DateFraction(second: second, fraction: fraction, digits: 9)
      let total = second * 1_000_000_000 + Int64(fraction)
      // Below 2^53, the total and the divisor are exact, and one division rounds once.
      #expect(moment.seconds == Double(total) / 1e9)
      if moment.seconds != Double(second) + Double(fraction) / 1e9 { roundedTwice += 1 }
    }
    #expect(roundedTwice > 0)
  }

  @Test("Changing one byte of a text is refused or names another value")
  func changedByte() throws {
    var random = TextFormRandom(seed: 4)
    for text in ["2026-04-01T12:34:56Z", "2026-04-01T12:34:56.789Z", "@-63114076800", "@1e-300"] {
      let value = try DateText.parse(text)
      for position in text.utf8.indices {
        var bytes = Array(text.utf8)
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: position)
        let changed = UInt8.random(in: 0...127, using: &random)
        if bytes[offset] == changed { continue }
        bytes[offset] = changed
        let read = try? DateText.parse(String(decoding: bytes, as: UTF8.self))
        #expect(read != value)
      }
    }
  }

  func following(_ day: CivilDay) -> CivilDay {
    let lengths: [UInt32] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let isLeap = day.year % 400 == 0 || (day.year % 4 == 0 && day.year % 100 != 0)
    let length = lengths[Int(day.month) - 1] + (isLeap && day.month == 2 ? 1 : 0)
    if day.day < length {
      return CivilDay(year: day.year, month: day.month, day: day.day + 1)
    }
    if day.month < 12 { return CivilDay(year: day.year, month: day.month + 1, day: 1) }
    return CivilDay(year: day.year + 1, month: 1, day: 1)
  }
}
