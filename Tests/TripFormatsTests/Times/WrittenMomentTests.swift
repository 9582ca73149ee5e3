import DocumentTables
import Testing

@testable import TripFormats

@Suite("Days and times as people write them")
struct WrittenMomentTests {
  /// A Monday.
  private static let today = "2026-11-30"

  private static func moment(_ text: String, from first: String = today) throws -> WrittenMoment? {
    WrittenMoment(text, today: try DayText.parse(today), from: try DayText.parse(first))
  }

  @Test(
    "a day is one with a year, the next one without, or counted from today",
    arguments: [
      ("2027-05-03", "2027-05-03"), ("3 May 2025", "2025-05-03"), ("3 May", "2027-05-03"),
      ("May 3", "2027-05-03"), ("3. Mai", "2027-05-03"), ("3 mai", "2027-05-03"),
      ("1 December", "2026-12-01"), ("30 November", "2026-11-30"), ("29 November", "2027-11-29"),
      ("29 February", "2028-02-29"), ("today", "2026-11-30"), ("Tomorrow", "2026-12-01"),
      ("yesterday", "2026-11-29"), ("in 3 days", "2026-12-03"), ("in 1 day", "2026-12-01"),
      ("in 2 weeks", "2026-12-14"), ("friday", "2026-12-04"), ("Monday", "2026-12-07"),
      ("sunday", "2026-12-06"), ("Freitag", "2026-12-04"), ("31.12.2026", "2026-12-31"),
    ])
  func days(text: String, day: String) throws {
    let moment = try #require(try Self.moment(text))
    #expect(DayText.text(moment.day) == day)
    #expect(moment.time == nil)
  }

  @Test(
    "a time has a day, and a zone if one is stated",
    arguments: [
      ("2027-05-03 14:30", "2027-05-03T14:30:00"), ("3 May 14:30", "2027-05-03T14:30:00"),
      ("3 May, 14:30", "2027-05-03T14:30:00"), ("May 3 2:30 pm", "2027-05-03T14:30:00"),
      ("tomorrow 9:00", "2026-12-01T09:00:00"),
      ("tomorrow 9:00 Europe/Lisbon", "2026-12-01T09:00:00+00:00[Europe/Lisbon]"),
      ("friday 23:59 Asia/Tokyo", "2026-12-04T23:59:00+09:00[Asia/Tokyo]"),
      ("3 May 14:30 Europe/Berlin", "2027-05-03T14:30:00+02:00[Europe/Berlin]"),
      ("in 2 days 8:15", "2026-12-02T08:15:00"),
    ])
  func times(text: String, time: String) throws {
    #expect(try #require(try Self.moment(text)).time?.text == time)
  }

  @Test(
    "what is no day, or may be two, is none",
    arguments: [
      "", " ", "whenever", "14:30", "31 February", "3/4/2027", "in x days", "in 99999999999 days",
      "in 3 years", "3 May 14:30 Mars/Base", "3", "May", "3 May 25:00", "-1", "today today",
      String(repeating: "3 May ", count: 400),
    ])
  func none(text: String) throws {
    #expect(try Self.moment(text) == nil)
  }

  @Test("a day without a year is not before the first that it can be")
  func first() throws {
    #expect(
      try Self.moment("10 May", from: "2028-05-11").map { DayText.text($0.day) } == "2029-05-10")
    #expect(
      try Self.moment("10 May", from: "2028-05-10").map { DayText.text($0.day) } == "2028-05-10")
    #expect(
      try Self.moment("tomorrow", from: "2028-05-10").map { DayText.text($0.day) } == "2026-12-01")
    #expect(try Self.moment("10 May", from: "9999-06-01") == nil)
  }
}
