import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// What copies and merges of documents have of GPX files.
@Suite struct GPXSelectionTests {
  private typealias File = GPXTestFile

  /// Two trips, of which the first has a stop of a route, a waypoint and a track.
  private static let text = GPXTestFile.gpx(
    "  <!-- secret -->\n"
      + GPXTestFile.place(
        "Hut", 47.5, 11.25, time: "2024-05-01T08:00:00Z", more: "<desc>Warm</desc>")
      + GPXTestFile.place("Secret", 48.5, 12.25, time: "2024-09-01T08:00:00Z")
      + GPXTestFile.track("Climb", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:30:00Z")
      + GPXTestFile.track("Hidden", from: "2024-09-01T06:00:00Z", to: "2024-09-01T09:30:00Z")
      .replacing("47.", with: "46."),
    name: "All my tours")

  private func selection(_ tables: Tables, _ trip: String) throws -> Tables {
    let hierarchy = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let key = try #require(
      try tables.testObjects("Trip").first { $0.text("name") == trip }?.key)
    let selection = TripSelection([key], hierarchy: hierarchy, of: tables)
    #expect(TablesCheck.findings(selection.tables, limit: 10) == [])
    return selection.tables
  }

  @Test func `a copy of a trip has its features only`() throws {
    let file = try File(Self.text, name: "years")
    try #require(try file.objects("Trip").map { $0.text("name") } == ["Climb", "Hidden"])
    let copy = try selection(file.tables, "Climb")
    let part = String(decoding: try #require(copy.keptParts.first).bytes, as: UTF8.self)
    for word in ["Secret", "Hidden", "secret", "46.", "All my tours", "creator=\"Test\""] {
      #expect(!part.contains(word), "\(word)")
      #expect(!TablesDump.text(copy, all: true).contains(word), "\(word)")
    }
    #expect(!TablesDump.text(copy, all: true).contains("years"))
    #expect(part.contains("<desc>Warm</desc>") && part.contains("<ele>800</ele>"))
    // The features are found in it.
    #expect(try File.text(of: copy) == part)
    let key = try #require(try copy.testObjects("BucketListItem").first?.key)
    let edited = try copy.setting("title", of: key, to: .text("Alm"))
    #expect(try File.text(of: edited) == part.replacing("<name>Hut<", with: "<name>Alm<"))
  }

  @Test func `a copy of all trips has the file as it was`() throws {
    let file = try File(GPXEditTests.journey)
    let copy = try selection(file.tables, "Alps")
    #expect(try File.text(of: copy) == GPXEditTests.journey)
    #expect(copy.keptParts == file.tables.keptParts)
  }

  /// A route of undated stops, and two tracks of other trips.
  private func stops() throws -> (file: File, trip: String) {
    let file = try File(
      File.gpx(
        File.route("Day", [("Hotel", 1), ("Museum", 2), ("Harbour", 3)])
          + File.track("Old", from: "2020-05-01T06:00:00Z", to: "2020-05-01T09:30:00Z")
          + File.track("New", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:30:00Z")))
    let trips = try file.objects("Trip")
    try #require(trips.count == 3)
    return (file, try #require(trips.first { $0["startDate"] == .null }?.text("name")))
  }

  @Test func `a route goes with its stops`() throws {
    let (file, trip) = try stops()
    let text = try File.text(of: try selection(file.tables, trip))
    #expect(text.contains("<name>Day</name>") && text.contains("<rtept lat=\"1.0\""))
    #expect(!text.contains("trk") && !text.contains("wpt"))
  }

  @Test func `a stop of a route is a waypoint in a copy without the others`() throws {
    let (file, trip) = try stops()
    let other = try #require(try file.objects("Trip").first { $0["startDate"] != .null }?.key)
    let moved = try file.tables.setting(
      "trip", of: try #require(try file.objects("BucketListItem").first?.key),
      to: .reference(other))
    let text = try File.text(of: try selection(moved, trip))
    #expect(text.contains("<wpt lat=\"2.0\" lon=\"11\"><name>Museum</name></wpt>"))
    #expect(!text.contains("rte") && !text.contains("trk") && !text.contains("lat=\"1.0\""))
  }

  @Test func `a document of a copied trip takes the whole file again`() throws {
    let file = try File(Self.text, name: "years")
    let copy = try selection(file.tables, "Climb")
    let again = try copy.updated(with: Self.text, .gpx, named: "years").outcome.tables
    #expect(try again.testObjects("Trip").count == 2)
    #expect(try again.testObjects("BucketListItem").count == 4)
  }
}
