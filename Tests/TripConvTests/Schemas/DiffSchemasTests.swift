import Foundation
import Testing

@Suite("tripconv schema diff")
struct DiffSchemasTests {
  private struct Report: Decodable {
    struct Side: Decodable {
      var name: String
      var version: String?
      var model: String
    }
    struct Step: Decodable {
      var `class`: String
      var entity: String?
      var property: String?
      var words: String
      var hint: String?
    }
    var from: Side
    var to: Side
    var `class`: String
    var steps: [Step]
  }

  private let folder = ScratchFolder()

  private func report(_ old: String, _ new: String) throws -> Report {
    let command = try folder.run("schema", "diff", old, new, "--json")
    try #require(command.status == 0, "\(command.errors)")
    return try JSONDecoder().decode(Report.self, from: command.output)
  }

  /// A schema file of version 4 with one piece of it replaced and without a version.
  private func changed(_ text: String, to other: String) throws -> String {
    try folder.generate("a.trips.json", trips: 1, version: "4.0.0")
    let old = try folder.text("a.trips.json")
    let new = old.replacing(text, with: other, maxReplacements: 1)
      .replacing(/,"layout":"[0-9a-f]+","model":"[0-9a-f]+"/, with: "")
    try #require(new != old)
    try folder.write(new, to: "changed.trips.json")
    return "changed.trips.json"
  }

  @Test("prints a line for each step with its class in front")
  func text() throws {
    let command = try folder.run("schema", "diff", "3.0.0", "4.0.0")
    #expect(command.status == 0 && command.errors.isEmpty)
    let lines = command.text.split(separator: "\n")
    #expect(lines.first == "trips 3.0.0 → trips 4.0.0: reversible")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
    #expect(lines.contains { $0.contains("BusinessTrip is new") })
    #expect(
      try folder.run("schema", "diff", "4.0.0", "4.0.0").text
        == "trips 4.0.0 → trips 4.0.0: no difference\n")
  }

  @Test("says the same as JSON, also of documents and schema files")
  func json() throws {
    try folder.run("schema", "export", "--schema-version", "1.0.0", "-o", "one.json")
    try folder.generate("two.trips", trips: 1, version: "2.0.0")
    let report = try report("one.json", "two.trips")
    #expect(report.from.version == "1.0.0" && report.to.version == "2.0.0")
    #expect(report.from.model.count == 64 && report.from.name == "trips")
    #expect(report.class == "lossless")
    let renamed = report.steps.filter { $0.property == "startDate" }
    #expect(renamed.map(\.words) == ["Trip.start_date is now Trip.startDate"])
    #expect(renamed.map(\.class) == ["lossless"])
  }

  @Test("turns the way up round where the first is the newer version, and classes what is lost")
  func back() throws {
    let report = try report("4.0.0", "1.0.0")
    #expect(report.class == "lossy")
    let renamed = report.steps.filter { $0.property == "start_date" }
    #expect(
      renamed.map(\.words) == [
        "Trip.startDate is now Trip.start_date",
        "Trip.start_date is no longer preserved on deletion",
      ])
    #expect(report.steps.contains { $0.entity == "BusinessTrip" && $0.class == "lossy" })
  }

  @Test("gives a refusal as a step of its own class, once")
  func needsDecision() throws {
    let file = try changed(
      "\"name\":\"address\",\"type\"", to: "\"name\":\"adress\",\"type\"")
    let report = try report("4.0.0", file)
    #expect(report.class == "needs a decision")
    let steps = report.steps.filter { $0.property == "adress" }
    #expect(steps.map(\.class) == ["needs a decision"])
    #expect(
      steps.map(\.words) == [
        "LivingAccommodation.adress: address is gone and adress is new: write "
          + "@Attribute(originalName: \"address\") var adress, if it is the same value; else give "
          + "adress a default"
      ])
    #expect(
      steps.map(\.hint) == [
        "a lightweight stage accepts it in a document without such objects"
      ])
  }

  @Test("refuses versions that are not released, and standard input for both")
  func usage() throws {
    let unknown = try folder.run("schema", "diff", "1.0.0", "7.0.0")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("unknown schema version 7.0.0"))
    #expect(try folder.run("schema", "diff", "-", "-").status == 64)
    #expect(try folder.run("schema", "diff", "1.0.0", "none.trips").status == 66)
  }
}
