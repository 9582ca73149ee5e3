import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Events in which KDE's programs keep the whole reservation.
@Suite struct CalendarReservationTests {
  private static let train = #"""
    [{"@context":"http://schema.org","@type":"TrainReservation","reservationNumber":"XYZ\"1","reservationStatus":"http://schema.org/ReservationConfirmed","totalPrice":39.9,"priceCurrency":"EUR","reservationFor":{"@type":"TrainTrip","trainNumber":"ICE 123","departureStation":{"@type":"TrainStation","name":"Berlin Hbf","identifier":"ibnr:8011160"},"arrivalStation":{"@type":"TrainStation","name":"Paris Est"},"departureTime":"2026-05-01T09:00:00+02:00","arrivalTime":"2026-05-01T17:30:00+02:00","departurePlatform":"4"}},{"@type":"TrainReservation","underName":{"@type":"Person","name":"Bo"}}]
    """#

  private static func text(
    _ reservation: String, summary: String = "Train ICE 123 from Berlin Hbf to Paris Est",
    end: String = "", more: String = "", isEscaped: Bool = true
  ) -> String {
    let value = isEscaped ? CalendarText.escaped(reservation) : reservation
    return """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:x
      UID:feed
      BEGIN:VEVENT
      UID:train
      DTSTART:20260501T070000Z
      \(end)SUMMARY:\(summary)
      LOCATION:Berlin
      \(more)X-KDE-KITINERARY-RESERVATION:\(value)
      END:VEVENT
      END:VCALENDAR

