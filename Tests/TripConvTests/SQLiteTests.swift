import Foundation
import Testing

@Suite("tripconv convert to SQLite")
struct SQLiteTests {
  private let folder = ScratchFolder()
  private static let magic = Data("SQLite format 3\0".utf8)

  @Test(
    "takes the format from the name of the output", arguments: ["a.sqlite", "a.SQLITE3", "a.db"])
  func formFromName(name: String) throws {
    try folder.generate("source.trips")
    let command = try folder.run("convert", "source.trips", "-o", name)
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.output.isEmpty && command.errors.isEmpty)
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
    #expect(command.errors.isEmpty)
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
}
