import Foundation
import Testing

/// Reservations of schema.org and archives of KDE Itinerary, by the command.
@Suite("tripconv with reservations")
struct ReservationTests {
  private let folder = ScratchFolder()

  private static let flight = """
    [{"@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "X1",
      "reservationStatus": "http://schema.org/Confirmed", "seat": "12A",
      "reservationFor": {"@type": "Flight", "flightNumber": "762",
       "departureAirport": {"@type": "Airport", "name": "Lisboa", "iataCode": "LIS"},
       "departureTime": "2026-05-01T08:00:00",
       "arrivalAirport": {"@type": "Airport", "name": "Oslo", "iataCode": "OSL"},
       "arrivalTime": "2026-05-01T13:00:00+02:00"}}]
    """

  @Test("A reservation becomes a document, is written back, and goes on to other formats")
  func convert() throws {
    try folder.write(Self.flight, to: "flight.json")
    let read = try Command(["convert", "flight.json", "-o", "a.trips"], in: folder)
    #expect(read.status == 0)
    #expect(
      read.errors == """
        flight.json: note: Oslo: a trip was made of reservations [grouped-trip]

        """)
    let written = try Command(["convert", "a.trips", "-o", "-", "--to", "json-ld"], in: folder)
    let before = try JSONSerialization.jsonObject(with: Data(Self.flight.utf8)) as? NSArray
    let after = try JSONSerialization.jsonObject(with: written.output) as? NSArray
    #expect(before != nil && before == after)
    for name in ["a.itinerary", "a.ics", "a.jsonld"] {
      #expect(try Command(["convert", "a.trips", "-o", name], in: folder).status == 0)
      let dump = try Command(["list", name, "--entity", "Leg"], in: folder)
      #expect(dump.status == 0 && dump.text.contains("Oslo"), "\(name) \(dump.errors)")
    }
  }

  @Test("A time without a zone stays local, or has the zone that is asked for")
  func timeZone() throws {
    try folder.write(Self.flight, to: "flight.json")
    let strict = try Command(
      ["convert", "flight.json", "-o", "a.trips", "--time-zone", "Europe/Lisbon", "--strict"],
      in: folder)
    #expect(strict.status == 65 && strict.errors.contains("flight.json:1:2: error:"))
    let local = try Command(["dump", "flight.json"], in: folder)
    #expect(local.text.contains("\"2026-05-01T08:00:00\"\n"), "\(local.text)")
  }

  @Test(
    "A document without trips is written and read again",
    arguments: ["b.itinerary", "b.jsonld", "b.ics", "b.csv", "b.sqlite"])
  func empty(name: String) throws {
    let empty = MergeTests.source("empty-v4")
    #expect(try folder.run("convert", empty, "-o", name, "-q").status == 0)
    let read = try folder.run("convert", name, "-o", "c.trips", "-q")
    #expect(read.status == 0, "\(read.errors)")
    #expect(try folder.run("list", "c.trips").text.isEmpty)
  }

  @Test("A later mail is imported into the document")
  func update() throws {
    try folder.write(Self.flight, to: "flight.json")
    #expect(try Command(["convert", "flight.json", "-o", "a.trips"], in: folder).status == 0)
    try folder.write(Self.flight.replacing("T13:00", with: "T14:00"), to: "later.json")
    let update = try Command(["import", "later.json", "--into", "a.trips"], in: folder)
    #expect(update.status == 0 && update.errors.contains("later.json: note: 1 updated\n"))
    #expect(try Command(["dump", "a.trips"], in: folder).text.contains("T14:00"))
    let again = try Command(["import", "later.json", "--into", "a.trips"], in: folder)
    #expect(again.errors.contains("later.json: note: nothing has changed\n"))
  }

  @Test("A file that cannot be read is an error with its place")
  func errors() throws {
    try folder.write("{\"@type\": \"Event\",\n \"name\": }", to: "a.json")
    let command = try Command(["convert", "a.json", "-o", "a.trips"], in: folder)
    #expect(command.status == 65 && command.errors.hasPrefix("a.json:2:10: error:"))
    try folder.write("{\"@type\": \"Organization\"}", to: "b.json")
    let none = try Command(["convert", "b.json", "-o", "a.trips"], in: folder)
    #expect(none.status == 65 && none.errors.contains("it has no reservation, event or trip"))
    #expect(folder.names == ["a.json", "b.json"])
  }
}
