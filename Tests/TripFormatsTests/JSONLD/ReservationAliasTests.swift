import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Nodes with `type` and `id`, which the context of schema.org gives the meaning of `@type` and `@id`.
@Suite struct ReservationAliasTests {
  typealias File = ReservationTestFile

  private func renamed(_ text: String) -> String {
    text.replacing("\"@type\"", with: "\"type\"").replacing("\"@id\"", with: "\"id\"")
  }

  private func update(_ tables: Tables, _ text: String) throws -> UpdatedFile {
    try tables.updated(with: text, .jsonLD, named: "mail")
  }

  @Test("A reservation is read as one with keywords, and written as it was")
  func types() throws {
    let text = renamed(File.flight())
    let file = try File(text)
    let plain = try File(File.flight())
    let legs = try file.objects("Leg").map(\.values)
    #expect(try legs == plain.objects("Leg").map(\.values) && legs.count == 1)
    #expect(try file.written == File.json(text))
    #expect(try update(file.tables, text).report.counts.isEmpty)
    #expect(try update(file.tables, text).outcome.tables.extensions == file.tables.extensions)
  }

  @Test("Trips name their parts by `id`, and nodes refer to others by it")
  func identifiers() throws {
    let plain = """
      {"@context": "https://schema.org", "@graph": [
        {"@type": "Trip", "@id": "urn:trip", "name": "Norway",
         "itinerary": {"@type": "ItemList", "itemListElement": [{"@id": "urn:stay"}]}},
        {"@type": "LodgingReservation", "@id": "urn:stay", "checkinTime": "2026-05-01",
         "reservationFor": {"@id": "urn:hotel"}},
        {"@type": "LodgingBusiness", "@id": "urn:hotel", "name": "Grand"}]}
      """
    let file = try File(renamed(plain))
    let trip = try #require(try file.objects("Trip").first)
    let stay = try #require(try file.objects("Stay").first)
    #expect(
      trip.text("name") == "Norway" && stay.text("name") == "Grand"
        && stay["trip"] == .reference(trip.key))
    #expect(try file.written == File.json(renamed(try File.text(of: try File(plain).tables))))
    // A later version is found by the identifier alone.
    let updated = try update(
      file.tables,
      renamed(
        """
        {"@context": "https://schema.org", "@type": "LodgingReservation", "@id": "urn:stay",
         "checkinTime": "2026-05-02", "reservationFor": {"@type": "LodgingBusiness", "name": "Plaza"}}
        """))
    #expect(try updated.outcome.tables.testObjects("Stay").map { $0.text("name") } == ["Plaza"])
  }

  @Test("An `id` that is no IRI counts nodes of one file and identifies none in another")
  func numbers() throws {
    func text(_ number: String, _ day: String) -> String {
      File.flight(number: number, day: day, reservation: number).replacing(
        "\"@type\": \"FlightReservation\",",
        with: "\"@type\": \"FlightReservation\", \"id\": \"1\",")
    }
    let file = try File(text("TP 1", "2026-05-01"))
    let updated = try update(file.tables, text("TP 2", "2026-06-01"))
    #expect(try updated.outcome.tables.testObjects("Leg").count == 2)
  }
}
