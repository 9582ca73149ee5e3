import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// One journey of several files is one object (spec 14.10).
@Suite struct JourneyTests {
  private static func flightMail(
    number: String = "1166", airline: String = "LH", from: String = "FRA", to: String = "LIS",
    departure: String = "2026-05-01T10:05:00+02:00", booking: String = "ABC123", more: String = ""
  ) -> String {
    """
    {"@context": "http://schema.org", "@type": "FlightReservation",
     "reservationNumber": "\(booking)", "reservationFor": {"@type": "Flight",
     "flightNumber": "\(number)", "airline": {"@type": "Airline", "iataCode": "\(airline)"},
     "departureAirport": {"@type": "Airport", "iataCode": "\(from)"},
     "arrivalAirport": {"@type": "Airport", "iataCode": "\(to)"},
     "departureTime": "\(departure)"}\(more)}
    """
  }

  private static func hotel(
    name: String = "Casa Azul", booking: String = "H1", checkin: String = "2026-05-01T15:00:00"
  ) -> String {
    """
    {"@context": "http://schema.org", "@type": "LodgingReservation",
     "reservationNumber": "\(booking)", "checkinTime": "\(checkin)",
     "checkoutTime": "2026-05-05T11:00:00",
     "reservationFor": {"@type": "LodgingBusiness", "name": "\(name)"}}
    """
  }

