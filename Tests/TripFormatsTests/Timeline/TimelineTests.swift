import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// What timelines of each generation become.
@Suite struct TimelineTests {
  private typealias File = TimelineTestFile
  private typealias Life = RecordedLife

  @Test(arguments: RecordedLife.Form.allCases)
  func `a journey from home to home is a trip with stays, items and legs`(
    form: RecordedLife.Form
  ) throws {
    let file = try File(Life.holiday.text(form))
    #expect(try file.days() == ["2024-05-03/2024-05-06"])
    let lisbon = "near Lisbon"
    let belem = "near Algés"
    #expect(try file.texts("Trip", "name") == [lisbon])
    #expect(try file.texts("Trip", "destination") == [lisbon])
    #expect(
      try file.legs() == [
        "Home > \(lisbon)", "\(lisbon) > \(belem)", "\(belem) > \(lisbon)", "\(lisbon) > Home",
      ])
    #expect(try file.texts("Leg", "mode") == ["flight", "train", "foot", "flight"])
    #expect(try file.texts("Leg", "notes") == ["", "tram", "", ""])
    #expect(try file.texts("Stay", "name") == [lisbon])
    #expect(try file.texts("BucketListItem", "title") == [belem])
    #expect(try file.texts("BucketListItem", "status") == ["done"])
    let trip = try #require(try file.objects("Trip").first?.key)
    for entity in ["Leg", "Stay", "BucketListItem"] {
      #expect(try file.objects(entity).allSatisfy { $0["trip"] == .reference(trip) })
    }
  }

  @Test func `times have the clock of the place, or stay in UTC`() throws {
    for form in [Life.Form.android, .iPhone] {
      let file = try File(Life.holiday.text(form))
      let stay = try #require(try file.objects("Stay").first)
      #expect(stay.text("checkinTime") == "2024-05-03T14:00:00+02:00[Etc/GMT-2]")
      #expect(stay.text("checkoutTime") == "2024-05-06T09:00:00+02:00[Etc/GMT-2]")
      #expect(file.findings(.universalTime).isEmpty)
    }
    let takeout = Life.holiday.text(.takeout)
    let file = try File(takeout)
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.text("checkinTime") == "2024-05-03T12:00:00+00:00[Etc/UTC]")
    #expect(file.findings(.universalTime).count == 1)
    let zoned = try File(takeout, timeZone: "Europe/Lisbon")
    #expect(
      try zoned.texts("Stay", "checkinTime") == ["2024-05-03T13:00:00+01:00[Europe/Lisbon]"])
    #expect(zoned.findings(.universalTime).isEmpty)
  }

  @Test func `the offset of the place holds before that of the phone which wrote the file`() throws
  {
    let text = Life.holiday.text(.android)
      .replacing("UtcOffsetMinutes\": 120", with: "UtcOffsetMinutes\": 60")
    #expect(
      try File(text).texts("Stay", "checkinTime") == ["2024-05-03T13:00:00+01:00[Etc/GMT-1]"])
  }

  @Test func `a place has a link that shows its name`() throws {
    let file = try File(Life.holiday.text(.iPhone))
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(
      item["links"]
        == .array([
          .text(
            "https://www.google.com/maps/search/?api=1&query=38.6916,-9.216&query_place_id=ChIJ386916"
          )
        ]))
    #expect(item["location"] == .place(latitude: 38.6916, longitude: -9.216))
  }

  @Test func `an identifier that is none makes no link`() throws {
    let text = Life.holiday.text(.iPhone).replacing("ChIJ386916", with: "a&b=\\\"c")
    #expect(try File(text).objects("BucketListItem").first?["links"] == .array([]))
  }

  @Test func `names and addresses of takeouts are those of stays, items and ends of legs`() throws {
    var life = Life()
    let hotel = Life.Place(latitude: 38.7131, longitude: -9.1335, name: "Hotel Mundial")
    life.sleep(.home, 1)
    life.go("IN_TRAIN", .home, hotel, Life.minute(2, 9), Life.minute(2, 19))
    life.visit(
      hotel, Life.minute(2, 20), Life.minute(3, 9),
      #", "placeConfidence": "LOW_CONFIDENCE", "childVisits": [{}, {}]"#)
    life.go("FLYING", hotel, .home, Life.minute(3, 10), Life.minute(3, 12))
    for day in 3...5 { life.sleep(.home, day) }
    let text = life.text(.takeout).replacing(
      "\"name\": \"Hotel Mundial\"",
      with: #""name": "Hotel Mundial", "address": "Praça Martim Moniz 2\n1100-341 Lisboa""#)
    let file = try File(text)
    #expect(try file.texts("Trip", "name") == ["Hotel Mundial"])
    #expect(try file.texts("Stay", "address") == ["Praça Martim Moniz 2\n1100-341 Lisboa"])
    #expect(try file.legs() == ["Home > Hotel Mundial", "Hotel Mundial > Home"])
    #expect(file.findings(.unnamedPlace).isEmpty)
    #expect(file.findings(.unsureSegment).map(\.detail) == ["1 visits and ways"])
    #expect(file.findings(.nestedVisit).map(\.detail) == ["2 visits"])
    let unnamed = text.replacing("\"name\": \"Hotel Mundial\", ", with: "")
    #expect(try File(unnamed).texts("Stay", "name") == ["Praça Martim Moniz 2"])
  }

  @Test(
    arguments: [
      #""latitudeE7": 387131000, "longitudeE7": -91335000"#,
      // A takeout that lost the sign of a number of 32 bits.
      #""latitudeE7": 387131000, "longitudeE7": 4203632296"#,
    ])
  func `numbers of E7 lie on the globe`(numbers: String) throws {
    let file = try File(
      #"{"timelineObjects": [{"placeVisit": {"location": {\#(numbers)}, "duration": {"startTimestampMs": "1714593600000", "endTimestampMs": 1714636800000}}}, {"placeVisit": {"location": {"latitudeE7": 481374000, "longitudeE7": 115755000}, "duration": {"startTimestamp": "2024-05-03T18:00:00Z", "endTimestamp": "2024-05-04T07:00:00.123Z"}}}]}"#,
      homes: ["geo:38.7131,-9.1335"])
    #expect(try file.objects("Stay").count == 1)
    #expect(file.findings(.unreadSegment).isEmpty)
  }

  @Test(
    arguments: [
      ("FLYING", "flight", ""), ("in passenger vehicle", "car", ""), ("IN_TAXI", "car", "taxi"),
      ("IN_SUBWAY", "train", "subway"), ("in ferry", "boat", ""), ("SAILING", "boat", "sailing"),
      ("CYCLING", "bicycle", ""), ("on bicycle", "bicycle", ""), ("RUNNING", "foot", "running"),
      ("IN_BUS", "bus", ""), ("MOTORCYCLING", "car", "motorcycling"),
      ("SKIING", "unknown", "skiing"), ("UNKNOWN_ACTIVITY_TYPE", "unknown", ""),
      ("unknown", "unknown", ""), ("", "unknown", ""),
      ("IN_GONDOLA_LIFT", "unknown", "gondola lift"),
    ])
  func `the means of transport is the mode of a leg, and else a note`(
    word: String, mode: String, notes: String
  ) throws {
    let text = Life.holiday.text(.android).replacing("IN_TRAM", with: word)
    let leg = try File(text).objects("Leg")[1]
    #expect([leg.text("mode"), leg.text("notes")] == [mode, notes])
  }

  @Test(arguments: [RecordedLife.Form.android, .iPhone])
  func `points of the way are in the line of its leg, and others are not`(
    form: RecordedLife.Form
  ) throws {
    var life = Life.holiday
    let between = Life.Place(latitude: 38.7, longitude: -9.17)
    life.segments.append(
      .points(
        [
          (Life.minute(4, 9, 50), Life.Place(latitude: 1, longitude: 1)),
          (Life.minute(4, 10, 20), between),
          (Life.minute(4, 10, 50), Life.Place(latitude: 2, longitude: 2)),
        ], from: Life.minute(4, 9), to: Life.minute(4, 11)))
    let file = try File(life.text(form))
    let leg = try #require(try file.objects("Leg").dropFirst().first)
    var ways = FeatureWays(file.tables)
    #expect(ways.ways(of: leg.key).map { $0.map(\.latitude) } == [[38.7131, 38.7, 38.6916]])
    let flight = try #require(try file.objects("Leg").first)
    #expect(ways.ways(of: flight.key).isEmpty)
  }

  @Test func `a takeout states points and the line of public transport`() throws {
    let more =
      #", "waypointPath": {"waypoints": [{"latE7": 387000000, "lngE7": -91700000}]}, "transitPath": {"name": "15E"}"#
    var life = Life.holiday
    life.segments[4] = .way(
      "IN_TRAM", .lisbon, .belem, from: Life.minute(4, 10), to: Life.minute(4, 11), more: more)
    let file = try File(life.text(.takeout))
    let leg = try #require(try file.objects("Leg").first { $0.text("number") == "15E" })
    var ways = FeatureWays(file.tables)
    #expect(ways.ways(of: leg.key).map { $0.map(\.longitude) } == [[-9.1335, -9.17, -9.216]])
  }

  @Test func `a document has nothing of the days at home`() throws {
    var life = Life.holiday
    life.visit(.work, Life.minute(2, 9), Life.minute(2, 17))
    let text = life.text(.android)
    let file = try File(text)
    let attachment = try #require(file.tables.keptParts.first)
    let json = String(decoding: attachment.bytes, as: UTF8.self)
    #expect(file.tables.keptParts.count == 1)
    #expect(!json.contains("48.18"))
    #expect(!json.contains("2024-05-02"))
    #expect(!json.contains("ChIJ481"))
    #expect(file.findings(.unusedPart).map(\.subject) == ["rawSignals"])
  }

  @Test func `a document with a timeline is written as GeoJSON, whose trips come back`() throws {
    var life = Life.holiday
    for day in 9...20 { life.sleep(.home, day) }
    life.go("FLYING", .home, .lisbon, Life.minute(21, 9), Life.minute(21, 13))
    life.visit(.lisbon, Life.minute(21, 14), Life.minute(22, 10))
    for day in 22...23 { life.sleep(.home, day) }
    let file = try File(life.text(.android))
    #expect(try file.days() == ["2024-05-03/2024-05-06", "2024-05-21/2024-05-22"])
    try GeoJSONTestFile.expectBack(file.tables, name: "Timeline")
    let item = try #require(try file.objects("BucketListItem").first)
    let edited = try file.tables.setting("title", of: item.key, to: .text("Torre de Belém"))
    try GeoJSONTestFile.expectBack(edited, name: "Timeline")
    let flight = try #require(try file.objects("Leg").last)
    let renamed = try edited.setting("number", of: flight.key, to: .text("LH 1"))
    try GeoJSONTestFile.expectBack(renamed, name: "Timeline")
  }

  // MARK: Records

  private static func record(_ count: Int) -> String {
    let locations = (0..<count).map { number in
      #"{"latitudeE7": \#(387_000_000 + number), "longitudeE7": -91700000, "timestamp": "2024-05-0\#(1 + number % 3)T10:00:00.5Z", "activity": [{"activity": [{"type": "STILL"}]}]}"#
    }
    return #"{"locations": [\#(locations.joined(separator: ",\n"))]}"#
  }

  @Test func `a history of locations is one track, which belongs to no trip`() throws {
    let file = try File(Self.record(9), name: "Records")
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(try file.objects("BucketListItem").count == 1)
    #expect(try file.objects("Trip").isEmpty)
    #expect(item.text("title") == "Records")
    #expect(item.text("startTime") == "2024-05-01T10:00:00+00:00[Etc/UTC]")
    #expect(item.text("endTime") == "2024-05-03T10:00:00+00:00[Etc/UTC]")
    var ways = FeatureWays(file.tables)
    #expect(ways.ways(of: item.key).map(\.count) == [9])
  }

  @Test func `older histories state milliseconds`() throws {
    let file = try File(
      #"{"locations": [{"timestampMs": "1714593600000", "latitudeE7": 387000000, "longitudeE7": -91700000}, {"timestampMs": "1714593660000", "latitudeE7": 387000001, "longitudeE7": -91700000}, {"timestampMs": "x", "latitudeE7": 1}]}"#
    )
    #expect(
      try file.texts("BucketListItem", "startTime") == ["2024-05-01T20:00:00+00:00[Etc/UTC]"])
    #expect(file.findings(.unreadSegment).map(\.detail) == ["the first is number 3"])
  }

  @Test func `of too many points some are left out, and the report says so`() throws {
    let point =
      #"{"latitudeE7": 387000000, "longitudeE7": -91700000, "timestampMs": 1714593600000}"#
    let last = #"{"latitudeE7": 387000000, "longitudeE7": -91700000, "timestampMs": 1714597200000}"#
    let count = TimelineScan.mostFixes
    let text =
      #"{"locations": ["# + String(repeating: point + ",", count: count) + last + "]}"
    let scan = try TimelineScan(Array(text.utf8)).timeline
    #expect(scan.stride == 2)
    #expect(scan.fixes.count == count / 2 + 1)
  }
}
