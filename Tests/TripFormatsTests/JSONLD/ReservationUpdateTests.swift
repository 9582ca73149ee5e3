import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Reservations that are imported again.
@Suite struct ReservationUpdateTests {
  typealias File = ReservationTestFile

  private func update(
    _ tables: Tables, _ text: String, name: String = "mail", side: MergeSide = .ours,
    removesCancelled: Bool = false
  ) throws -> UpdatedFile {
    try tables.updated(
      with: text, .jsonLD, named: name, removesCancelled: removesCancelled, side: side)
  }

  @Test("The same file again changes nothing")
  func same() throws {
    let file = try File(ReservationRoundTripTests.journey)
    let updated = try update(file.tables, ReservationRoundTripTests.journey)
    #expect(updated.report.counts.isEmpty)
    #expect(
      TablesDump.text(updated.outcome.tables, all: true) == TablesDump.text(file.tables, all: true))
  }

  @Test("A later mail about a reservation changes its leg, whatever the file is called")
  func change() throws {
    let file = try File("[\(File.flight())]")
    let later = File.flight().replacing("T08:00", with: "T09:30")
    let updated = try update(file.tables, later, name: "mail 2")
    #expect(updated.report.counts == [.updated: 1])
    let legs = try updated.outcome.tables.testObjects("Leg")
    #expect(legs.map { $0.text("departureTime") } == ["2026-05-01T09:30:00+01:00[Etc/GMT-1]"])
    #expect(try File.text(of: updated.outcome.tables).contains("T09:30"))
  }

  @Test("Two files in one say that what is beside their nodes is not written")
  func twoFiles() throws {
    func graph(_ flight: String) -> String {
      #"{"@context": "http://schema.org", "@graph": [\#(flight)], "publisher": "TAP"}"#
    }
    let file = try File(graph(File.flight()))
    let one = try ExportedFile(file.tables, .jsonLD)
    #expect(!one.notes.joined().contains("component"), "\(one.notes)")
    #expect(String(decoding: one.bytes, as: UTF8.self).contains("publisher"))
    let other = graph(File.flight(number: "TP 1", day: "2026-07-01", reservation: "XYZ987"))
    let updated = try update(file.tables, other, name: "mail 2")
    let both = try ExportedFile(updated.outcome.tables, .jsonLD)
    #expect(
      both.notes.joined().contains("2 components that belong to no trip"), "\(both.notes)")
    #expect(!String(decoding: both.bytes, as: UTF8.self).contains("publisher"))
  }

  @Test("An edit of the document stays, a conflict is decided by the side")
  func edits() throws {
    let file = try File("[\(File.flight())]")
    let leg = try #require(try file.objects("Leg").first)
    let edited = try file.tables.setting("number", of: leg.key, to: .text("mine"))
    let other = File.flight().replacing("LIS Airport", with: "Lisboa")
    let kept = try update(edited, other)
    #expect(kept.outcome.conflicts.isEmpty)
    var read = try #require(try kept.outcome.tables.testObjects("Leg").first)
    #expect(read.text("number") == "mine" && read.text("from") == "Lisboa")
    let same = File.flight().replacing(
      #""flightNumber": "TP 762""#, with: #""flightNumber": "TP 9""#)
    // The number is part of what identifies a leg without an identifier, so it is another one.
    #expect(try update(edited, same).report.counts[.added] == 1)
    let named = File.flight(more: #""@id": "urn:x:1","#)
    let first = try File(named)
    let key = try #require(try first.objects("Leg").first).key
    let mine = try first.tables.setting("number", of: key, to: .text("mine"))
    let theirs = named.replacing(#""flightNumber": "TP 762""#, with: #""flightNumber": "TP 9""#)
    for (side, number) in [(MergeSide.ours, "mine"), (.theirs, "TP 9")] {
      let updated = try update(mine, theirs, side: side)
      #expect(updated.outcome.conflicts.count == 1)
      read = try #require(try updated.outcome.tables.testObjects("Leg").first)
      #expect(read.text("number") == number)
    }
  }

  @Test("A cancellation is reported, and deletes the leg if that is wanted")
  func cancellation() throws {
    let file = try File(
      "[\(File.flight()), \(File.flight(number: "TP 763", day: "2026-05-09", from: "OSL", to: "LIS"))]"
    )
    let cancelled = File.flight().replacing(
      "schema.org/Confirmed", with: "schema.org/ReservationCancelled")
    let reported = try update(file.tables, cancelled, name: "other")
    #expect(reported.report.counts[.cancelled] == 1)
    #expect(try reported.outcome.tables.testObjects("Leg").count == 2)
    let removed = try update(file.tables, cancelled, name: "other", removesCancelled: true)
    #expect(try removed.outcome.tables.testObjects("Leg").map { $0.text("number") } == ["TP 763"])
    let again = try update(reported.outcome.tables, cancelled, name: "other")
    #expect(again.report.counts[.cancelled] == nil)
  }

  @Test("A cancellation that only has a number cancels what was booked with it")
  func bareCancellation() throws {
    let file = try File("[\(File.flight())]")
    let bare =
      #"{"@type": "FlightReservation", "reservationNumber": "ABC123", "reservationStatus": "http://schema.org/ReservationCancelled"}"#
    let updated = try update(file.tables, bare, name: "cancelled")
    #expect(updated.report.counts == [.cancelled: 1])
    let legs = try updated.outcome.tables.testObjects("Leg")
    #expect(legs.count == 1 && legs[0]["isConfirmed"] == .bool(false))
    #expect(try File.text(of: updated.outcome.tables).contains("ReservationCancelled"))
    let removed = try update(
      updated.outcome.tables, bare, name: "cancelled", removesCancelled: true)
    #expect(try removed.outcome.tables.testObjects("Leg").isEmpty)
    #expect(throws: DocumentError.self) { _ = try File(bare) }
  }

  @Test("A reservation is found by its numbers, if one of two versions has no time")
  func withoutTime() throws {
    let timeless = File.flight().replacing(
      #""departureTime": "2026-05-01T08:00:00+01:00", "#, with: "")
    for (first, second) in [(timeless, File.flight()), (File.flight(), timeless)] {
      let updated = try update(try File(first).tables, second, name: "later")
      #expect(updated.report.counts[.added] == nil)
      #expect(try updated.outcome.tables.testObjects("Leg").count == 1)
    }
  }

  @Test("A mail to another traveller joins the reservations of a leg")
  func anotherTraveller() throws {
    let file = try File(File.flight())
    let updated = try update(file.tables, File.flight(name: "Bob"), name: "mail to Bob")
    #expect(updated.report.counts == [.updated: 1])
    let tables = updated.outcome.tables
    #expect(try tables.testObjects("Participant").map { $0.text("name") } == ["Ann", "Bob"])
    #expect(try tables.testObjects("Leg").count == 1)
    let again = try File(try File.text(of: tables))
    #expect(try again.tables.objectTexts() == tables.objectTexts())
    #expect(
      try File(bytes: try ExportedFile(tables, .itinerary).bytes).objects("Participant").count == 2)
    // One of two travellers cancels, then the other.
    func cancelled(_ name: String) -> String {
      File.flight(name: name).replacing(
        "schema.org/Confirmed", with: "schema.org/ReservationCancelled")
    }
    let one = try update(tables, cancelled("Bob"), name: "c", removesCancelled: true)
    #expect(one.report.counts[.cancelled] == nil)
    #expect(try one.outcome.tables.testObjects("Participant").count == 2)
    #expect(try File.text(of: one.outcome.tables).contains("ReservationCancelled"))
    let both = try update(one.outcome.tables, cancelled("Ann"), name: "c", removesCancelled: true)
    #expect(both.report.counts[.cancelled] == 1)
    #expect(try both.outcome.tables.testObjects("Leg").isEmpty)
    // The trip was made for this leg alone.
    #expect(try both.outcome.tables.testObjects("Trip").isEmpty)
  }

  @Test("A mail that states less than the first one erases nothing")
  func less() throws {
    let file = try File(File.flight(more: #""seat": "12A","#))
    let less =
      #"{"@type": "FlightReservation", "reservationNumber": "ABC123", "reservationFor": {"@type": "Flight", "flightNumber": "TP 762", "departureTime": "2026-05-01T09:00:00+01:00", "departureAirport": {"@type": "Airport", "iataCode": "LIS"}}}"#
    let updated = try update(file.tables, less, name: "short")
    #expect(updated.report.counts == [.updated: 1])
    let leg = try #require(try updated.outcome.tables.testObjects("Leg").first)
    #expect(leg.text("from") == "LIS Airport" && leg.text("to") == "OSL Airport")
    #expect(leg.text("departureTime") == "2026-05-01T09:00:00+01:00[Etc/GMT-1]")
    let text = try File.text(of: updated.outcome.tables)
    #expect(text.contains("12A") && text.contains("Ann") && text.contains("T09:00"))
    // Another airport is not the old one with another code.
    let moved = less.replacing("LIS", with: "OPO")
    let rebooked = try update(file.tables, moved, name: "short")
    #expect(try rebooked.outcome.tables.testObjects("Leg").first?.text("from") == "OPO")
  }

  @Test("A new reservation joins the trip of those around it, and one that was deleted stays away")
  func addition() throws {
    let back = File.flight(number: "TP 763", day: "2026-05-09", from: "OSL", to: "LIS")
    let file = try File("[\(File.flight()), \(back)]")
    let hotel =
      #"{"@type": "LodgingReservation", "checkinTime": "2026-05-02", "checkoutTime": "2026-05-08", "reservationFor": {"@type": "Hotel", "name": "Grand"}}"#
    let updated = try update(file.tables, "[\(File.flight()), \(hotel), \(back)]")
    #expect(updated.report.counts == [.added: 1])
    let stay = try #require(try updated.outcome.tables.testObjects("Stay").first)
    let trips = try updated.outcome.tables.testObjects("Trip")
    #expect(trips.count == 1 && stay["trip"] == .reference(trips[0].key))
    let without = try updated.outcome.tables.deleting(stay.key)
    let again = try update(without, "[\(File.flight()), \(hotel), \(back)]")
    #expect(again.report.counts == [.deleted: 1])
    #expect(try again.outcome.tables.testObjects("Stay").isEmpty)
    let missing = try update(updated.outcome.tables, "[\(File.flight()), \(back)]")
    #expect(missing.report.counts == [.missing: 1])
  }

  @Test("A trip that was made for reservations follows their days, unless it was edited")
  func madeTrip() throws {
    let file = try File("[\(File.flight())]")
    let hotel =
      #"{"@type": "LodgingReservation", "checkinTime": "2026-05-01", "checkoutTime": "2026-05-08", "reservationFor": {"@type": "Hotel", "name": "Grand"}}"#
    let updated = try update(file.tables, "[\(File.flight()), \(hotel)]")
    let trip = try #require(try updated.outcome.tables.testObjects("Trip").first)
    #expect(trip.day("endDate") == "2026-05-08")
    let edited = try file.tables.setting("name", of: trip.key, to: .text("Norway"))
    let kept = try update(edited, "[\(File.flight()), \(hotel)]")
    let again = try #require(try kept.outcome.tables.testObjects("Trip").first)
    #expect(again.text("name") == "Norway" && again.day("endDate") == "2026-05-08")
  }

  @Test("What was exported is known when it comes back")
  func ownExport() throws {
    let tables = try Tables.sample("small-v6")
    let text = try File.text(of: tables)
    let updated = try update(tables, text)
    #expect(updated.report.counts.isEmpty, "\(updated.report.entries)")
    #expect(try updated.outcome.tables.objectTexts() == tables.objectTexts())
  }
}
