import Foundation
import Testing

@Suite("What tripconv merge --join makes one")
struct MergeJoinTests {
  private let folder = ScratchFolder()

  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    BEGIN:VEVENT
    UID:lh
    CATEGORIES:FLIGHT
    DTSTART;TZID=Europe/Berlin:20260501T100500
    SUMMARY:Frankfurt → Lisboa (LH 1166)
    DESCRIPTION:Window seat
    END:VEVENT
    END:VCALENDAR

    """
  private static let mail = """
    {"@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "ABC",
     "reservationFor": {"@type": "Flight", "flightNumber": "1166",
     "airline": {"@type": "Airline", "iataCode": "LH"},
     "departureAirport": {"@type": "Airport", "iataCode": "FRA"},
     "arrivalAirport": {"@type": "Airport", "iataCode": "LIS"},
     "departureTime": "2026-05-01T10:45:00+02:00"}}
    """

  @Test("a flight of a calendar and of a mail is one leg, and the message and the report name it")
  func flight() throws {
    try folder.write(Self.calendar, to: "a.ics")
    try folder.write(Self.mail, to: "b.jsonld")
    let plain = try folder.run("merge", "a.ics", "b.jsonld", "-o", "two.trips.json", "--quiet")
    #expect(plain.status == 0)
    #expect(try folder.text("two.trips.json").contains("\"Window seat\""))
    let merged = try folder.run(
      "merge", "--join", "a.ics", "b.jsonld", "-o", "one.trips.json", "--conflicts", "report.json")
    #expect(merged.status == 0)
    #expect(
      merged.errors.contains(
        """
        one.trips.json: note: 2 objects are joined:
          LH 1166 Frankfurt → Lisboa (Leg 4) with that of b.jsonld; kept where it differs: departureTime
          a (Trip 2) with that of b.jsonld

        """), "\(merged.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: folder.bytes("report.json")) as? [String: Any])
    let joined = try #require(report["joined"] as? [[String: Any]])
    #expect(joined.map { $0["differing"] as? [String] } == [["departureTime"], []])
    #expect(joined.map { $0["file"] as? String } == ["b.jsonld", "b.jsonld"])
    let legs = try folder.run("list", "one.trips.json", "--entity", "Leg")
    #expect(legs.text.split(separator: "\n").count == 1, "\(legs.text)")
    #expect(try folder.run("validate", "one.trips.json").status == 0)
  }

  @Test("documents of an older version are joined in it")
  func olderVersion() throws {
    try folder.write(Self.calendar, to: "a.ics")
    try folder.write(Self.mail, to: "b.jsonld")
    for (input, output) in [("a.ics", "a.trips.json"), ("b.jsonld", "b.trips.json")] {
      try folder.run("convert", input, "--schema-version", "5.0.0", "-o", output, "--quiet")
    }
    let merged = try folder.run(
      "merge", "--union", "--join", "a.trips.json", "b.trips.json", "-o", "one.trips.json")
    #expect(merged.status == 0)
    #expect(merged.errors.contains("2 objects are joined:"), "\(merged.errors)")
    #expect(try folder.text("one.trips.json").contains("\"5.0.0\""))
  }

  @Test("with a base it is refused")
  func base() throws {
    for name in ["a", "b", "c"] { try folder.write(Self.mail, to: "\(name).jsonld") }
    let merged = try folder.run(
      "merge", "--join", "a.jsonld", "b.jsonld", "c.jsonld", "-o", "d.trips")
    #expect(merged.status == 64 && merged.errors.contains("--join is for documents without a base"))
  }
}
