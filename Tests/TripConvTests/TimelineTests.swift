import Foundation
import Testing

/// Timelines of Google Maps, by the command.
@Suite("tripconv with timelines")
struct TimelineTests {
  private let folder = ScratchFolder()

  /// Two nights at home, two far away, one at home.
  private static let timeline: String = {
    func visit(_ day: Int, _ place: String) -> String {
      """
      {"startTime": "2024-05-0\(day)T20:00:00.000+02:00", "endTime": "2024-05-0\(day + 1)T08:00:00.000+02:00",
       "visit": {"topCandidate": {"placeLocation": "geo:\(place)", "semanticType": "Unknown"}}}
      """
    }
    let home = "48.1374,11.5755"
    let places = [home, home, "38.7131,-9.1335", "38.7131,-9.1335", home, home]
    return "[" + places.enumerated().map { visit($0 + 1, $1) }.joined(separator: ",") + "]"
  }()

  @Test("A timeline becomes trips, and the home that was found is said")
  func convert() throws {
    try folder.write(Self.timeline, to: "Timeline.json")
    let command = try folder.run("convert", "Timeline.json", "-o", "a.trips")
    #expect(command.status == 0, "\(command.errors)")
    #expect(
      command.errors.contains("found by its nights (48.1374,11.5755 from 2024-05-02) [found-home]"),
      "\(command.errors)")
    let list = try folder.run("list", "a.trips").text
    #expect(list.contains("near Lisbon") && list.contains("2024-05-03"))
    #expect(try folder.run("list", "Timeline.json").text == list)
  }

  @Test("The home can be stated, and must be a place")
  func home() throws {
    try folder.write(Self.timeline, to: "Timeline.json")
    let stated = try folder.run(
      "convert", "Timeline.json", "-o", "a.trips", "--home", "48.1374,11.5755", "--home",
      "38.7131,-9.1335")
    #expect(stated.status == 65)
    #expect(stated.errors.contains("away from the home that is stated"), "\(stated.errors)")
    let wrong = try folder.run("convert", "Timeline.json", "-o", "a.trips", "--home", "Munich")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("--home takes a latitude and a longitude"))
  }

  @Test("A timeline is imported again without a change, and is never written")
  func importing() throws {
    try folder.write(Self.timeline, to: "Timeline.json")
    try folder.generate("a.trips", trips: 2)
    #expect(try folder.run("import", "Timeline.json", "--into", "a.trips").status == 0)
    let again = try folder.run("import", "Timeline.json", "--into", "a.trips")
    #expect(again.errors.contains("nothing has changed"), "\(again.errors)")
    #expect(
      try folder.run("convert", "a.trips", "-o", "b", "--to", "google-timeline").status == 64)
  }
}
