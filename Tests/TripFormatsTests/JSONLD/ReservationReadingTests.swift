import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// What nodes of schema.org mean.
@Suite struct ReservationReadingTests {
  typealias File = ReservationTestFile

  // MARK: Days and times

  struct Time: Sendable, CustomTestStringConvertible {
    let json: String
    var day: String?
    var time: String?
    var code: ImportReport.Code?
    var testDescription: String { json }
  }

  static let times: [Time] = [
    Time(json: #""2026-05-04""#, day: "2026-05-04"),
    Time(json: #""2026-05-04T11:00:00+02:00""#, time: "2026-05-04T11:00:00+02:00[Etc/GMT-2]"),
    Time(json: #""2026-05-04T11:00:00Z""#, time: "2026-05-04T11:00:00+00:00[Etc/UTC]"),
    Time(json: #""2026-05-04T11:00:00-0330""#, time: "2026-05-04T11:00:00-03:30[UTC-03_30]"),
    Time(json: #""2026-05-04T11:00-08""#, time: "2026-05-04T11:00:00-08:00[Etc/GMT+8]"),
    Time(json: #""2026-05-04T24:00:00Z""#, time: "2026-05-05T00:00:00+00:00[Etc/UTC]"),
    Time(json: #""2026-05-04T11:00:00.25Z""#, time: "2026-05-04T11:00:00.25+00:00[Etc/UTC]"),
    Time(
      json: #""2026-05-04T11:00:00""#, time: "2026-05-04T11:00:00+02:00[Europe/Oslo]",
      code: .floatingTime),
    Time(
      json: #""2026-05-04 11:00:00Z""#, time: "2026-05-04T11:00:00+00:00[Etc/UTC]",
      code: .valueForm),
    Time(
      json: #""2026-03-29T02:30:00""#, time: "2026-03-29T02:30:00+01:00[Europe/Oslo]",
      code: .skippedTime),
    Time(
      json:
        #"{"@type": "QDateTime", "@value": "2026-05-04T11:00:00+02:00", "timezone": "Europe/Paris"}"#,
      time: "2026-05-04T11:00:00+02:00[Europe/Paris]"),
    Time(
      json: #"{"@type": "QDateTime", "@value": "2026-05-04T11:00:00", "timezone": "Asia/Tokyo"}"#,
      time: "2026-05-04T11:00:00+09:00[Asia/Tokyo]"),
    Time(
      json: #"{"@type": "QDateTime", "@value": "2026-05-04T11:00:00Z", "timezone": "Asia/Tokyo"}"#,
      time: "2026-05-04T20:00:00+09:00[Asia/Tokyo]"),
    Time(
      json: #"{"@type": "http://schema.org/DateTime", "@value": "2026-05-04T11:00:00Z"}"#,
      time: "2026-05-04T11:00:00+00:00[Etc/UTC]"),
    Time(
      json: #""2026-05-04T11:00:00+0:00""#, time: "2026-05-04T11:00:00+00:00[Etc/UTC]",
      code: .valueForm),
    Time(
      json: #""20260504T110000+0530""#, time: "2026-05-04T11:00:00+05:30[UTC+05_30]",
      code: .valueForm),
    Time(
      json: #""4 May 2026 11:00 Asia/Tokyo""#, time: "2026-05-04T11:00:00+09:00[Asia/Tokyo]",
      code: .valueForm),
    Time(
      json: #"{"@type": "QDateTime", "@value": "2026-05-04T11:00:00", "timezone": "Japan"}"#,
      time: "2026-05-04T11:00:00+09:00[Japan]"),
    Time(
      json: #"{"@type": "QDateTime", "@value": "2026-05-04T11:00:00Z", "timezone": "GMT+0200"}"#,
      time: "2026-05-04T13:00:00+02:00[Etc/GMT-2]"),
    Time(json: #""2026-02-30""#, code: .unreadMoment),
    Time(json: #""soon""#, code: .unreadMoment),
    Time(json: #""2026-05-04T25:00:00Z""#, code: .unreadMoment),
    Time(json: #""04/05/2026 11:00""#, code: .unreadMoment),
    Time(json: #""2026-05-04T11:00+1""#, code: .unreadMoment),
  ]

  @Test("Days stay days, and times have the zone that the file states", arguments: times)
  func time(_ time: Time) throws {
    let file = try File(
      """
      {"@type": "LodgingReservation", "checkoutTime": \(time.json),
       "reservationFor": {"@type": "Hotel", "name": "Grand"}}
      """, timeZone: "Europe/Oslo")
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.day("checkoutDate") == time.day)
    #expect(stay.text("checkoutTime") == time.time)
    #expect(
      file.report.findings.map(\.code).filter { $0.outcome != .guessed }
        == (time.code.map { [$0] } ?? []))
    #expect(
      try file.written
        == File.json(
          """
          {"@type": "LodgingReservation", "checkoutTime": \(time.json),
           "reservationFor": {"@type": "Hotel", "name": "Grand"}}
          """))
  }

  @Test("An arrival without a zone stays local beside a departure with one, also in a calendar")
  func zonelessArrival() throws {
    let file = try File(
      """
      {"@type": "TrainReservation", "reservationFor": {"@type": "TrainTrip", "trainNumber": "ICE 16",
       "departureTime": "2022-07-26T10:26:00+02:00", "arrivalTime": "2022-07-26T11:33:00"}}
      """)
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("departureTime") == "2022-07-26T10:26:00+02:00[Etc/GMT-2]")
    #expect(leg.text("arrivalTime") == "2022-07-26T11:33:00")
    var plain = file.tables
    plain.extensions = []
    let lines = try CalendarFile.lines(of: plain)
    let again = try CalendarFile(lines.joined(separator: "\r\n") + "\r\n")
    let same = try #require(try again.objects("Leg").first)
    #expect(same.text("departureTime") == leg.text("departureTime"))
    #expect(same.text("arrivalTime") == leg.text("arrivalTime"))
  }

  @Test(
    "An event of three days is three days, in every zone",
    arguments: ["Pacific/Apia", "America/Adak", "Etc/UTC"])
  func threeDays(_ zone: String) throws {
    let file = try File(
      #"{"@type": "Event", "name": "Fair", "startDate": "2026-05-01", "endDate": "2026-05-03"}"#,
      timeZone: zone)
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.day("startDate") == "2026-05-01" && item.day("endDate") == "2026-05-03")
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.day("startDate") == "2026-05-01" && trip.day("endDate") == "2026-05-03")
  }

  @Test("A flight across the date line arrives on the day of the place")
  func dateLine() throws {
    let file = try File(
      """
      {"@type": "FlightReservation", "reservationFor": {"@type": "Flight",
       "departureTime": {"@value": "2026-05-02T10:00:00+13:00", "timezone": "Pacific/Apia"},
       "arrivalTime": {"@value": "2026-05-01T16:00:00-10:00", "timezone": "Pacific/Honolulu"}}}
      """)
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("arrivalTime") == "2026-05-01T16:00:00-10:00[Pacific/Honolulu]")
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.day("startDate") == "2026-05-01" && trip.day("endDate") == "2026-05-02")
  }

  // MARK: Types

  @Test(
    "Each kind of reservation becomes an object of its kind",
    arguments: [
      (
        "TrainReservation",
        #"{"@type": "TrainTrip", "trainNumber": "ICE 1", "departureStation": {"name": "A"}, "arrivalStation": {"name": "B"}}"#,
        "train"
      ),
      (
        "BusReservation",
        #"{"@type": "BusTrip", "busNumber": "ICE 1", "departureBusStop": {"name": "A"}, "arrivalBusStop": {"name": "B"}}"#,
        "bus"
      ),
      (
        "BusReservation",
        #"{"@type": "BusTrip", "busName": "ICE 1", "departureStation": {"name": "A"}, "arrivalStation": {"name": "B"}}"#,
        "bus"
      ),
      (
        "BoatReservation",
        #"{"@type": "BoatTrip", "name": "ICE 1", "departureBoatTerminal": {"name": "A"}, "arrivalBoatTerminal": {"name": "B"}}"#,
        "boat"
      ),
      (
        "https://schema.org/FlightReservation",
        #"{"@type": "Flight", "flightNumber": "ICE 1", "departureAirport": {"iataCode": "A"}, "arrivalAirport": {"iataCode": "B"}}"#,
        "flight"
      ),
      (
        "schema:Reservation",
        #"{"@type": "Flight", "flightNumber": "ICE 1", "departureAirport": {"name": "A"}, "arrivalAirport": {"name": "B"}}"#,
        "flight"
      ),
    ])
  func legs(_ type: String, _ thing: String, _ mode: String) throws {
    let file = try File(#"[{"@type": "\#(type)", "reservationFor": \#(thing)}]"#)
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("mode") == mode && leg.text("number") == "ICE 1")
    #expect(leg.text("from") == "A" && leg.text("to") == "B")
    // The journey alone is a leg as well.
    let alone = try File("[\(thing)]")
    #expect(try alone.objects("Leg").first?.text("mode") == mode)
  }

  @Test("A rented car and a taxi are legs from the place where they are taken")
  func cars() throws {
    let file = try File(
      """
      [{"@type": "RentalCarReservation", "pickupTime": "2026-05-01", "dropoffTime": "2026-05-04",
        "pickupLocation": {"@type": "Place", "name": "Airport"}, "dropoffLocation": {"@type": "Place", "address": "Town"},
        "reservationFor": {"@type": "RentalCar", "rentalCompany": {"@type": "Organization", "name": "Cars"}}},
       {"@type": "TaxiReservation", "pickupTime": "2026-05-04T10:00:00Z", "pickupLocation": {"name": "Inn"},
        "reservationFor": {"@type": "Taxi"}}]
      """)
    let legs = try file.objects("Leg")
    #expect(legs.map { $0.text("mode") } == ["car", "car"])
    #expect(legs[0].text("from") == "Airport" && legs[0].text("to") == "Town")
    #expect(legs[0].text("provider") == "Cars" && legs[0].day("arrivalDate") == "2026-05-04")
    #expect(legs[1].text("from") == "Inn")
  }

  @Test("A cancelled reservation says so")
  func cancelled() throws {
    let file = try File(
      """
      [{"@type": "EventReservation", "reservationStatus": "https://schema.org/ReservationCancelled",
        "reservationFor": {"@type": "Event", "name": "a", "startDate": "2026-05-01"}},
       {"@type": "Event", "name": "b", "startDate": "2026-05-01", "eventStatus": "https://schema.org/EventCancelled"},
       {"@type": "TouristAttractionVisit", "touristAttraction": {"name": "c"}, "arrivalTime": "2026-05-01T10:00:00Z"}]
      """)
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("status") } == ["cancelled", "cancelled", "open"])
    #expect(items.map { $0["hasReservation"] } == [.bool(false), .bool(false), .bool(false)])
  }

  @Test(
    "A reservation for several flights becomes a leg for each, as does a reservation for several people one leg"
  )
  func several() throws {
    let file = try File(
      """
      {"@type": "FlightReservation", "reservationNumber": "X", "reservationFor": [
        {"@type": "Flight", "flightNumber": "1", "departureTime": "2026-05-01T10:00:00Z"},
        {"@type": "Flight", "flightNumber": "2", "departureTime": "2026-05-02T10:00:00Z"}]}
      """)
    #expect(try file.objects("Leg").map { $0.text("number") } == ["1", "2"])
    // In an array too, between others.
    let inside = try File(
      "[\(File.flight()), \(try File.text(of: file.tables).dropFirst().dropLast(2)), \(File.flight(number: "9"))]"
    )
    #expect(
      try File(try File.text(of: inside.tables)).objects("Leg").map { $0.text("number") } == [
        "TP 762", "1", "2", "9",
      ])
    let several =
      #"{"@type": "FlightReservation", "reservationNumber": "Y", "reservationFor": [{"@type": "Flight", "flightNumber": "5"}, {"@type": "Flight", "flightNumber": "6"}]}"#
    let mixed = try File("[\(File.flight()), \(several), \(File.flight(number: "9"))]")
    #expect(
      try File(try File.text(of: mixed.tables)).objects("Leg").map { $0.text("number") } == [
        "TP 762", "5", "6", "9",
      ])
    let again = try File(try File.text(of: file.tables))
    #expect(try again.objects("Leg").map { $0.text("number") } == ["1", "2"])
  }