  fileprivate static func calendar(_ events: String, name: String = "Travel") -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nX-WR-CALNAME:\(name)\n" + events + "END:VCALENDAR\n"
  }

  fileprivate static let flight = """
    BEGIN:VEVENT
    UID:trip
    DTSTART;VALUE=DATE:20260501
    DTEND;VALUE=DATE:20260506
    SUMMARY:Lisboa
    END:VEVENT
    BEGIN:VEVENT
    UID:lh
    CATEGORIES:FLIGHT
    DTSTART;TZID=Europe/Berlin:20260501T100500
    DTEND;TZID=Europe/Lisbon:20260501T121500
    SUMMARY:Frankfurt → Lisboa (LH 1166)
    DESCRIPTION:Window seat
    END:VEVENT
    BEGIN:VEVENT
    UID:casa
    CATEGORIES:HOTEL
    DTSTART;VALUE=DATE:20260501
    DTEND;VALUE=DATE:20260505
    SUMMARY:Casa Azul
    END:VEVENT

    """

  fileprivate func update(
    _ tables: Tables, _ text: String, _ format: TripFormat, named: String = "other"
  ) throws -> UpdatedFile {
    try tables.updated(with: text, format, named: named, removesCancelled: false, side: .ours)
  }

  @Test(
    "A flight of a calendar and of a mail is one leg, which gets what the calendar does not say")
  func mailAfterCalendar() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let updated = try update(file.tables, Self.flightMail(), .jsonLD)
    #expect(updated.report.counts == [.joined: 1])
    let legs = try updated.outcome.tables.testObjects("Leg")
    #expect(legs.count == 1)
    #expect(legs[0].text("reservationNumber") == "ABC123" && legs[0].text("notes") == "Window seat")
    #expect(legs[0].values["arrivalTime"] != .null)
    #expect(try updated.outcome.tables.testObjects("Trip").count == 1)
    // Each source is found by its own record again.
    for (text, format) in [
      (Self.flightMail(), TripFormat.jsonLD), (Self.calendar(Self.flight), .iCalendar),
    ] {
      let again = try update(updated.outcome.tables, text, format)
      #expect(again.report.counts.isEmpty)
      #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
    }
  }

  @Test(
    "A flight of a mail and of a calendar is one leg, and the calendar's new parts join its trip")
  func calendarAfterMail() throws {
    let file = try ReservationTestFile(Self.flightMail())
    let text = Self.calendar(Self.flight.replacing("UID:trip", with: "UID:none"), name: "Mine")
    let updated = try update(file.tables, text, .iCalendar)
    #expect(updated.report.counts[.joined] == 1)
    #expect(try updated.outcome.tables.testObjects("Leg").count == 1)
    let again = try update(updated.outcome.tables, text, .iCalendar)
    #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
  }

  @Test("A stay of two files is one by its booking, or by its name and its first day")
  func stays() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let named = try update(file.tables, Self.hotel(), .jsonLD)
    #expect(named.report.counts == [.joined: 1])
    let stays = try named.outcome.tables.testObjects("Stay")
    #expect(stays.count == 1 && stays[0].text("reservationNumber") == "H1")
    // The booking number finds it under another name.
    let booked = try ReservationTestFile(Self.hotel())
    let second = try update(
      booked.tables, Self.hotel(name: "Hotel Casa Azul Lisboa"), .jsonLD, named: "second")
    #expect(try second.outcome.tables.testObjects("Stay").count == 1)
    for text in [
      Self.hotel(name: "Casa Verde", booking: "H2"), Self.hotel(booking: "H2"),
      Self.hotel(booking: "", checkin: "2026-06-01T15:00:00"),
    ] {
      let other = try update(booked.tables, text, .jsonLD, named: "third")
      #expect(try other.outcome.tables.testObjects("Stay").count == 2, "\(text)")
    }
  }

  @Test(
    "Legs are one if number, local day and carrier are the same, or an end or the time confirms it",
    arguments: [
      ("1166", "LH", "FRA", "2026-05-01T10:05:00+02:00", true),
      ("LH1166", "Lufthansa", "FRA", "2026-05-01T11:00:00+02:00", true),
      ("01166", "Lufthansa", "", "2026-05-01T10:05:00+02:00", true),
      ("1166", "Lufthansa", "", "2026-05-01T11:05:00+02:00", false),
      ("1166", "LH", "MUC", "2026-05-01T10:05:00+02:00", false),
      ("1166", "Lufthansa", "MUC", "2026-05-01T11:00:00+02:00", false),
      ("1166", "TP", "FRA", "2026-05-01T10:05:00+02:00", false),
      ("1166", "LH", "FRA", "2026-05-02T10:05:00+02:00", false),
      ("1167", "LH", "FRA", "2026-05-01T10:05:00+02:00", false),
    ])
  func legs(number: String, airline: String, from: String, departure: String, isSame: Bool) throws {
    let file = try CalendarFile(
      Self.calendar(Self.flight.replacing("Frankfurt → Lisboa", with: "FRA → Lisboa")))
    let updated = try update(
      file.tables,
      Self.flightMail(
        number: number, airline: airline, from: from, to: "OPO", departure: departure),
      .jsonLD)
    #expect(try updated.outcome.tables.testObjects("Leg").count == (isSame ? 1 : 2))
  }

  @Test("Two legs of one number with different airports are two")
  func flightWithStop() throws {
    let file = try ReservationTestFile(Self.flightMail(from: "FRA", to: "OPO"))
    let updated = try update(
      file.tables, Self.flightMail(from: "OPO", to: "LIS", booking: "Z"), .jsonLD)
    #expect(try updated.outcome.tables.testObjects("Leg").count == 2)
  }

  @Test("Two candidates of one journey on either side are not joined")
  func ambiguous() throws {
    let twice = Self.flight + Self.flight.replacing("UID:", with: "UID:second-")
    let file = try CalendarFile(Self.calendar(twice))
    let updated = try update(file.tables, Self.flightMail(), .jsonLD)
    #expect(updated.report.counts[.joined] == nil)
    #expect(try updated.outcome.tables.testObjects("Leg").count == 3)
  }

  @Test(
    "What differs stays as the document has it, is listed, and comes with a later change of its own file"
  )
  func differing() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let later = Self.flightMail(departure: "2026-05-01T10:45:00+02:00")
    let updated = try update(file.tables, later, .jsonLD)
    #expect(updated.report.entries.map(\.differing) == [["departureTime"]])
    let leg = try #require(try updated.outcome.tables.testObjects("Leg").first)
    #expect(leg.text("departureTime")?.contains("10:05") == true)
    let changed = Self.calendar(Self.flight.replacing("T100500", with: "T101500"))
    let own = try update(updated.outcome.tables, changed, .iCalendar)
    #expect(own.outcome.conflicts.isEmpty)
    #expect(
      try own.outcome.tables.testObjects("Leg").first?.text("departureTime")?.contains("10:15")
        == true)
    // Nobody has edited the leg, so the mail's next change arrives. An export says what the document says.
    let lines = try ExportedFile(updated.outcome.tables, .jsonLD)
    #expect(String(decoding: lines.bytes, as: UTF8.self).contains("2026-05-01T10:05:00+02:00"))
    let delayed = try update(
      updated.outcome.tables, Self.flightMail(departure: "2026-05-01T11:30:00+02:00"), .jsonLD)
    #expect(delayed.outcome.conflicts.isEmpty)
    #expect(
      try delayed.outcome.tables.testObjects("Leg").first?.text("departureTime")?.contains("11:30")
        == true)
  }

  @Test("A cancellation in one of two sources is listed and does not cancel the other")
  func cancellation() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let text = Self.flightMail(
      more: ", \"reservationStatus\": \"http://schema.org/ReservationCancelled\"")
    let updated = try update(file.tables, text, .jsonLD)
    #expect(updated.report.counts == [.joined: 1])
    #expect(updated.report.entries.map(\.differing) == [["isCancelled"]])
    #expect(
      try updated.outcome.tables.testObjects("Leg").first?.values["isCancelled"] == .bool(false))
  }

  @Test("Files that state many legs of one number are not joined")
  func manyOfOneNumber() throws {
    func many(_ prefix: String) -> String {
      "[" + (0..<40).map { Self.flightMail(booking: "\(prefix)\($0)") }.joined(separator: ",") + "]"
    }
    let file = try ReservationTestFile(many("A"))
    let updated = try update(file.tables, many("B"), .jsonLD)
    #expect(updated.report.counts[.joined] == nil)
    #expect(try updated.outcome.tables.testObjects("Leg").count == 80)
  }

  @Test("A time says more than its day, and another day is listed")
  func dayAndTime() throws {
    let allDay = Self.flight.replacing(
      "DTSTART;TZID=Europe/Berlin:20260501T100500\nDTEND;TZID=Europe/Lisbon:20260501T121500",
      with: "DTSTART;VALUE=DATE:20260501")
    let file = try CalendarFile(Self.calendar(allDay))
    let updated = try update(file.tables, Self.flightMail(), .jsonLD)
    let leg = try #require(try updated.outcome.tables.testObjects("Leg").first)
    // A table without times keeps its cell.
    #expect(leg.day("departureDate") == "2026-05-01")
    #expect(leg.text("departureTime")?.contains("10:05") == true)
    let stay = try update(
      file.tables, Self.hotel().replacing("05T11:00", with: "06T11:00"), .jsonLD)
    #expect(stay.report.entries.map(\.differing) == [["checkoutTime"]])
    #expect(try stay.outcome.tables.testObjects("Stay").first?.day("checkoutDate") == "2026-05-05")
  }

  @Test("An object of two files is deleted by neither alone")
  func missing() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let joined = try update(file.tables, Self.flightMail(), .jsonLD).outcome.tables
    let without = Self.calendar(Self.flight.components(separatedBy: "BEGIN:VEVENT\nUID:lh")[0])
    let removed = try joined.updated(
      with: without, .iCalendar, named: "other", removesCancelled: true, side: .ours)
    #expect(removed.report.counts[.missing] == 2)
    #expect(try removed.outcome.tables.testObjects("Leg").count == 1)
    #expect(try removed.outcome.tables.testObjects("Stay").isEmpty)
  }

  @Test("A calendar that gives its journeys new identities keeps its legs and stays")
  func newIdentities() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let renamed = Self.calendar(
      Self.flight.replacing("UID:lh", with: "UID:new1").replacing("UID:casa", with: "UID:new2")
        .replacing("Window seat", with: "Aisle"))
    let updated = try file.tables.updated(
      with: renamed, .iCalendar, named: "other", removesCancelled: true, side: .ours)
    #expect(updated.report.counts == [.updated: 1])
    #expect(try updated.outcome.tables.testObjects("Leg").map { $0.text("notes") } == ["Aisle"])
    #expect(try updated.outcome.tables.testObjects("Stay").count == 1)
    let again = try update(updated.outcome.tables, renamed, .iCalendar)
    #expect(again.report.counts.isEmpty)
    #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
  }

  @Test(
    "Trains of one number are one at about one time, and a way back is none",
    arguments: [
      ("08:10", "Berlin Hbf", "Schwerin", true), ("18:00", "Berlin Hbf", "Schwerin", false),
      ("08:10", "Schwerin", "Berlin Hbf", false), ("18:00", "Schwerin", "Berlin Hbf", false),
    ])
  func trains(time: String, from: String, to: String, isSame: Bool) throws {
    let event = """
      BEGIN:VEVENT
      UID:re
      CATEGORIES:TRAIN
      DTSTART;TZID=Europe/Berlin:20260501T080000
      SUMMARY:Berlin Hbf → Schwerin (RE 5)
      END:VEVENT

      """
    let mail = """
      {"@context": "http://schema.org", "@type": "TrainReservation", "reservationNumber": "R",
       "reservationFor": {"@type": "TrainTrip", "trainNumber": "RE 5",
       "departureStation": {"@type": "TrainStation", "name": "\(from)"},
       "arrivalStation": {"@type": "TrainStation", "name": "\(to)"},
       "departureTime": "2026-05-01T\(time):00+02:00"}}
      """
    let file = try CalendarFile(Self.calendar(event))
    let updated = try update(file.tables, mail, .jsonLD)
    #expect(try updated.outcome.tables.testObjects("Leg").count == (isSame ? 1 : 2))
  }

  @Test("A flight in UTC and by the clock of its place is one, also over midnight")
  func midnight() throws {
    let event = Self.flight.replacing(
      "DTSTART;TZID=Europe/Berlin:20260501T100500", with: "DTSTART:20260430T223000Z")
    let file = try CalendarFile(Self.calendar(event))
    let updated = try update(
      file.tables, Self.flightMail(departure: "2026-05-01T00:30:00+02:00"), .jsonLD)
    #expect(try updated.outcome.tables.testObjects("Leg").count == 1)
  }

  @Test("Two travellers of one flight are one leg, which takes place until both have cancelled")
  func travellers() throws {
    func mail(_ booking: String, _ name: String, _ status: String = "Confirmed") -> String {
      Self.flightMail(
        booking: booking,
        more: ", \"underName\": {\"@type\": \"Person\", \"name\": \"\(name)\"}, "
          + "\"reservationStatus\": \"http://schema.org/Reservation\(status)\"")
    }
    let first = try ReservationTestFile(mail("A", "Ann")).tables
    let both = try update(first, mail("B", "Bob"), .jsonLD, named: "b").outcome.tables
    #expect(try both.testObjects("Leg").count == 1)
    for (text, name) in [(mail("A", "Ann"), "calendar"), (mail("B", "Bob"), "b")] {
      let again = try update(both, text, .jsonLD, named: name)
      #expect(try again.outcome.tables.testObjects("Leg").count == 1)
    }
    let export = String(decoding: try ExportedFile(both, .jsonLD).bytes, as: UTF8.self)
    let again = try update(both, export, .jsonLD, named: "export")
    #expect(try again.outcome.tables.testObjects("Leg").count == 1)
    let one = try update(both, mail("A", "Ann", "Cancelled"), .jsonLD, named: "c").outcome.tables
    #expect(try one.testObjects("Leg").first?["isCancelled"] == .bool(false))
    let none = try update(one, mail("B", "Bob", "Cancelled"), .jsonLD, named: "d").outcome.tables
    #expect(try none.testObjects("Leg").first?["isCancelled"] == .bool(true))
  }
}

