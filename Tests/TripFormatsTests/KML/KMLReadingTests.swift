import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// What the placemarks of a KML file become.
@Suite struct KMLReadingTests {
  private typealias File = KMLTestFile

  @Test func `a point is an item with its place, words, address and telephone`() throws {
    let file = try File(
      File.kml(
        File.place(
          "<![CDATA[Hut \"A\"]]>", "\n  11.25,47.5,600\n",
          "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" href=\"https://hut.example/\"/><address>Way 1</address><phoneNumber>tel:+43 1</phoneNumber><description><![CDATA[<b>Open</b><br>Soup]]></description>"
        ), name: "Alps"))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("title") == "Hut \"A\"")
    #expect(item.text("details") == "Open\nSoup")
    #expect(item.text("address") == "Way 1")
    #expect(item.text("telephone") == "+43 1")
    #expect(item["location"] == .place(latitude: 47.5, longitude: 11.25))
    #expect(item["links"] == .array([.text("https://hut.example/")]))
    #expect(try file.texts("Trip", "name") == ["Alps"])
  }

  @Test(
    arguments: [
      ("<TimeStamp><when>2024-05-01</when></TimeStamp>", "2024-05-01", nil, nil, nil),
      (
        "<TimeSpan><begin>2024-05-01</begin><end>2024-05-03</end></TimeSpan>", "2024-05-01",
        "2024-05-03", nil, nil
      ),
      (
        "<TimeStamp><when>2024-05-01T10:00:00Z</when></TimeStamp>", nil, nil,
        "2024-05-01T10:00:00+00:00[Etc/UTC]", nil
      ),
      (
        "<TimeSpan><begin>2024-05-01T10:00:00+02:00</begin><end>2024-05-01T12:00:00</end></TimeSpan>",
        nil, nil, "2024-05-01T10:00:00+02:00[Etc/GMT-2]", "2024-05-01T12:00:00"
      ),
      ("<TimeSpan><end>2024-05-03</end></TimeSpan>", nil, "2024-05-03", nil, nil),
    ] as [(String, String?, String?, String?, String?)])
  func `times and days of a placemark are those of its item`(
    time: String, startDate: String?, endDate: String?, startTime: String?, endTime: String?
  ) throws {
    let file = try File(File.kml(File.place("A", "11,47", time)))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.day("startDate") == startDate)
    #expect(item.day("endDate") == endDate)
    #expect(item.text("startTime") == startTime)
    #expect(item.text("endTime") == endTime)
    #expect(try File.text(of: file.tables) == File.kml(File.place("A", "11,47", time)))
  }

  @Test(arguments: ["2024", "2024-05", "noon", "2024-00-01", "1970-01-01"])
  func `a year or a month is no day`(text: String) throws {
    let file = try File(
      File.kml(File.place("A", "11,47", "<TimeStamp><when>\(text)</when></TimeStamp>")))
    #expect(try file.objects("BucketListItem").first?["startDate"] == .null)
    #expect(try file.objects("Trip").first?["startDate"] == .null)
  }

  @Test func `a place may have an address and no point`() throws {
    let file = try File(
      File.kml("<Placemark><name>Inn</name><address>Way 1</address></Placemark>", name: "T"))
    #expect(try file.texts("BucketListItem", "address") == ["Way 1"])
    #expect(try file.objects("BucketListItem").first?["location"].isNull == true)
  }

  @Test func `a line is an item, and a recorded one has its times`() throws {
    let file = try File(
      File.kml(
        File.line("Way") + File.track("Climb", ["2024-05-01T06:00:00Z", "2024-05-01T09:00:00Z"])))
    #expect(try file.texts("BucketListItem", "title") == ["Way", "Climb"])
    let items = try file.objects("BucketListItem")
    #expect(items[0]["location"] == .place(latitude: 47, longitude: 11))
    #expect(items[1].text("endTime") == "2024-05-01T09:00:00+00:00[Etc/UTC]")
    var ways = FeatureWays(file.tables)
    #expect(ways.ways(of: items[0].key).map { $0.map(\.latitude) } == [[47, 47.5, 48]])
    #expect(ways.ways(of: items[1].key).map(\.count) == [2])
  }

  @Test func `directions are a leg`() throws {
    let file = try File(
      File.kml(File.line("Directions from Christchurch to Cape Reinga"), name: "Going up"))
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("from") == "Christchurch")
    #expect(leg.text("to") == "Cape Reinga")
    #expect(leg["toLocation"] == .place(latitude: 48, longitude: 12))
  }

  @Test func `areas and empty placemarks stay in the file`() throws {
    let file = try File(
      File.kml(
        "<Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark><Placemark/>"
          + File.place("A")))
    #expect(try file.texts("BucketListItem", "title") == ["A"])
    #expect(file.report.keptNames["Placemark"] == 2)
  }

  @Test func `placemarks in folders are those of one file`() throws {
    let file = try File(
      File.kml(
        "<Folder><name>Day 1</name>\(File.place("A"))<Folder>\(File.place("B", "12,47"))</Folder></Folder>",
        name: "T"))
    #expect(try file.texts("BucketListItem", "title") == ["A", "B"])
  }

  @Test func `a link to another file is not followed`() throws {
    let link =
      "<NetworkLink><name>Live</name><Link><href>https://maps.example/x.kml</href></Link></NetworkLink>"
    let error = #expect(throws: DocumentError.self) { try File(File.kml(link)) }
    #expect(error?.code == .notADocument)
    #expect(error?.detail.contains("https://maps.example/x.kml") == true)
    let file = try File(File.kml(link + File.place("A")))
    #expect(file.findings(.unfollowedReference).map(\.detail) == ["https://maps.example/x.kml"])
  }

  @Test(arguments: [
    "<kml><Placemark><name>A</name><Point><coordinates>11,47</coordinates></Point></Placemark></kml>",
    "<kml:kml xmlns:kml=\"http://earth.google.com/kml/2.1\"><kml:Folder><kml:Placemark><kml:name>A</kml:name><kml:Point><kml:coordinates>11,47</kml:coordinates></kml:Point></kml:Placemark></kml:Folder></kml:kml>",
    "\u{FEFF}<kml xmlns='http://www.opengis.net/kml/2.2'><Document><Placemark><name>A</name><MultiGeometry><Point><coordinates>11,47</coordinates></Point></MultiGeometry></Placemark></Document></kml>",
    "<kml xmlns='http://www.opengis.net/kml/2.2'><Document><gx:Tour/><Placemark><name>A</name><Point><coordinates>11,47</coordinates></Point></Placemark></Document></kml>",
  ])
  func `files are read as programs write them`(text: String) throws {
    let file = try File(text)
    #expect(try file.texts("BucketListItem", "title") == ["A"])
    #expect(
      try file.objects("BucketListItem").first?["location"] == .place(latitude: 47, longitude: 11))
    #expect(try File.text(of: file.tables) == text)
  }

  // MARK: Archives

  @Test func `an archive comes back byte for byte, and an edited one keeps its pictures`() throws {
    let bytes = try File.archive(File.kml(File.place("Hut"), name: "Alps"))
    let file = try File(bytes: bytes, .kmz)
    #expect(try ExportedFile(file.tables, .kmz).bytes == bytes)
    #expect(try File.text(of: file.tables) == File.kml(File.place("Hut"), name: "Alps"))
    let key = try #require(try file.objects("BucketListItem").first?.key)
    let edited = try file.tables.setting("title", of: key, to: .text("Alm"))
    let written = try ExportedFile(edited, .kmz).bytes
    let again = try File(bytes: written, .kmz)
    #expect(try again.texts("BucketListItem", "title") == ["Alm"])
    let container = try KMZArchive.container(written)
    #expect(container.archive.entries.map(\.name) == ["doc.kml", "files/a.png"])
    #expect(container.archive.entries[1].bytes == [1, 2, 3])
  }

  @Test func `a document of a KML file is written as an archive`() throws {
    let file = try File(File.kml(File.place("Hut")))
    let again = try File(bytes: try ExportedFile(file.tables, .kmz).bytes, .kmz)
    #expect(try again.tables.objectTexts() == file.tables.objectTexts())
  }

  @Test func `an archive without a KML file is none`() throws {
    #expect(throws: DocumentError.self) {
      try KMZArchive.container([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
    }
  }
}
