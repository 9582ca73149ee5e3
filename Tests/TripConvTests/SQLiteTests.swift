import Foundation
import Testing

@Suite("tripconv with SQLite files")
struct SQLiteTests {
  private let folder = ScratchFolder()
  private static let magic = Data("SQLite format 3\0".utf8)

  @Test(
    "takes the format from the name of the output", arguments: ["a.sqlite", "a.SQLITE3", "a.db"])
  func formFromName(name: String) throws {
    try folder.generate("source.trips")
    let command = try folder.run("convert", "source.trips", "-o", name)
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.output.isEmpty)
    expectOnlyEmptyLists(command)
    #expect(try folder.bytes(name).starts(with: Self.magic))
    #expect(folder.names == [name, "source.trips"])
  }

  @Test("writes the same bytes to a file and to standard output")
  func standardOutput() throws {
    try folder.generate("source.trips")
    let command = try folder.run("convert", "source.trips", "-o", "-", "--to", "sqlite")
    #expect(command.status == 0, "\(command.errors)")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    #expect(try command.output == folder.bytes("a.sqlite"))
  }

  @Test("migrates an old document on the way")
  func migrated() throws {
    try folder.generate("source.trips", version: "1.0.0")
    let command = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    #expect(command.status == 0)
    #expect(command.errors.contains("migrated from 1.0.0"))
    #expect(try folder.bytes("a.sqlite").starts(with: Self.magic))
  }

  @Test("writes a table for each entity of an older version that is kept")
  func kept() throws {
    try folder.generate("source.trips", version: "1.0.0")
    let command = try folder.run("convert", "source.trips", "-o", "a.sqlite", "--keep-version")
    #expect(command.status == 0, "\(command.errors)")
    expectOnlyEmptyLists(command)
  }

  /// Expects the one note that an export of generated trips has: some have empty lists.
  private func expectOnlyEmptyLists(_ command: Command) {
    let notes = command.errors.split(separator: "\n")
    #expect(
      notes.count == 1
        && notes[0].hasSuffix("became null, as SQLite files do not tell the two apart"))
  }

  @Test("leaves an existing file alone when the input is broken")
  func brokenInput() throws {
    try Data("{".utf8).write(to: folder.url.appending(path: "source.json"))
    try Data("old".utf8).write(to: folder.url.appending(path: "a.sqlite"))
    let command = try folder.run("convert", "source.json", "-o", "a.sqlite")
    #expect(command.status == 65, "\(command.errors)")
    #expect(try folder.bytes("a.sqlite") == Data("old".utf8))
    #expect(folder.names == ["a.sqlite", "source.json"])
  }

  @Test("refuses options of zips", arguments: ["--store", "--level=export"])
  func zipOptions(option: String) throws {
    try folder.generate("source.trips")
    let command = try folder.run("convert", "source.trips", "-o", "a.sqlite", option)
    #expect(command.status == 64)
    #expect(command.errors.contains("SQLite files are not compressed"))
  }

  @Test("generates a file without a document in between")
  func generated() throws {
    let command = try folder.run("generate", "--trips", "10", "-o", "a.sqlite")
    #expect(command.status == 0, "\(command.errors)")
    #expect(try folder.bytes("a.sqlite").starts(with: Self.magic))
  }

  // MARK: Files that were edited

  /// Changes a file with the program `sqlite3`.
  private func edit(_ name: String, _ sql: String) throws {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = ["sqlite3", "-bail", folder.url.appending(path: name).path, sql]
    try program.run()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0)
  }

  @Test("edits in SQL come back, and nothing else changes")
  func edited() throws {
    try folder.generate("source.trips")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    try edit("a.sqlite", "UPDATE Trip SET name = 'Rom' WHERE _key = (SELECT min(_key) FROM Trip)")
    let command = try folder.run("convert", "a.sqlite", "-o", "b.trips")
    #expect(command.status == 0 && command.errors.isEmpty, "\(command.errors)")
    #expect(try folder.run("validate", "b.trips").status == 0)
    let changes = try folder.run("diff", "source.trips", "a.sqlite")
    #expect(changes.status == 1 && changes.text.contains("→ Rom"), "\(changes.text)")
    // Standard input has no log beside it.
    let piped = try folder.run("dump", "-", input: try folder.bytes("a.sqlite"))
    #expect(try piped.output == folder.run("dump", "b.trips").output)
  }

  @Test(
    "every verb that reads documents reads an SQLite file",
    arguments: [
      ["list", "a.sqlite"], ["dump", "a.sqlite"], ["inspect", "a.sqlite"],
      ["validate", "a.sqlite"], ["plan", "a.sqlite"], ["diff", "a.sqlite", "source.trips"],
      ["scrub", "a.sqlite", "-o", "x.trips"], ["convert", "a.sqlite", "-o", "x.ics"],
      ["convert", "a.sqlite", "-o", "x.trips", "--schema-version", "1.0.0"],
      ["merge", "--union", "a.sqlite", "source.trips", "-o", "x.trips"],
      ["schema", "export", "a.sqlite", "-o", "-", "--as", "schema"],
    ])
  func verbs(arguments: [String]) throws {
    try folder.generate("source.trips")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    let command = try Command(arguments, in: folder)
    #expect(command.status <= 1, "\(command.errors)")
    #expect(!command.errors.contains("error"), "\(command.errors)")
  }

  @Test("a document of an older version is migrated")
  func olderVersion() throws {
    try folder.generate("source.trips", version: "1.0.0")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite", "--keep-version")
    let command = try folder.run("convert", "a.sqlite", "-o", "b.trips")
    #expect(command.status == 0 && command.errors.contains("migrated from 1.0.0"))
    let kept = try folder.run("convert", "a.sqlite", "-o", "c.trips", "--keep-version")
    #expect(kept.status == 0 && kept.errors.isEmpty, "\(kept.errors)")
    #expect(try folder.run("inspect", "c.trips").text.contains("trips 1.0.0"))
  }

  @Test("wrong values are listed, by convert and validate")
  func wrongValues() throws {
    try folder.generate("source.trips")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    try edit("a.sqlite", "UPDATE Trip SET startDate = 'soon', endDate = 'later'")
    let command = try folder.run("convert", "a.sqlite", "-o", "b.trips")
    #expect(command.status == 65)
    #expect(
      command.errors.hasPrefix(
        "a.sqlite: error: the rows or tables are not those of the schema [sqlite-rows]\n  Trip, _key "
      ))
    #expect(command.errors.contains("column startDate: the text 'soon' is not a day"))
    #expect(command.errors.contains("more\n"))
    #expect(!folder.names.contains("b.trips"))
    let check = try folder.run("validate", "a.sqlite")
    #expect(check.status == 65)
    #expect(check.text.split(separator: "\n").count == 80)
    #expect(check.text.contains("column endDate: the text 'later' is not a day"))
    let json = try folder.run("validate", "a.sqlite", "--json")
    #expect(json.status == 65 && json.text.contains("sqlite-rows"))
  }

  @Test("tables of other programs are warned of, and refused with --strict")
  func otherTables() throws {
    try folder.generate("source.trips")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    try edit("a.sqlite", "CREATE TABLE mine (a)")
    let command = try folder.run("convert", "a.sqlite", "-o", "b.trips")
    #expect(command.status == 0)
    #expect(
      command.errors
        == "a.sqlite: warning: mine: the table belongs to no entity and is not read [unread-table]\n"
    )
    let strict = try folder.run("convert", "a.sqlite", "-o", "c.trips", "--strict")
    #expect(strict.status == 65 && !folder.names.contains("c.trips"))
  }

  @Test("import names the verbs for an SQLite file, and merge brings edits of both together")
  func merged() throws {
    try folder.generate("source.trips")
    for name in ["exported", "edited", "other"] {
      _ = try folder.run("convert", "source.trips", "-o", "\(name).sqlite")
    }
    try edit(
      "edited.sqlite", "UPDATE Trip SET name = 'Rom' WHERE _key = (SELECT min(_key) FROM Trip)")
    try edit(
      "other.sqlite", "UPDATE Trip SET name = 'Bonn' WHERE _key = (SELECT max(_key) FROM Trip)")
    _ = try folder.run("convert", "other.sqlite", "-o", "ours.trips")
    let command = try folder.run("import", "edited.sqlite", "--into", "ours.trips")
    #expect(command.status == 65)
    #expect(command.errors.contains("tripconv merge exported.sqlite ours.trips edited.sqlite"))
    let merge = try folder.run(
      "merge", "exported.sqlite", "ours.trips", "edited.sqlite", "-o", "merged.trips")
    #expect(merge.status == 0, "\(merge.errors)")
    let names = try folder.run("list", "merged.trips").text
    #expect(names.contains("Rom") && names.contains("Bonn"))
  }

  @Test("an SQLite file of another schema is read")
  func otherSchema() throws {
    try folder.generate("source.trips")
    _ = try folder.run("convert", "source.trips", "-o", "a.sqlite")
    try edit(
      "a.sqlite",
      """
      UPDATE _document SET definition = replace(definition, '"name": "trips"', '"name": "tours"'),
        schema = 'tours'
      """)
    let command = try folder.run("convert", "a.sqlite", "-o", "b.trips", "--keep-version")
    #expect(command.status == 0, "\(command.errors)")
    #expect(try folder.run("inspect", "b.trips").text.contains("tours 6.0.0"))
  }
}