extension JourneyTests {
  private static func mail(_ booking: String, _ name: String, at time: String = "10:05") -> String {
    """
    {"@context": "http://schema.org", "@type": "FlightReservation",
     "reservationNumber": "\(booking)", "underName": {"@type": "Person", "name": "\(name)"},
     "reservationFor": {"@type": "Flight", "flightNumber": "1166",
     "airline": {"@type": "Airline", "iataCode": "LH"},
     "departureAirport": {"@type": "Airport", "iataCode": "FRA"},
     "arrivalAirport": {"@type": "Airport", "iataCode": "LIS"},
     "departureTime": "2026-05-01T\(time):00+02:00"}}
    """
  }

  @Test(
    "A delay arrives from whichever source says it first, and the others follow without a conflict")
  func delays() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let joined = try update(file.tables, Self.mail("A", "Ann"), .jsonLD).outcome.tables
    let calendar = Self.calendar(Self.flight.replacing("T100500", with: "T113500"))
    let first = try update(joined, calendar, .iCalendar)
    #expect(first.report.counts == [.updated: 1])
    let second = try update(first.outcome.tables, Self.mail("A", "Ann", at: "11:35"), .jsonLD)
    #expect(second.outcome.conflicts.isEmpty)
    let third = try update(second.outcome.tables, Self.mail("A", "Ann", at: "12:00"), .jsonLD)
    #expect(third.outcome.conflicts.isEmpty)
    let leg = try #require(try third.outcome.tables.testObjects("Leg").first)
    #expect(leg.text("departureTime")?.contains("12:00") == true)
    let fourth = try update(
      third.outcome.tables, Self.calendar(Self.flight.replacing("T100500", with: "T123000")),
      .iCalendar)
    #expect(fourth.outcome.conflicts.isEmpty)
    #expect(
      try fourth.outcome.tables.testObjects("Leg").first?.text("departureTime")?.contains("12:30")
        == true)
  }

  @Test("A new number of the booking in the same file of the same traveller is the booking's")
  func rebooked() throws {
    let file = try ReservationTestFile(Self.mail("A", "Ann"))
    let key = try #require(try file.tables.testObjects("Leg").first).key
    let edited = try file.tables.setting("notes", of: key, to: .text("mine"))
    let name = "mail"
    let rebooked = try update(edited, Self.mail("NEW", "Ann"), .jsonLD, named: name)
    let legs = try rebooked.outcome.tables.testObjects("Leg")
    #expect(rebooked.report.counts == [.updated: 1])
    #expect(legs.map { $0.text("reservationNumber") } == ["NEW"])
    #expect(legs.map { $0.text("notes") } == ["mine"])
    let export = String(
      decoding: try ExportedFile(rebooked.outcome.tables, .jsonLD).bytes, as: UTF8.self)
    #expect(export.contains("NEW") && !export.contains("\"A\""))
    let again = try update(rebooked.outcome.tables, Self.mail("NEW", "Ann"), .jsonLD, named: name)
    #expect(again.report.counts.isEmpty)
    #expect(again.outcome.tables.extensions == rebooked.outcome.tables.extensions)
    // What comes of the earlier booking cancels nothing, and the other leg of a booking is not missing.
    let late = try update(
      rebooked.outcome.tables,
      Self.mail("A", "Ann").replacing(
        "\"reservationNumber\"",
        with:
          "\"reservationStatus\": \"http://schema.org/ReservationCancelled\", \"reservationNumber\""
      ),
      .jsonLD, named: name)
    let kept = try #require(try late.outcome.tables.testObjects("Leg").first)
    #expect(kept.text("reservationNumber") == "NEW" && kept["isCancelled"] == .bool(false))
    let back = Self.mail("A", "Ann").replacing("1166", with: "1167")
      .replacing("FRA", with: "XXX").replacing("LIS", with: "FRA").replacing("XXX", with: "LIS")
    let two = try ReservationTestFile("[\(Self.mail("A", "Ann")), \(back)]").tables
    let one = try two.updated(
      with: Self.mail("NEW", "Ann"), .jsonLD, named: name, removesCancelled: true)
    #expect(try one.outcome.tables.testObjects("Leg").count == 2)
    // The mail of another traveller has the same name.
    let other = try update(edited, Self.mail("B", "Bob"), .jsonLD, named: name)
    #expect(other.report.counts == [.joined: 1])
    #expect(
      try other.outcome.tables.testObjects("Leg").map { $0.text("reservationNumber") } == ["A"])
  }

  @Test("A mail with a further booking of a traveller adds one node, however often it comes")
  func furtherBooking() throws {
    var tables = try ReservationTestFile(Self.mail("A", "Ann")).tables
    tables = try update(tables, Self.mail("B", "Ann"), .jsonLD).outcome.tables
    let again = try update(tables, Self.mail("B", "Ann"), .jsonLD)
    #expect(again.report.counts.isEmpty)
    #expect(again.outcome.tables.extensions == tables.extensions)
  }

  @Test("A table whose times have no zone agrees with times that have one")
  func agreeing() throws {
    let table = """
      Date,Flight,From,To,Dep,Arr
      2026-05-01,LH 1166,FRA,LIS,10:05,12:15

      """
    let file = try CalendarFile(Self.calendar(Self.flight))
    let joined = try update(file.tables, table, .csv).outcome.tables
    let delayed = try update(
      joined, Self.calendar(Self.flight.replacing("T100500", with: "T113500")), .iCalendar)
    let same = try update(delayed.outcome.tables, table.replacing("10:05", with: "11:35"), .csv)
    #expect(same.outcome.conflicts.isEmpty)
    #expect(
      try same.outcome.tables.testObjects("Leg").first?.text("departureTime")
        == "2026-05-01T11:35:00+02:00[Europe/Berlin]")
    let again = try update(same.outcome.tables, table.replacing("10:05", with: "11:35"), .csv)
    #expect(again.report.counts.isEmpty)
    let other = try update(delayed.outcome.tables, table.replacing("10:05", with: "11:50"), .csv)
    #expect(!other.outcome.conflicts.isEmpty)
  }

  @Test("A traveller's mail that comes again leaves the nodes and the names of other travellers")
  func otherTravellers() throws {
    let ann = try ReservationTestFile(Self.mail("A", "Ann"), name: "ann").tables
    let both = try update(ann, Self.mail("B", "Bob"), .jsonLD, named: "bob").outcome.tables
    #expect(try both.testObjects("Participant").map { $0.text("name") } == ["Ann", "Bob"])
    for (text, name) in [(Self.mail("A", "Ann"), "ann"), (Self.mail("B", "Bob"), "bob")] {
      let again = try update(both, text, .jsonLD, named: name)
      #expect(again.report.counts.isEmpty)
      #expect(ChangeSet(from: both, to: again.outcome.tables).isEmpty)
    }
    let cancelled = """
      {"@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "B",
       "reservationStatus": "http://schema.org/ReservationCancelled"}
      """
    let one = try update(both, cancelled, .jsonLD, named: "c").outcome.tables
    #expect(try one.testObjects("Leg").first?["isCancelled"] == .bool(false))
    let none = try update(one, cancelled.replacing("\"B\"", with: "\"A\""), .jsonLD, named: "d")
    #expect(try none.outcome.tables.testObjects("Leg").first?["isCancelled"] == .bool(true))
  }

  @Test(
    "An airline's code of three letters is no other airline than its code of two",
    arguments: [("KLM", "1766", true), ("BA", "1766", false), ("KL", "KL 1766", true)])
  func codes(airline: String, number: String, isSame: Bool) throws {
    let event = Self.flight.replacing("LH 1166", with: "KL 1766")
    let file = try CalendarFile(Self.calendar(event))
    let text = Self.mail("A", "Ann").replacing("\"1166\"", with: "\"\(number)\"")
      .replacing("\"LH\"", with: "\"\(airline)\"")
    let updated = try update(file.tables, text, .jsonLD)
    #expect(try updated.outcome.tables.testObjects("Leg").count == (isSame ? 1 : 2))
  }

  @Test(
    "A copy of an event in another calendar keeps the object that its own calendar no longer has")
  func copies() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let copy = Self.calendar(Self.flight, name: "Copy")
    let both = try update(file.tables, copy, .iCalendar, named: "copy").outcome.tables
    #expect(try both.testObjects("Leg").count == 1)
    let without = Self.calendar(Self.flight.components(separatedBy: "BEGIN:VEVENT\nUID:lh")[0])
    let removed = try both.updated(
      with: without, .iCalendar, named: "own", removesCancelled: true, side: .ours)
    #expect(try removed.outcome.tables.testObjects("Leg").count == 1)
    let again = try update(removed.outcome.tables, copy, .iCalendar, named: "copy")
    #expect(again.report.counts.isEmpty)
  }

  @Test("A source that later states what another one filled in is no conflict")
  func filledLater() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let joined = try update(file.tables, Self.mail("A", "Ann"), .jsonLD).outcome.tables
    let text = Self.mail("A", "Ann").replacing(
      "\"reservationNumber\"", with: "\"description\": \"Bring snacks\", \"reservationNumber\"")
    let updated = try update(joined, text, .jsonLD)
    #expect(updated.outcome.conflicts.isEmpty)
    let bare = Self.calendar(
      Self.flight.replacing("DTEND;TZID=Europe/Lisbon:20260501T121500\n", with: ""))
    let first = try CalendarFile(bare).tables
    let arrival = Self.mail("A", "Ann").replacing(
      "\"departureTime\"", with: "\"arrivalTime\": \"2026-05-01T12:20:00+01:00\", \"departureTime\""
    )
    let filled = try update(first, arrival, .jsonLD).outcome.tables
    let later = try update(filled, Self.calendar(Self.flight), .iCalendar)
    #expect(later.outcome.conflicts.isEmpty)
    #expect(
      try later.outcome.tables.testObjects("Leg").first?.text("arrivalTime")?.contains("12:15")
        == true)
  }

  @Test("An object that both of its sources drop is deleted when that is wanted")
  func droppedByBoth() throws {
    let file = try CalendarFile(Self.calendar(Self.flight))
    let copy = Self.calendar(Self.flight, name: "Copy")
    var tables = try update(file.tables, copy, .iCalendar, named: "copy").outcome.tables
    for name in ["Travel", "Copy"] {
      let without = Self.calendar(
        Self.flight.components(separatedBy: "BEGIN:VEVENT\nUID:lh")[0], name: name)
      tables = try tables.updated(
        with: without, .iCalendar, named: name, removesCancelled: true, side: .ours
      ).outcome.tables
    }
    #expect(try tables.testObjects("Leg").isEmpty)
  }
}
