import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Documents that no GPX file made come back from one.
@Suite struct GPXRoundTripTests {
  private typealias File = GPXTestFile

  @Test(arguments: 0..<60)
  func `generated documents come back`(seed: UInt64) throws {
    let tables = try GeneratedTrips(seed: seed).tables
    let text = try File.text(of: tables)
    let again = try File(text)
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try File.text(of: again.tables) == text)
  }

  @Test(arguments: Tables.samples)
  func `samples come back`(name: String) throws {
    let tables = try Tables.sample(name)
    let text = try File.text(of: tables)
    let again = try File(text)
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try File.text(of: again.tables) == text)
  }

  @Test func `a document without objects is a file without features`() throws {
    let tables = try TripSchema.released().tables(
      of: [], documentID: 1, nextKey: 1, extensions: [])
    #expect(try File.text(of: tables) == String(decoding: GPXFile.empty, as: UTF8.self))
    #expect(try File(bytes: GPXFile.empty).tables.rowCount == 0)
  }

  @Test func `other programs see the places and the legs of one trip`() throws {
    let schema = try TripSchema.released()
    func object(
      _ entity: String, _ key: ObjectKey, trip: ObjectKey?, _ values: [String: Value]
    ) -> TripObject {
      TripObject(
        entity: entity, key: key, trip: trip,
        values: schema.blankValues(of: entity).merging(values) { $1 })
    }
    let tables = schema.tables(
      of: [
        object("Trip", 1, trip: nil, ["name": .text("Lisboa")]),
        object(
          "Stay", 2, trip: 1,
          ["name": .text("Casa"), "location": .place(latitude: 38.7, longitude: -9.1)]),
        object(
          "Leg", 3, trip: 1,
          [
            "mode": .text("flight"), "from": .text("Berlin"), "to": .text("Lisboa"),
            "number": .text("TP 539"),
            "departureTime": .text("2024-05-01T10:00:00+02:00[Europe/Berlin]"),
            "fromLocation": .place(code: "BER", latitude: 52.4, longitude: 13.5),
            "toLocation": .place(code: "LIS", latitude: 38.8, longitude: -9.1),
          ]),
        object("BucketListItem", 4, trip: 1, ["title": .text("Tram")]),
      ], documentID: 1, nextKey: 5, extensions: [])
    let exported = try ExportedFile(tables, .gpx)
    let text = String(decoding: exported.bytes, as: UTF8.self)
    #expect(text.contains("<metadata>\n    <name>Lisboa</name>"))
    #expect(text.contains("<wpt lat=\"38.7\" lon=\"-9.1\">"))
    #expect(text.contains("<rte>\n    <name>TP 539 Berlin → Lisboa</name>"))
    #expect(text.contains("<type>flight</type>") && text.contains("<sym>Lodging</sym>"))
    #expect(
      text.contains(
        "<rtept lat=\"52.4\" lon=\"13.5\"><time>2024-05-01T08:00:00Z</time><name>Berlin</name></rtept>"
      ))
    #expect(
      exported.notes == ["1 object has no place on a map, so other programs do not show it"])
  }

  @Test func `a participant of no trip is not written, and the notes say so`() throws {
    let schema = try TripSchema.released()
    func person(_ key: ObjectKey, _ trip: ObjectKey?) -> TripObject {
      TripObject(
        entity: "Participant", key: key, trip: trip,
        values: ["name": .text("Ann \(key)"), "email": .null])
    }
    var values = schema.blankValues(of: "Trip")
    values["name"] = .text("T")
    let tables = schema.tables(
      of: [
        TripObject(entity: "Trip", key: 1, trip: nil, values: values), person(2, 1), person(3, nil),
        person(4, nil),
      ], documentID: 1, nextKey: 5, extensions: [])
    let exported = try ExportedFile(tables, .gpx)
    #expect(
      exported.notes == [
        "not written, because GPX files have no place for it: 2 participants of no trip"
      ])
    #expect(
      try File(bytes: exported.bytes).objects("Participant").map { $0.text("name") } == ["Ann 2"])
  }

  @Test(arguments: [0.00001, -1e-9, 1e-300, 89.999999999999])
  func `coordinates come back without exponents`(latitude: Double) throws {
    let schema = try TripSchema.released()
    var values = schema.blankValues(of: "BucketListItem")
    values["title"] = .text("A")
    values["location"] = .place(latitude: latitude, longitude: 1)
    let tables = schema.tables(
      of: [TripObject(entity: "BucketListItem", key: 1, trip: nil, values: values)],
      documentID: 1, nextKey: 2, extensions: [])
    let text = try File.text(of: tables)
    #expect(!text.contains("e-"))
    #expect(
      try File(text).objects("BucketListItem").first?["location"]
        == .place(latitude: latitude, longitude: 1))
  }
}
