import Foundation
import Testing

@Suite("tripconv inspect")
struct InspectTests {
  private struct Report: Decodable {
    struct Schema: Decodable {
      var name: String
      var version: String?
      var fingerprints: [String: String]
    }
    struct Part: Decodable {
      var name: String
      var kind: String
      var rawSize: Int
      var storedSize: Int
      var rows: Int?
    }
    struct Migration: Decodable {
      var needed: Bool?
      var versions: [String]
      var problem: String?
    }
    var form: String
    var encoding: String
    var formatVersion: String
    var schema: Schema
    var rows: [String: Int]?
    var parts: [Part]?
    var migration: Migration
  }

  private let folder = ScratchFolder()

  private func report(_ name: String) throws -> Report {
    let command = try folder.run("inspect", "--json", name)
    try #require(command.status == 0, "\(command.errors)")
    return try JSONDecoder().decode(Report.self, from: command.output)
  }

  @Test("says what a .trips file is, down to its parts")
  func documentForm() throws {
    try folder.generate("a.trips", version: "2.0.0")
    let report = try report("a.trips")
    #expect(report.form == "document" && report.encoding == "json")
    #expect(report.schema.name == "trips" && report.schema.version == "2.0.0")
    #expect(report.schema.fingerprints["layout"]?.count == 64)
    #expect(report.rows?["Trip"] == 40)
    let parts = try #require(report.parts)
    #expect(parts.first?.name == "mimetype")
    #expect(parts.last?.kind == "manifest")
    #expect(parts.compactMap(\.rows).reduce(0, +) == report.rows?.values.reduce(0, +))
    #expect(parts.allSatisfy { $0.rawSize > 0 && $0.storedSize > 0 })
    #expect(report.migration.needed == true)
    #expect(report.migration.versions == ["2.0.0", "3.0.0", "4.0.0", "5.0.0", "6.0.0"])
  }

  @Test("says of a flat text what stands before its rows")
  func flatForm() throws {
    try folder.generate("a.trips.xml")
    let report = try report("a.trips.xml")
    #expect(report.form == "flat" && report.encoding == "xml")
    #expect(report.rows == nil && report.parts == nil)
    #expect(report.migration.needed == false && report.migration.problem == nil)
    let text = try folder.run("inspect", "--json", "a.trips.xml").text
    #expect(text.contains("\"rows\" : null") && text.contains("\"parts\" : null"))
  }

  @Test("prints lines for people")
  func text() throws {
    try folder.generate("a.trips", version: "1.0.0")
    let command = try folder.run("inspect", "-", input: try folder.bytes("a.trips"))
    #expect(command.status == 0)
    #expect(command.text.hasPrefix("file          standard input, "))
    #expect(command.text.contains("migration     1.0.0 → 2.0.0 → 3.0.0 → 4.0.0 → 5.0.0 → 6.0.0\n"))
    #expect(command.text.contains("  Trip  40\n"))
    #expect(command.text.contains("  schema.json\n"))
  }
}
