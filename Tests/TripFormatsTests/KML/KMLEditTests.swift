import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// KML files come back as they were, and edits change what they are about.
@Suite struct KMLEditTests {
  private typealias File = KMLTestFile

  private static let map = KMLTestFile.kml(
    KMLTestFile.place(
      "Hut", "11.25,47.5,600",
      "<description>Warm</description><TimeStamp><when>2024-05-01</when></TimeStamp>")
      + KMLTestFile.line("Way") + KMLTestFile.line("Directions from Bozen to Meran")
      + KMLTestFile.track("Climb", ["2024-05-01T06:00:00Z", "2024-05-01T09:00:00Z"]),
    name: "Alps")

  private func edited(_ property: String, _ value: Value) throws -> String {
    try File.edited(Self.map, property, value)
  }

  @Test func `an unedited file comes back byte for byte, and changes nothing`() throws {
    try File.expectUnedited(Self.map)
  }

  @Test func `words, times and places are edited where they stand`() throws {
    #expect(
      try edited("title", .text("Alm & <x>"))
        == Self.map.replacing("<name>Hut<", with: "<name>Alm &amp; &lt;x&gt;<"))
    #expect(
      try edited("details", .text("Cold")) == Self.map.replacing(">Warm<", with: ">Cold<"))
    #expect(
      try edited("location", .place(latitude: 48, longitude: 12))
        == Self.map.replacing("11.25,47.5,600", with: "12.0,48.0,600"))
    #expect(try edited("address", .text("Way 1")).contains("<address>Way 1</address>"))
    #expect(
      try edited("startDate", .integer(8_522)).contains("<TimeStamp><when>2024-05-02</when>"))
    #expect(try edited("endDate", .integer(8_600)).contains("<TimeSpan><begin>2024-05-01</begin>"))
  }

  @Test func `a link is edited where it stands, and stays when other words are`() throws {
    let link = "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' href='https://a.example'/>"
    let text = File.kml(File.place("A", "1,2", link), name: "N")
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    #expect(
      try File.text(of: try file.tables.setting("title", of: key, to: .text("B")))
        == text.replacing("<name>A<", with: "<name>B<"))
    let edited = try File.text(
      of: try file.tables.setting("links", of: key, to: .array([.text("https://b.example")])))
    #expect(edited.contains("href=\"https://b.example\"") && !edited.contains("a.example"))
  }

  @Test func `what KML has no place for is written beside the placemark`() throws {
    #expect(
      try edited("status", .text("done")).contains(
        "<ExtendedData><trips:object xmlns:trips=\"urn:trip-documents:features\">{"))
    _ = try edited(
      "links", .array([.text("https://a.example"), .text("https://b.example")]))
    _ = try edited("location", .null)
    _ = try edited("title", .text(""))
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
    for (property, text) in [("from", "Brixen"), ("number", "R 1"), ("mode", "bicycle")] {
      try File.expectBack(try file.tables.setting(property, of: key, to: .text(text)))
    }
  }

  @Test(arguments: ["name", "notes", "destination"])
  func `the trip is edited, in any form of the file`(property: String) throws {
    let alone =
      "<kml><Placemark><name>A</name><Point><coordinates>11,47</coordinates></Point></Placemark></kml>"
    let empty =
      "<kml xmlns='http://www.opengis.net/kml/2.2'><Document><name/><Placemark><name>A</name></Placemark></Document></kml>"
    for text in [Self.map, alone, empty] {
      let file = try File(text)
      guard let trip = try file.objects("Trip").first?.key else { continue }
      try File.expectBack(try file.tables.setting(property, of: trip, to: .text("New")))
    }
  }

  @Test func `deleted and new objects go and come`() throws {
    let file = try File(Self.map)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let deleted = try file.tables.deleting(key)
    #expect(try !File.text(of: deleted).contains("Hut"))
    try File.expectBack(deleted)
    var values = try TripSchema.released().blankValues(of: "Stay")
    values["name"] = .text("Inn")
    values["checkinDate"] = .integer(8_521)
    values["checkoutDate"] = .integer(8_523)
    values["location"] = .place(latitude: 47.25, longitude: 11.5)
    let trip = try #require(try file.objects("Trip").first?.key)
    try File.expectBack(
      try file.tables.adding(
        TripObject(entity: "Stay", key: file.tables.nextKey, trip: trip, values: values)))
  }

  @Test(arguments: 0..<60)
  func `generated documents come back`(seed: UInt64) throws {
    let tables = try GeneratedTrips(seed: seed).tables
    let text = try File.text(of: tables)
    let again = try File(text)
    #expect(try tables.objectTexts() == again.tables.objectTexts())
    #expect(try File.text(of: again.tables) == text)
  }

  @Test(arguments: Tables.samples)
  func `samples come back, alone and in archives`(name: String) throws {
    let tables = try Tables.sample(name)
    #expect(try File(try File.text(of: tables)).tables.objectTexts() == tables.objectTexts())
    let archive = try File(bytes: try ExportedFile(tables, .kmz).bytes, .kmz)
    #expect(try archive.tables.objectTexts() == tables.objectTexts())
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
    #expect(text.contains("<TimeSpan><begin>2024-05-01</begin><end>2024-05-03</end></TimeSpan>"))
    #expect(text.contains("<Point><coordinates>-9.1,38.7</coordinates></Point>"))
    #expect(
      text.contains("<LineString><coordinates>13.5,52.4 -9.1,38.8</coordinates></LineString>"))
    #expect(text.contains("<name>Berlin → Lisboa</name>"))
  }

  @Test func `a copy of a trip has its placemarks only`() throws {
    let text = File.kml(
      File.place("Hut", "11,47", "<TimeStamp><when>2024-05-01</when></TimeStamp>")
        + File.place("Secret", "12,48", "<TimeStamp><when>2024-09-01</when></TimeStamp>"),
      name: "All my tours")
    let file = try File(text)
    let hierarchy = try #require(file.tables.schema.hierarchyIndex(of: "Trip"))
    let trip = try #require(try file.objects("Trip").first { $0.text("name") == "Hut" }?.key)
    let copy = TripSelection([trip], hierarchy: hierarchy, of: file.tables).tables
    #expect(TablesCheck.findings(copy, limit: 10) == [])
    let part = String(decoding: try #require(copy.keptParts.first).bytes, as: UTF8.self)
    #expect(part.contains("Hut") && !part.contains("Secret") && !part.contains("tours"))
    // The file has no name, so what is written names the trip.
    let written = try File.text(of: copy)
    #expect(try File(written, name: "other").tables.objectTexts() == copy.objectTexts())
  }
}

