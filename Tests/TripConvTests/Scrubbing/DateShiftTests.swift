import DocumentTables
import Foundation
import Testing

@testable import tripconv

@Suite("Moved dates")
struct DateShiftTests {
  /// Seconds since 2001 of 1989 to 2036, most of them with thousandths.
  private static func dates(_ seed: Int) -> [Double] {
    var random = SeededRandom(seed: UInt64(seed))
    return (0..<40).map { _ in
      let day = random.number(below: 17_000) - 4_200
      let second = day * 86_400 + 300 * random.number(below: 288)
      return Double(second) + Double(random.number(below: 1000)) / 1000
    }
  }

  @Test(
    "keep their fraction and have a form that other programs read, whichever number of weeks they move by",
    arguments: 0..<DateShift.count)
  func fractions(number: Int) throws {
    let shift = DateShift(number: number)
    var distances: Set<Int64> = []
    for date in Self.dates(number) {
      let moved = shift.moved(date: date)
      let before = try #require(DateFraction(nearestTo: date))
      let after = try #require(DateFraction(nearestTo: moved), "\(date) became \(moved)")
      #expect(after.fraction == before.fraction && after.digits == before.digits)
      distances.insert(after.second - before.second)
      #expect((try? Date(DateText.text(moved), strategy: .iso8601)) != nil)
    }
    #expect(distances.count == 1 && distances.first.map { $0 % (7 * 86_400) } == 0)
    #expect(!distances.contains(0))
  }

  @Test("move with equal dates: zero has two signs")
  func zeros() {
    for number in 0..<DateShift.count {
      let shift = DateShift(number: number)
      #expect(shift.moved(date: -0.0) == shift.moved(date: 0) && shift.moved(date: 0) != 0)
    }
  }

  @Test("of clocks keep the time, the fraction and the zone, if one is known")
  func clocks() throws {
    let shift = DateShift(number: 600)
    for text in [
      "2026-07-01T14:30:00.25", "1999-12-31T23:59:59", "2026-07-01T14:30:00+02:00[Europe/Paris]",
    ] {
      let moved = shift.moved(clockTime: text)
      #expect(moved.dropFirst(10) == text.dropFirst(10))
      let (before, after) = try (ClockTimeText(text), ClockTimeText(moved))
      let distance = after.local.second - before.local.second
      #expect(distance != 0 && distance % (7 * 86_400) == 0)
    }
    let last = "9999-12-31T23:59:59"
    #expect(shift.moved(clockTime: last) == last && shift.moved(clockTime: "noon") == "noon")
  }

  @Test(
    "stay where the calendar has no form for them",
    arguments: [
      Double(DateText.firstSecond), Double(DateText.endSecond) - 1, Double(DateText.endSecond),
      1e300, .nan,
      .infinity, 1e-300,
    ])
  func ends(date: Double) {
    for number in 0..<DateShift.count {
      let shift = DateShift(number: number)
      let moved = shift.moved(date: date)
      #expect(
        isSameNumber(moved, date)
          || DateFraction(nearestTo: date) != nil && DateFraction(nearestTo: moved) != nil)
      let day = shift.moved(day: DayText.range.upperBound)
      #expect(DayText.range.contains(day))
    }
  }
}
