import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import tripconv

@Suite("tripconv schema export")
struct ExportSchemaTests {
  private struct SchemaFileText: Decodable {
    struct Schema: Decodable {
      var name: String
      var version: String?
      var layout: String
      var model: String
    }
    struct Entity: Decodable { var name: String }
    var format: String
    var schema: Schema
    var entities: [Entity]
  }

  private let folder = ScratchFolder()

  @Test("writes what a document embeds, the same from each of the four forms")
  func ofDocument() throws {
    try folder.generate("a.trips", trips: 3, version: "2.0.0")
    try folder.generate("a.trips.xml", trips: 5, version: "2.0.0")
    let version = try folder.run("schema", "export", "--schema-version", "2.0.0")
    #expect(version.status == 0 && version.errors.isEmpty)
    #expect(try folder.run("schema", "export", "a.trips").output == version.output)
    #expect(try folder.run("schema", "export", "a.trips.xml").output == version.output)
    let piped = try folder.run("schema", "export", "-", input: try folder.bytes("a.trips"))
    #expect(piped.output == version.output)
    let file = try JSONDecoder().decode(SchemaFileText.self, from: version.output)
    #expect(file.format == "1.0" && file.schema.name == "trips" && file.schema.version == "2.0.0")
    #expect(file.entities.map(\.name) == ["BucketListItem", "LivingAccommodation", "Trip"])
    let schema = try #require(try TripMigration.tableSchema(SchemaVersion(2, 0, 0)))
    #expect(file.schema.layout == schema.layoutFingerprint().text)
    #expect(file.schema.model == schema.modelFingerprint().text)
  }

  // Spec 6.10-2
  @Test("gives a schema file back as it was, and reads it in any layout", arguments: [false, true])
  func ofSchemaFile(isCompact: Bool) throws {
    try folder.run("schema", "export", "--schema-version", "3.0.0", "-o", "s.json")
    let bytes = try folder.bytes("s.json")
    if isCompact {
      let object = try JSONSerialization.jsonObject(with: bytes)
      try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        .write(to: folder.url.appending(path: "s.json"))
    }
    #expect(try folder.run("schema", "export", "s.json").output == bytes)
  }

  @Test("needs nothing of a document but its schema, so newer and foreign ones do")
  func ofNewerDocument() throws {
    try folder.generateNewer("new.trips.json")
    let command = try folder.run("schema", "export", "new.trips.json")
    #expect(command.status == 0)
    #expect(command.text.contains("\"version\": \"9.0.0\""))
    let xsd = try folder.run("schema", "export", "new.trips.json", "--as", "xsd", "-o", "x.xsd")
    #expect(xsd.status == 0 && xsd.output.isEmpty)
    #expect(try folder.text("x.xsd").contains("<xs:enumeration value=\"9.0.0\"/>"))
  }