/// What damaged or unusual files made of KML files and documents.
@Suite struct KMLUnusualTests {
  private typealias File = KMLTestFile

  private func edited(_ text: String, _ property: String, _ value: Value) throws -> File {
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    return try File(try File.text(of: try file.tables.setting(property, of: key, to: value)))
  }

  @Test func `coordinates in a CDATA section are edited`() throws {
    let file = try edited(
      File.kml(File.place("A", "<![CDATA[1,2,3]]>")), "location",
      .place(latitude: 7.5, longitude: 1))
    #expect(
      try file.objects("BucketListItem").first?["location"]
        == .place(latitude: 7.5, longitude: 1))
  }

  @Test func `a title that was made of a description stays when that is edited`() throws {
    let file = try edited(
      File.kml(
        "<Placemark><description>old words</description><Point><coordinates>1,2</coordinates></Point></Placemark>"
      ), "details", .text("changed"))
    #expect(try file.texts("BucketListItem", "title") == ["old words"])
    #expect(try file.texts("BucketListItem", "details") == ["changed"])
  }

  @Test func `an empty point beside a track has its place`() throws {
    let file = try File(
      File.kml(
        "<Placemark><name>Home</name><Point><coordinates/></Point><gx:Track><when>2024-05-01T06:00:00Z</when><when>2024-05-01T07:00:00Z</when><gx:coord>11 47 0</gx:coord><gx:coord>12 48 0</gx:coord></gx:Track></Placemark>"
      ))
    #expect(
      try file.objects("BucketListItem").first?["location"] == .place(latitude: 47, longitude: 11)
    )
  }

  @Test func `a prefixed file goes into one without a namespace`() throws {
    let first = try File(
      "<kml><Document><name>N</name><Placemark><name>A</name><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>",
      name: "one")
    let second =
      "<kml:kml xmlns:kml=\"http://www.opengis.net/kml/2.2\"><kml:Placemark><kml:name>B</kml:name><kml:Point><kml:coordinates>5,6</kml:coordinates></kml:Point></kml:Placemark></kml:kml>"
    let both = try first.tables.updated(with: second, .kml, named: "two").outcome.tables
    #expect(
      try File(try File.text(of: both), name: "one").tables.objectTexts() == both.objectTexts())
  }

  @Test func `placemarks in placemarks and of other vocabularies are none`() throws {
    let text = File.kml(
      "<Placemark><name>A</name><Placemark><name>B</name></Placemark><ExtendedData><x:Placemark xmlns:x=\"u\"><x:name>C</x:name></x:Placemark></ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark>"
    )
    #expect(try File(text).texts("BucketListItem", "title") == ["A"])
  }

  @Test func `bookmarks that were made in one evening have no times`() throws {
    func bookmark(_ name: String, _ minute: Int) -> String {
      File.place(
        name, "11,\(minute)",
        "<TimeStamp><when>2024-02-01T20:\(minute):00Z</when></TimeStamp>")
    }
    let file = try File(File.kml(bookmark("A", 10) + bookmark("B", 20)))
    #expect(try file.texts("BucketListItem", "startTime") == [nil, nil])
    #expect(file.findings(.pointTime).count == 1)
  }

  @Test func `points that a track reaches in time were visited`() throws {
    func point(_ name: String, _ minute: Int) -> String {
      File.place(
        name, "11,\(minute)",
        "<TimeStamp><when>2024-05-01T08:\(minute):00Z</when></TimeStamp>")
    }
    let track = File.track("Climb", ["2024-05-01T06:00:00Z", "2024-05-04T09:00:00Z"])
    let file = try File(File.kml(point("A", 10) + point("B", 20) + track))
    #expect(try file.texts("BucketListItem", "startTime").compactMap { $0 }.count == 3)
  }

  @Test func `a placemark whose day was edited is found in the export`() throws {
    let text = File.kml(
      File.place("A", "1,2", "<TimeStamp><when>2024-11-03T08:00:00Z</when></TimeStamp>"))
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let tables = try file.tables.setting("startTime", of: key, to: .null)
      .setting("startDate", of: key, to: .integer(8_472))
    let again = try tables.updated(with: try File.text(of: tables), .kml, named: "map")
    #expect(try again.outcome.tables.objectTexts() == tables.objectTexts())
    let moved = try file.tables.updated(
      with: text.replacing("2024-11-03T08", with: "2024-11-04T08"), .kml, named: "map")
    #expect(try moved.outcome.tables.testObjects("BucketListItem").count == 1)
  }

  @Test func `an unnamed place whose days were edited is found by its point`() throws {
    let text = File.kml(
      "<Placemark><description>Words</description><TimeStamp><when>2024-05-01</when></TimeStamp><Point><coordinates>1,2</coordinates></Point></Placemark>",
      name: "N")
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let tables = try file.tables.setting("endDate", of: key, to: .integer(8_525))
    let again = try tables.updated(with: try File.text(of: tables), .kml, named: "map")
    #expect(try again.outcome.tables.objectTexts() == tables.objectTexts())
  }

  @Test func `a place without a point is one in two files`() throws {
    let text = File.kml(
      "<Placemark><name>A</name><address>Via 1</address></Placemark>", name: "N")
    let file = try File(text)
    let both = try file.tables.updated(
      with: GPXTestFile.gpx(GPXTestFile.place("W")), .gpx, named: "w"
    ).outcome.tables
    let again = try both.updated(with: try File.text(of: both), .kml, named: "other")
    #expect(try again.outcome.tables.objectTexts() == both.objectTexts())
  }

  @Test func `a deleted place does not come back when it is moved`() throws {
    let text = File.kml(File.place("A", "1,2") + File.place("B", "3,4"), name: "N")
    let file = try File(text)
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let tables = try file.tables.deleting(key).updated(
      with: text.replacing("1,2", with: "1.1,2.1"), .kml, named: "map"
    ).outcome.tables
    #expect(try tables.testObjects("BucketListItem").map { $0.text("title") } == ["B"])
  }

  @Test func `links in descriptions stay behind their words`() {
    #expect(
      PlainText.text(ofHTML: "<p>See <a href=\"https://a.example/x\">the hut</a>.</p>")
        == "See the hut (https://a.example/x).")
    #expect(
      PlainText.text(ofHTML: "<a href=\"https://a.example\">https://a.example</a>")
        == "https://a.example")
  }
}
