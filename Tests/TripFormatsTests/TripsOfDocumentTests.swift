import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// New parts of files in documents that have their trip.
@Suite struct TripsOfDocumentTests {
  private static func hotel(_ name: String, _ first: String, _ last: String) -> String {
    """
    {"@context": "http://schema.org", "@type": "LodgingReservation", "reservationNumber": "\(name)",
     "reservationFor": {"@type": "LodgingBusiness", "name": "\(name)"},
     "checkinTime": "\(first)T15:00:00+01:00", "checkoutTime": "\(last)T11:00:00+01:00"}
    """
  }

  private static func calendar(_ events: String...) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Mine\n" + events.joined() + "END:VCALENDAR\n"
  }

  private static func event(
    _ uid: String, _ summary: String, _ start: String, _ end: String, _ more: String = ""
  ) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid)
    DTSTAMP:20260401T100000Z
    SUMMARY:\(summary)
    DTSTART\(start)
    DTEND\(end)
    \(more)END:VEVENT

    """
  }

  /// Imports files one by one, each twice: the second time changes nothing.
  private func document(_ files: [(text: String, format: TripFormat)]) throws -> Tables {
    var tables = try ImportedFile(
      Array(files[0].text.utf8), files[0].format, ImportOptions(fallbackName: "0")
    ).tables
    for (number, file) in files.enumerated() {
      if number > 0 {
        tables = try tables.updated(with: file.text, file.format, named: "\(number)").outcome.tables
      }
      let again = try tables.updated(with: file.text, file.format, named: "\(number)")
      #expect(again.report.counts.isEmpty, "\(number): \(again.report.entries)")
      #expect(
        TablesDump.text(again.outcome.tables, all: true) == TablesDump.text(tables, all: true))
    }
    return tables
  }

  private func trips(_ tables: Tables) throws -> [String] {
    try tables.testObjects("Trip").map { trip in
      let days = ["startDate", "endDate"].map { name -> String in
        if case .integer(let day)? = trip.values[name] { DayText.text(day) } else { "" }
      }
      let people = try tables.testObjects("Participant").count {
        $0["trip"] == .reference(trip.key)
      }
      return "\(trip.text("name") ?? "") \(days[0])/\(days[1]) \(people)"
    }
  }

  @Test("Mails of one journey that are imported one by one are one trip")
  func mails() throws {
    let out = ReservationTestFile.flight()
    let hotel = Self.hotel("Casa", "2026-05-01", "2026-05-08")
    let back = ReservationTestFile.flight(
      number: "TP 763", day: "2026-05-08", from: "OSL", to: "LIS", reservation: "DEF")
    let tables = try document([out, hotel, back].map { ($0, .jsonLD) })
    #expect(try trips(tables) == ["OSL Airport 2026-05-01/2026-05-08 1"])
    let parts = try tables.testObjects("Leg") + tables.testObjects("Stay")
    let key = try #require(try tables.testObjects("Trip").first?.key)
    #expect(parts.count == 3 && parts.allSatisfy { $0["trip"] == .reference(key) })
    // All in one file say the same.
    let whole = try ReservationTestFile("[\(out), \(hotel), \(back)]")
    #expect(try trips(whole.tables) == trips(tables))
  }

  @Test("A round trip is one, also if the way back comes weeks later and in a mail of its own")
  func roundTrip() throws {
    let back = ReservationTestFile.flight(
      number: "TP 763", day: "2026-05-28", from: "OSL", to: "LIS", reservation: "DEF")
    let other = ReservationTestFile.flight(
      number: "TP 1", day: "2026-09-01", from: "LIS", to: "FNC", reservation: "GHI")
    let tables = try document([ReservationTestFile.flight(), back, other].map { ($0, .jsonLD) })
    #expect(
      try trips(tables) == [
        "OSL Airport 2026-05-01/2026-05-28 1", "FNC Airport 2026-09-01/2026-09-01 1",
      ])
  }

  @Test(
    "What lies in the days of a trip of the document belongs to it, whichever file states it",
    arguments: [true, false])
  func inside(isCalendar: Bool) throws {
    let trip = Self.calendar(
      Self.event("t", "Portugal", ";VALUE=DATE:20260430", ";VALUE=DATE:20260510"))
    let flight = Self.calendar(
      Self.event(
        "f", "TP 762 from LIS to OSL", ":20260501T070000Z", ":20260501T110000Z",
        "CATEGORIES:FLIGHT\n")
    ).replacing("Mine", with: "Other")
    let tables = try document([
      (trip, .iCalendar),
      isCalendar ? (flight, .iCalendar) : (ReservationTestFile.flight(), .jsonLD),
    ])
    #expect(try tables.testObjects("Trip").map { $0.text("name") } == ["Portugal"])
    let keys = try tables.testObjects("Trip").map { Value.reference($0.key) }
    #expect(try tables.testObjects("Leg").map { $0["trip"] } == keys)
    // The trip is the calendar's: parts of other files do not change it.
    #expect(try trips(tables) == ["Portugal 2026-04-30/2026-05-09 0"])
  }

  @Test(
    "The shortest trip counts, a cancelled one does not, and other days make a trip of their own")
  func choice() throws {
    let frame = Self.calendar(
      Self.event("a", "Long", ";VALUE=DATE:20260401", ";VALUE=DATE:20260601"))
    let short = Self.calendar(
      Self.event("b", "Short", ";VALUE=DATE:20260430", ";VALUE=DATE:20260510")
    ).replacing("Mine", with: "Other")
    let cancelled = Self.calendar(
      Self.event(
        "c", "Off", ";VALUE=DATE:20260501", ";VALUE=DATE:20260503", "STATUS:CANCELLED\n")
    ).replacing("Mine", with: "Third")
    let tables = try document([
      (frame, .iCalendar), (short, .iCalendar), (cancelled, .iCalendar),
      (ReservationTestFile.flight(), .jsonLD),
      (ReservationTestFile.flight(day: "2026-07-01", reservation: "B"), .jsonLD),
    ])
    let legs = try tables.testObjects("Leg")
    let all = try tables.testObjects("Trip")
    #expect(all.map { $0.text("name") } == ["Long", "Short", "Off", "OSL Airport"])
    #expect(
      legs.map { leg in all.first { .reference($0.key) == leg["trip"] }?.text("name") } == [
        "Short", "OSL Airport",
      ])
  }

  @Test("A mail joins the nearest of several trips, and none that is cancelled or of other people")
  func neighbours() throws {
    let pair = [
      Self.hotel("A", "2026-05-01", "2026-05-03"), Self.hotel("B", "2026-05-06", "2026-05-08"),
    ]
    var tables = try document(pair.map { ($0, .jsonLD) })
    #expect(try trips(tables) == ["A 2026-05-01/2026-05-03 0", "B 2026-05-06/2026-05-08 0"])
    let third = Self.hotel("C", "2026-05-09", "2026-05-10")
    let near = try tables.updated(with: third, .jsonLD, named: "2").outcome.tables
    #expect(try trips(near) == ["A 2026-05-01/2026-05-03 0", "B 2026-05-06/2026-05-10 0"])
    let key = try #require(try tables.testObjects("Trip").last?.key)
    tables = try tables.setting("isCancelled", of: key, to: .bool(true))
    #expect(
      try trips(try tables.updated(with: third, .jsonLD, named: "2").outcome.tables).last
        == "C 2026-05-09/2026-05-10 0")
    let flights = [
      ReservationTestFile.flight(),
      ReservationTestFile.flight(
        number: "SK 1", day: "2026-05-01", to: "JFK", name: "Bob", reservation: "B"),
    ]
    #expect(
      try trips(try document(flights.map { ($0, .jsonLD) }))
        == ["OSL Airport 2026-05-01/2026-05-01 1", "JFK Airport 2026-05-01/2026-05-01 1"])
  }

  @Test(
    "An appointment at home belongs to no trip, and a journey to the one around it")
  func calendarOfMany() throws {
    let trip = Self.calendar(
      Self.event("t", "Portugal", ";VALUE=DATE:20260430", ";VALUE=DATE:20260510"))
    let other = Self.calendar(
      Self.event("d", "Dentist", ":20260504T100000Z", ":20260504T110000Z"),
      Self.event(
        "f", "TP 762 from LIS to OSL", ":20260501T070000Z", ":20260501T110000Z",
        "CATEGORIES:FLIGHT\n"),
      Self.event(
        "g", "TP 9 from LIS to FNC", ":20261001T070000Z", ":20261001T110000Z",
        "CATEGORIES:FLIGHT\n")
    ).replacing("Mine", with: "Other")
    let tables = try document([(trip, .iCalendar), (other, .iCalendar)])
    func placed(_ tables: Tables) throws -> [String] {
      let trips = try tables.testObjects("Trip")
      return try (tables.testObjects("Leg") + tables.testObjects("BucketListItem")).map { part in
        let own = trips.first { .reference($0.key) == part["trip"] }
        return (part.text("number") ?? part.text("title") ?? "") + ": " + (own?.text("name") ?? "")
      }.sorted()
    }
    #expect(try placed(tables) == ["Dentist: ", "TP 762: Portugal", "TP 9: "])
    // The calendars of the file come back as they were.
    let written = String(decoding: try ExportedFile(tables, .iCalendar).bytes, as: UTF8.self)
    #expect(written == (trip + other).replacing("\n", with: "\r\n"))
  }

  @Test("Many mails into a document of many trips cost no square of time")
  func many() throws {
    func hotels(_ offset: Int64) -> String {
      let first = 9_000 + offset
      return "["
        + (0..<3_000).map { number in
          let day = first + Int64(number) * 10
          return Self.hotel("H\(day)", DayText.text(day), DayText.text(day + 1))
        }.joined(separator: ",") + "]"
    }
    let tables = try ImportedFile(
      Array(hotels(0).utf8), .jsonLD, ImportOptions(fallbackName: "0")
    ).tables
    let updated = try tables.updated(with: hotels(5), .jsonLD, named: "1")
    #expect(try updated.outcome.tables.testObjects("Trip").count == 6_000)
  }

}
