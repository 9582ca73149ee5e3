import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Files of reservations and documents come back as they were.
@Suite struct ReservationRoundTripTests {
  typealias File = ReservationTestFile

  /// A file with everything that is read and much that is not.
  static let journey = """
    [
    \(File.flight(more: #""seat": "12A", "price": 120.50,"#)),
    \(File.flight(name: "Bob")),
    {"@context": "http://schema.org", "@type": "LodgingReservation", "reservationNumber": 4711,
     "reservationStatus": "http://schema.org/ReservationPending",
     "checkinTime": {"@type": "QDateTime", "@value": "2026-05-01T15:00:00+02:00", "timezone": "Europe/Oslo"},
     "checkoutTime": "2026-05-04", "url": "https://example.org/b",
     "reservationFor": {"@type": "Hotel", "name": "Grand", "telephone": "+47 1",
      "address": {"@type": "PostalAddress", "streetAddress": "Gate 1", "postalCode": "0150",
       "addressLocality": "Oslo", "addressCountry": {"@type": "Country", "name": "NO"}},
      "geo": {"@type": "GeoCoordinates", "latitude": "59.9", "longitude": 10.75}}},
    {"@type": "ReservationPackage", "reservationNumber": "P", "broker": {"name": "X"},
     "subReservation": [
      {"@type": "EventReservation", "reservationNumber": "E",
       "reservationFor": {"@type": "MusicEvent", "name": "Opera", "startDate": "2026-05-02T19:30",
        "location": {"@type": "Place", "name": "Hall", "address": "Plass 2"}}},
      {"@type": "FoodEstablishmentReservation", "partySize": 2, "startTime": "2026-05-02T22:00:00+02:00",
       "reservationFor": {"@type": "Restaurant", "name": "Kiosk"}}]},
    {"@type": "EmailMessage", "description": "kept"},
    {"@graph": [
      {"@type": "Event", "name": "Parade", "startDate": "2026-05-03", "endDate": "2026-05-03",
       "organizer": {"@id": "#city"}},
      {"@id": "#city", "@type": "Organization", "name": "City"}]}
    ]
    """

