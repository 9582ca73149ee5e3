import DocumentData
import Foundation
import Testing

@testable import DocumentTables

@Suite("Days and times at a place as attributes")
struct DayAttributeTests {
  private static let days = ["0001-01-01", "2000-12-31", "2001-01-01", "2026-07-01", "9999-12-31"]
  /// In the order of their instants; the hour from two to three happens twice in this night.
  private static let times = [
    "2026-10-25T02:30:00+02:00[Europe/Paris]", "2026-10-25T02:30:00+01:00[Europe/Paris]",
    "2026-10-25T16:00:00.25+13:00[Pacific/Auckland]", "2026-10-24T18:00:00-10:00[Nowhere/Known]",
  ]

  private static func filled() throws -> ModelDocument {
    let document = try ModelDocument(for: Outing.self)
    try document.withContext { context in
      for (index, day) in days.enumerated() {
        let departure = try #require(ZonedTime(times[index % times.count]))
        context.insert(Outing(try #require(CalendarDay(day)), departure))
      }
    }
    return document
  }

  @Test("every form of a document keeps them", arguments: DocumentFormat.allCases)
  func forms(_ format: DocumentFormat) async throws {
    let bytes = try await Self.filled().encoded(as: format).data
    let read = try await ModelDocument(bytes: bytes, for: Outing.self)
    try read.withContext { context in
      let all = try context.fetch(FetchDescriptor<Outing>(sortBy: [SortDescriptor(\.day)]))
      #expect(all.map(\.day.description) == Self.days)
      for (index, outing) in all.enumerated() {
        #expect(outing.departure.description == Self.times[index % Self.times.count])
        #expect(outing.nights == [outing.day])
        #expect(outing.stops == ["a": outing.departure])
        #expect(outing.leg == Leg(day: outing.day, arrival: outing.departure))
        #expect(outing.arrival == nil)
      }
    }
  }

  @Test("days and times have types of their own in the schema, and marks in typed trees")
  func schema() throws {
    let entity = try #require(
      try Schema([Outing.self]).tableSchema(name: "x").entity(named: "Outing"))
    #expect(entity.attribute(named: "day")?.type == .scalar(.day))
    #expect(entity.attribute(named: "departure")?.type == .scalar(.zonedTime))
    #expect(entity.attribute(named: "nights")?.type == .array(.day, nullableElements: false))
    let coding = try #require(AttributeCoding.shared(Leg.self))
    let leg = Leg(day: ._$blank, arrival: ._$blank)
    guard case .tree(let tree) = try coding.encode(leg) else {
      Issue.record("no tree")
      return
    }
    #expect(tree["day"] == .day(0))
    #expect(tree["arrival"] == .spelled(.zonedTime, "2001-01-01T00:00:00+00:00[Etc/UTC]"))
    #expect(try coding.decode(.tree(tree)) == leg)
  }

  @Test("predicates and descriptors compare them, and a unique one is found again")
  func fetching() throws {
    let document = try Self.filled()
    try document.withContext { context in
      let day = try #require(CalendarDay("2001-01-01"))
      let time = try #require(ZonedTime(Self.times[1]))
      let before = try context.fetch(
        FetchDescriptor<Outing>(predicate: #Predicate { $0.day < day }))
      #expect(Set(before.map(\.day.year)) == [1, 2000])
      let on = try context.fetch(FetchDescriptor<Outing>(predicate: #Predicate { $0.day == day }))
      #expect(on.map(\.day) == [day])
      let later = try context.fetch(
        FetchDescriptor<Outing>(predicate: #Predicate { $0.departure > time }))
      #expect(
        Set(later.map(\.departure.timeZoneIdentifier)) == ["Pacific/Auckland", "Nowhere/Known"])
      let same = try context.fetch(
        FetchDescriptor<Outing>(predicate: #Predicate { $0.departure == time }))
      #expect(same.map(\.departure) == [time])
      let sorted = try context.fetch(
        FetchDescriptor<Outing>(sortBy: [SortDescriptor(\.departure), SortDescriptor(\.day)]))
      #expect(sorted.map(\.departure.description) == [Self.times[0]] + Self.times)
      context.insert(Outing(day, time))
    }
    try document.withContext { context in
      let all = try context.fetch(FetchDescriptor<Outing>())
      #expect(all.count == Self.days.count)
      #expect(all.filter { $0.departure.description == Self.times[1] }.count == 2)
    }
  }

  @Test("an hour that happens twice is told apart by the offset")
  func twice() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Paris"))
    let first = try #require(ZonedTime(Self.times[0]))
    let second = try #require(ZonedTime(Self.times[1]))
    #expect(first < second && first != second)
    #expect(second.date.timeIntervalSince(first.date) == 3600)
    #expect(first.day == second.day && first.hour == 2 && second.minute == 30)
    #expect(ZonedTime(first.date, in: zone) == first)
    #expect(ZonedTime(second.date, in: zone) == second)
  }

  @Test("parts make the value that has them, or none")
  func parts() throws {
    let day = try #require(CalendarDay(year: 2026, month: 7, day: 1))
    #expect((day.year, day.month, day.day) == (2026, 7, 1))
    #expect(CalendarDay(year: 2026, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 10_000, month: 1, day: 1) == nil)
    #expect(CalendarDay(year: -1, month: 1, day: 1) == nil)
    let time = try #require(
      ZonedTime(
        day: day, hour: 19, minute: 30, second: 5, nanosecond: 250_000_000, secondsFromGMT: -12_600,
        timeZoneIdentifier: "America/St_Johns"))
    #expect(time.description == "2026-07-01T19:30:05.25-03:30[America/St_Johns]")
    #expect(time.day == day && time.hour == 19 && time.minute == 30 && time.second == 5)
    #expect(time.nanosecond == 250_000_000 && time.secondsFromGMT == -12_600)
    func make(_ hour: Int, _ seconds: Int, _ zone: String) -> ZonedTime? {
      ZonedTime(
        day: day, hour: hour, minute: 0, secondsFromGMT: seconds, timeZoneIdentifier: zone)
    }
    #expect(make(24, 0, "X") == nil && make(0, 61, "X") == nil && make(0, 0, "") == nil)
    #expect(make(0, .max, "X") == nil && make(.min, 0, "X") == nil)
    let early = try #require(ZonedTime("1999-12-31T23:59:59.5-01:00[X]"))
    #expect(early.day.description == "1999-12-31" && early.hour == 23 && early.second == 59)
  }

  @Test("an instant becomes a local time to the millisecond, before 2001 too")
  func instants() throws {
    let zone = try #require(TimeZone(identifier: "Pacific/Honolulu"))
    let time = try #require(ZonedTime(Date(timeIntervalSinceReferenceDate: -0.25), in: zone))
    #expect(time.description == "2000-12-31T13:59:59.75-10:00[Pacific/Honolulu]")
    #expect(time.date == Date(timeIntervalSinceReferenceDate: -0.25))
    for seconds in [Double.nan, .infinity, 1e300, -1e12, 1e12] {
      #expect(ZonedTime(Date(timeIntervalSinceReferenceDate: seconds), in: zone) == nil)
    }
  }

  @Test("coders other than the library's see the texts of days and times")
  func coders() throws {
    let leg = Leg(
      day: try #require(CalendarDay("2026-07-01")), arrival: try #require(ZonedTime(Self.times[0])))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(leg)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"arrival":"2026-10-25T02:30:00+02:00[Europe/Paris]","day":"2026-07-01"}"#)
    #expect(try JSONDecoder().decode(Leg.self, from: json) == leg)
    for text in [#"["2026-7-1"]"#, #"["2026-02-30"]"#, "[1]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([CalendarDay].self, from: Data(text.utf8))
      }
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([ZonedTime].self, from: Data(text.utf8))
      }
    }
  }
}

private struct Leg: Codable, Equatable {
  var day: CalendarDay
  var arrival: ZonedTime
}

@Model private final class Outing {
  @Attribute(.unique) var day: CalendarDay
  var departure: ZonedTime
  var arrival: ZonedTime?
  var nights: [CalendarDay]
  var stops: [String: ZonedTime]
  var leg: Leg

  init(_ day: CalendarDay, _ departure: ZonedTime) {
    self.day = day
    self.departure = departure
    nights = [day]
    stops = ["a": departure]
    leg = Leg(day: day, arrival: departure)
  }
}
