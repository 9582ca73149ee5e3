import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Calendars and documents come back as they were.
@Suite struct CalendarRoundTripTests {
  static let journey = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//Calendar 9.1//EN
    X-WR-CALNAME:Summer
    X-PUBLISHED-TTL:PT12H
    BEGIN:VTIMEZONE
    TZID:Europe/Lisbon
    BEGIN:STANDARD
    DTSTART:19961027T020000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0000
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:lisboa@example.com
    DTSTAMP:20240101T000000Z
    DTSTART;VALUE=DATE:20240501
    DTEND;VALUE=DATE:20240511
    SUMMARY;LANGUAGE=pt:Lisboa\\, e mais
    DESCRIPTION:one\\ntwo\\;three\\\\
    LOCATION;ALTREP="cid:x":Lisboa
    ATTENDEE;CN="Doe, Jo";PARTSTAT=ACCEPTED:mailto:jo@example.com
    ORGANIZER:mailto:ann@example.com
    X-VENDOR;P=a,"b;c",d^n^^e;Q=:v:a,l;ue
    IANA-PROPERTY;NON-X=1:data
    BEGIN:VALARM
    ACTION:DISPLAY
    DESCRIPTION:not the trip's
    TRIGGER:-PT15M
    END:VALARM
    END:VEVENT
    BEGIN:VEVENT
    UID:hotel@example.com
    CATEGORIES:Hotel,Blue
    DTSTART;TZID=Europe/Lisbon:20240501T150000
    DTEND;TZID=Europe/Lisbon:20240505T110000
    SUMMARY:Hotel Borges
    GEO:38.71;-9.14
    STATUS:CONFIRMED
    END:VEVENT
    BEGIN:VEVENT
    UID:tram@example.com
    DTSTART:20240502T100000Z
    DURATION:PT1H
    SUMMARY:Tram
    RRULE:FREQ=DAILY;COUNT=3
    END:VEVENT
    BEGIN:VEVENT
    UID:tram@example.com
    RECURRENCE-ID:20240503T100000Z
    DTSTART:20240503T120000Z
    SUMMARY:Tram\\, later
    END:VEVENT
    BEGIN:VJOURNAL
    UID:diary
    SUMMARY:Diary
    END:VJOURNAL
    BEGIN:VTODO
    UID:todo@example.com
    DUE;VALUE=DATE:20240428
    SUMMARY:Passport
    STATUS:COMPLETED
    END:VTODO
    BEGIN:VEVENT
    UID:inn@example.com
    CATEGORIES:HOTEL
    DTSTART;VALUE=DATE:20240430
    DTEND;VALUE=DATE:20240502
    SUMMARY:Airport Inn
    END:VEVENT
    BEGIN:VEVENT
    UID:other@example.com
    DTSTART:20240429T100000Z
    SUMMARY:Dentist
    END:VEVENT
    BEGIN:X-COMPONENT
    X-A:1
    END:X-COMPONENT
    END:VCALENDAR