  @Test("A file that was not edited is written as it was read")
  func same() throws {
    let file = try File(Self.journey)
    // The organization stands in place of the reference to it.
    let expected = Self.journey.replacing(
      ##""organizer": {"@id": "#city"}"##,
      with: ##""organizer": {"@id": "#city", "@type": "Organization", "name": "City"}"##)
    #expect(try file.written == File.json(expected))
    #expect(file.rejected == nil && file.report.rejectedComponents == 0)
    #expect(file.report.keptNames == ["EmailMessage": 1, "Organization": 1])
  }

  @Test("Reservations become legs, stays and items of a trip, with those who travel")
  func objects() throws {
    let file = try File(Self.journey, timeZone: "Europe/Oslo")
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.text("name") == "OSL Airport" && trip.text("destination") == "OSL Airport")
    #expect(trip.day("startDate") == "2026-05-01" && trip.day("endDate") == "2026-05-04")
    let leg = try #require(try file.objects("Leg").first)
    #expect(try file.objects("Leg").count == 1)
    #expect(leg.text("from") == "LIS Airport" && leg.text("number") == "TP 762")
    #expect(leg.text("provider") == "TAP" && leg.text("mode") == "flight")
    #expect(leg.text("departureTime") == "2026-05-01T08:00:00+01:00[Etc/GMT-1]")
    #expect(leg["fromLocation"] == .place(code: "LIS"))
    #expect(leg["isConfirmed"] == .bool(true) && leg.text("reservationNumber") == "ABC123")
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.text("address") == "Gate 1, 0150 Oslo, NO")
    #expect(stay.text("checkinTime") == "2026-05-01T15:00:00+02:00[Europe/Oslo]")
    #expect(stay.day("checkoutDate") == "2026-05-04" && stay.text("reservationNumber") == "4711")
    #expect(stay["isConfirmed"] == .bool(false))
    #expect(stay["links"] == .array([.text("https://example.org/b")]))
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Opera", "Kiosk", "Parade"])
    #expect(items[0].text("startTime") == "2026-05-02T19:30:00+02:00[Europe/Oslo]")
    #expect(items[0].text("address") == "Hall, Plass 2")
    #expect(items.map { $0["hasReservation"] } == [true, true, false].map { .bool($0) })
    #expect(items[2].day("endDate") == "2026-05-03")
    #expect(try file.objects("Participant").map { $0.text("name") } == ["Ann", "Bob"])
    #expect(
      try (file.objects("Leg") + file.objects("Stay") + items).allSatisfy {
        $0["trip"] == .reference(trip.key)
      })
    #expect(file.findings(.floatingTime).count == 1)
  }

  struct Edit: CustomTestStringConvertible, Sendable {
    let entity: String
    let property: String
    let value: Value
    let old: String
    let new: String
    var testDescription: String { "\(entity).\(property)" }
  }

  static let edits: [Edit] = [
    Edit(
      entity: "Leg", property: "to", value: .text("Bergen"), old: #""name": "OSL Airport""#,
      new: #""name": "Bergen""#),
    Edit(
      entity: "Leg", property: "number", value: .text("TP 1"), old: #""flightNumber": "TP 762""#,
      new: #""flightNumber": "TP 1""#),
    Edit(
      entity: "Leg", property: "arrivalTime",
      value: .text("2026-05-01T14:00:00+02:00[Etc/GMT-2]"), old: "T13:00:00+02:00",
      new: "T14:00:00+02:00"),
    Edit(
      entity: "Stay", property: "name", value: .text("Plaza"), old: #""name": "Grand""#,
      new: #""name": "Plaza""#),
    Edit(
      entity: "Stay", property: "isConfirmed", value: .bool(true), old: "ReservationPending",
      new: "ReservationConfirmed"),
    Edit(
      entity: "Stay", property: "checkoutDate", value: .integer(9255), old: "\"2026-05-04\"",
      new: "\"2026-05-05\""),
    Edit(
      entity: "BucketListItem", property: "title", value: .text("Ballet"), old: "Opera",
      new: "Ballet"),
  ]

  @Test("An edit replaces its value and nothing else", arguments: edits)
  func edit(_ edit: Edit) throws {
    let file = try File(Self.journey)
    let before = try File.text(of: file.tables)
    let object = try #require(try file.objects(edit.entity).first)
    let edited = try file.tables.setting(edit.property, of: object.key, to: edit.value)
    let expected = before.replacing(edit.old, with: edit.new)
    #expect(before != expected)
    // The trip of the reservations is what these make of it, unless it says where they lead.
    if edit.property != "to", edit.property != "checkoutDate" {
      #expect(try File.text(of: edited) == expected)
    }
    let again = try File(try File.text(of: edited))
    let read = try #require(try again.objects(edit.entity).first)
    #expect(read[edit.property] == edit.value)
  }

  @Test("What schema.org has no property for is an exact value, which another program can overtake")
  func exactValues() throws {
    let file = try File(Self.journey)
    let stay = try #require(try file.objects("Stay").first)
    var edited = try file.tables.setting("checkinDate", of: stay.key, to: .integer(9000))
    edited = try edited.setting(
      "location", of: stay.key,
      to: .tree(
        .members([
          "latitude": .double(1), "longitude": .double(2), "timeZone": .text("Europe/Oslo"),
        ])))
    let text = try File.text(of: edited)
    #expect(
      text.contains("org.tripdocuments.checkinDate") && text.contains("org.tripdocuments.location"))
    let again = try #require(try File(text).objects("Stay").first)
    #expect(again["checkinDate"] == .integer(9000))
    #expect(again["location"] == (try #require(try edited.testObjects("Stay").first))["location"])
    let moved = text.replacing("\"latitude\": 1.0", with: "\"latitude\": 3.0")
    let overtaken = try File(moved)
    #expect(
      try #require(try overtaken.objects("Stay").first)["location"]
        == .place(latitude: 3, longitude: 2))
    #expect(overtaken.findings(.outdatedExtension).count == 1)
  }

  @Test("An edit of a trip that was made for reservations becomes a trip, which comes back")
  func madeTrip() throws {
    let file = try File(Self.journey)
    let trip = try #require(try file.objects("Trip").first)
    let edited = try file.tables.setting("name", of: trip.key, to: .text("Spring"))
    let again = try File(try File.text(of: edited))
    #expect(try again.tables.objectTexts() == edited.objectTexts())
    #expect(try again.objects("Trip").map { $0.text("name") } == ["Spring"])
    // Read, edited back and written again: the node of the trip stays.
    #expect(try File.text(of: again.tables).contains("\"@type\": \"Trip\""))
  }

  @Test(
    "Reservations of one object that differ are reported and stay as they are",
    arguments: [
      ("schema.org/Confirmed", "schema.org/ReservationCancelled"), ("T13:00", "T14:00"),
      (#""arrivalTime": "2026-05-01T13:00:00+02:00""#, #""arrivalPlace": 1"#),
      ("OSL Airport", "Oslo"),
    ])
  func differing(_ old: String, _ new: String) throws {
    let text = "[\(File.flight()), \(File.flight(name: "Bob").replacing(old, with: new))]"
    let file = try File(text)
    #expect(try file.objects("Leg").count == 1)
    #expect(file.findings(.differingReservation).count == 1)
    #expect(try file.written == File.json(text))
    let leg = try #require(try file.objects("Leg").first)
    let edited = try file.tables.setting("number", of: leg.key, to: .text("TP 9"))
    #expect(
      try File.json(of: edited) == File.json(text.replacing("TP 762", with: "TP 9")))
  }

  @Test("A deleted object is not written, and an empty package goes with its reservations")
  func deletion() throws {
    let file = try File(Self.journey)
    var tables = file.tables
    for item in try file.objects("BucketListItem").prefix(2) {
      tables = try tables.deleting(item.key)
    }
    let text = try File.text(of: tables)
    #expect(!text.contains("Opera") && !text.contains("ReservationPackage"))
    #expect(text.contains("Parade") && text.contains("EmailMessage"))
  }

  @Test(
    "A document that is written as JSON-LD and read again has the same objects",
    arguments: Tables.samples)
  func sample(_ name: String) throws {
    let tables = try Tables.sample(name)
    let text = try File.text(of: tables)
    let again = try File(text)
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try File.text(of: again.tables) == text)
    #expect(again.report.isStrictlyRead, "\(again.report.findings)")
  }

  @Test("A day that a trip loses leaves the node")
  func lostDay() throws {
    let file = try File(
      #"{"@type": "Trip", "name": "Fjords", "departureTime": "2026-05-01", "arrivalTime": "2026-05-04"}"#
    )
    let trip = try #require(try file.objects("Trip").first)
    let text = try File.text(of: file.tables.setting("startDate", of: trip.key, to: .null))
    #expect(!text.contains("2026-05-01") && text.contains("2026-05-04"))
    let again = try #require(try File(text).objects("Trip").first)
    #expect(again["startDate"] == .null && again.day("endDate") == "2026-05-04")
  }

  @Test("A sample is written as the JSON-LD that was last agreed on")
  func golden() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "small-v6.jsonld")
    let bytes = try ExportedFile(try Tables.sample("small-v6"), .jsonLD).bytes
    if ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1" {
      try Data(bytes).write(to: file)
    }
    #expect(try Data(contentsOf: file) == Data(bytes))
  }

  @Test("Generated documents come back from JSON-LD and from archives", arguments: 0..<60)
  func generated(_ seed: UInt64) throws {
    let tables = try GeneratedTrips(seed: seed).tables
    guard try !tables.testObjects("Trip").isEmpty else { return }
    let text = try File.text(of: tables)
    let again = try File(text)
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try File.text(of: again.tables) == text)
    let archive = try ExportedFile(tables, .itinerary).bytes
    let unpacked = try File(bytes: archive)
    #expect(try tables.objectTexts() == unpacked.tables.objectTexts())
    #expect(try ExportedFile(unpacked.tables, .itinerary).bytes == archive)
  }

  @Test("New objects have identifiers that depend on the document alone")
  func identity() throws {
    let tables = try Tables.sample("journeys-v6")
    let text = try File.text(of: tables)
    #expect(try File.text(of: tables) == text)
    let document = UUIDText.text(tables.documentID).lowercased()
    let identifiers = text.matches(of: /"@id": "(urn:uuid:[^"]*)"/).map { String($0.1) }
    #expect(!identifiers.isEmpty)
    #expect(identifiers.allSatisfy { $0.hasPrefix("urn:uuid:\(document)#") })
  }
}
