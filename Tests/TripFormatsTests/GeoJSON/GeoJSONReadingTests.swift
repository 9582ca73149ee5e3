import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// What the features of a GeoJSON file become.
@Suite struct GeoJSONReadingTests {
  private typealias File = GeoJSONTestFile

  private func item(_ text: String) throws -> TestObject {
    let file = try File(text)
    #expect(try File.text(of: file.tables) == text)
    return try #require(try file.objects("BucketListItem").first)
  }

  @Test func `a point is an item with its place, words, address, telephone and link`() throws {
    let file = try File(
      File.collection(
        File.place(
          "Hut", "[11.25, 47.5, 600]",
          #", "description": "<b>Open</b><br>Soup", "address": "Way 1", "phone": "+43 1", "url": "https://hut.example/""#
        ), name: "Alps"))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("title") == "Hut")
    #expect(item.text("details") == "Open\nSoup")
    #expect(item.text("address") == "Way 1")
    #expect(item.text("telephone") == "+43 1")
    #expect(item["location"] == .place(latitude: 47.5, longitude: 11.25))
    #expect(item["links"] == .array([.text("https://hut.example/")]))
    #expect(try file.texts("Trip", "name") == ["Alps"])
  }

  @Test(
    arguments: [
      // Google's places, older and newer.
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"coordinates":[11.25,47.5],"type":"Point"},"properties":{"Google Maps URL":"https://maps.example/?cid=1","Location":{"Address":"Way 1","Business Name":"Inn","Geo Coordinates":{"Latitude":"47.5","Longitude":"11.25"}},"Published":"2019-01-01T10:00:00Z","Title":"Hut"}}]}"#,
      #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[11.25,47.5],"type":"Point"},"properties":{"date":"2023-05-01T10:00:00Z","google_maps_url":"https://maps.example/?cid=1","location":{"address":"Way 1","country_code":"AT","name":"Hut"}},"type":"Feature"}]}"#,
      // Members in any order, the type last.
      #"{"features":[{"geometry":{"coordinates":[11.25,47.5],"type":"Point"},"properties":{"Name":"Hut","address":"Way 1","links":[{"href":"https://maps.example/?cid=1"}]},"type":"Feature"}],"type":"FeatureCollection"}"#,
      // OpenStreetMap's names, with a member that looks like JSON-LD.
      #"{"type":"Feature","id":"node/1","properties":{"@id":"node/1","name":"Hut","addr:full":"Way 1","website":"https://maps.example/?cid=1"},"geometry":{"type":"Point","coordinates":[11.25,47.5]}}"#,
      #"{"type":"Feature","properties":{"title":"Hut","address":"Way 1","url":"https://maps.example/?cid=1"},"geometry":{"type":"MultiPoint","coordinates":[[11.25,47.5],[1,2]]}}"#,
      #"{"type":"Feature","properties":{"title":"Hut","address":"Way 1","url":"https://maps.example/?cid=1"},"geometry":{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[]},{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]},{"type":"Point","coordinates":[11.25,47.5]}]}}"#,
      // Behind the antimeridian, and a text sequence.
      #"{"type":"Feature","properties":{"title":"Hut","address":"Way 1","url":"https://maps.example/?cid=1"},"geometry":{"type":"Point","coordinates":[371.25,47.5]}}"#,
      "\u{1E}{\"type\":\"Feature\",\"properties\":{\"title\":\"Hut\",\"address\":\"Way 1\",\"url\":\"https://maps.example/?cid=1\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[11.25,47.5]}}\n",
    ])
  func `places are read as programs write them`(text: String) throws {
    let item = try item(text)
    #expect(item.text("title") == "Hut" || item.text("title") == "Inn")
    #expect(item.text("address") == "Way 1")
    #expect(item["links"] == .array([.text("https://maps.example/?cid=1")]))
    #expect(item["location"] == .place(latitude: 47.5, longitude: 11.25))
    #expect(item["startTime"].isNull && item["startDate"].isNull)
  }

  @Test(
    arguments: [
      (#", "date": "2024-05-01""#, "2024-05-01", nil, nil, nil),
      (#", "start": "2024-05-01", "end": "2024-05-03""#, "2024-05-01", "2024-05-03", nil, nil),
      (
        #", "timespan": {"begin": "2024-05-01", "end": "2024-05-03"}"#, "2024-05-01", "2024-05-03",
        nil, nil
      ),
      (
        #", "time": "2024-05-01T10:00:00Z""#, nil, nil, "2024-05-01T10:00:00+00:00[Etc/UTC]", nil
      ),
      (
        #", "begin": "2024/05/01 10:00:00+00", "end": "2024/05/01 12:00:00+00""#, nil, nil,
        "2024-05-01T10:00:00+00:00[Etc/UTC]", "2024-05-01T12:00:00+00:00[Etc/UTC]"
      ),
      (#", "timestamp": 1714557600"#, nil, nil, "2024-05-01T10:00:00+00:00[Etc/UTC]", nil),
      (#", "time": 1714557600000"#, nil, nil, "2024-05-01T10:00:00+00:00[Etc/UTC]", nil),
      (#", "time": "2024""#, nil, nil, nil, nil),
      (#", "start": "at noon", "end": null"#, nil, nil, nil, nil),
    ] as [(String, String?, String?, String?, String?)])
  func `times and days are those of the item`(
    time: String, startDate: String?, endDate: String?, startTime: String?, endTime: String?
  ) throws {
    let item = try item(File.collection(File.place("A", "[11, 47]", time)))
    #expect(item.day("startDate") == startDate)
    #expect(item.day("endDate") == endDate)
    #expect(item.text("startTime") == startTime)
    #expect(item.text("endTime") == endTime)
  }

  @Test func `a line is an item, and a recorded one has the times of its positions`() throws {
    let file = try File(
      File.collection(
        File.line("Way"), File.track("Climb", ["2024-05-01T06:00:00Z", "2024-05-01T09:00:00Z"])))
    #expect(try file.texts("BucketListItem", "title") == ["Way", "Climb"])
    let items = try file.objects("BucketListItem")
    #expect(items[0]["location"] == .place(latitude: 47, longitude: 11))
    #expect(items[1].text("endTime") == "2024-05-01T09:00:00+00:00[Etc/UTC]")
    var ways = FeatureWays(file.tables)
    #expect(ways.ways(of: items[0].key).map { $0.map(\.latitude) } == [[47, 47.5, 48]])
    #expect(ways.ways(of: items[1].key).map(\.count) == [2])
  }

  @Test func `a line that is cut at the antimeridian is one way of two parts`() throws {
    let file = try File(
      #"{"type":"Feature","properties":{"name":"Ferry"},"geometry":{"type":"MultiLineString","coordinates":[[[179,-17],[180,-17]],[[-180,-17],[-179,-17]]]}}"#
    )
    let key = try #require(try file.objects("BucketListItem").first?.key)
    var ways = FeatureWays(file.tables)
    #expect(ways.ways(of: key).map { $0.map(\.longitude) } == [[179, 180], [-180, -179]])
  }

  @Test func `a line between two names is a leg`() throws {
    let file = try File(
      File.collection(
        File.line(
          "By night", "[[16.4, 48.2], [11, 47]]",
          #", "from": "Wien", "to": "Bozen", "type": "train", "start": "2024-05-01T20:00:00Z", "end": "2024-05-02T06:00:00Z""#
        )))
    let leg = try #require(try file.objects("Leg").first)
    #expect([leg.text("from"), leg.text("to"), leg.text("mode")] == ["Wien", "Bozen", "train"])
    #expect(leg["toLocation"] == .place(latitude: 47, longitude: 11))
    #expect(leg.text("arrivalTime") == "2024-05-02T06:00:00+00:00[Etc/UTC]")
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[11,47]}"#, 1),
    (#"{"type":"LineString","coordinates":[[11,47],[12,48]]}"#, 1),
    (#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[11,47]}]}"#, 1),
    (#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#, 0),
    (#"{"type":"FeatureCollection","features":[]}"#, 0),
    (#"{"type":"Feature","geometry":null,"properties":null}"#, 0),
    (#"{"type":"Feature","geometry":null,"properties":{"name":"Somewhere"}}"#, 1),
    (
      #"{"type":"Feature","geometry":{"type":"Circle","coordinates":[1,2],"radius":3},"properties":{"name":"Around"}}"#,
      0
    ),
    (
      #"{"type":"FeatureCollection","features":[null, 3, {"type":"Feature","geometry":{"type":"Point","coordinates":["a", 47]},"properties":{"name":"A"}}]}"#,
      1
    ),
    (
      "{\"type\":\"Point\",\"coordinates\":[11,47]}\n{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"name\":\"B\"}}]}\n",
      2
    ),
  ])
  func `any object of GeoJSON is a file, which comes back`(text: String, count: Int) throws {
    let file = try File(text)
    #expect(try file.objects("BucketListItem").count == count)
    #expect(try File.text(of: file.tables) == text)
  }

  @Test func `areas stay in the file, and what is not read is named`() throws {
    let file = try File(
      File.collection(
        #"{"type":"Feature","properties":{"name":"Park"},"geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}}"#,
        File.place("A", "[1, 2]", #", "stars": 3"#)))
    #expect(file.report.keptNames == ["Polygon": 1, "stars": 1])
  }

  @Test func `points of a track that a program wrote one by one become no items`() throws {
    let point =
      #"{"type":"Feature","properties":{"track_fid":0,"time":"2019/12/15 19:34:34+00"},"geometry":{"type":"Point","coordinates":[21,52]}}"#
    let file = try File(File.collection(point, point, File.place("A")))
    #expect(try file.texts("BucketListItem", "title") == ["A"])
    #expect(file.report.keptNames["Point"] == 2)
  }

  @Test(arguments: ["[200000, 47.1]", "[11, 91]", "[0, 0]", "[11]", "[]", "[[1, 2]]", "[null, 1]"])
  func `coordinates off the globe are no location`(coordinates: String) throws {
    let file = try File(File.collection(File.place("A", coordinates)))
    let item = try file.objects("BucketListItem").first
    let isNested = coordinates.hasPrefix("[[")
    #expect(item?["location"].isNull == !isNested)
    if coordinates.contains(","), !isNested {
      #expect(file.findings(.unreadProperty).count == 1)
    }
  }

  @Test(arguments: [
    "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4326",
  ])
  func `a reference system of degrees may be stated`(name: String) throws {
    let text =
      #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(name)"}},"features":[\#(File.place("A"))]}"#
    #expect(try File(text).texts("BucketListItem", "title") == ["A"])
  }

  @Test func `coordinates in metres are refused`() throws {
    let text =
      #"{"type":"FeatureCollection","features":[\#(File.place("A", "[1252344, 6106854]"))],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}}"#
    let error = #expect(throws: DocumentError.self) { try File(text) }
    #expect(error?.code == .notADocument)
    #expect(error?.detail.contains("EPSG::3857") == true)
  }

  @Test func `bookmarks that were made in one evening have no times`() throws {
    func bookmark(_ name: String, _ minute: Int) -> String {
      File.place(name, "[11, \(minute)]", #", "time": "2024-02-01T20:\#(minute):00Z""#)
    }
    let file = try File(File.collection(bookmark("A", 10), bookmark("B", 20)))
    #expect(try file.texts("BucketListItem", "startTime") == [nil, nil])
    #expect(file.findings(.pointTime).count == 1)
  }

  @Test func `files in UTF-16 and with a mark are read`() throws {
    let text = File.collection(File.place("Hütte"))
    let wide: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    for bytes in [wide, marked] {
      let file = try File(bytes: bytes)
      #expect(try file.texts("BucketListItem", "title") == ["Hütte"])
      #expect(try ExportedFile(file.tables, .geoJSON).bytes == bytes)
    }
  }

  // MARK: What is none

  @Test(arguments: [
    #"{"@context":"https://schema.org","@type":"Hotel","geo":{"type":"Point","coordinates":[1,2]}}"#,
    #"{"header":{"format":"trips"},"type":"x"}"#, #"{"type":"Topology","objects":{}}"#,
    #"{"features":["a"]}"#, #"{"type":"umap","layers":[]}"#, #"[{"type":"Feature"}]"#, "",
    "{", "{}", #"{"type":"Fea"#,
  ])
  func `other JSON is no GeoJSON`(text: String) {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) != .geoJSON)
  }

  @Test func `a name in the middle of a letter of the probe is no matter`() {
    let text = #"{"type":"FeatureCollection","name":"ü"#.utf8.dropLast()
    #expect(TripFormat.readable(beginning: Array(text)) == .geoJSON)
  }
}

/// Files that were made to harm.
@Suite struct GeoJSONHostileTests {
  private func error(_ text: String) -> DocumentError.Code? {
    do {
      _ = try ImportedFile(Array(text.utf8), .geoJSON, ImportOptions(fallbackName: "x"))
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [
    (
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2}}", "json-syntax"
    ),
    ("{\"type\":\"Feature\",\"x\":tru}", "json-syntax"),
    ("{\"type\":\"Feature\",\"id\":{\"a\":[1,]}}", "json-syntax"),
    ("{\"type\":\"Feature\"", "json-truncated"),
    ("{\"type\":\"Feature\"} x", "json-syntax"),
    (
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1e999,2]}}",
      "json-number-range"
    ),
    ("{\"type\":\"FeatureCollection\",\"features\":[],\"features\":[]}", "json-duplicate-key"),
    ("{\"type\":\"Topology\"}", "not-a-document"), ("{}", "not-a-document"),
    ("[]", "json-unexpected-value"),
  ])
  func `damaged files are refused`(text: String, code: String) {
    #expect(error(text)?.rawValue == code)
  }

  @Test(arguments: [
    ("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":", "[", "]"),
    ("{\"type\":\"Feature\",\"id\":", "[", "]"),
    ("{\"type\":\"Feature\",\"properties\":", "{\"a\":", "}"),
    (
      "{\"type\":\"Feature\",\"geometry\":", "{\"type\":\"GeometryCollection\",\"geometries\":[",
      "]}"
    ),
  ])
  func `deep values are refused without recursion`(head: String, open: String, close: String) {
    let text =
      head + String(repeating: open, count: 100_000) + "1"
      + String(repeating: close, count: 100_000)
    #expect(error(text)?.rawValue == "json-depth")
  }

  @Test func `properties out of all proportion are refused`() {
    let many = String(repeating: "0,", count: JSONValue.greatestCount)
    #expect(error("{\"type\":\"Feature\",\"properties\":{\"a\":[\(many)0]}}") == .jsonLDMalformed)
  }

  @Test(arguments: 0..<300)
  func `damaged bytes are accepted or refused, and what is accepted comes back`(seed: UInt64) throws
  {
    var random = SeededBytes(seed)
    var bytes = Array(GeoJSONEditTests.map.utf8)
    for _ in 0..<1 + random.next(3) {
      let place = random.next(bytes.count)
      switch random.next(3) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next(256))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(20)))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
      }
    }
    guard let file = try? ImportedFile(bytes, .geoJSON, ImportOptions(fallbackName: "x")) else {
      return
    }
    #expect(try ExportedFile(file.tables, .geoJSON).bytes == bytes)
  }
}

/// Numbers from a seed.
private struct SeededBytes {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(bound, 1)))
  }
}