  @Test("Of several members with one name the last counts")
  func duplicateMembers() throws {
    let file = try File(#"{"@type": "Event", "name": "a", "name": "b", "startDate": "2026-05-01"}"#)
    #expect(try file.objects("BucketListItem").first?.text("title") == "b")
  }

  @Test("Numbers keep their value, whatever their length")
  func numbers() throws {
    let text =
      #"{"@type": "Event", "name": "a", "startDate": "2026-05-01", "x": [12345678901234567890, 0.1234567890123456789, 1.0, -0.5e3, 9007199254740993]}"#
    let file = try File(text)
    let written = try File.text(of: file.tables)
    for number in [
      "12345678901234567890", "0.1234567890123456789", "1.0", "-500.0", "9007199254740993",
    ] {
      #expect(written.contains(number), "\(number)")
    }
  }

  // MARK: Trips

  /// Legs as `from to day`, and the groups of their numbers.
  @Test(
    "Reservations that follow each other are one trip",
    arguments: [
      (["A B 1", "B A 9"], [[0, 1]]),
      (["A B 1", "B C 5", "C A 20", "A D 30", "D A 31"], [[0, 1, 2], [3, 4]]),
      (["A B 1", "B C 2", "C D 9"], [[0, 1], [2]]),
      (["A B 1", "A B 3"], [[0], [1]]),
      (["A A 1", "A A 2"], [[0, 1]]),
    ])
  func grouping(_ legs: [String], _ groups: [[Int]]) throws {
    let parts = legs.enumerated().map { index, leg in
      let words = leg.split(separator: " ").map(String.init)
      let day = Int64(words[2]) ?? 0
      return TripGrouping.Part(
        index: index, first: day, last: day, instant: day * 86_400,
        ends: (ComparisonText(words[0]), ComparisonText(words[1])))
    }
    #expect(TripGrouping(parts).groups == groups)
  }

  @Test("A change between two flights is no destination, and a boarding time is a day")
  func destination() throws {
    let first = File.flight(to: "OPO").replacing("T13:00:00+02:00", with: "T22:00:00+01:00")
    let second = File.flight(number: "TP 2", from: "OPO", to: "SFO")
      .replacing("T08:00", with: "T23:30").replacing(
        "2026-05-01T13:00:00+02:00", with: "2026-05-02T04:00:00-08:00")
    let file = try File("[\(first), \(second)]")
    #expect(try file.objects("Trip").first?.text("destination") == "SFO Airport")
    let boarding = try File(
      #"{"@type": "FlightReservation", "reservationFor": {"@type": "Flight", "flightNumber": "1", "boardingTime": "2026-05-01T18:40:00+02:00"}}"#
    )
    #expect(try boarding.objects("Leg").first?.day("departureDate") == "2026-05-01")
    #expect(try boarding.objects("Trip").first?.day("startDate") == "2026-05-01")
  }

  @Test("A change of trains is no destination, if one of its times has no zone")
  func pauseByClock() throws {
    let first = File.flight(to: "NRT").replacing("T13:00:00+02:00", with: "T23:00:00+09:00")
    let second = File.flight(number: "TP 2", from: "NRT", to: "CTS")
      .replacing("T08:00:00+01:00", with: "T23:30:00").replacing(
        "2026-05-01T13:00:00+02:00", with: "2026-05-02T01:00:00+09:00")
    let file = try File("[\(first), \(second)]")
    #expect(try file.objects("Trip").map { $0.text("destination") } == ["CTS Airport"])
  }

  @Test(
    "Terminals, gates, platforms, vehicles, prices and telephones are read, also as numbers and words"
  )
  func facts() throws {
    let flight = File.flight(more: #""totalPrice": 318.40, "priceCurrency": "GBP","#)
      .replacing(
        #""departureGate": "12""#,
        with: #""departureGate": "12", "departureTerminal": "5", "aircraft": "A320""#)
    let leg = try #require(try File(flight).objects("Leg").first)
    #expect(leg.text("departureGate") == "12" && leg.text("departureTerminal") == "5")
    #expect(leg.text("vehicle") == "A320")
    #expect(
      leg["price"]
        == .tree(.members(["amount": .spelled(.decimal, "318.4"), "currency": .text("GBP")])))
    let words = try File(
      File.flight(more: #""totalPrice": "about 300", "reservationStatus": "ReservationCancelled","#)
    )
    #expect(words.findings(.unreadProperty).map(\.detail) == ["about 300"])
    #expect(try words.objects("Leg").first?["price"] == .null)
    #expect(
      try File(File.flight(more: #""totalPrice": "NaN","#)).findings(.unreadProperty).count == 1)
    #expect(
      try words.written
        == File.json(
          File.flight(
            more: #""totalPrice": "about 300", "reservationStatus": "ReservationCancelled","#)))
    let train = try File(
      """
      {"@type": "TrainReservation", "reservationStatus": "ReservationCancelled", "reservationFor":
       {"@type": "TrainTrip", "trainNumber": "ICE 1", "departurePlatform": "4a", "departureStation": {"name": "A"},
        "arrivalStation": {"name": "B"}, "departureTime": "2026-05-01T08:00:00"}}
      """)
    let ride = try #require(try train.objects("Leg").first)
    #expect(ride.text("departureGate") == "4a" && ride["isCancelled"] == .bool(true))
    #expect(ride.text("departureTime") == "2026-05-01T08:00:00")
  }

  @Test("A trip without days is one if it says anything that a trip has")
  func undatedTrips() throws {
    let named = try File(
      #"[{"@type": "Trip", "name": "Some day"}, {"@type": "Trip", "name": "Some day"}]"#)
    #expect(try named.objects("Trip").map { $0["startDate"] } == [.null, .null])
    let again = try UpdatedFile(
      named.tables,
      with: Array(
        #"[{"@type": "Trip", "name": "Some day"}, {"@type": "Trip", "name": "Some day"}]"#.utf8),
      .jsonLD, ImportOptions(timeZone: nil, fallbackName: "mail", limits: .standard),
      removesCancelled: false, side: .ours)
    #expect(again.report.counts.isEmpty)
    let empty = try File(
      """
      [{"@type": "Event", "name": "a"},
       {"@type": "TouristTrip", "provider": {"name": "X"}, "offers": {"price": 7}},
       {"@type": "Trip", "itinerary": {"@type": "ItemList", "itemListElement": [{"@id": "#gone"}]}}]
      """)
    #expect(try empty.objects("Trip").count == 1)
  }

  @Test("What has no day belongs to the only trip")
  func undated() throws {
    let file = try File(
      """
      [{"@type": "Event", "name": "some day"},
       {"@type": "Event", "name": "b", "startDate": "2026-05-01"}]
      """)
    #expect(try file.objects("Trip").count == 1)
    #expect(try file.objects("Trip").first?.day("startDate") == "2026-05-01")
  }

  @Test("A trip names its parts by their identifiers")
  func statedTrip() throws {
    let file = try File(
      """
      {"@context": "https://schema.org", "@graph": [
       {"@type": "Trip", "name": "Work", "itinerary": {"@type": "ItemList", "itemListElement": [
         {"@type": "ListItem", "position": 1, "item": {"@id": "urn:x:2"}}]}},
       {"@id": "urn:x:1", "@type": "Event", "name": "a", "startDate": "2026-05-01"},
       {"@id": "urn:x:2", "@type": "Event", "name": "b", "startDate": "2026-05-01"}]}
      """)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("name") } == ["Work", "a"])
    #expect(trips[0].day("startDate") == "2026-05-01")
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0["trip"] } == [.reference(trips[1].key), .reference(trips[0].key)])
    #expect(try file.written == File.json(try File.text(of: file.tables)))
  }

  @Test(
    "A price is read as Gmail states it, as a node, and with its currency",
    arguments: [
      (#""price": "119.00", "priceCurrency": "EUR""#, "119|EUR"),
      (#""totalPrice": 119.5, "price": 3, "priceCurrency": "EUR""#, "119.5|EUR"),
      (#""price": "119.00 EUR""#, "119|EUR"), (#""price": "€ 1.299,50""#, "1299.5|EUR"),
      (
        #""totalPrice": {"@type": "PriceSpecification", "price": 5, "priceCurrency": "USD"}"#,
        "5|USD"
      ),
      (#""priceCurrency": "EUR""#, ""), (#""price": "free", "priceCurrency": "EUR""#, ""),
    ])
  func prices(json: String, expected: String) throws {
    let file = try File("[\(File.flight(more: json + ","))]")
    let leg = try #require(try file.objects("Leg").first)
    var found = ""
    if case .tree(let price) = leg["price"], case .spelled(_, let amount)? = price["amount"] {
      found = amount + "|" + (price["currency"]?.textValue ?? "")
    }
    #expect(found == expected)
    // An edit comes back.
    guard !found.isEmpty else { return }
    let price = Tree.members(["amount": .spelled(.decimal, "7"), "currency": .text("CHF")])
    let edited = try file.tables.setting("price", of: leg.key, to: .tree(price))
    let again = try File(try File.text(of: edited))
    #expect(try again.objects("Leg").first?["price"] == .tree(price))
  }

  @Test("Passengers of tickets are participants, and the company may stand at the reservation")
  func tickets() throws {
    func ticket(_ name: String) -> String {
      #"{"@type": "Ticket", "underName": {"@type": "Person", "name": "\#(name)"}}"#
    }
    let file = try File(
      """
      {"@context": "http://schema.org", "@type": "TrainReservation", "reservationNumber": "A",
       "provider": {"@type": "Organization", "name": "Sapsan"},
       "reservedTicket": [\(ticket("Eva")), \(ticket("John"))],
       "reservationFor": {"@type": "TrainTrip", "trainNumber": "1",
        "departureTime": "2026-05-01T10:00:00+02:00"}}
      """)
    #expect(try file.objects("Participant").map { $0.text("name") } == ["Eva", "John"])
    #expect(try file.objects("Leg").first?.text("provider") == "Sapsan")
  }

  @Test("A cancelled leg does not name its trip, unless there is nothing else")
  func cancelledName() throws {
    let off = File.flight(day: "2026-05-01", to: "AUS")
      .replacing("schema.org/Confirmed", with: "schema.org/ReservationCancelled")
    let flown = File.flight(number: "TP 2", day: "2026-05-02", to: "LBB", reservation: "B")
    #expect(try File("[\(off), \(flown)]").objects("Trip").first?.text("name") == "LBB Airport")
    #expect(try File("[\(off)]").objects("Trip").first?.text("name") == "AUS Airport")
  }

}
