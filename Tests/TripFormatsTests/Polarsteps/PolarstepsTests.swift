import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// A trip of Polarsteps that is read in memory.
private struct PolarstepsFile: TestFile {
  var tables: Tables
  var report: ImportReport

  init(_ text: String) throws {
    let bytes = Array(text.utf8)
    #expect(
      TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == .polarsteps)
    let file = try Self.read(bytes, .polarsteps, ImportOptions(fallbackName: "trip"))
    (tables, report) = (file.tables, file.report)
  }
}

@Suite("Trips of Polarsteps")
struct PolarstepsTests {
  /// A trip from Munich to Lhasa with a rest of half a year.
  static func trip(_ steps: String) -> String {
    """
    {"id": 17, "name": "To Lhasa", "slug": "to-lhasa", "start_date": 1746482400.0, "end_date": null,
    "total_km": 9000.5, "timezone_id": "Europe/Berlin", "summary": "Overland.", "step_count": 3,
    "all_steps": [\(steps)]}
    """
  }

  static let munich = """
    {"id": 1, "uuid": "4ed4", "name": "Off we go", "display_name": "Munich", "description": "Rain.",
    "start_time": 1746506906.827703, "end_time": null, "timezone_id": "Europe/Berlin",
    "location": {"name": "Munich", "full_detail": "Bavaria, Germany", "lat": 48.13497681172057, "lon": 11.57},
    "is_deleted": false, "weather_condition": "rain", "views": 0}
    """
  static let lhasa = """
    {"id": 3, "uuid": "77aa", "name": null, "display_name": "Lhasa", "description": "",
    "start_time": 1764555000, "end_time": 1764641400, "timezone_id": "Asia/Urumqi",
    "location": {"name": "Lhasa", "full_detail": "Tibet", "lat": 29.65, "lon": 91.1}}
    """
  static let removed = #"{"id": 2, "name": "Oops", "start_time": 1746600000, "is_deleted": true}"#

  @Test("become one trip with an item for each step, by the clock of its place")
  func steps() throws {
    let file = try PolarstepsFile(
      Self.trip([Self.munich, Self.removed, Self.lhasa].joined(separator: ",")))
    let trip = try #require(try file.objects("Trip").first)
    #expect(try file.objects("Trip").count == 1)
    #expect(trip.text("name") == "To Lhasa" && trip.text("notes") == "Overland.")
    #expect(trip.day("startDate") == "2025-05-06" && trip.day("endDate") == "2025-12-02")
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Off we go", "Lhasa"])
    #expect(items[0].text("startTime") == "2025-05-06T06:48:26+02:00[Europe/Berlin]")
    #expect(items[0]["location"] == .place(latitude: 48.13497681172057, longitude: 11.57))
    #expect(items[0].text("endTime") == nil && items[0].text("details") == "Rain.")
    #expect(items[0].text("address") == "Munich, Bavaria, Germany")
    #expect(items[0].text("status") == "done")
    #expect(items[1].text("startTime") == "2025-12-01T08:10:00+06:00[Asia/Urumqi]")
    #expect(items[1].text("endTime") == "2025-12-02T08:10:00+06:00[Asia/Urumqi]")
    #expect(file.report.findings.contains { $0.code == .unreadPart && $0.subject == "1 step" })
    #expect(file.report.keptNames["all_steps.weather_condition"] != nil)
    #expect(file.report.keptNames["all_steps.views"] == nil)
  }

  @Test("again change what the file changed, and keep what was edited")
  func again() throws {
    let file = try PolarstepsFile(Self.trip(Self.munich))
    let later = Self.trip(
      Self.munich.replacing("\"Rain.\"", with: "\"Rain, then sun.\"") + "," + Self.lhasa)
    let updated = try file.tables.updated(with: later, .polarsteps, named: "trip")
    let items = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Off we go", "Lhasa"])
    #expect(items.first?.text("details") == "Rain, then sun.")
    #expect(try updated.outcome.tables.testObjects("Trip").count == 1)
    #expect(updated.outcome.conflicts.isEmpty)
    let same = try updated.outcome.tables.updated(with: later, .polarsteps, named: "trip")
    #expect(same.report.counts.isEmpty)
  }

  @Test(
    "of wrong values have what can be read",
    arguments: [
      #"{"name": "A", "start_time": "soon", "location": {"lat": 1, "lon": 2}}"#,
      #"{"name": "A", "start_time": 1e300, "location": {"lat": 1, "lon": 2}}"#,
      #"{"name": "A", "start_time": -1e11, "location": {"lat": 1, "lon": 2}}"#,
      #"{"name": "A", "start_time": 1746506906, "location": {"lat": 91, "lon": 2}}"#,
      #"{"name": "A", "start_time": 1746506906, "timezone_id": "Mars/Olympus", "location": null}"#,
      #"{"name": {"x": 1}, "display_name": "A", "start_time": 1746506906, "location": [1]}"#,
    ])
  func wrongValues(step: String) throws {
    let file = try PolarstepsFile(Self.trip(step))
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["A"])
  }

  @Test("without a step that says where or when are refused, as is JSON without steps")
  func refusals() {
    for text in [
      Self.trip(""), Self.trip(Self.removed), Self.trip(#"{"name": "A"}, 7, null, []"#),
      #"{"slug": "a", "total_km": 1, "timezone_id": "UTC", "start_date": 1}"#,
      #"{"slug": "a", "total_km": 1, "timezone_id": "UTC", "start_date": 1, "all_steps": {}}"#,
    ] {
      #expect(throws: DocumentError.self, "\(text)") {
        try ImportedFile(Array(text.utf8), .polarsteps, ImportOptions(fallbackName: "a"))
      }
    }
  }

  @Test("cut at any byte are refused")
  func truncated() throws {
    let bytes = Array(Self.trip(Self.munich).utf8)
    for count in stride(from: 1, to: bytes.count - 1, by: 7) {
      #expect(throws: DocumentError.self) {
        try ImportedFile(Array(bytes[..<count]), .polarsteps, ImportOptions(fallbackName: "a"))
      }
    }
  }
}
