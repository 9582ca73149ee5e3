import DocumentData
import Foundation
import Testing

@testable import DocumentTables

@Suite("Times by a clock as attributes")
struct ClockTimeAttributeTests {
  /// In their order; two have no zone.
  private static let times = [
    "2026-07-01T14:30:00+02:00[Europe/Paris]", "2026-07-01T14:30:00",
    "2026-07-01T14:30:00-07:00[America/Phoenix]", "2026-07-02T00:00:00.5",
  ]

  @Test(
    "every form of a document keeps them, and fetches compare them",
    arguments: DocumentFormat.allCases)
  func forms(_ format: DocumentFormat) async throws {
    let document = try ModelDocument(for: Ferry.self)
    try document.withContext { context in
      for text in Self.times.reversed() { context.insert(Ferry(try #require(ClockTime(text)))) }
    }
    let bytes = try await document.encoded(as: format).data
    let read = try await ModelDocument(bytes: bytes, for: Ferry.self)
    try read.withContext { context in
      let sorted = try context.fetch(FetchDescriptor<Ferry>(sortBy: [SortDescriptor(\.departure)]))
      #expect(sorted.map(\.departure.description) == Self.times)
      for ferry in sorted {
        #expect(ferry.calls == [ferry.departure] && ferry.arrival == nil)
        #expect(ferry.log == Ferry.Log(cast: ferry.departure))
      }
      let local = try #require(ClockTime(Self.times[1]))
      let later = try context.fetch(
        FetchDescriptor<Ferry>(predicate: #Predicate { $0.departure > local }))
      #expect(Set(later.map(\.departure.description)) == Set(Self.times[2...]))
      let same = try context.fetch(
        FetchDescriptor<Ferry>(predicate: #Predicate { $0.departure == local }))
      #expect(same.map(\.departure.description) == [Self.times[1]])
    }
  }

  @Test("have a type of their own in the schema, and a mark in typed trees")
  func schema() throws {
    let entity = try #require(
      try Schema([Ferry.self]).tableSchema(name: "x").entity(named: "Ferry"))
    #expect(entity.attribute(named: "departure")?.type == .scalar(.clockTime))
    let coding = try #require(AttributeCoding.shared(Ferry.Log.self))
    guard case .tree(let tree) = try coding.encode(Ferry.Log(cast: ._$blank)) else {
      Issue.record("no tree")
      return
    }
    #expect(tree["cast"] == .spelled(.clockTime, "2001-01-01T00:00:00"))
  }

  // Spec 4.14-3
  @Test("one without a zone has neither a place nor an instant")
  func withoutZone() throws {
    let day = try #require(CalendarDay(year: 1999, month: 12, day: 31))
    let time = try #require(
      ClockTime(day: day, hour: 23, minute: 59, second: 58, nanosecond: 250_000_000))
    #expect(time.description == "1999-12-31T23:59:58.25")
    #expect(time.day == day && time.hour == 23 && time.minute == 59 && time.second == 58)
    #expect(time.nanosecond == 250_000_000)
    #expect(time.zonedTime == nil && time.timeZoneIdentifier == nil && time.date == nil)
    for (hour, minute, second, nanosecond) in [
      (24, 0, 0, 0), (-1, 0, 0, 0), (0, 60, 0, 0), (0, 0, 60, 0), (0, 0, 0, 1_000_000_000),
      (.max, .min, 0, 0),
    ] {
      let none = ClockTime(
        day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
      #expect(none == nil)
    }
  }

  @Test("one with a zone is a time at a place, and no other text makes one")
  func withZone() throws {
    let zoned = try #require(ZonedTime(Self.times[0]))
    let time = ClockTime(zoned)
    #expect(time.zonedTime == zoned && time.date == zoned.date && time.hour == 14)
    #expect(time.timeZoneIdentifier == "Europe/Paris" && ClockTime(time.description) == time)
    for text in [
      "", "2026-07-01", "2026-07-01T14:30", "2026-07-01T14:30:00Z", "2026-07-01T14:30:00.50",
      "2026-07-01T14:30:00+02:00", "2026-07-01T14:30:00[Europe/Paris]", "2026-07-01T24:00:00",
    ] {
      #expect(ClockTime(text) == nil, "\(text)")
    }
    let data = try JSONEncoder().encode([time])
    #expect(try JSONDecoder().decode([ClockTime].self, from: data) == [time])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ClockTime].self, from: Data(#"["2026-07-01T14:30"]"#.utf8))
    }
  }
}

@Model private final class Ferry {
  struct Log: Codable, Hashable { var cast: ClockTime }

  var departure: ClockTime
  var arrival: ClockTime?
  var calls: [ClockTime]
  var log: Log

  init(_ departure: ClockTime) {
    self.departure = departure
    calls = [departure]
    log = Log(cast: departure)
  }
}
