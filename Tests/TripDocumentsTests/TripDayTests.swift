import DocumentData
import DocumentTables
import Foundation
import Testing
import TripDocuments

@Suite("Instants of version 4 and days of version 5")
struct TripDayTests {
  /// A document of version 4 with one trip that begins and ends at some instants.
  private func older(_ start: Double, _ end: Double) throws -> Tables {
    try OldTrips.tables(TripSchemaV4.self) { context in
      context.insert(
        TripSchemaV4.BusinessTrip(
          name: "a", destination: "b", startDate: Date(timeIntervalSinceReferenceDate: start),
          endDate: Date(timeIntervalSinceReferenceDate: end)))
    }
  }

  private func down(_ tables: Tables) throws -> (tables: Tables, report: MigrationReport) {
    try Migrator(TripMigrationPlan.self, schemaName: "trips")
      .convert(tables, to: Schema.Version(4, 0, 0), losses: .carry)
  }

  private func dates(_ tables: Tables) throws -> [Double] {
    let trips = try OldTrips.context(tables, TripSchemaV4.self)
      .fetch(FetchDescriptor<TripSchemaV4.Trip>())
    return trips.flatMap { [$0.startDate, $0.endDate] }.map(\.timeIntervalSinceReferenceDate)
  }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  // Spec 7.3.4-1, 7.3.4-2, 10.8-1, 10.8-3, 10.8-4
  @Test(
    "an instant becomes its day in UTC, and comes back bit for bit",
    arguments: [
      (0, "2001-01-01", true), (86_399.999, "2001-01-01", false), (-0.0, "2001-01-01", false),
      (.leastNonzeroMagnitude, "2001-01-01", false),
      (-.leastNonzeroMagnitude, "2000-12-31", false), (-1e-300, "2000-12-31", false),
      (86_400, "2001-01-02", true), (86_400.0.nextDown, "2001-01-01", false),
      (-86_400, "2000-12-31", true), (-992_255_280, "1969-07-23", false),
      (-63_113_904_000, "0001-01-01", true), (-63_113_904_000.5, "0001-01-01", false),
      (-73_400_000_000, "0001-01-01", false), (252_423_907_200, "9999-12-31", true),
      (252_423_993_599.5, "9999-12-31", false), (252_423_993_600, "9999-12-31", false),
      (1e300, "9999-12-31", false), (.infinity, "9999-12-31", false),
      (-.infinity, "0001-01-01", false), (.nan, "2001-01-01", false),
    ] as [(Double, String, Bool)])
  func lossless(instant: Double, day: String, isMidnight: Bool) throws {
    let old = try older(instant, 86_400)
    let (new, report) = try OldTrips.migrate(old, to: TripSchemaV5.self)
    let trip = try #require(
      try OldTrips.context(new, TripSchemaV5.self).fetch(FetchDescriptor<TripSchemaV5.Trip>())
        .first)
    #expect(trip.startDate.description == day)
    #expect(trip.endDate.description == "2001-01-02")
    #expect(report.losses.isEmpty)
    #expect(new.carried.isEmpty == isMidnight)
    let back = try down(new)
    #expect(back.report.losses.isEmpty)
    #expect(text(back.tables) == text(old))
    #expect(try dates(back.tables)[0].bitPattern == instant.bitPattern)
  }

  // Spec 10.8-3
  @Test(
    "a day that was edited does not get the old time back, and another property changes nothing")
  func edited() throws {
    let (new, _) = try OldTrips.migrate(try older(3_600, 90_000), to: TripSchemaV5.self)
    let context = OldTrips.context(new, TripSchemaV5.self)
    let trip = try #require(try context.fetch(FetchDescriptor<TripSchemaV5.Trip>()).first)
    trip.endDate = OldTrips.calendarDay(3)
    trip.name = "c"
    try context.save()
    let back = try down(context.container.store.current.tables)
    #expect(try dates(back.tables) == [3_600, 3 * 86_400])
    #expect(back.tables.carried.isEmpty)
  }

  // Spec 10.8-3
  @Test("an entry of somebody else's making moves no date to another day")
  func forged() throws {
    var (new, _) = try OldTrips.migrate(try older(3_600, 90_000), to: TripSchemaV5.self)
    new.carried = new.carried.map { tree in
      guard case .object(let members) = tree else { return tree }
      return .object(
        members.map { member in
          member.name == "values"
            ? TreeMember("values", .array([.date(999_999)])) : member
        })
    }
    let back = try down(new)
    #expect(try dates(back.tables) == [0, 86_400])
    #expect(back.tables.carried.isEmpty)
  }

  // Spec 10.8-2
  @Test("entries that a document of version 4 carries for days are dropped on the way up")
  func stale() throws {
    let (new, _) = try OldTrips.migrate(try older(3_600, 0), to: TripSchemaV5.self)
    var old = try older(7_200, 0)
    old.carried = new.carried
    let again = try OldTrips.migrate(old, to: TripSchemaV5.self).tables
    #expect(again.carried.count == 1)
    #expect(try dates(try down(again).tables) == [7_200, 0])
  }

  // Spec 4.12-2
  @Test("the day of an instant depends on the zone")
  func zones() throws {
    let instant = Date(timeIntervalSinceReferenceDate: 23 * 3600)
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    #expect(CalendarDay(instant, in: .gmt).description == "2001-01-01")
    #expect(CalendarDay(instant, in: tokyo).description == "2001-01-02")
    #expect(CalendarDay(.distantPast, in: tokyo).description == "0001-01-01")
    let never = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(CalendarDay(never, in: tokyo).description == "2001-01-01")
    let end = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(CalendarDay(end, in: tokyo).description == "9999-12-31")
  }
}
