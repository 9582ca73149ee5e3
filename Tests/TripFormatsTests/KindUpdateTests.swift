import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Files whose events, reservations and rows become something else.
@Suite struct KindUpdateTests {
  private func update(
    _ tables: Tables, _ text: String, _ format: TripFormat, name: String, removes: Bool = false
  ) throws -> UpdatedFile {
    try tables.updated(with: text, format, named: name, removesCancelled: removes)
  }

  // MARK: Calendars

  private static func calendar(_ components: String) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nUID:feed\nNAME:Portugal\n\(components)END:VCALENDAR\n"
  }

  private static func event(_ uid: String, _ lines: String) -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:\(uid)\n\(lines)\nEND:VEVENT\n"
  }

  @Test(
    "A file that is imported into an empty document makes what it makes of itself",
    arguments: [
      (
        TripFormat.iCalendar,
        calendar(event("Porto", "DTSTART;VALUE=DATE:20260501\nSTATUS:CANCELLED"))
      ),
      (.csv, "Name,Date,Status\nPorto,2026-05-01,cancelled\n"),
      (
        .jsonLD,
        """
        {"@context": "http://schema.org", "@type": "Event", "name": "Porto",
         "startDate": "2026-05-01", "eventStatus": "EventCancelled"}
        """
      ),
    ])
  func emptyDocument(format: TripFormat, text: String) throws {
    let schema = try TripSchema.released()
    let empty = Tables(schema: schema.tables, documentID: 7, nextKey: 1)
    let updated = try update(empty, text, format, name: "file")
    let own = try ImportedFile(
      Array(text.utf8), format,
      ImportOptions(timeZone: nil, fallbackName: "file", limits: .standard))
    func contents(_ tables: Tables) -> [[String: Value]] {
      schema.objects(of: tables).map(\.values)
    }
    #expect(contents(updated.outcome.tables) == contents(own.tables))
    #expect(updated.report.counts[.added] == 1 && updated.report.counts[.cancelled] == 1)
    #expect(own.report.cancelledTitles == ["Porto"])
    #expect(updated.report.importReport.cancelledTitles.isEmpty)
  }

  private static let porto = event("Porto", "DTSTART;VALUE=DATE:20260501")
  private static let longPorto = event(
    "Porto", "DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260505")

  @Test(
    "What lies in an item that became longer, or relates to it, belongs to the trip of the item",
    arguments: [
      longPorto + event("Bridge", "DTSTART:20260502T100000Z"),
      porto + event("Bridge", "DTSTART:20260502T100000Z\nRELATED-TO:Porto"),
    ])
  func itemWithParts(components: String) throws {
    let file = try CalendarFile(Self.calendar(Self.porto))
    let updated = try update(
      file.tables, Self.calendar(components), .iCalendar, name: "feed")
    let items = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Porto", "Bridge"])
    #expect(items[0]["trip"] == items[1]["trip"] && items[0]["trip"] != .null)
    // The file of the document says so, too.
    let lines = try CalendarFile.lines(of: updated.outcome.tables).joined(separator: "\n")
    let read = try CalendarFile(lines).objects("BucketListItem")
    #expect(read.map { $0.text("title") } == ["Porto", "Bridge"])
    #expect(read.count == 2 && read[0]["trip"] == read[1]["trip"])
  }

  @Test("What lies in a deleted trip that became an item has no trip")
  func partOfItemWithoutTrip() throws {
    let file = try CalendarFile(Self.calendar(Self.porto))
    let item = try #require(try file.objects("BucketListItem").first)
    let alone = try file.tables.setting("trip", of: item.key, to: .null)
    let updated = try update(
      alone, Self.calendar(Self.longPorto + Self.event("Bridge", "DTSTART:20260502T100000Z")),
      .iCalendar, name: "feed")
    let items = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(items.map { $0["trip"] } == [.null, .null])
  }

  @Test("A cancelled trip that gets a new part stays")
  func newPartOfCancelledTrip() throws {
    let tram = Self.event("Tram", "DTSTART:20260502T100000Z")
    let file = try CalendarFile(Self.calendar(Self.longPorto + tram))
    let cancelled = Self.longPorto.replacing("SUMMARY", with: "STATUS:CANCELLED\nSUMMARY")
    let updated = try update(
      file.tables,
      Self.calendar(cancelled + Self.event("Bridge", "DTSTART:20260503T100000Z")), .iCalendar,
      name: "feed", removes: true)
    let items = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Bridge"])
    let trip = try #require(try updated.outcome.tables.testObjects("Trip").first)
    #expect(items[0]["trip"] == .reference(trip.key))
  }

  @Test("A record of a calendar's trip at an object that is none makes no trip of it")
  func misplacedRecord() throws {
    var tables = try CalendarFile(Self.calendar(Self.porto)).tables
    let item = try #require(try tables.testObjects("BucketListItem").first)
    for index in tables.extensions.indices
    where tables.extensions[index].value["entity"] == .text("Trip") {
      tables.extensions[index].anchor = item.key
    }
    let updated = try update(
      tables, Self.calendar(Self.porto + Self.event("Bridge", "DTSTART:20260509T100000Z")),
      .iCalendar, name: "feed")
    #expect(try updated.outcome.tables.testObjects("BucketListItem").count == 2)
  }

  // MARK: Reservations

  @Test("A trip that was an event before has its parts in the trip of the event")
  func eventBecomesTrip() throws {
    let event =
      #"{"@type": "Event", "@id": "urn:x:1", "name": "Porto", "startDate": "2026-05-01"}"#
    let file = try ReservationTestFile("[\(event)]")
    let trip =
      #"{"@type": "Trip", "@id": "urn:x:1", "name": "Porto", "itinerary": {"@type": "ItemList", "#
      + #""itemListElement": [{"@id": "urn:x:2"}]}}"#
    let part =
      #"{"@type": "Event", "@id": "urn:x:2", "name": "Bridge", "startDate": "2026-05-02"}"#
    let updated = try update(file.tables, "[\(trip), \(part)]", .jsonLD, name: "mail")
    let items = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Porto", "Bridge"])
    #expect(items[0]["trip"] == items[1]["trip"] && items[0]["trip"] != .null)
  }

  @Test("A trip of cancelled reservations that gets a new one stays")
  func newPartOfMadeTrip() throws {
    let flight = ReservationTestFile.flight()
    let file = try ReservationTestFile("[\(flight)]")
    let cancelled = flight.replacing(
      "schema.org/Confirmed", with: "schema.org/ReservationCancelled")
    #expect(cancelled != flight)
    let event = #"{"@type": "Event", "name": "Fado", "startDate": "2026-05-01"}"#
    let updated = try update(
      file.tables, "[\(cancelled), \(event)]", .jsonLD, name: "mail", removes: true)
    #expect(try updated.outcome.tables.testObjects("Leg").isEmpty)
    let item = try #require(try updated.outcome.tables.testObjects("BucketListItem").first)
    let trip = try #require(try updated.outcome.tables.testObjects("Trip").first)
    #expect(item["trip"] == .reference(trip.key))
  }

  // MARK: Tables

  @Test("A row that becomes a trip has its parts, and the item that it was is missing")
  func rowBecomesTrip() throws {
    let head = "Type,Uid,Trip,Title,Start,End\n"
    let file = try CSVFile(head + "activity,1,Portugal,Porto,2026-05-01,\n")
    let updated = try update(
      file.tables,
      head + "trip,1,,Porto,2026-05-01,2026-05-04\nactivity,2,Porto,Bridge,2026-05-02,\n", .csv,
      name: "file")
    #expect(updated.report.counts == [.added: 2, .missing: 1])
    let trips = try updated.outcome.tables.testObjects("Trip")
    let trip = try #require(trips.first { $0.text("name") == "Porto" })
    let item = try #require(
      try updated.outcome.tables.testObjects("BucketListItem").first {
        $0.text("title") == "Bridge"
      })
    #expect(item["trip"] == .reference(trip.key))
  }

  // MARK: The last check

  @Test(
    "An import refuses to return a document that breaks a rule",
    arguments: [
      (TripFormat.iCalendar, calendar(porto)), (.csv, "Title,Start\nPorto,2026-05-01\n"),
      (.jsonLD, #"{"@type": "Event", "name": "Porto", "startDate": "2026-05-01"}"#),
    ])
  func invalid(format: TripFormat, text: String) throws {
    let tables = try CalendarFile(Self.calendar(Self.porto + Self.event("Bridge", "DUE:20260509")))
      .tables
    let items = try tables.testObjects("BucketListItem")
    let broken = try tables.setting("trip", of: items[0].key, to: .reference(items[1].key))
    let error = #expect(throws: DocumentError.self) {
      try broken.updated(with: text, format, named: "other")
    }
    #expect(error?.code.rawValue == "reference-wrong-entity")
  }
}
