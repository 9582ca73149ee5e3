import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Texts where schema.org expects a thing: an airport, an airline, a hotel.
@Suite struct ReservationTextTests {
  private typealias File = ReservationTestFile

  private static func flight(_ from: String, _ more: String = "") -> String {
    """
    {"@type": "FlightReservation", "reservationNumber": "Q1", "reservationFor": {"@type": "Flight",
     "flightNumber": "716", "departureAirport": \(from), "departureTime": "2026-05-03T13:40:00+02:00",
     "arrivalAirport": {"@type": "Airport", "iataCode": "HND"} \(more)}}
    """
  }

  @Test(
    "The text of an airport is its name, and a code in it is the code",
    arguments: [
      (#""Frankfurt (FRA)""#, "Frankfurt", "FRA"), (#""FRA""#, "FRA", "FRA"),
      (#"["Frankfurt (FRA)"]"#, "Frankfurt", "FRA"),
      (#"{"@value": "Frankfurt"}"#, "Frankfurt", nil),
      (#""Frankfurt (FRA), Terminal 1""#, "Frankfurt (FRA), Terminal 1", "FRA"),
      (#""Frankfurt (Main)""#, "Frankfurt (Main)", nil), (#""(FRA)""#, "FRA", "FRA"),
      (#""Fra""#, "Fra", nil), ("7", "7", nil), (#"" ""#, "", nil), ("[]", "", nil),
      (#""A (FRA) (MUC)""#, "A (FRA) (MUC)", nil),
    ] as [(String, String, String?)])
  func airport(_ text: String, _ name: String, _ code: String?) throws {
    let file = try File(Self.flight(text))
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("from") == name)
    #expect(leg["fromLocation"] == (code.map { .place(code: $0) } ?? .null))
    #expect(try file.written == File.json(Self.flight(text)))
  }

  @Test("An edit of a name leaves the code that the text has, and an edit of a code the name")
  func edited() throws {
    let file = try File(Self.flight(#""Frankfurt (FRA)""#))
    let leg = try #require(try file.objects("Leg").first)
    let named = try File(
      File.text(of: try file.tables.setting("from", of: leg.key, to: .text("Hahn"))))
    let first = try #require(try named.objects("Leg").first)
    #expect(first.text("from") == "Hahn" && first["fromLocation"] == .place(code: "FRA"))
    let coded = try file.tables.setting("fromLocation", of: leg.key, to: .place(code: "HHN"))
    let text = try File.text(of: coded)
    #expect(!text.contains("additionalProperty"), "\(text)")
    let second = try #require(try File(text).objects("Leg").first)
    #expect(second.text("from") == "Frankfurt" && second["fromLocation"] == .place(code: "HHN"))
    // An edit of something else leaves the text.
    let noted = try File.text(of: try file.tables.setting("notes", of: leg.key, to: .text("x")))
    #expect(noted.contains(#""departureAirport": "Frankfurt (FRA)""#), "\(noted)")
  }

  @Test("Texts of hotels, stations, companies, vehicles and events are their names")
  func others() throws {
    let text = """
      [{"@type": "LodgingReservation", "reservationNumber": "H", "checkinTime": "2026-05-04",
        "reservationFor": "Park Hotel (XYZ)"},
       {"@type": "TrainReservation", "reservationNumber": "T", "reservationFor": {"@type": "TrainTrip",
        "trainName": "Nozomi", "provider": ["JR"], "departureStation": "Tokyo",
        "arrivalStation": 8011160, "departureTime": "2026-05-05T09:00:00+09:00"}},
       {"@type": "RentalCarReservation", "reservationFor": "Kei", "provider": "Hertz",
        "pickupLocation": "Kyoto", "pickupTime": "2026-05-06T09:00:00+09:00"},
       {"@type": "FoodEstablishmentReservation", "reservationFor": "Sushi Dai",
        "startTime": "2026-05-07T09:00:00+09:00"},
       {"@type": "FlightReservation", "reservationNumber": "F", "reservationFor": "LH 717"},
       {"@type": "Flight", "name": "Flight home", "departureTime": "2026-05-09T09:00:00+09:00"},
       {"@type": "Trip", "name": "Japan", "itinerary": "Kyoto", "departureTime": "2026-05-01"}]
      """
    let file = try File(text)
    #expect(try file.objects("Stay").map { $0.text("name") } == ["Park Hotel (XYZ)"])
    let legs = try file.objects("Leg")
    #expect(legs.map { $0.text("from") } == ["Tokyo", "Kyoto", "", ""])
    #expect(legs.map { $0.text("to") } == ["8011160", "", "", ""])
    #expect(legs.map { $0.text("provider") } == ["JR", "Hertz", nil, nil])
    #expect(legs.map { $0.text("number") } == ["Nozomi", "Kei", "LH 717", "Flight home"])
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["Sushi Dai"])
    #expect(
      try file.objects("Trip").contains {
        $0.text("name") == "Japan" && $0.text("destination") == "Kyoto"
      })
    #expect(try file.written == File.json(text))
    // Times can be edited although the flight is a text.
    let flight = try file.tables.setting(
      "departureDate", of: legs[2].key, to: .integer(DayText.parse("2026-05-08")))
    let again = try File(File.text(of: flight)).objects("Leg")
    #expect(again[2].text("number") == "LH 717" && again[2].day("departureDate") == "2026-05-08")
    let stay = try #require(try file.objects("Stay").first)
    let addressed = try file.tables.setting("address", of: stay.key, to: .text("Rue 1"))
    let hotel = try #require(try File(File.text(of: addressed)).objects("Stay").first)
    #expect(hotel.text("name") == "Park Hotel (XYZ)" && hotel.text("address") == "Rue 1")
  }

  @Test("A status that is a reference confirms a reservation, or takes it back")
  func status() throws {
    func file(_ status: String) throws -> File {
      try File(
        """
        {"@type": "EventReservation", "reservationStatus": {"@id": "https://schema.org/\(status)"},
         "reservationFor": {"@type": "Event", "name": "Noh", "startDate": "2026-05-09"}}
        """)
    }
    let items = try ["ReservationConfirmed", "ReservationCancelled", "ReservationPending"].map {
      try #require(try file($0).objects("BucketListItem").first)
    }
    #expect(items.map { $0["hasReservation"] } == [.bool(true), .bool(false), .bool(false)])
    #expect(items.map { $0.text("status") } == ["open", "cancelled", "open"])
  }

  @Test("The way back is known by the code of an airport that is a text")
  func grouped() throws {
    let back = #"""
      {"@type": "FlightReservation", "reservationNumber": "Q2", "reservationFor": {"@type": "Flight",
       "flightNumber": "717", "departureAirport": "Haneda (HND)", "arrivalAirport": "FRA",
       "departureTime": "2026-05-20T13:40:00+09:00"}}
      """#
    let file = try File("[\(Self.flight(#""Frankfurt (FRA)""#)), \(back)]")
    #expect(try file.objects("Trip").map { $0.text("name") } == ["HND"])
  }
}
