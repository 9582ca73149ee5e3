import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Files come back as they were, and edits change what they are about.
@Suite struct GPXEditTests {
  private typealias File = GPXTestFile

  static let journey = GPXTestFile.gpx(
    GPXTestFile.place("Hut", 47.5, 11.25, more: "<desc>Warm</desc>\n    <sym>Building</sym>")
      + GPXTestFile.route("Way", [("Bozen", 46.5), ("", 46.6), ("Meran", 46.67)])
      + GPXTestFile.track("Climb", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:30:00Z"),
    name: "Alps")

  /// Returns the file after one value of an object was edited.
  private func edited(
    _ entity: String, _ property: String, _ value: Value, in text: String = journey
  ) throws -> String {
    let file = try File(text)
    let key = try #require(try file.objects(entity).first?.key)
    let written = try File.text(of: try file.tables.setting(property, of: key, to: value))
    let again = try File(written)
    #expect(try again.objects(entity).first?[property] == value)
    return written
  }

  @Test func `an unedited file comes back byte for byte`() throws {
    #expect(try File.text(of: try File(Self.journey).tables) == Self.journey)
  }

  @Test func `a title is edited where it stands`() throws {
    let written = try edited("BucketListItem", "title", .text("Alm & <mehr>"))
    #expect(written == Self.journey.replacing("<name>Hut<", with: "<name>Alm &amp; &lt;mehr&gt;<"))
  }

  @Test func `words, links and places are edited where they stand`() throws {
    #expect(
      try edited("BucketListItem", "details", .text("Cold"))
        == Self.journey.replacing("<desc>Warm<", with: "<desc>Cold<"))
    #expect(
      try edited("BucketListItem", "details", .text(""))
        == Self.journey.replacing("<desc>Warm</desc>", with: ""))
    #expect(
      try edited("BucketListItem", "links", .array([.text("https://a.example/?b=1&c=2")]))
        == Self.journey.replacing(
          "<desc>Warm</desc>",
          with: "<desc>Warm</desc>\n    <link href=\"https://a.example/?b=1&amp;c=2\"/>"))
    #expect(
      try edited("BucketListItem", "location", .place(latitude: 48, longitude: 11.25))
        == Self.journey.replacing("lat=\"47.5\"", with: "lat=\"48.0\""))
  }

  @Test func `the ends of a leg are its outermost points, and the trip keeps what they made of it`()
    throws
  {
    let written = try edited("Leg", "to", .text("Schenna"))
    let parts = written.components(separatedBy: "\n  <extensions>")
    #expect(
      parts.first.map { $0 + "\n\n</gpx>\n" }
        == Self.journey.replacing("<name>Meran<", with: "<name>Schenna<"))
    #expect(parts.last?.contains("\"values\":{\"destination\":\"Meran\"") == true)
  }

  @Test func `what GPX has no place for is written beside the feature`() throws {
    let written = try edited("BucketListItem", "telephone", .text("1"))
    #expect(
      written.contains("<extensions><trips:object xmlns:trips=\"urn:trip-documents:features\">{"))
    #expect(written.contains("\"values\":{\"telephone\":\"1\"}"))
    let day = try edited("BucketListItem", "startDate", .integer(8_500))
    #expect(day.contains("\"values\":{\"startDate\":"))
  }

  @Test func `the recorded points of a track are never edited`() throws {
    let file = try File(Self.journey)
    let key = try #require(try file.objects("BucketListItem").last?.key)
    let time = Value.text("2024-05-01T07:00:00+00:00[Etc/UTC]")
    let written = try File.text(of: try file.tables.setting("startTime", of: key, to: time))
    #expect(written.contains("<time>2024-05-01T06:00:00Z</time>"))
    #expect(try File(written).objects("BucketListItem").last?["startTime"] == time)
    // Another program moves the recording: its time wins, and the report says so.
    let moved = try File(written.replacing("T06:00:00Z", with: "T05:00:00Z"))
    #expect(
      try moved.objects("BucketListItem").last?.text("startTime")
        == "2024-05-01T05:00:00+00:00[Etc/UTC]")
    #expect(moved.findings(.outdatedExtension).map(\.subject) == ["startTime"])
  }

  @Test func `the name and the words of the trip are those of the file`() throws {
    #expect(
      try edited("Trip", "name", .text("Dolomites"))
        == Self.journey.replacing("<name>Alps<", with: "<name>Dolomites<"))
    #expect(
      try edited("Trip", "notes", .text("Long"))
        == Self.journey.replacing(
          "<name>Alps</name>", with: "<name>Alps</name>\n    <desc>Long</desc>"))
    let unnamed = Self.journey.replacing("<name>Alps</name>", with: "")
    #expect(try edited("Trip", "name", .text("New"), in: unnamed).contains("<name>New</name>"))
  }

  @Test func `what else is edited of the trip is stated`() throws {
    let written = try edited("Trip", "destination", .text("Tyrol"))
    #expect(written.contains("\"file\":true"))
    let again = try File(written)
    #expect(try again.objects("Trip").count == 1)
    #expect(try again.objects("BucketListItem").allSatisfy { $0["trip"] != .null })
  }

  @Test func `a deleted object takes its element with it`() throws {
    let file = try File(Self.journey)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let written = try File.text(of: try file.tables.deleting(key))
    #expect(!written.contains("<wpt"))
    #expect(written.contains("<rte>"))
    #expect(try File(written).objects("BucketListItem").count == 1)
  }

  @Test func `a stop and its waypoint are edited and deleted together`() throws {
    let text = File.gpx(
      File.place("Hotel", 1) + File.route("Day", [("Hotel", 1), ("Museum", 2), ("Harbour", 3)]))
    let written = try edited("BucketListItem", "title", .text("Inn"), in: text)
    #expect(written == text.replacing("<name>Hotel<", with: "<name>Inn<"))
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    #expect(try !File.text(of: try file.tables.deleting(key)).contains("Hotel"))
  }

  @Test func `a new object follows the elements of its kind`() throws {
    let file = try File(Self.journey)
    let trip = try #require(try file.objects("Trip").first?.key)
    var values = try TripSchema.released().blankValues(of: "Stay")
    values["name"] = .text("Inn")
    values["location"] = .place(latitude: 47.25, longitude: 11.5)
    let stay = TripObject(
      entity: "Stay", key: file.tables.nextKey, trip: trip, values: values)
    let tables = try file.tables.adding(stay)
    let written = try File.text(of: tables)
    let place = try #require(written.range(of: "<name>Inn</name>"))
    #expect(place.lowerBound < (try #require(written.range(of: "<rte>"))).lowerBound)
    let again = try File(written)
    #expect(try again.texts("Stay", "name") == ["Inn"])
    #expect(
      try again.objects("Stay").first?["trip"]
        == .reference(try #require(try again.objects("Trip").first?.key)))
    // The features that were there stay as they were.
    #expect(written.contains("<desc>Warm</desc>\n    <sym>Building</sym>\n  </wpt>"))
  }

  @Test func `an object that leaves its trip says so`() throws {
    let file = try File(Self.journey)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let written = try File.text(of: try file.tables.setting("trip", of: key, to: .null))
    let again = try File(written)
    #expect(try again.objects("BucketListItem").first?["trip"] == .null)
    #expect(try again.objects("Leg").first?["trip"] != .null)
  }

  @Test func `a file of GPX 1_0 keeps to its schema`() throws {
    let text = """
      <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><name>Old</name><wpt lat="1" lon="2"><name>A</name><url>http://a.example</url></wpt></gpx>
      """
    let links = try edited("BucketListItem", "links", .array([.text("http://b.example")]), in: text)
    #expect(links == text.replacing("http://a.", with: "http://b."))
    let telephone = try edited("BucketListItem", "telephone", .text("1"), in: text)
    #expect(!telephone.contains("extensions"))
    #expect(try edited("Trip", "notes", .text("N"), in: text).contains("</name><desc>N</desc>"))
  }

  @Test func `features of several files are one file`() throws {
    let first = try File(Self.journey, name: "alps")
    let second = File.gpx(
      File.place("Beach", 43, 7, more: "<extensions><x:a xmlns:x=\"u\"/><y:b/></extensions>")
        + File.track("Swim", from: "2024-08-01T06:00:00Z", to: "2024-08-01T09:30:00Z")
    )
    .replacing("creator=", with: "xmlns:y=\"v\" creator=")
    let both = try first.tables.updated(with: second, .gpx, named: "sea").outcome.tables
    let written = try File.text(of: both)
    let again = try File(written)
    #expect(try again.tables.objectTexts() == both.objectTexts())
    #expect(
      written.contains("<trkpt lat=\"47.1\" lon=\"11.1\"><ele>800</ele><time>2024-08-01T06:00:00Z"))
    #expect(written.contains("<y:b"))
  }
}