  /// The text of the raw literal in a Swift file, as the compiler reads it; nil if the file has no such
  /// literal, or the literal ends before its end.
  private func literal(_ file: String) -> String? {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("    #") && $0.hasSuffix("\"\"\"") }),
      let last = lines.lastIndex(where: { $0.hasPrefix("    \"\"\"") })
    else { return nil }
    let marks = lines[first].drop { $0 == " " }.prefix { $0 == "#" }
    let text = lines[(first + 1)..<last]
    guard lines[last] == "    \"\"\"\(marks))", text.allSatisfy({ $0.hasPrefix("    ") }),
      !text.contains(where: { $0.contains("\"\"\"\(marks)") || $0.contains("\\\(marks)") })
    else { return nil }
    return text.map { $0.dropFirst(4) + "\n" }.joined()
  }

  @Test("writes a frozen version with the schema of each released version", arguments: 1...6)
  func swift(major: Int) throws {
    let number = "\(major).0.0"
    let file = try folder.run("schema", "export", "--schema-version", number, "--as", "swift").text
    #expect(file.hasPrefix("import DocumentData\n\n/// The schema of trips \(number) as data"))
    #expect(file.contains("\nenum V\(major): FrozenVersion {\n"))
    let text = try #require(literal(file))
    #expect(text == (try folder.run("schema", "export", "--schema-version", number).text))
    #expect(FrozenSchema(text).problem == nil)
  }

  @Test("names a frozen version after its number, and V1 without one")
  func swiftNames() throws {
    for (version, name) in [
      ("1.2.0", "V1_2"), ("3.0.4", "V3_0_4"), ("0.0.0", "V0"), ("10.0.0", "V10"), (nil, "V1"),
    ] {
      let schema = try TableSchema(
        name: "s", version: version.flatMap { SchemaVersion(text: $0) }, entities: [])
      try folder.write(String(decoding: SchemaFile(schema).bytes, as: UTF8.self), to: "s.json")
      let file = try folder.run("schema", "export", "s.json", "--as", "swift", "-o", "V.swift")
      #expect(file.status == 0 && file.output.isEmpty)
      #expect(try folder.text("V.swift").contains("\nenum \(name): FrozenVersion {\n"))
    }
  }

  @Test("writes Swift that hostile names and texts cannot leave, and that shows what it has")
  func hostileSwift() throws {
    let hostile = "\"\"\"#\\#(x)\\##\n\u{202E}\u{2028}\u{7F}\u{FEFF}\u{E000}\u{1F600}é*/ ###"
    let schema = try TableSchema(
      name: hostile, version: nil,
      entities: [
        TableEntity(
          name: "E",
          attributes: [
            TableAttribute(
              name: "a", type: .scalar(.text), defaultValue: .value(.text(hostile)),
              hashModifier: "\\###\"\"\"####")
          ])
      ])
    let schemaFile = String(decoding: SchemaFile(schema).bytes, as: UTF8.self)
    try folder.write(schemaFile, to: "s.json")
    let file = try folder.run("schema", "export", "s.json", "--as", "swift").text
    let text = try #require(literal(file))
    #expect(FrozenSchema(text).problem == nil)
    try folder.write(text, to: "again.json")
    #expect(try folder.run("schema", "export", "again.json").text == schemaFile)
    for scalar in ["\u{202E}", "\u{2028}", "\u{7F}", "\u{FEFF}", "\u{E000}"] {
      #expect(!file.unicodeScalars.contains(try #require(scalar.unicodeScalars.first)))
    }
    #expect(file.contains("\u{1F600}é"))
    // The title is one line of a comment.
    #expect(file.split(separator: "\n").filter { $0.hasPrefix("///") }.count == 1)
    #expect(file.split(separator: "\n")[2] == "enum V1: FrozenVersion {")
  }

  @Test("refuses a schema file whose fingerprint is not that of its schema")
  func changedFile() throws {
    try folder.run("schema", "export", "--schema-version", "4.0.0", "-o", "s.json")
    let text = try folder.text("s.json")
    let changed = text.replacing("\"toMany\":", with: "\"toOne\":", maxReplacements: 1)
    try #require(changed != text)
    try folder.write(changed, to: "s.json")
    let command = try folder.run("schema", "export", "s.json")
    #expect(command.status == 65 && command.output.isEmpty)
    #expect(command.errors.hasPrefix("s.json: error: schema"))
  }

  @Test(
    "says how it is to be used where it is used wrongly",
    arguments: [
      (["schema", "export"], "name a file, or a version"),
      (["schema", "export", "a.trips", "--schema-version", "1.0.0"], "name a file, or a version"),
      (
        ["schema", "export", "--schema-version", "7.0.0"],
        "released versions: 1.0.0, 2.0.0, 3.0.0, 4.0.0, 5.0.0, 6.0.0"
      ),
      (["schema", "export", "--schema-version", "4.0.0", "--as", "rnc"], "swift"),
      (["schema", "export", "--schema-version", "4.0.0", "-o", ""], "-o needs the name of a file"),
      (["schema", "check"], "name files, or a folder with --frozen"),
      (["schema"], "name a command: export, check or diff"),
    ])
  func usage(arguments: [String], words: String) throws {
    let command = try Command(arguments, in: folder)
    #expect(command.status == 64 && command.output.isEmpty)
    #expect(command.errors.contains(words))
  }

  @Test("names the file that is not there, and the place that cannot be written")
  func files() throws {
    #expect(try folder.run("schema", "export", "none.trips").status == 66)
    let command = try folder.run(
      "schema", "export", "--schema-version", "4.0.0", "-o", "no/such/folder.xsd")
    #expect(command.status == 73)
  }
}
