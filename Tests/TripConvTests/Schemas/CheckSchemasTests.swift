import Foundation
import Testing

@Suite("tripconv schema check")
struct CheckSchemasTests {
  private static let frozen = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "schemas")

  private let folder = ScratchFolder()

  /// A copy of the frozen files, to be changed.
  private func copyFrozen() throws {
    try FileManager.default.copyItem(
      at: Self.frozen, to: folder.url.appending(path: "schemas"))
  }

  private func change(_ name: String, _ text: String, to other: String) throws {
    let old = try folder.text(name)
    let new = old.replacing(text, with: other, maxReplacements: 1)
    try #require(new != old)
    try folder.write(new, to: name)
  }

  // Spec 6.10-5, 7.2-1, 7.2-2, 7.2-3, 7.2-4, 7.2-5, 7.2-6
  @Test("finds the built-in versions as they were frozen")
  func frozen() throws {
    let command = try folder.run("schema", "check", "--frozen", Self.frozen.path)
    #expect(command.text == "\(Self.frozen.path): as released\n")
    #expect(command.status == 0 && command.errors.isEmpty)
  }

  @Test("names each frozen file that is missing, another, or too many")
  func movedFiles() throws {
    try copyFrozen()
    try FileManager.default.removeItem(
      at: folder.url.appending(path: "schemas/trips-2.0.0.schema.json"))
    try change("schemas/trips-3.0.0.xsd", "<xs:all>", to: "<xs:sequence>")
    try folder.write("", to: "schemas/trips-9.0.0.xsd")
    try folder.write("", to: "schemas/README.md")
    let command = try folder.run("schema", "check", "--frozen", "schemas/")
    #expect(command.status == 65 && command.errors.isEmpty)
    let lines = command.text.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == "schemas/trips-2.0.0.schema.json: it is missing")
    #expect(
      lines[1].hasPrefix("schemas/trips-3.0.0.xsd: what this program exports is another from line"))
    #expect(lines[2] == "schemas/trips-9.0.0.xsd: no version of this name is released")
  }

  @Test("says where a built-in version departs from the frozen one")
  func movedVersion() throws {
    try copyFrozen()
    // Version 3 under the name of 2 is what a change of the released version 2 looks like.
    let other = try folder.text("schemas/trips-3.0.0.schema.json")
      .replacing("\"version\": \"3.0.0\"", with: "\"version\": \"2.0.0\"")
    try folder.write(other, to: "schemas/trips-2.0.0.schema.json")
    let command = try folder.run("schema", "check", "--frozen", "schemas")
    #expect(command.status == 65)
    #expect(
      command.text
        == "schemas/trips-2.0.0.schema.json: the built-in version is another: Trip is unique by "
        + "name in this program, and is unique by (endDate, name, startDate) in the frozen file\n")
  }

  @Test("says of each document whether its schema is the released one")
  func documents() throws {
    try folder.generate("old.trips", trips: 2, version: "1.0.0")
    try folder.generateNewer("new.trips.json")
    try folder.generate("other.trips.json", trips: 2, version: "3.0.0")
    // As a hand-written document may be, without fingerprints.
    try change("other.trips.json", "\"version\":\"3.0.0\"", to: "\"version\":\"2.0.0\"")
    let command = try folder.run(
      "schema", "check", "old.trips", "none.trips", "new.trips.json", "other.trips.json")
    #expect(command.status == 66)
    #expect(command.errors.contains("none.trips"))
    #expect(
      command.text == """
        old.trips: trips 1.0.0, as released
        new.trips.json: trips 9.0.0 is not released; released are 1.0.0, 2.0.0, 3.0.0, 4.0.0, 5.0.0, 6.0.0
        other.trips.json: not trips 2.0.0 as released: Trip is unique by (endDate, name, \
        startDate) in this schema, and is unique by name in the released one

        """)
  }
}
