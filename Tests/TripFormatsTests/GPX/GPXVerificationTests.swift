import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// What a feature says depends on the others of its file, so an export reads itself again.
@Suite struct GPXVerificationTests {
  private typealias File = GPXTestFile

  private func expectBack(_ tables: Tables) throws {
    try File.expectBack(tables, name: "hike")
  }

  private func key(_ title: String, in file: File) throws -> ObjectKey {
    try #require(
      try ["BucketListItem", "Leg", "Stay"].flatMap { try file.objects($0) }
        .first { $0.values.values.contains(.text(title)) }?.key)
  }

  // MARK: Routes

  private static let stops = GPXTestFile.gpx(
    GPXTestFile.place("Hotel", 1)
      + GPXTestFile.route("Day", [("Hotel", 1), ("Museum", 2), ("Harbour", 3), ("Tower", 4)]),
    name: "Tour")

  @Test(arguments: [["Museum"], ["Museum", "Tower"], ["Hotel", "Harbour", "Tower"]])
  func `stops that are deleted make no leg of the others`(titles: [String]) throws {
    let file = try File(Self.stops)
    var tables = file.tables
    for title in titles { tables = try tables.deleting(try key(title, in: file)) }
    try expectBack(tables)
  }

  @Test func `a route without its stops goes`() throws {
    let file = try File(Self.stops)
    var tables = file.tables
    for item in try file.objects("BucketListItem") { tables = try tables.deleting(item.key) }
    #expect(try !File.text(of: tables).contains("rte"))
  }

  @Test(arguments: ["", "Left", "WP 3", "start", "Tower", "Hotel"])
  func `a stop of any title stays one`(title: String) throws {
    let file = try File(Self.stops)
    try expectBack(try file.tables.setting("title", of: key("Museum", in: file), to: .text(title)))
  }

  @Test func `a stop and its waypoint are one, whatever is written beside them`() throws {
    let file = try File(Self.stops)
    try expectBack(
      try file.tables.setting("status", of: key("Hotel", in: file), to: .text("done")))
    try expectBack(try file.tables.setting("trip", of: key("Hotel", in: file), to: .null))
  }

  @Test(arguments: ["", "Start", "left", "Position 2"])
  func `a leg of any ends stays one`(end: String) throws {
    let file = try File(GPXEditTests.journey)
    let leg = try #require(try file.objects("Leg").first?.key)
    try expectBack(try file.tables.setting("to", of: leg, to: .text(end)))
    try expectBack(try file.tables.setting("from", of: leg, to: .text(end)))
  }

  @Test func `a leg that arrives before it departs has no arrival, whatever is edited`() throws {
    let file = try File(
      File.gpx(
        "<rte><rtept lat=\"1\" lon=\"2\"><time>2024-01-05T20:00:00Z</time><name>Ulm</name></rtept><rtept lat=\"3\" lon=\"2\"><time>2024-01-05T18:00:00Z</time><name>Rom</name></rtept></rte>"
      ))
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg["arrivalTime"] == .null)
    try expectBack(try file.tables.setting("reservationNumber", of: leg.key, to: .text("1")))
  }

  // MARK: Words

  @Test(arguments: ["title", "details"])
  func `words that are emptied are empty`(property: String) throws {
    let words = File.place("Peak", more: "<desc>High</desc>")
    for text in [words, File.track("Climb"), File.place("Peak", more: "<cmt>Low</cmt>")] {
      let file = try File(File.gpx(text, name: "Tour"))
      let item = try #require(try file.objects("BucketListItem").first?.key)
      try expectBack(try file.tables.setting(property, of: item, to: .text("")))
    }
  }

  @Test func `a title that was made of a note stays, whatever is edited`() throws {
    let file = try File(
      File.gpx(
        "<wpt lat=\"1\" lon=\"2\"><desc>View over the lake</desc></wpt>" + File.place("Peak")))
    let key = try key("View over the lake", in: file)
    try expectBack(try file.tables.setting("status", of: key, to: .text("done")))
  }

  @Test func `an unnamed line has the name of its file, also beside exact values`() throws {
    let file = try File(File.gpx(File.track("").replacing("<name></name>", with: "")))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("title") == "hike")
    let edited = try file.tables.setting("telephone", of: item.key, to: .text("1"))
    let again = try File(try File.text(of: edited), name: "other")
    #expect(try again.texts("BucketListItem", "title") == ["hike"])
    #expect(again.findings(.outdatedExtension).isEmpty)
  }

  @Test(arguments: ["Export", "Track", "Test", "Unnamed road", "", " x ", "a <b>c</b>"])
  func `a trip of any name and notes comes back`(name: String) throws {
    let file = try File(GPXEditTests.journey)
    let trip = try #require(try file.objects("Trip").first?.key)
    try expectBack(try file.tables.setting("name", of: trip, to: .text(name)))
    try expectBack(try file.tables.setting("notes", of: trip, to: .text(name)))
  }

  @Test func `a name that a program wrote stays in the file`() throws {
    let file = try File(GPXEditTests.journey.replacing("Alps", with: "Garmin Connect"))
    let trip = try #require(try file.objects("Trip").first?.key)
    let written = try File.text(
      of: try file.tables.setting("destination", of: trip, to: .text("X")))
    #expect(written.contains("<name>Garmin Connect</name>") == false)
    try expectBack(try file.tables.setting("destination", of: trip, to: .text("X")))
  }

  @Test func `texts that XML cannot state come back`() throws {
    let file = try File(GPXEditTests.journey)
    let item = try #require(try file.objects("BucketListItem").first?.key)
    for text in ["a\u{FFFE}b\u{FFFF}", "\u{1}", "a\r\nb", "]]>", "&amp; <b>"] {
      try expectBack(try file.tables.setting("title", of: item, to: .text(text)))
      try expectBack(try file.tables.setting("telephone", of: item, to: .text(text)))
    }
  }

  @Test func `characters that XML cannot state leave the others in the element`() throws {
    let file = try File(GPXEditTests.journey)
    let item = try #require(try file.objects("BucketListItem").first?.key)
    let tables = try file.tables.setting("title", of: item, to: .text("a b\u{FFFE}"))
    #expect(try File.text(of: tables).contains("<name>a b</name>"))
  }

  @Test func `a new waypoint comes behind the words of the file`() throws {
    let text = GPXTestFile.gpx("", name: "Tour")
    let file = try File(text)
    var values = try TripSchema.released().blankValues(of: "BucketListItem")
    values["title"] = .text("Hut")
    values["location"] = .place(latitude: 47, longitude: 11)
    let tables = try file.tables.adding(
      TripObject(
        entity: "BucketListItem", key: file.tables.nextKey, trip: nil, values: values))
    let written = try File.text(of: tables)
    let head = try #require(written.range(of: "</metadata>"))
    #expect(head.upperBound <= (try #require(written.range(of: "<wpt"))).lowerBound)
  }

  @Test func `a file of GPX 1_0 keeps all links of an object`() throws {
    let file = try File(
      "<gpx version=\"1.0\" xmlns=\"http://www.topografix.com/GPX/1/0\"><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>"
    )
    let item = try #require(try file.objects("BucketListItem").first?.key)
    try expectBack(
      try file.tables.setting(
        "links", of: item, to: .array([.text("https://a.example"), .text("https://b.example")])))
  }

  // MARK: Times of points

  /// Three visits, of which the last makes the others ones.
  private static let visits = GPXTestFile.gpx(
    GPXTestFile.place("A", 46.1, 8, time: "2024-07-01T08:00:00Z")
      + GPXTestFile.place("B", 46.2, 8, time: "2024-07-01T08:30:00Z")
      + GPXTestFile.place("C", 46.3, 8, time: "2024-07-01T12:00:00Z"), name: "Tour")

  @Test func `an edit of one point takes and gives no times of others`() throws {
    let file = try File(Self.visits)
    try expectBack(try file.tables.setting("status", of: key("C", in: file), to: .text("done")))
    try expectBack(try file.tables.deleting(try key("C", in: file)))
    let planned = try File(Self.visits.replacing("T12:", with: "T08:"))
    #expect(try planned.texts("BucketListItem", "startTime") == [nil, nil, nil])
    try expectBack(
      try planned.tables.setting("status", of: key("A", in: planned), to: .text("done")))
  }

  @Test func `a change of the file takes and gives no times of other points`() throws {
    let file = try File(Self.visits)
    let times = try file.texts("BucketListItem", "startTime")
    let track = File.track("Far", from: "2024-08-01T08:00:00Z", to: "2024-08-01T09:00:00Z")
    for text in [
      Self.visits.replacing("T12:", with: "T08:"),
      Self.visits.replacing("</gpx>", with: track + "</gpx>"),
    ] {
      let tables = try file.tables.updated(with: text, .gpx, named: "hike").outcome.tables
      let items = try tables.testObjects("BucketListItem").prefix(2)
      #expect(items.map { $0.text("startTime") } == Array(times.prefix(2)))
    }
  }

  @Test func `times that a person gave to points come back`() throws {
    let file = try File(File.gpx(File.place("A", 1) + File.place("B", 2), name: "Tour"))
    var tables = file.tables
    for (title, hour) in [("A", "08:00"), ("B", "08:30")] {
      tables = try tables.setting(
        "startTime", of: key(title, in: file), to: .text("2024-05-01T\(hour):00+00:00[Etc/UTC]"))
    }
    try expectBack(tables)
  }

  @Test func `a time that another program changes beside exact values counts`() throws {
    let file = try File(Self.visits)
    let key = try key("A", in: file)
    let written = try File.text(of: try file.tables.setting("telephone", of: key, to: .text("1")))
    #expect(written.contains("\"telephone\":\"1\""))
    let moved = try File(written.replacing("T08:00:00Z", with: "T09:00:00Z"))
    let item = try #require(try moved.objects("BucketListItem").first)
    #expect(item.text("startTime") == "2024-07-01T09:00:00+00:00[Etc/UTC]")
    #expect(item.text("telephone") == "1")
  }

  // MARK: Several files

  @Test func `a plan and the stops of a second file go with it`() throws {
    let first = try File(File.gpx(File.place("A", 46)), name: "one")
    let second = File.gpx(
      File.route("Hike", [("", 46.11), ("", 46.22), ("", 46.33)]) + File.track("Hike")
        + File.place("Qa", 1) + File.route("Day", [("Qa", 1), ("Qb", 2), ("", 2.5), ("Qc", 3)]))
    let both = try first.tables.updated(with: second, .gpx, named: "two").outcome.tables
    let written = try File.text(of: both)
    #expect(written.contains("46.22") && written.contains("2.5") && written.contains("<name>Day<"))
    #expect(try File(written, name: "one").tables.objectTexts() == both.objectTexts())
  }

  @Test(arguments: [
    ("", "1/1", "g:", "1/0"), ("", "1/0", "g:", "1/1"), ("g:", "1/1", "", "1/1"),
    ("", "1/1", "", "1/0"), ("g:", "1/0", "h:", "1/1"),
  ])
  func `features go to files of other prefixes and versions`(
    prefix: String, version: String, other: String, otherVersion: String
  ) throws {
    func file(_ prefix: String, _ version: String, _ name: String) -> String {
      let colon = prefix.isEmpty ? "" : ":" + prefix.dropLast()
      return
        "<\(prefix)gpx version=\"\(version.replacing("/", with: "."))\" xmlns\(colon)=\"http://www.topografix.com/GPX/\(version)\"><\(prefix)wpt lat=\"1\" lon=\"2\"><\(prefix)name>\(name)</\(prefix)name></\(prefix)wpt></\(prefix)gpx>"
    }
    let first = try File(file(prefix, version, "One"), name: "one")
    let both = try first.tables.updated(
      with: file(other, otherVersion, "Two"), .gpx, named: "two"
    ).outcome.tables
    let again = try File(try File.text(of: both), name: "one")
    #expect(try again.tables.objectTexts() == both.objectTexts())
  }

  @Test func `declarations that no element uses are not copied`() throws {
    let declarations = (0..<50).map { " xmlns:p\($0)=\"urn:p\($0)\"" }.joined()
    let second = File.gpx(File.place("B", 47, 11, more: "<p3:x/>") + File.place("C", 48))
      .replacing("creator=", with: "\(declarations) creator=")
    let first = try File(File.gpx(File.place("A", 46)), name: "one")
    let both = try first.tables.updated(with: second, .gpx, named: "two").outcome.tables
    let written = try File.text(of: both)
    #expect(written.components(separatedBy: "xmlns:p").count == 2)
    #expect(written.contains("xmlns:p3=\"urn:p3\""))
  }

  // MARK: Forms of elements

  @Test(arguments: [
    "<gpx version=\"1.1\"><metadata/><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>",
    "<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>",
    "<gpx version=\"1.0\"><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>",
    "<gpx version=\"1.0\"><metadata><name>x</name></metadata><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>",
    "<gpx version=\"1.1\"><name>x</name><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>",
  ])
  func `several edits of the file come back from any form of it`(text: String) throws {
    let file = try File(text)
    let trip = try #require(try file.objects("Trip").first?.key)
    let tables = try file.tables.setting("name", of: trip, to: .text("N"))
      .setting("notes", of: trip, to: .text("Words"))
      .setting("links", of: trip, to: .array([.text("https://a.example")]))
    try expectBack(tables)
  }

  @Test func `a file without an end tag gets new objects`() throws {
    let text = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"/>"
    let file = try File(text)
    #expect(try File.text(of: file.tables) == text)
    let both = try file.tables.updated(
      with: File.gpx(File.place("A")), .gpx, named: "two"
    ).outcome.tables
    let again = try File(try File.text(of: both), name: "two")
    #expect(try again.texts("BucketListItem", "title") == ["A"])
  }

  @Test func `new elements keep to the order of the schema`() throws {
    let text = File.gpx(
      "<wpt lat=\"1\" lon=\"2\"><ele>5</ele><name>A</name><sym>Flag</sym><fix>2d</fix></wpt><trk><name>T</name><src>s</src><number>1</number><trkseg><trkpt lat=\"1\" lon=\"1\"/></trkseg></trk>",
      name: "Tour"
    ).replacing("    <name>Tour</name>", with: "<time>2024-01-01T00:00:00Z</time>")
    let file = try File(text)
    var tables = file.tables
    for item in try file.objects("BucketListItem") {
      tables = try tables.setting("details", of: item.key, to: .text("D"))
        .setting("telephone", of: item.key, to: .text("1"))
        .setting("links", of: item.key, to: .array([.text("https://a.example")]))
    }
    tables = try tables.setting(
      "startTime", of: key("A", in: file), to: .text("2024-05-01T08:00:00+00:00[Etc/UTC]"))
    let trip = try #require(try file.objects("Trip").first?.key)
    tables = try tables.setting("name", of: trip, to: .text("N"))
    let written = try File.text(of: tables)
    func names(_ start: String, _ end: String) -> [String] {
      guard let from = written.range(of: start)?.upperBound,
        let to = written.range(of: end)?.lowerBound
      else { return [] }
      return written[from..<to].matches(of: /<([a-z]+)[ >\/]/).map { String($0.1) }
    }
    #expect(
      names("lon=\"2\">", "</wpt>").filter { $0 != "trips" }
        == ["ele", "time", "name", "desc", "link", "sym", "fix", "extensions"])
    #expect(
      names("<trk>", "<trkseg>").filter { $0 != "trips" }
        == ["name", "desc", "src", "link", "number", "extensions"])
    #expect(names("<metadata>", "</metadata>") == ["name", "time"])
    try expectBack(tables)
  }

  // MARK: Deleted and renamed

  @Test func `a deleted object does not come back when its element changes`() throws {
    let file = try File(File.gpx(File.place("A", 46) + File.place("B", 47), name: "Tour"))
    let deleted = try file.tables.deleting(try key("A", in: file))
    let changed = File.gpx(
      File.place("A", 46, more: "<ele>5</ele>") + File.place("B", 47), name: "Tour")
    var tables = try deleted.updated(with: changed, .gpx, named: "hike").outcome.tables
    #expect(try tables.testObjects("BucketListItem").count == 1)
    // Nor after the export of the document was imported, which has it not.
    tables = try tables.updated(
      with: try File.text(of: tables), .gpx, named: "hike"
    ).outcome.tables
    tables = try tables.updated(with: changed, .gpx, named: "hike").outcome.tables
    #expect(try tables.testObjects("BucketListItem").count == 1)
    tables = try tables.updated(with: changed, .gpx, named: "hike", side: .theirs).outcome.tables
    #expect(try tables.testObjects("BucketListItem").count == 2)
  }

  @Test func `a file of one feature is found after that is renamed`() throws {
    let track = File.gpx(
      File.track("Morning", from: "2024-05-01T06:00:00Z", to: "2024-05-01T09:30:00Z"))
    let file = try File(track)
    let tables = try file.tables.updated(
      with: track.replacing("Morning", with: "Great hike"), .gpx, named: "hike"
    ).outcome.tables
    #expect(try tables.testObjects("BucketListItem").map { $0.text("title") } == ["Great hike"])
  }

  @Test func `a watch gives each run the name of the last one`() throws {
    let file = try File(
      File.gpx(File.track("Run", from: "2024-05-01T06:00:00Z", to: "2024-05-01T07:00:00Z")),
      name: "activity")
    let next = File.gpx(
      File.track("Run", from: "2024-05-08T06:00:00Z", to: "2024-05-08T07:00:00Z"))
    let tables = try file.tables.updated(with: next, .gpx, named: "activity").outcome.tables
    #expect(try tables.testObjects("BucketListItem").count == 2)
  }
}
