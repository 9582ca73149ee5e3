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
    #expect(first.errors.hasPrefix("missing: error: "))
    #expect(try folder.run("validate", "bad", "missing").status == 65)
    #expect(try folder.run("validate", "a.trips", "a.trips").status == 0)
  }

  @Test("prints only findings with --quiet")
  func quiet() throws {
    try folder.generate("a.trips")
    try folder.write("hello", to: "bad")
    let command = try folder.run("validate", "--quiet", "a.trips", "bad")
    #expect(command.status == 65)
    #expect(command.text.hasPrefix("bad: error: not a document of this format"))
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
    #expect(line.hasPrefix("a.trips.json:"))
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
    struct Report: Decodable {
      var version: Int
      var files: [Result]
    }
    let report = try JSONDecoder().decode(Report.self, from: json.output)
    #expect(report.version == 1)
    let results = report.files
    #expect(results.map(\.file) == ["a.trips.json"])
    let finding = try #require(results.first?.findings.first)
    #expect(results.first?.valid == false)
    #expect(finding.rule == "reference-dangling" && finding.property == "trip")
    #expect(finding.entity != nil && !finding.message.isEmpty)
  }

  /// A document with another model than the released one, under a name and a version.
  private func change(_ name: String, schema: String, version: String?) throws {
    try folder.generate("plain.trips.json", trips: 2, version: "3.0.0")
    var text = try folder.text("plain.trips.json")
    text.replace(/,"layout":"[^"]*","model":"[^"]*"/, with: "")
    let changed = text.replacing(
      "\"type\":\"text\"", with: "\"type\":\"text\",\"hashModifier\":\"x\"",
      maxReplacements: 1
    )
    .replacing(
      "\"name\":\"trips\",\"version\":\"3.0.0\"",
      with: "\"name\":\"\(schema)\"" + (version.map { ",\"version\":\"\($0)\"" } ?? ""))
    try #require(changed != text && changed.contains("\"name\":\"\(schema)\""))
    try folder.write(changed, to: "plain.trips.json")
    let command = try folder.run("convert", "plain.trips.json", "-o", name, "--keep-version")
    try #require(command.status == 0, "\(command.errors)")
  }

  // Spec 7.1-2
  @Test(
    "a schema that pretends to be a released one is a finding, as migrations refuse it",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml"], ["1.0.0", "3.0.0", "4.0.0"])
  func pretendedVersion(file: String, version: String) throws {
    try change(file, schema: "trips", version: version)
    let command = try folder.run("validate", file)
    #expect(command.status == 65)
    #expect(command.text.hasSuffix("[schema-not-released]\n"), "\(command.text)")
    #expect(command.text.contains("trips \(version)"))
    #expect(try folder.run("migrate", file, "-o", "b.trips").status == 65)
    let piped = try folder.run("validate", "-", input: try folder.bytes(file))
    #expect(piped.status == 65 && piped.text.hasSuffix("[schema-not-released]\n"))
  }

  @Test(
    "other schemas are valid, whatever their version",
    arguments: [
      ("books", "3.0.0"), ("trips", "9.0.0"), ("trips", nil), ("Trips", "4.0.0"),
    ] as [(String, String?)])
  func otherSchemas(schema: String, version: String?) throws {
    try change("a.trips", schema: schema, version: version)
    let command = try folder.run("validate", "a.trips")
    #expect(command.text == "a.trips: valid\n")
  }

  /// Breaks records of a generated document, by the number of the occurrence of a boolean.
  private func breakRecords(_ name: String, _ count: Int) throws {
    var text = try folder.text(name)
    for _ in 0..<count {
      let place = try #require(
        text.range(of: "\"isConfirmed\":false") ?? text.range(of: "\"isConfirmed\":true"))
      text.replaceSubrange(place, with: "\"isConfirmed\":1")
    }
    try folder.write(text, to: name)
  }

  @Test("a broken record does not hide the next one, and what was not checked is said")
  func brokenRecords() throws {
    try folder.generate("a.trips.json")
    try breakRecords("a.trips.json", 4)
    let command = try folder.run("validate", "a.trips.json")
    #expect(command.status == 65)
    let lines = command.text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.hasSuffix("[record-value-type]") }, "\(command.text)")
    #expect(
      command.errors
        == "a.trips.json: note: rules across objects were not checked, because not everything can be read\n"
    )
    #expect(try folder.run("validate", "-q", "a.trips.json").errors.isEmpty)
  }

  @Test("where JSON cannot be read, the rest is not checked, and it says so")
  func brokenText() throws {
    try folder.generate("a.trips.json")
    try breakRecords("a.trips.json", 1)
    let text = try folder.text("a.trips.json")
    let end = try #require(text.range(of: "\"Trip\":["))
    try folder.write(text.replacingCharacters(in: end, with: "\"Trip\";["), to: "a.trips.json")
    let command = try folder.run("validate", "a.trips.json")
    #expect(command.text.split(separator: "\n").count == 2)
    #expect(command.text.hasSuffix("[json-syntax]\n"), "\(command.text)")
    #expect(
      command.errors == "a.trips.json: note: the rest was not checked, because it cannot be read\n")
  }

  @Test("at most a hundred errors of a file are listed, in JSON as well")
  func mostErrors() throws {
    try folder.generate("a.trips.json", trips: 120)
    try breakRecords("a.trips.json", 130)
    let command = try folder.run("validate", "a.trips.json")
    #expect(command.text.split(separator: "\n").count == 100)
    #expect(
      command.errors == "a.trips.json: note: stopped after 100 errors; there may be more\n")
    let json = try folder.run("validate", "--json", "a.trips.json")
    #expect(json.text.contains("\"checked\" : \"maximum\""), "\(json.text.suffix(300))")
  }

  @Test("--rules lists each rule with its clauses, and checks no file")
  func rules() throws {
    let command = try folder.run("validate", "--rules")
    #expect(command.status == 0 && command.errors.isEmpty)
    let lines = command.text.split(separator: "\n")
    #expect(lines.count > 170)
    let line = /^part-digest +3\.6, 3\.7 +the part's digest does not match/
    #expect(lines.contains { $0.contains(line) })
    let warning = /^ends-before-start +warning +it ends before it starts/
    #expect(lines.contains { $0.contains(warning) })
    #expect(try folder.run("validate", "--rules", "a.trips").status == 64)
    #expect(try folder.run("validate", "--rules", "--strict").status == 64)
    #expect(try folder.run("validate").status == 64)
  }
}
