import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Timelines that are damaged, hostile or none, and laws over random ones.
@Suite struct TimelineHostileTests {
  private typealias Life = RecordedLife

  @Test(
    arguments: [
      #"{"semanticSegments": []}"#, #"[{"startTime": "x", "endTime": 1, "visit": {}}]"#,
      #"{"timelineObjects": [{}, [], 1, null, {"placeVisit": []}]}"#,
      #"{"locations": [{"latitudeE7": 1, "longitudeE7": 2, "timestampMs": "1"}]}"#,
      #"{"userLocationProfile": {"frequentPlaces": [{"label": "HOME", "placeLocation": "geo:1,2"}]}}"#,
      #"{"rawSignals": [{}, {}]}"#,
    ])
  func `a timeline without a trip is refused with the reason`(text: String) {
    let bytes = Array(text.utf8)
    #expect(TripFormat.readable(beginning: bytes) == .timeline)
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(bytes, .timeline, ImportOptions())
    }
    #expect(error?.code == .notADocument)
  }

  @Test(
    arguments: [
      #"{"type": "FeatureCollection", "features": []}"#, #"[{"@type": "Trip"}]"#, "[]", "{}",
      #"{"locations": ["a"]}"#, #"{"locations": [{"name": "Lisbon"}]}"#,
      #"[{"visit": {}, "name": "x"}]"#, #"{"semanticSegments": "none"}"#,
      #"{"timelineEdits": []}"#, "name,start\nLisbon,2024-05-01",
    ])
  func `other JSON is no timeline`(text: String) {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) != .timeline)
  }

  @Test func `a file that is cut is refused with its place`() {
    let text = Life.holiday.text(.android)
    let error = #expect(throws: DocumentError.self) {
      try ImportedFile(Array(text.utf8.dropLast(40)), .timeline, ImportOptions())
    }
    #expect(error?.code.rawValue.hasPrefix("json-") ?? false)
  }

  @Test(
    arguments: [
      "43.7753090°, 9.0711460°", "geo:43.775309,9.071146", "43.775309, 9.071146",
      " GEO:43.775309,9.071146,120;u=35 ", "43.775309,+9.071146",
    ])
  func `spellings of coordinates mean one point`(text: String) {
    #expect(TimelinePoint(text)?.option == "43.775309,9.071146")
  }

  @Test(
    arguments: [
      "", "geo:", "43.7", "43.7,", ",9", "91,0", "0,181", "0°, 0°", "nan,1", "inf,1", "1,2,3,4",
      "x,y", "1e400,1", String(repeating: "1", count: 300) + ",2",
    ])
  func `other words are no point`(text: String) { #expect(TimelinePoint(text) == nil) }

  @Test(
    arguments: [
      (385_000, -10_000_000, "0.0385,-1.0", "0.0385° N, 1.0000° W"),
      (-1, 1_800_000_000, "-0.0000001,180.0", "0.0000° S, 180.0000° E"),
    ])
  func `points have exact numbers, and words`(
    latitude: Int64, longitude: Int64, option: String, words: String
  ) throws {
    let point = try #require(TimelinePoint(latitude: latitude, longitude: longitude))
    #expect([point.option, point.words] == [option, words])
    #expect(TimelinePoint(point.option) == point)
  }

  @Test func `long visits one over the other cost no more than their number`() throws {
    let visits = (0..<1000).map { number in
      #"{"startTime": "1990-01-01T00:00:00.\#(number)Z", "endTime": "2199-01-01T00:00:00Z", "visit": {"topCandidate": {"placeLocation": "geo:\#(Double(number % 180) - 89.5),\#(Double(number) / 1000)"}}}"#
    }
    let file = try? ImportedFile(
      Array("[\(visits.joined(separator: ","))]".utf8), .timeline, ImportOptions())
    #expect(file?.report.counts[.foundHome] ?? 1 == 1)
  }

  @Test func `a segment of a million values is refused`() {
    let points = String(repeating: #"{"point":"geo:1,2"},"#, count: 200_000)
    let text =
      #"[{"startTime": "2024-05-01T00:00:00Z", "timelinePath": [\#(points){}]}]"#
    let error = #expect(throws: DocumentError.self) {
      try TimelineScan(Array(text.utf8))
    }
    #expect(error != nil)
  }

  // MARK: Laws

  private static func life(_ random: inout GeneratedTrips.Generator) -> RecordedLife {
    var life = RecordedLife()
    life.offset = [-300, 0, 60, 330, 720].randomElement(using: &random) ?? 0
    var day = 1
    let places = (0..<6).map { _ in
      RecordedLife.Place(
        latitude: Double(Int.random(in: -600...600, using: &random)) / 10,
        longitude: Double(Int.random(in: -1700...1700, using: &random)) / 10)
    }
    for _ in 0..<5 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        life.sleep(.home, day)
        day += 1
      }
      var place = RecordedLife.Place.home
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let next = places.randomElement(using: &random) ?? .lisbon
        life.go(
          ["FLYING", "IN_BUS", "WALKING", "SKIING"].randomElement(using: &random) ?? "", place,
          next, RecordedLife.minute(day, 9), RecordedLife.minute(day, 9 + day % 9))
        life.sleep(next, day)
        place = next
        day += 1
      }
    }
    life.sleep(.home, day)
    return life
  }

  private static func file(_ life: RecordedLife, _ form: RecordedLife.Form) throws -> ImportedFile?
  {
    do throws(DocumentError) {
      return try ImportedFile(
        Array(life.text(form).utf8), .timeline,
        ImportOptions(fallbackName: "Timeline", homes: ["48.1374,11.5755"]))
    } catch {
      guard error.code == .notADocument else { throw error }
      return nil
    }
  }

  @Test(arguments: 0..<30)
  func `the order of segments says nothing, and both phones say the same`(seed: UInt64) throws {
    var random = GeneratedTrips.Generator(state: seed)
    let life = Self.life(&random)
    let android = try Self.file(life, .android)
    var shuffled = life
    shuffled.segments.shuffle(using: &random)
    #expect(
      try Self.file(shuffled, .android)?.tables.objectTexts() == android?.tables.objectTexts())
    let iPhone = try Self.file(life, .iPhone)
    #expect(try iPhone?.tables.objectTexts() == android?.tables.objectTexts())
    if let android { #expect(TablesCheck.findings(android.tables, limit: 5) == []) }
  }

  @Test(arguments: 0..<20)
  func `a timeline in two steps is the one at once`(seed: UInt64) throws {
    var random = GeneratedTrips.Generator(state: seed)
    var life = Self.life(&random)
    guard let whole = try Self.file(life, .android) else { return }
    let text = life.text(.android)
    life.segments.removeLast(Int.random(in: 1..<life.segments.count, using: &random))
    guard let first = try Self.file(life, .android) else { return }
    let later = try UpdatedFile(
      first.tables, with: Array(text.utf8), .timeline,
      ImportOptions(fallbackName: "Timeline", homes: ["48.1374,11.5755"]),
      removesCancelled: false, side: .ours)
    // A trip keeps the name that its first parts gave it.
    let parts = try Set(Self.parts(later.outcome.tables))
    #expect(try parts.symmetricDifference(Self.parts(whole.tables)) == [])
    #expect(later.outcome.conflicts.isEmpty)
  }

  /// The parts with the days of their trips.
  private static func parts(_ tables: Tables) throws -> [String] {
    let days = Dictionary(
      uniqueKeysWithValues: try tables.testObjects("Trip").map {
        ($0.key, "\($0.day("startDate") ?? "") \($0.day("endDate") ?? "")")
      })
    return try ["Leg", "Stay", "BucketListItem"].flatMap { entity in
      try tables.testObjects(entity).map { object in
        var trip = ""
        if case .reference(let key) = object["trip"] { trip = days[key] ?? "" }
        let values = object.values.filter { $0.key != "trip" }.sorted { $0.key < $1.key }
        return "\(entity) \(trip) " + values.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      }.sorted()
    }
  }

  @Test(arguments: 0..<60)
  func `damage gives a document or an error`(seed: UInt64) throws {
    var random = GeneratedTrips.Generator(state: seed)
    let form = RecordedLife.Form.allCases.randomElement(using: &random) ?? .android
    var bytes = Array(Self.life(&random).text(form).utf8)
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: "9999999999".utf8, at: place)
      default: bytes[place] = Array("0123456789-{}[],:\"".utf8).randomElement(using: &random) ?? 48
      }
    }
    do {
      let file = try ImportedFile(bytes, .timeline, ImportOptions())
      #expect(TablesCheck.findings(file.tables, limit: 5) == [])
    } catch {}
  }
}
