import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// What two documents have is one object where they are brought together.
@Suite struct JoinedDuplicatesTests {
  private static func calendar(_ uid: String, _ more: String = "", trip: String = "Lisboa")
    -> String
  {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:\(uid)
    X-WR-CALNAME:\(uid)
    BEGIN:VEVENT
    UID:\(uid)-trip
    DTSTART;VALUE=DATE:20260501
    DTEND;VALUE=DATE:20260506
    SUMMARY:\(trip)
    ATTENDEE;CN=Ann:mailto:ann@example.com
    ATTENDEE;CN=\(uid):mailto:\(uid)@example.com
    END:VEVENT
    BEGIN:VEVENT
    UID:\(uid)-flight
    CATEGORIES:FLIGHT
    DTSTART;TZID=Europe/Berlin:20260501T100500
    SUMMARY:Frankfurt → Lisboa (LH 1166)
    DESCRIPTION:\(uid)
    END:VEVENT
    BEGIN:VEVENT
    UID:\(uid)-museum
    DTSTART;TZID=Europe/Lisbon:20260502T100000
    SUMMARY:Museum
    END:VEVENT
    \(more)END:VCALENDAR

    """
  }

  /// Joins what is in the first calendar and in further ones, as if these had been added to a document of the first.
  private func joined(_ calendars: String...) throws -> JoinedDuplicates {
    let tables = try CalendarFile(calendars.joined()).tables
    // A calendar's objects have keys behind those of the calendar before it.
    let second = try #require(try tables.testObjects("Trip").dropFirst().first).key
    return try JoinedDuplicates(tables) { $0 < second }
  }

  @Test("Trips of one name and days are one, with their items, legs and people")
  func trips() throws {
    let dinner = """
      BEGIN:VEVENT
      UID:dinner
      DTSTART;TZID=Europe/Lisbon:20260503T200000
      SUMMARY:Dinner
      END:VEVENT

      """
    let result = try joined(Self.calendar("anna"), Self.calendar("ben", dinner, trip: "lisboa "))
    #expect(result.pairs.map(\.entity) == ["Trip", "BucketListItem", "Leg"])
    #expect(result.pairs.map(\.title) == ["Lisboa", "Museum", "LH 1166 Frankfurt → Lisboa"])
    #expect(result.pairs.map(\.differing) == [[], [], ["notes"]])
    let trips = try result.tables.testObjects("Trip")
    #expect(trips.map { $0.text("name") } == ["Lisboa"])
    let items = try result.tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Museum", "Dinner"])
    #expect(items.allSatisfy { $0.values["trip"] == .reference(trips[0].key) })
    #expect(try result.tables.testObjects("Leg").map { $0.text("notes") } == ["anna"])
    #expect(
      try result.tables.testObjects("Participant").map { $0.text("name") } == [
        "Ann", "anna", "ben",
      ])
  }

  @Test("Each calendar finds its objects in the joined document again", arguments: ["anna", "ben"])
  func importAgain(uid: String) throws {
    let result = try joined(Self.calendar("anna"), Self.calendar("ben"))
    #expect(result.pairs.count == 3)
    let changed = Self.calendar(uid).replacing("SUMMARY:Museum", with: "SUMMARY:Museu")
    let updated = try result.tables.updated(
      with: changed, .iCalendar, named: uid, removesCancelled: false, side: .ours)
    #expect(updated.report.counts == [.updated: 1])
    #expect(
      try updated.outcome.tables.testObjects("BucketListItem").map { $0.text("title") } == ["Museu"]
    )
    let unchanged = try result.tables.updated(
      with: Self.calendar(uid), .iCalendar, named: uid, removesCancelled: false, side: .ours)
    #expect(unchanged.report.counts.isEmpty)
    #expect(ChangeSet(from: result.tables, to: unchanged.outcome.tables).isEmpty)
    #expect(try CalendarFile.lines(of: result.tables).count { $0 == "SUMMARY:Museum" } == 1)
  }

  @Test("A document without duplicates stays as it is, and what occurs twice on a side is no pair")
  func noDuplicates() throws {
    let other = Self.calendar("ben", trip: "Porto").replacing("1166", with: "1168")
      .replacing("202605", with: "202606")
    let result = try joined(Self.calendar("anna"), other)
    #expect(result.pairs.isEmpty)
    #expect(try result.tables.testObjects("Leg").count == 2)
    let ambiguous = try joined(
      Self.calendar("anna"), Self.calendar("ben"), Self.calendar("kim"))
    #expect(ambiguous.pairs.isEmpty)
    #expect(try ambiguous.tables.testObjects("Leg").count == 3)
  }

  @Test("Reservations of two documents stay importable after they are joined")
  func reservations() throws {
    func mail(_ booking: String) -> String {
      """
      {"@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "\(booking)",
       "underName": {"@type": "Person", "name": "\(booking)"},
       "reservationFor": {"@type": "Flight", "flightNumber": "1166",
       "airline": {"@type": "Airline", "iataCode": "LH"},
       "departureAirport": {"@type": "Airport", "iataCode": "FRA"},
       "arrivalAirport": {"@type": "Airport", "iataCode": "LIS"},
       "departureTime": "2026-05-01T10:05:00+02:00"}}
      """
    }
    let both = try ReservationTestFile("[\(mail("A")), \(mail("B"))]").tables
    let first = try #require(try both.testObjects("Leg").first).key
    let result = try JoinedDuplicates(both) { $0 <= first }
    #expect(result.pairs.map(\.entity) == ["Leg"])
    #expect(try result.tables.testObjects("Leg").map { $0.text("reservationNumber") } == ["A"])
    _ = try ExportedFile(result.tables, .jsonLD)
    for booking in ["A", "B"] {
      let again = try result.tables.updated(
        with: mail(booking), .jsonLD, named: "mail", removesCancelled: false, side: .ours)
      #expect(try again.outcome.tables.testObjects("Leg").count == 1)
    }
  }

  @Test("A trip that keeps other parts loses a joined one from the order of its list")
  func orderOfList() throws {
    func tables(_ calendar: String) throws -> Tables { try CalendarFile(calendar).tables }
    let way = """
      BEGIN:VEVENT
      UID:way
      CATEGORIES:FLIGHT
      DTSTART;TZID=Europe/Berlin:20260501T100500
      SUMMARY:Frankfurt → Lisboa (LH 1166)
      END:VEVENT

      """
    let back = way.replacing("UID:way", with: "UID:back").replacing("0501T10", with: "0505T10")
      .replacing("LH 1166", with: "LH 1167")
    func calendar(_ name: String, _ events: String) -> String {
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:\(name)\n\(events)END:VCALENDAR\n"
    }
    let schema = try TripSchema.released()
    for ours in [calendar("a", way), calendar("a", back)] {
      let own = try tables(ours)
      let union = ThreeWayMerge.merge(
        base: nil, ours: own, theirs: try tables(calendar("b", way + back)),
        schemas: [schema.tables]
      ) { _ in .ours }.tables
      let known = Set(schema.objects(of: own).map(\.key))
      let result = try JoinedDuplicates(union) { known.contains($0) }
      #expect(try result.tables.testObjects("Leg").count == 2)
    }
  }
}