    """

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test("A calendar that was not edited is written as it was read")
  func calendar() throws {
    let file = try CalendarFile(Self.journey)
    #expect(try file.lines == lines(Self.journey))
    #expect(file.rejected == nil)
    #expect(file.report.completeComponents == 5 && file.report.rejectedComponents == 0)
  }

  @Test("Events become trips, stays, items and what belongs to them")
  func objects() throws {
    let file = try CalendarFile(Self.journey)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("name") } == ["Summer", "Lisboa, e mais"])
    #expect(trips[1].text("notes") == "one\ntwo;three\\")
    #expect(trips[0].day("startDate") == "2024-04-28")
    #expect(trips[0].day("endDate") == "2024-05-01")
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.text("checkinTime") == "2024-05-01T15:00:00+01:00[Europe/Lisbon]")
    #expect(stay["isConfirmed"] == .bool(true))
    #expect(stay["trip"] == .reference(trips[1].key))
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Tram", "Tram, later", "Passport", "Dentist"])
    #expect(
      items.map { $0["trip"] }
        == [trips[1].key, trips[1].key, trips[0].key, trips[0].key].map { .reference($0) })
    #expect(items[2].text("status") == "done" && items[2].day("endDate") == "2024-04-28")
    let person = try #require(try file.objects("Participant").first)
    #expect(person.text("name") == "Doe, Jo" && person.text("email") == "jo@example.com")
  }

  struct Edit: CustomTestStringConvertible, Sendable {
    let entity: String
    let property: String
    let value: Value
    /// The lines that are gone, and those that are new.
    let old: [String]
    let new: [String]
    var testDescription: String { "\(entity).\(property)" }
  }

  static let edits: [Edit] = [
    Edit(
      entity: "Stay", property: "name", value: .text("Inn; Sea"), old: ["SUMMARY:Hotel Borges"],
      new: ["SUMMARY:Inn\\; Sea"]),
    Edit(
      entity: "Stay", property: "checkoutTime",
      value: .text("2024-05-06T11:00:00+01:00[Europe/Lisbon]"),
      old: ["DTEND;TZID=Europe/Lisbon:20240505T110000"],
      new: ["DTEND;TZID=Europe/Lisbon:20240506T110000"]),
    Edit(
      entity: "Stay", property: "location", value: .null, old: ["GEO:38.71;-9.14"], new: []),
    Edit(
      entity: "Stay", property: "isConfirmed", value: .bool(false), old: ["STATUS:CONFIRMED"],
      new: []),
    Edit(
      entity: "Stay", property: "reservationNumber", value: .text("A1"), old: [],
      new: ["X-TRIPDOCUMENTS-RESERVATIONNUMBER:\"A1\""]),
    Edit(
      entity: "Trip", property: "endDate", value: .integer(8531),
      old: ["DTEND;VALUE=DATE:20240511"], new: ["DTEND;VALUE=DATE:20240512"]),
    Edit(
      entity: "Trip", property: "destination", value: .text("Porto"),
      old: ["LOCATION;ALTREP=\"cid:x\":Lisboa"], new: ["LOCATION:Porto"]),
    Edit(
      entity: "BucketListItem", property: "isInPlan", value: .bool(true), old: [],
      new: ["X-TRIPDOCUMENTS-ISINPLAN:true"]),
    Edit(
      entity: "BucketListItem", property: "endTime", value: .null, old: ["DURATION:PT1H"], new: []),
  ]

  @Test("An edit replaces its properties and nothing else", arguments: edits)
  func edit(_ edit: Edit) throws {
    let file = try CalendarFile(Self.journey)
    let objects = try file.objects(edit.entity)
    let object = try #require(edit.entity == "Trip" ? objects.last : objects.first)
    let edited = try file.tables.setting(edit.property, of: object.key, to: edit.value)
    let written = try CalendarFile.lines(of: edited)
    var expected = Set(lines(Self.journey)).subtracting(edit.old).union(edit.new)
    expected.insert("SEQUENCE:1")
    #expect(Set(written) == expected)
    let again = try CalendarFile(written.joined(separator: "\r\n"))
    let read = try #require(try again.objects(edit.entity).first { $0.key == object.key })
    #expect(read[edit.property] == edit.value)
  }

  @Test("An edit of the trip of a calendar that the calendar cannot state becomes an event")
  func calendarTrip() throws {
    let file = try CalendarFile(Self.journey)
    let trip = try #require(try file.objects("Trip").first)
    let renamed = try file.tables.setting("name", of: trip.key, to: .text("Winter"))
    #expect(try CalendarFile.lines(of: renamed).contains("X-WR-CALNAME:Winter"))
    #expect(try CalendarFile.lines(of: renamed).count == lines(Self.journey).count)
    let edited = try renamed.setting("destination", of: trip.key, to: .text("Home"))
    let again = try CalendarFile(try CalendarFile.lines(of: edited).joined(separator: "\n"))
    let trips = try again.objects("Trip")
    let home = try #require(trips.first { $0.text("destination") == "Home" })
    #expect(trips.count == 2 && home.text("name") == "Winter")
    let items = try again.objects("BucketListItem").filter { $0["trip"] == .reference(home.key) }
    #expect(items.map { $0.text("title") } == ["Passport", "Dentist"])
  }

  @Test("A part that moved to another trip is related to it")
  func move() throws {
    let file = try CalendarFile(Self.journey)
    let trip = try #require(try file.objects("Trip").last)
    let item = try #require(try file.objects("BucketListItem").last)
    let edited = try file.tables.setting("trip", of: item.key, to: .reference(trip.key))
    let again = try CalendarFile(try CalendarFile.lines(of: edited).joined(separator: "\n"))
    let moved = try #require(try again.objects("BucketListItem").last)
    #expect(moved.text("title") == "Dentist")
    #expect(moved["trip"] == .reference(try #require(try again.objects("Trip").last).key))
  }

  @Test("A deleted object is not written")
  func deletion() throws {
    let file = try CalendarFile(Self.journey)
    let stay = try #require(try file.objects("Stay").first)
    let written = try CalendarFile.lines(of: try file.tables.deleting(stay.key))
    #expect(!written.contains { $0.contains("hotel@example.com") })
    #expect(written.contains("UID:tram@example.com"))
  }

  @Test("A calendar whose objects are all deleted is not written, and a note counts its journals")
  func emptiedCalendar() throws {
    let journal = "BEGIN:VJOURNAL\nUID:2\nSUMMARY:Diary\nEND:VJOURNAL\n"
    let file = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:1\nDTSTART:20240501\nSUMMARY:e\nEND:VEVENT\n" + journal)
    #expect(try ExportedFile(file.tables, .iCalendar).notes.isEmpty)
    var tables = file.tables
    for entity in ["BucketListItem", "Stay", "Leg", "Trip"] {
      for object in try tables.testObjects(entity) { tables = try tables.deleting(object.key) }
    }
    #expect(
      try ExportedFile(tables, .iCalendar).notes == [
        "not written, because iCalendar files have no place for it: 1 component that belongs to no trip"
      ])
  }

  /// The samples of the schema, whose documents have every value there is.
  static let samples = ["journeys-v6", "extremes-v6", "small-v6"]

  @Test(
    "A document that is written as a calendar and read again has the same objects",
    arguments: samples)
  func document(_ name: String) throws {
    let tables = try Tables.sample(name)
    let again = try CalendarFile(try CalendarFile.lines(of: tables).joined(separator: "\r\n"))
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try again.lines == CalendarFile.lines(of: tables))
    #expect(again.rejected == nil && again.report.isStrictlyRead, "\(again.report.findings)")
  }

  @Test("Generated documents come back from calendars", arguments: 0..<40)
  func generated(_ seed: UInt64) throws {
    let tables = try GeneratedTrips(seed: seed).tables
    let again = try CalendarFile(try CalendarFile.lines(of: tables).joined(separator: "\r\n"))
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(again.rejected == nil)
  }

  @Test("A sample is written as the calendar that was last agreed on")
  func golden() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "small-v6.ics")
    let bytes = try ExportedFile(try Tables.sample("small-v6"), .iCalendar).bytes
    if ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1" {
      try Data(bytes).write(to: file)
    }
    #expect(try Data(contentsOf: file) == Data(bytes))
  }

  @Test("An exact value that another program has overtaken is reported and not taken")
  func guardOfExactValues() throws {
    let text = """
      BEGIN:VEVENT
      UID:1
      X-TRIPDOCUMENTS-ENTITY:Stay
      DTSTART;VALUE=DATE:20240501
      DTEND;VALUE=DATE:20240505
      X-TRIPDOCUMENTS-CHECKOUTDATE;X-INSTEAD-OF="{^'$day^':^'2024-05-04^'}":null
      X-TRIPDOCUMENTS-NAME:"Inn"
      SUMMARY:Hotel
      END:VEVENT

      """
    let file = try CalendarFile(components: text)
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.day("checkoutDate") == "2024-05-05")
    #expect(stay.text("name") == "Hotel")
    #expect(file.findings(.outdatedExtension).count == 2)
  }

  @Test("The components of an export have UIDs and times that depend on the document alone")
  func identity() throws {
    let tables = try Tables.sample("journeys-v6")
    let lines = try CalendarFile.lines(of: tables)
    #expect(try CalendarFile.lines(of: tables) == lines)
    let uids = lines.filter { $0.hasPrefix("UID:") }
    #expect(Set(uids).count == uids.count)
    let document = UUIDText.text(tables.documentID).lowercased()
    #expect(uids.allSatisfy { $0.hasPrefix("UID:\(document)") })
    #expect(
      lines.filter { $0.hasPrefix("DTSTAMP") }.allSatisfy { $0 == "DTSTAMP:19700101T000000Z" })
  }
}
