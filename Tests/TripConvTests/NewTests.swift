import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("tripconv new, and import into a document that is not there")
struct NewTests {
  private let folder = ScratchFolder()

  @Test(
    "makes an empty document of the newest version, in the format of its name",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml"])
  func new(file: String) throws {
    let command = try folder.run("new", file)
    #expect(command.status == 0 && command.text.isEmpty && command.errors.isEmpty)
    #expect(try folder.run("validate", file).text == "\(file): valid\n")
    let content = try DocumentFile.read(.path(folder.url.appending(path: file).path))
    #expect(content.tables.rowCount == 0)
    #expect(content.tables.schema.version == SchemaVersion(6, 0, 0))
    #expect(content.header.history?.detail == .values)
    #expect(try folder.run("list", file).text.isEmpty)
  }

  @Test("makes a document of another version, and of another history")
  func choices() throws {
    #expect(
      try folder.run("new", "a.trips", "--schema-version", "4.0.0", "--history", "none").status == 0
    )
    let content = try DocumentFile.read(.path(folder.url.appending(path: "a.trips").path))
    #expect(content.tables.schema.version == SchemaVersion(4, 0, 0))
    #expect(content.header.history.map { $0.detail == .none } ?? true)
  }

  @Test("replaces no file")
  func existing() throws {
    try folder.write("mine", to: "a.trips")
    let command = try folder.run("new", "a.trips")
    #expect(command.status == 73)
    #expect(
      command.errors == "a.trips: error: it exists already; tripconv new replaces no file\n")
    #expect(try folder.text("a.trips") == "mine")
  }

  @Test("says which folder is missing")
  func noFolder() throws {
    let command = try folder.run("new", "none/a.trips")
    #expect(command.status == 73)
    #expect(command.errors.contains("none/a.trips: error:"))
    #expect(folder.names.isEmpty)
  }

  private static let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//a//b//EN\r
    BEGIN:VEVENT\r
    UID:1\r
    DTSTAMP:20260101T000000Z\r
    DTSTART;VALUE=DATE:20270503\r
    DTEND;VALUE=DATE:20270511\r
    SUMMARY:Lisbon\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test(
    "import makes the document, and finds its objects again", arguments: ["b.trips", "b.trips.xml"])
  func importing(file: String) throws {
    try folder.write(Self.calendar, to: "a.ics")
    let first = try folder.run("import", "a.ics", "--into", file)
    #expect(first.status == 0, "\(first.errors)")
    #expect(try folder.run("list", file).text.hasPrefix("Lisbon  2027-05-03  2027-05-10"))
    let bytes = try folder.bytes(file)
    let again = try folder.run("import", "a.ics", "--into", file)
    #expect(again.status == 0)
    #expect(try folder.bytes(file) == bytes)
    #expect(try folder.run("undo", file).status == 0)
    #expect(try folder.run("list", file).text.isEmpty)
  }

  @Test("import makes no document of what it cannot read, or under a name without a format")
  func refusedImports() throws {
    try folder.write("hello", to: "a.ics")
    #expect(try folder.run("import", "a.ics", "--into", "b.trips").status == 65)
    try folder.write(Self.calendar, to: "a.ics")
    #expect(try folder.run("import", "a.ics", "--into", "b.pdf").status == 64)
    #expect(try folder.run("import", "a.ics", "--into", "b.trips", "-o", "c.trips").status == 66)
    #expect(folder.names == ["a.ics"])
  }
}
