import Foundation
import Testing

@Suite("tripconv validate")
struct ValidateTests {
  private let folder = ScratchFolder()

  @Test("checks every file and ends with the code of the first that failed")
  func severalFiles() throws {
    try folder.generate("a.trips")
    try folder.write("hello", to: "bad")
    let first = try folder.run("validate", "a.trips", "missing", "bad", "a.trips")
    #expect(first.status == 66)
    #expect(first.text.hasPrefix("a.trips: valid\nbad: "))
    #expect(first.text.hasSuffix("[not-a-document]\na.trips: valid\n"))
    #expect(first.errors.hasPrefix("tripconv: missing: "))
    #expect(try folder.run("validate", "bad", "missing").status == 65)
    #expect(try folder.run("validate", "a.trips", "a.trips").status == 0)
  }

  @Test("names rule, line, object and property of a finding, also as JSON")
  func findings() throws {
    try folder.generate("a.trips.json", trips: 3)
    let text = try folder.text("a.trips.json")
    let broken = text.replacingOccurrences(of: "\"trip\":1}", with: "\"trip\":999999}")
    try #require(text != broken)
    try folder.write(broken, to: "a.trips.json")
    let command = try folder.run("validate", "a.trips.json")
    #expect(command.status == 65)
    let line = try #require(command.text.split(separator: "\n").first)
    #expect(line.hasPrefix("a.trips.json: "))
    #expect(line.contains(", trip: ") && line.hasSuffix("[reference-dangling]"))

    struct Result: Decodable {
      struct Finding: Decodable {
        var rule: String
        var message: String
        var entity: String?
        var property: String?
      }
      var file: String
      var valid: Bool
      var findings: [Finding]
    }
    let json = try folder.run("validate", "--json", "a.trips.json")
    #expect(json.status == 65)
    let results = try JSONDecoder().decode([Result].self, from: json.output)
    #expect(results.map(\.file) == ["a.trips.json"])
    let finding = try #require(results.first?.findings.first)
    #expect(results.first?.valid == false)
    #expect(finding.rule == "reference-dangling" && finding.property == "trip")
    #expect(finding.entity != nil && !finding.message.isEmpty)
  }
}
