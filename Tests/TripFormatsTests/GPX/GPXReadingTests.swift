import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// What the features of a GPX file become.
@Suite struct GPXReadingTests {
  private typealias File = GPXTestFile

  @Test func `a waypoint is an item with its place, words and links`() throws {
    let file = try File(
      File.gpx(
        File.place(
          "Hut", 47.5, 11.25,
          more:
            "<desc>&lt;p&gt;Open &amp;amp; warm&lt;/p&gt;&lt;p&gt;Soup&lt;/p&gt;</desc><link href=\"https://hut.example/\"/>"
        )))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("title") == "Hut")
    #expect(item.text("details") == "Open & warm\nSoup")
    #expect(item["location"] == .place(latitude: 47.5, longitude: 11.25))
    #expect(item["links"] == .array([.text("https://hut.example/")]))
    #expect(try file.texts("Trip", "name") == ["hike"])
  }

  @Test func `a track is an item from its first to its last time`() throws {
    let file = try File(
      File.gpx(File.track("Morning", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:30:15.5Z")))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("title") == "Morning")
    #expect(item.text("startTime") == "2024-05-01T06:00:00+00:00[Etc/UTC]")
    #expect(item.text("endTime") == "2024-05-01T09:30:15.5+00:00[Etc/UTC]")
    #expect(item["location"] == .place(latitude: 47.1, longitude: 11.1))
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.text("name") == "Morning")
    #expect(trip.day("startDate") == "2024-05-01")
    #expect(trip.text("destination") == "")
    #expect(file.findings(.universalTime).count == 1)
  }

  @Test func `a zone shows the times by its clock`() throws {
    let file = try File(
      File.gpx(File.track("Evening", from: "2024-05-01T22:30:00Z", to: "2024-05-01T23:30:00Z")),
      timeZone: "Europe/Vienna")
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("startTime") == "2024-05-02T00:30:00+02:00[Europe/Vienna]")
    #expect(file.findings(.universalTime).isEmpty)
    #expect(try file.objects("Trip").first?.day("startDate") == "2024-05-02")
  }

  @Test func `without a zone the days of a trip are those of the sun at its places`() throws {
    let west = File.gpx(
      File.track("Evening", from: "2024-05-02T01:00:00Z", to: "2024-05-02T03:00:00Z")
    )
    .replacing("lon=\"11", with: "lon=\"-105")
    let file = try File(west)
    #expect(try file.objects("Trip").first?.day("startDate") == "2024-05-01")
    #expect(
      try file.texts("BucketListItem", "startTime") == ["2024-05-02T01:00:00+00:00[Etc/UTC]"])
  }

  @Test(arguments: [
    ("2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00[Etc/GMT-2]"),
    ("2024-05-01T10:00:00+02:00[Europe/Brussels]", "2024-05-01T10:00:00+02:00[Europe/Brussels]"),
    ("2024-05-01 10:00:00Z", "2024-05-01T10:00:00+00:00[Etc/UTC]"),
    ("\n  2024-05-01T10:00:00Z\n", "2024-05-01T10:00:00+00:00[Etc/UTC]"),
    ("2024-05-01T10:00:00", "2024-05-01T10:00:00"),
  ])
  func `times are read as programs spell them`(text: String, time: String) throws {
    let file = try File(File.gpx(File.place("A", time: text)))
    #expect(try file.texts("BucketListItem", "startTime") == [time])
  }

  @Test(arguments: ["1970-01-01T00:00:00Z", "2024-00-01T00:00:00Z", "noon", "2024-05-01", ""])
  func `what is no time is none, and the file is read`(text: String) throws {
    let file = try File(File.gpx(File.track("A", from: text, to: text)))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item["startTime"] == .null)
    #expect(try file.objects("Trip").first?["startDate"] == .null)
  }

  @Test func `a route between two named points is a leg`() throws {
    let file = try File(
      File.gpx(
        File.route("Round trip", [("Bozen", 46.5), ("", 46.6), ("", 46.7), ("Meran", 46.67)])
          .replacing("</name>\n    <rtept", with: "</name>\n    <type>cycling</type>\n    <rtept")))
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("from") == "Bozen")
    #expect(leg.text("to") == "Meran")
    #expect(leg.text("mode") == "bicycle")
    #expect(leg["fromLocation"] == .place(latitude: 46.5, longitude: 11))
    #expect(leg.text("notes") == "Round trip")
    #expect(try file.texts("Trip", "destination") == ["Meran"])
  }

  @Test func `a route of more names is a day's stops`() throws {
    let file = try File(
      File.gpx(File.route("Day 1", [("Hotel", 1), ("Museum", 2), ("Harbour", 3), ("Hotel", 1)])))
    #expect(try file.texts("BucketListItem", "title") == ["Hotel", "Museum", "Harbour"])
    #expect(try file.objects("Leg").isEmpty)
  }

  @Test(arguments: [
    [("Left", 1.0), ("Right", 2), ("Left", 3)], [("001", 1), ("002", 2), ("003", 3)],
    [("Position 1", 1), ("Position 2", 2)], [("start", 1), ("destination", 2)],
    [("", 1), ("", 2)], [("A", 1), ("B", 2), ("A", 3)],
  ])
  func `a route of turns, numbers or no names is a line`(points: [(String, Double)]) throws {
    let file = try File(File.gpx(File.route("Tour", points.map { (name: $0.0, latitude: $0.1) })))
    #expect(try file.texts("BucketListItem", "title") == ["Tour"])
    #expect(try file.objects("Leg").isEmpty)
  }

  @Test func `one place as a waypoint and as a stop is one item`() throws {
    let file = try File(
      File.gpx(
        File.place("Hotel", 1) + File.route("Day", [("Hotel", 1), ("Museum", 2), ("Harbour", 3)])))
    #expect(try file.texts("BucketListItem", "title") == ["Hotel", "Museum", "Harbour"])
  }

  @Test func `a route of the name of a track is its plan`() throws {
    let file = try File(
      File.gpx(File.route("Tour", [("", 1), ("", 2)]) + File.track("Tour")))
    #expect(try file.texts("BucketListItem", "title") == ["Tour"])
  }

  @Test(arguments: ["A", "This is waypoint no: 3", "Waypoint no: 3", " ", "<p></p>"])
  func `words that say nothing are none`(words: String) throws {
    let escaped = words.replacing("<", with: "&lt;")
    let file = try File(
      File.gpx(File.place("A", more: "<desc>\(escaped)</desc><cmt>Warm</cmt>")))
    #expect(try file.texts("BucketListItem", "details") == ["Warm"])
  }

  @Test func `a waypoint for lodging is a stay`() throws {
    let file = try File(File.gpx(File.place("Inn", more: "<sym>Lodging</sym>")))
    #expect(try file.texts("Stay", "name") == ["Inn"])
  }

  @Test func `points that say nothing stay in the file`() throws {
    let file = try File(
      File.gpx(
        "<wpt lat=\"1\" lon=\"2\"/><trk><name>Empty</name></trk><rte/>"
          + File.place("Turn", more: "<type>Left</type>") + File.place("A")))
    #expect(try file.texts("BucketListItem", "title") == ["A"])
    #expect(file.report.keptNames["wpt"] == 2)
    #expect(file.report.keptNames["trk"] == 1)
    #expect(file.report.keptNames["rte"] == 1)
  }

  @Test(arguments: [(0.0, 0.0), (91, 0), (0, 181)])
  func `a point that is no place is reported`(latitude: Double, longitude: Double) throws {
    let file = try File(File.gpx(File.place("Nowhere", latitude, longitude)))
    #expect(try file.objects("BucketListItem").first?["location"].isNull == true)
    #expect(file.findings(.unreadProperty).map(\.subject) == ["Nowhere"])
  }

  // MARK: Times of points

  @Test func `points that were made in one evening have no times`() throws {
    let file = try File(
      File.gpx(
        File.place("A", 1, time: "2024-02-01T20:00:00Z")
          + File.place("B", 2, time: "2024-02-01T20:10:00Z")))
    #expect(try file.texts("BucketListItem", "startTime") == [nil, nil])
    #expect(try file.objects("Trip").first?["startDate"] == .null)
    #expect(file.findings(.pointTime).count == 1)
  }

  @Test func `points that were visited have times`() throws {
    let file = try File(
      File.gpx(
        File.place("A", 1, time: "2024-05-01T08:00:00Z")
          + File.place("B", 2, time: "2024-05-01T17:10:00Z")))
    #expect(try file.objects("BucketListItem").allSatisfy { $0["startTime"] != .null })
    #expect(try file.objects("Trip").first?.day("startDate") == "2024-05-01")
  }

  @Test func `times of points that no track of the file reaches are none of visits`() throws {
    let track = File.track("Tour", from: "2024-05-01T08:00:00Z", to: "2024-05-01T12:00:00Z")
    let planned = try File(
      File.gpx(
        File.place("A", 1, time: "2024-02-01T08:00:00Z")
          + File.place("B", 2, time: "2024-05-01T09:10:00Z") + track))
    #expect(try planned.texts("BucketListItem", "startTime").compactMap { $0 }.count == 1)
    let visited = try File(File.gpx(File.place("B", 2, time: "2024-05-01T09:10:00Z") + track))
    #expect(try visited.texts("BucketListItem", "startTime").compactMap { $0 }.count == 2)
  }

  // MARK: Trips

  @Test func `a file of one journey is a trip with the name and the words of the file`() throws {
    let text = File.gpx(
      File.track("Day 1", from: "2024-05-01T08:00:00Z", to: "2024-05-01T12:00:00Z")
        + File.track("Day 4", from: "2024-05-04T08:00:00Z", to: "2024-05-04T12:00:00Z")
        + File.place("Hut"), name: "Alps"
    ).replacing("</name>\n  </metadata>", with: "</name><desc>By foot</desc></metadata>")
    let file = try File(text)
    let trip = try #require(try file.objects("Trip").first)
    #expect(try file.objects("Trip").count == 1)
    #expect(trip.text("name") == "Alps")
    #expect(trip.text("notes") == "By foot")
    #expect(trip.day("startDate") == "2024-05-01")
    #expect(trip.day("endDate") == "2024-05-04")
    #expect(try file.objects("BucketListItem").allSatisfy { $0["trip"] == .reference(trip.key) })
  }

  @Test func `tracks of years are several trips`() throws {
    let file = try File(
      File.gpx(
        File.track("Summer", from: "2020-05-01T08:00:00Z", to: "2020-05-01T12:00:00Z")
          + File.track("Winter", from: "2022-01-04T08:00:00Z", to: "2022-01-04T12:00:00Z"),
        name: "Garmin"))
    #expect(try file.texts("Trip", "name") == ["Summer", "Winter"])
  }

  @Test(arguments: ["Garmin Connect", "Untitled", "Converted from a file", "Test", "new file"])
  func `a name that a program wrote is that of no trip`(name: String) throws {
    let file = try File(File.gpx(File.place("A") + File.place("B", 48), name: name))
    #expect(try file.texts("Trip", "name") == ["hike"])
  }

  @Test func `places all over the world are no trip, unless the file names one`() throws {
    let places = File.place("A", 41, 2) + File.place("B", 38, -77)
    #expect(try File(File.gpx(places)).objects("Trip").isEmpty)
    #expect(try File(File.gpx(places, name: "World")).texts("Trip", "name") == ["World"])
  }

  // MARK: Spellings of files

  @Test(arguments: [
    "<gpx><wpt lat='1' lon='2'><name>A</name></wpt></gpx>",
    "\n<?xml version='1.0'?><gpx xmlns='https://www.topografix.com/GPX/1/1'><wpt lat='1' lon='2'><name>A</name></wpt></gpx>",
    "<g:gpx xmlns:g='http://www.topografix.com/GPX/1/0'><g:wpt lat='1' lon='2'><g:name><![CDATA[ A ]]></g:name></g:wpt></g:gpx>",
    "<!-- made --><?xml-stylesheet href='a'?><gpx version='0.31'><wpt lat='1' lon='2'><name>A</name><q:x>1</q:x></wpt></gpx>",
  ])
  func `files are read as programs write them`(text: String) throws {
    let file = try File(text)
    #expect(try file.texts("BucketListItem", "title") == ["A"])
    #expect(try GPXTestFile.text(of: file.tables) == text)
  }

  @Test(arguments: ["utf-8-mark", "utf-16", "iso-8859-1", "none"])
  func `files of other character sets are read, and come back as they were`(set: String) throws {
    let body = "<gpx><wpt lat=\"1\" lon=\"2\"><name>Hütte</name></wpt></gpx>"
    var bytes: [UInt8]
    switch set {
    case "utf-8-mark": bytes = [0xEF, 0xBB, 0xBF] + Array(body.utf8)
    case "utf-16":
      bytes =
        [0xFF, 0xFE]
        + "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(body)".utf16.flatMap {
          [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
    case "iso-8859-1":
      bytes = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\(body)".unicodeScalars.map {
        UInt8($0.value)
      }
    default: bytes = Array(body.utf8)
    }
    let file = try File(bytes: bytes)
    #expect(try file.texts("BucketListItem", "title") == ["Hütte"])
    #expect(try ExportedFile(file.tables, .gpx).bytes == bytes)
    // An edited file is UTF-8.
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let edited = try file.tables.setting("title", of: key, to: .text("Alm"))
    let again = try File(bytes: try ExportedFile(edited, .gpx).bytes)
    #expect(try again.texts("BucketListItem", "title") == ["Alm"])
  }

  @Test(arguments: [
    "<html><gpx/></html>", "<kml/>", "gpx", "", "<gpxx/>", "<!-- <gpx/> -->",
    "<?xml version='1.0'?>",
  ])
  func `other files are not taken for GPX`(text: String) {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) != .gpx)
  }

  // MARK: Ways

  @Test func `a document has the ways of its tracks and routes`() throws {
    let second =
      "<trkseg><trkpt lat=\"47.3\" lon=\"11.3\"/><trkpt lat=\"x\" lon=\"1\"/><trkpt lat=\"47.4\" lon=\"11.4\"/></trkseg><trkseg/>"
    let file = try File(
      File.gpx(
        File.place("Hut") + File.route("Plan", [("", 46.1), ("", 46.2)])
          + File.track("Climb").replacing("</trkseg>", with: "</trkseg>" + second)))
    var ways = FeatureWays(file.tables)
    let found = try file.objects("BucketListItem").map { item in
      (item.text("title") ?? "", ways.ways(of: item.key).map { $0.map(\.latitude) })
    }
    #expect(found.map(\.0) == ["Hut", "Plan", "Climb"])
    #expect(found.map(\.1) == [[], [[46.1, 46.2]], [[47.1, 47.2], [47.3, 47.4]]])
    #expect(ways.ways(of: try #require(try file.objects("Trip").first?.key)).isEmpty)
  }

  @Test func `a track of one point has no way`() throws {
    let file = try File(
      File.gpx(
        "<trk><name>T</name><trkseg><trkpt lat=\"47\" lon=\"11\"/></trkseg></trk>"))
    var ways = FeatureWays(file.tables)
    #expect(
      try ways.ways(of: #require(file.objects("BucketListItem").first?.key)).isEmpty)
  }

  @Test func `a document without the file has no ways`() throws {
    var tables = try File(File.gpx(File.track("Climb"))).tables
    tables.keptParts = []
    var ways = FeatureWays(tables)
    #expect(try ways.ways(of: #require(tables.testObjects("BucketListItem").first?.key)).isEmpty)
  }
}
