import Testing

@testable import DocumentTables

@Suite("Days and times at a place")
struct DayTextTests {
  // Spec 4.12-2
  @Test("days follow one another, and every one has its own text")
  func everyDay() throws {
    var days = DayText.range.lowerBound
    var last = ""
    while days <= DayText.range.upperBound {
      let text = DayText.text(days)
      #expect(try DayText.parse(text) == days)
      #expect(last < text)
      last = text
      days += 29
    }
    #expect(DayText.text(DayText.range.lowerBound) == "0001-01-01")
    #expect(DayText.text(DayText.range.upperBound) == "9999-12-31")
  }

  @Test("a day and the midnight of a date have the same calendar")
  func calendar() throws {
    for days in stride(from: DayText.range.lowerBound, through: DayText.range.upperBound, by: 997) {
      #expect(DateText.text(Double(days) * 86_400) == DayText.text(days) + "T00:00:00Z")
    }
  }

  @Test("a number beyond the calendar is written as the nearest day")
  func beyond() {
    #expect(DayText.text(.min) == "0001-01-01")
    #expect(DayText.text(.max) == "9999-12-31")
  }

  @Test("times of random parts read back")
  func times() throws {
    var random = TextFormRandom(seed: 7)
    for _ in 0..<2000 {
      let digits = Int.random(in: 0...9, using: &random)
      let unit = (0..<digits).reduce(1_000_000_000 as Int64) { unit, _ in unit / 10 }
      let nanosecond = Int64.random(in: 0..<1_000_000_000, using: &random) / unit * unit
      let time = try #require(
        ZonedTimeText(
          localSecond: .random(in: DateText.firstSecond..<DateText.endSecond, using: &random),
          nanosecond: nanosecond, offset: .random(in: -1439...1439, using: &random),
          zone: ["Europe/Paris", "X", "Etc/GMT+12"].randomElement(using: &random) ?? "X"))
      #expect(try ZonedTimeText(time.text) == time)
    }
  }

  @Test("times of parts that no document can state are refused")
  func parts() {
    func time(_ second: Int64, _ nanosecond: Int64, _ offset: Int64, _ zone: String) -> Bool {
      ZonedTimeText(localSecond: second, nanosecond: nanosecond, offset: offset, zone: zone) != nil
    }
    #expect(time(0, 0, 0, "X"))
    #expect(!time(DateText.firstSecond - 1, 0, 0, "X") && !time(DateText.endSecond, 0, 0, "X"))
    #expect(!time(0, -1, 0, "X") && !time(0, 1_000_000_000, 0, "X"))
    #expect(!time(0, 0, 1440, "X") && !time(0, 0, -1440, "X"))
    #expect(!time(0, 0, 0, "") && !time(0, 0, 0, "+01:00") && !time(0, 0, 0, "Europe/Zürich"))
  }

  // Spec 4.11-3, 4.13-3
  @Test("the instant comes first, then the text")
  func order() throws {
    let times = try QueryFixture.times.map { text throws(TextFormProblem) in
      try ZonedTimeText(text)
    }
    for (left, right) in zip(times, times.dropFirst()) {
      #expect(left < right)
      #expect(!(right < left))
    }
    #expect(times.reversed().sorted() == times)
  }

  // Spec 4.11-3
  @Test("an unknown zone is ordered as UTC, and by the text at one instant")
  func orderByClock() throws {
    let times = try (["0001-01-01T00:00:00+23:59[X]"] + QueryFixture.clockTimes).map {
      text throws(TextFormProblem) in try ClockTimeText(text)
    }
    for (index, left) in times.enumerated() {
      for right in times[(index + 1)...] { #expect(left < right && !(right < left)) }
    }
    #expect(times.reversed().sorted() == times)
  }
}
