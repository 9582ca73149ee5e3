import Foundation
import Testing
import TripDocuments

// README example: the lines between the marks are the README's.
// <example>
func addTrip(to file: URL, writingTo copy: URL) async throws -> [String] {
  let trips = try await TripDocument(contentsOf: file)
  let names = try trips.withContext { context in
    let today = CalendarDay(.now, in: .current)
    let trip = PersonalTrip(
      name: "おくのほそ道", destination: "大垣", startDate: today, endDate: today, reason: .wellness)
    trip.legs = [Leg(.foot, from: "千住", to: "大垣")]
    trip.bucketList = [BucketListItem(title: "松島"), BucketListItem(title: "平泉")]
    context.insert(trip)
    return try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])).map(
      \.name)
  }
  try await trips.write(to: copy, format: .xml)
  return names
}
// </example>

@Suite("README")
struct ReadmeTests {
  private var root: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  @Test("the example in the README is the one that is compiled here")
  func exampleIsCompiled() throws {
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let begin = try #require(source.range(of: "// <example>\n"))
    let end = try #require(source.range(of: "// </example>"))
    let example = source[begin.upperBound..<end.lowerBound]
    #expect(readme.contains("```swift\nimport TripDocuments\n\n\(example)```"))
  }

  @Test("the example runs")
  func exampleRuns() async throws {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("readme-\(UUID().uuidString).trips")
    defer { try? FileManager.default.removeItem(at: copy) }
    let file = root.appendingPathComponent("samples/journeys-v1/source.trips.json")
    let lines = try await addTrip(to: file, writingTo: copy)
    #expect(lines.last == "おくのほそ道")
    #expect(lines.count == 12)
    let written = try await TripDocument(contentsOf: copy)
    #expect(
      try written.withContext { try $0.fetchCount(FetchDescriptor<Trip>()) } == lines.count)
    #expect(written.migrationReport == nil)
  }
}