      """
  }

  @Test(
    "An event becomes what its reservation is about, with all that only the reservation states",
    arguments: [true, false])
  func train(isEscaped: Bool) throws {
    let text = Self.text(Self.train, isEscaped: isEscaped)
    let file = try CalendarFile(text)
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("mode") == "train" && leg.text("number") == "ICE 123")
    #expect(leg.text("from") == "Berlin Hbf" && leg.text("to") == "Paris Est")
    #expect(leg.text("reservationNumber") == "XYZ\"1" && leg.text("departureGate") == "4")
    #expect(leg.values["isConfirmed"] == .bool(true))
    #expect(leg.text("departureTime") == "2026-05-01T07:00:00+00:00[Etc/UTC]")
    #expect(leg.text("arrivalTime")?.hasPrefix("2026-05-01T17:30:00+02:00") == true)
    #expect(file.findings(.legEnds).isEmpty && file.report.keptNames.isEmpty)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(try file.lines == lines)
    // An edit keeps the reservation, and comes back.
    let edited = try file.tables.setting("to", of: leg.key, to: .text("Paris Nord"))
      .setting("reservationNumber", of: leg.key, to: .null)
    let written = try CalendarFile.lines(of: edited)
    #expect(written.contains(lines[lines.count - 3]))
    let again = try CalendarFile(written.joined(separator: "\n") + "\n")
    let result = try #require(try again.objects("Leg").first)
    #expect(result.text("from") == "Berlin Hbf" && result.text("to") == "Paris Nord")
    #expect(result.values["reservationNumber"] == .null)
    #expect(result.text("arrivalTime") == leg.text("arrivalTime"))
  }

  @Test("What the event states is taken from the event")
  func event() throws {
    let file = try CalendarFile(
      Self.text(
        Self.train, summary: "Berlin → Metz (TGV 9)", end: "DTEND:20260501T120000Z\n",
        more: "STATUS:TENTATIVE\n"))
    let leg = try #require(try file.objects("Leg").first)
    #expect(
      leg.text("from") == "Berlin" && leg.text("to") == "Metz" && leg.text("number") == "TGV 9")
    #expect(leg.text("arrivalTime") == "2026-05-01T12:00:00+00:00[Etc/UTC]")
    #expect(leg.values["isConfirmed"] == .bool(false))
    #expect(leg.text("reservationNumber") == "XYZ\"1")
  }

  @Test("A hotel is a stay, a concert an item with a reservation")
  func others() throws {
    let hotel = try CalendarFile(
      Self.text(
        #"{"@type":"LodgingReservation","reservationNumber":"H1","reservationFor":{"@type":"LodgingBusiness","name":"Ritz","telephone":"+33 1"}}"#,
        summary: "Hotel reservation: Ritz"))
    let stay = try #require(try hotel.objects("Stay").first)
    #expect(stay.text("name") == "Ritz" && stay.text("telephone") == "+33 1")
    #expect(stay.text("address") == "Berlin" && stay.text("reservationNumber") == "H1")
    let concert = try CalendarFile(
      Self.text(
        #"[{"@type":"EventReservation","reservationStatus":"http://schema.org/ReservationConfirmed","reservationFor":{"@type":"Event","name":"Mahler"}}]"#,
        summary: "Mahler", more: "STATUS:CONFIRMED\n"))
    #expect(try concert.objects("BucketListItem").first?.values["hasReservation"] == .bool(true))
  }

  /// A calendar with an event of days as KDE's programs write it: the last day is that of the check-out.
  private static func days(_ end: String, _ reservation: String, _ summary: String) -> String {
    text(reservation, summary: summary, end: "DTEND;VALUE=DATE:\(end)\n")
      .replacing("DTSTART:20260501T070000Z", with: "DTSTART;VALUE=DATE:20260501")
  }

  private static let glo =
    #"{"@type":"LodgingReservation","checkinTime":"2026-05-01T15:00:00+03:00","checkoutTime":"2026-05-02T12:00:00+03:00","reservationFor":{"@type":"LodgingBusiness","name":"Glo"}}"#

  @Test(
    "The times of a stay are those of its reservation where the event has only their days",
    arguments: [("20260503", true), ("20260502", true), ("20260505", false)])
  func stayDays(end: String, isReserved: Bool) throws {
    let text = Self.days(end, Self.glo, "Hotel reservation: Glo")
    let file = try CalendarFile(text)
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.text("name") == "Glo")
    #expect(stay.text("checkinTime")?.hasPrefix("2026-05-01T15:00:00+03:00") == true)
    #expect(stay["checkinDate"] == .null)
    #expect((stay.text("checkoutTime") != nil) == isReserved)
    #expect(stay.day("checkoutDate") == (isReserved ? nil : "2026-05-05"))
    #expect(try file.lines == text.split(separator: "\n").map(String.init))
    // An edit of another field leaves the times, and comes back.
    let edited = try file.tables.setting("notes", of: stay.key, to: .text("Late"))
    let again = try CalendarFile(try CalendarFile.lines(of: edited).joined(separator: "\n") + "\n")
    let result = try #require(try again.objects("Stay").first)
    #expect(result.text("notes") == "Late" && result["checkoutTime"] == stay["checkoutTime"])
    let moved = try file.tables.setting(
      "checkinTime", of: stay.key, to: .text("2026-05-01T18:00:00+03:00[Etc/GMT-3]"))
    let movedAgain = try CalendarFile(
      try CalendarFile.lines(of: moved).joined(separator: "\n") + "\n")
    #expect(
      try movedAgain.objects("Stay").first?.text("checkinTime")
        == "2026-05-01T18:00:00+03:00[Etc/GMT-3]")
  }

  @Test("A hotel in an event and in a mail is one stay")
  func stayOfTwoFiles() throws {
    let file = try CalendarFile(Self.days("20260503", Self.glo, "Hotel reservation: Glo"))
    let updated = try file.tables.updated(with: Self.glo, .jsonLD, named: "mail")
    #expect(updated.report.counts == [.joined: 1])
    #expect(try updated.outcome.tables.testObjects("Stay").count == 1)
  }

  @Test(
    "A text that is no reservation is only kept",
    arguments: ["[", "[]", "{}", "42", #"[{"@type":"Person"}]"#, #"[[[]]]"#])
  func unread(reservation: String) throws {
    let text = Self.text(reservation)
    let file = try CalendarFile(text)
    #expect(
      try file.objects("BucketListItem").map { $0.text("title") } == [
        "Train ICE 123 from Berlin Hbf to Paris Est"
      ])
    #expect(try file.lines == text.split(separator: "\n").map(String.init))
  }
}
