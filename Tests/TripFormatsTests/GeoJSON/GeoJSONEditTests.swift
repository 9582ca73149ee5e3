import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// GeoJSON files come back as they were, and edits change what they are about.
@Suite struct GeoJSONEditTests {
  private typealias File = GeoJSONTestFile

  static let map = GeoJSONTestFile.collection(
    GeoJSONTestFile.place(
      "Hut", "[11.25, 47.5, 600]", #", "description": "Warm", "date": "2024-05-01""#),
    GeoJSONTestFile.line("Way"),
    GeoJSONTestFile.line("Night", "[[11, 47], [11.5, 48]]", #", "from": "Bozen", "to": "Meran""#),
    GeoJSONTestFile.track("Climb", ["2024-05-01T06:00:00Z", "2024-05-01T09:00:00Z"]),
    name: "Alps")

  /// Files of each form with one place of the name A.
  static let forms = [
    GeoJSONTestFile.collection(GeoJSONTestFile.place("A")),
    #"{"type":"FeatureCollection","bbox":[1,2,3,4],"features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[1,2],"bbox":[1,2,1,2]}}]}"#,
    GeoJSONTestFile.place("A"), #"{"type":"Point","coordinates":[1,2]}"#,
    #"{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,2,3],[4,5]]}]}"#,
    #"{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[1,2]}}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#,
    #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
    #"{"type":"Feature","properties":{"name":"A"},"geometry":null}"#,
    GeoJSONTestFile.place("A") + "\n" + GeoJSONTestFile.line("B"),
    "\u{1E}" + GeoJSONTestFile.place("A") + "\n",
    "\u{1E}" + GeoJSONTestFile.place("A") + "\n\u{1E}" + GeoJSONTestFile.line("B") + "\n",
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Title":"A","Location":{"Address":"Way 1"}},"geometry":{"type":"Point","coordinates":[371,2]}}]}"#,
  ]

  private func edited(_ property: String, _ value: Value) throws -> String {
    try File.edited(Self.map, property, value)
  }

  @Test func `an unedited file comes back byte for byte, and changes nothing`() throws {
    try File.expectUnedited(Self.map)
  }

  @Test func `words, times and places are edited where they stand`() throws {
    #expect(
      try edited("title", .text("Alm \"x\""))
        == Self.map.replacing("\"Hut\"", with: #""Alm \"x\"""#))
    #expect(
      try edited("details", .text("Cold")) == Self.map.replacing("\"Warm\"", with: "\"Cold\""))
    #expect(
      try edited("location", .place(latitude: 48, longitude: 12))
        == Self.map.replacing("[11.25, 47.5, 600]", with: "[12.0, 48.0, 600]"))
    #expect(
      try edited("address", .text("Way 1"))
        == Self.map.replacing("\"red\"", with: "\"red\", \"address\": \"Way 1\""))
    // The day of the trip changes with it, which is stated.
    #expect(try edited("startDate", .integer(8_522)).contains("\"date\": \"2024-05-02\""))
    #expect(try edited("endDate", .integer(8_600)).contains("\"endDate\": \"2024-07-19\""))
    #expect(
      try edited("details", .text(""))
        == Self.map.replacing(", \"description\": \"Warm\"", with: ""))
  }

  @Test(arguments: [
    [] as [String], ["https://a.example"], ["https://a.example", "https://b.example"],
  ])
  func `links are edited`(links: [String]) throws {
    let text = try edited("links", .array(links.map { .text($0) }))
    #expect(text.contains("\"url\"") == (links.count == 1))
    #expect(text.contains("\"links\"") == (links.count == 2))
  }

  @Test func `what no program reads is written among the properties`() throws {
    let text = try edited("status", .text("done"))
    #expect(text.contains(#""urn:trip-documents:features": "{\"entity\":\"BucketListItem\""#))
    _ = try edited("location", .null)
    _ = try edited("title", .text(""))
    // Some programs write a text that is JSON as an object.
    let parts = text.components(separatedBy: "\"urn:trip-documents:features\": ")
    let end = try #require(parts[1].range(of: "}\"}, \"geometry\""))
    let quoted = String(parts[1][..<end.lowerBound]) + "}\""
    let object = quoted.dropFirst().dropLast().replacing("\\\"", with: "\"")
    let again = try File(text.replacing(quoted, with: object))
    #expect(try again.objects("BucketListItem").first?.text("status") == "done")
  }

  @Test(arguments: ["Way", "Climb"])
  func `lines are edited`(title: String) throws {
    let file = try File(Self.map)
    let key = try #require(
      try file.objects("BucketListItem").first { $0.text("title") == title }?.key)
    try File.expectBack(try file.tables.setting("title", of: key, to: .text("New")))
    try File.expectBack(
      try file.tables.setting("location", of: key, to: .place(latitude: 1, longitude: 2)))
    try File.expectBack(
      try file.tables.setting(
        "startTime", of: key, to: .text("2024-05-01T07:00:00+00:00[Etc/UTC]")))
  }

  @Test func `legs are edited`() throws {
    let file = try File(Self.map)
    let key = try #require(try file.objects("Leg").first?.key)
    for (property, text) in [
      ("from", "Brixen"), ("to", ""), ("number", "R 1"), ("mode", "bicycle"),
    ] {
      try File.expectBack(try file.tables.setting(property, of: key, to: .text(text)))
    }
  }

  @Test(
    arguments: forms.indices, ["title", "details", "location", "status", "telephone", "startDate"])
  func `a place is edited in each form of a file`(form: Int, property: String) throws {
    let file = try File(Self.forms[form])
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let value: Value =
      switch property {
      case "location": .place(latitude: 48, longitude: 12)
      case "status": .text("done")
      case "startDate": .integer(8_522)
      default: .text("New")
      }
    let tables = try file.tables.setting(property, of: key, to: value)
    // A file whose only place is elsewhere is another file.
    let isOther = try property == "location" && file.objects("BucketListItem").count == 1
    if isOther {
      let text = try File.text(of: tables)
      #expect(try File(text).tables.objectTexts() == tables.objectTexts(), "\(text)")
    } else {
      try File.expectBack(tables)
    }
  }

  @Test(arguments: forms.indices, ["name", "notes", "destination"])
  func `the trip is edited in each form of a file`(form: Int, property: String) throws {
    let file = try File(Self.forms[form])
    guard let trip = try file.objects("Trip").first?.key else { return }
    try File.expectBack(try file.tables.setting(property, of: trip, to: .text("New")))
  }

  @Test(arguments: forms.indices)
  func `deleted and new objects go and come in each form`(form: Int) throws {
    let file = try File(Self.forms[form])
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let deleted = try file.tables.deleting(key)
    #expect(try !File.text(of: deleted).contains("\"A\""))
    try File.expectBack(deleted)
    var values = try TripSchema.released().blankValues(of: "Stay")
    values["name"] = .text("Inn")
    values["checkinDate"] = .integer(8_521)
    values["checkoutDate"] = .integer(8_523)
    values["location"] = .place(latitude: 47.25, longitude: 11.5)
    for tables in [file.tables, deleted] {
      let trip = try tables.testObjects("Trip").first?.key
      try File.expectBack(
        try tables.adding(
          TripObject(entity: "Stay", key: tables.nextKey, trip: trip, values: values)))
      values["location"] = .null
    }
  }

  @Test func `boxes go when what they are around changes`() throws {
    let file = try File(Self.forms[1])
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let text = try File.text(
      of: try file.tables.setting("location", of: key, to: .place(latitude: 8, longitude: 9)))
    #expect(
      text
        == #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[9.0,8.0]}}]}"#
    )
  }

  @Test func `features of a second file follow those of the first`() throws {
    let first = try File(Self.map)
    for (number, form) in Self.forms.enumerated() {
      let both = try first.tables.updated(with: form, .geoJSON, named: "two").outcome.tables
      let text = try File.text(of: both)
      #expect(try File(text).tables.objectTexts() == both.objectTexts(), "\(number) \(text)")
    }
  }

  @Test(arguments: 0..<80)
  func `generated documents come back`(seed: UInt64) throws {
    let tables = try GeneratedTrips(seed: seed).tables
    let text = try File.text(of: tables)
    let again = try File(text)
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try File.text(of: again.tables) == text)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
  }

  @Test(arguments: Tables.samples)
  func `samples come back`(name: String) throws {
    let tables = try Tables.sample(name)
    #expect(try File(try File.text(of: tables)).tables.objectTexts() == tables.objectTexts())
  }

  @Test func `other programs see places, days and ways`() throws {
    let schema = try TripSchema.released()
    var stay = schema.blankValues(of: "Stay")
    stay["name"] = .text("Casa")
    stay["checkinDate"] = .integer(8_521)
    stay["checkoutDate"] = .integer(8_523)
    stay["location"] = .place(latitude: 38.7, longitude: -9.1)
    var leg = schema.blankValues(of: "Leg")
    leg["from"] = .text("Berlin")
    leg["to"] = .text("Lisboa")
    leg["fromLocation"] = .place(latitude: 52.4, longitude: 13.5)
    leg["toLocation"] = .place(latitude: 38.8, longitude: -9.1)
    let tables = schema.tables(
      of: [
        TripObject(entity: "Stay", key: 1, trip: nil, values: stay),
        TripObject(entity: "Leg", key: 2, trip: nil, values: leg),
      ], documentID: 1, nextKey: 3, extensions: [])
    let text = try File.text(of: tables)
    #expect(
      text.contains(
        #""name": "Casa", "type": "Lodging", "startDate": "2024-05-01", "endDate": "2024-05-03""#))
    #expect(text.contains(#"{"type": "Point", "coordinates": [-9.1, 38.7]}"#))
    #expect(text.contains(#"{"type": "LineString", "coordinates": [[13.5, 52.4], [-9.1, 38.8]]}"#))
    #expect(text.contains(#""from": "Berlin", "to": "Lisboa""#))
  }

  @Test func `a copy of a trip has its features only`() throws {
    let text = File.collection(
      File.place("Hut", "[11, 47]", #", "date": "2024-05-01""#),
      File.place("Secret", "[12, 48]", #", "date": "2024-09-01""#), name: "All my tours")
    let file = try File(text)
    let hierarchy = try #require(file.tables.schema.hierarchyIndex(of: "Trip"))
    let trip = try #require(try file.objects("Trip").first { $0.text("name") == "Hut" }?.key)
    let copy = TripSelection([trip], hierarchy: hierarchy, of: file.tables).tables
    let part = String(decoding: try #require(copy.keptParts.first).bytes, as: UTF8.self)
    #expect(part.contains("Hut") && !part.contains("Secret") && !part.contains("tours"))
    let written = try File.text(of: copy)
    #expect(try File(written, name: "other").tables.objectTexts() == copy.objectTexts())
  }

  @Test func `a place of a GPX file and of a GeoJSON file is one`() throws {
    let gpx = try GPXTestFile(GPXTestFile.gpx(GPXTestFile.place("Hut", 47.5, 11.25)))
    let both = try gpx.tables.updated(
      with: File.collection(File.place("Hut")), .geoJSON, named: "m"
    ).outcome.tables
    #expect(try both.testObjects("BucketListItem").count == 1)
  }
}
