import Foundation
import StoreGenerator
import Testing

@Suite("tripconv and SwiftData stores")
struct StoreTests {
  private let folder = ScratchFolder()

  private func write(journal: StoreWriter.Journal = .log) throws {
    try StoreWriter(
      StoreRows(.users, seed: 1, rowsPerTable: 4), journal: journal, transactions: 3
    ).write(to: folder.url.appending(path: "default.store").path)
  }

  @Test("convert writes a document and leaves the store alone")
  func convert() throws {
    try write()
    let before = try ["default.store", "default.store-wal"].map(folder.bytes)
    let command = try folder.run("convert", "default.store", "-o", "app.trips")
    #expect(command.status == 0, "\(command.errors)")
    #expect(
      command.errors
        == "default.store: note: its history was left out; --with-history keeps it\n")
    let quiet = try folder.run("convert", "default.store", "-o", "app.trips", "--quiet")
    #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    #expect(folder.names == ["app.trips", "default.store", "default.store-wal"])
    #expect(try ["default.store", "default.store-wal"].map(folder.bytes) == before)
    #expect(try folder.run("validate", "app.trips").status == 0)
    #expect(try folder.run("list", "app.trips").text.split(separator: "\n").count == 4)
  }

  @Test("convert --with-history and history list show the saves of the store")
  func history() throws {
    try write()
    let command = try folder.run("convert", "default.store", "-o", "app.trips", "--with-history")
    #expect(command.status == 0, "\(command.errors)")
    let saves = try folder.run("history", "list", "app.trips")
    #expect(saves.text.split(separator: "\n").count == 3)
    #expect(saves.text.contains("com.example.Journeys"))
    #expect(try folder.run("history", "list", "default.store").text == saves.text)
    #expect(try folder.run("history", "show", "default.store", "1").status == 0)
  }

  @Test("history prune does not touch a store")
  func prune() throws {
    try write()
    let before = try folder.bytes("default.store")
    #expect(try folder.run("history", "prune", "default.store", "--keep", "1").status == 65)
    #expect(try folder.bytes("default.store") == before)
  }

  @Test("inspect counts rows, saves and what is not read")
  func inspect() throws {
    try write()
    let command = try folder.run("inspect", "default.store")
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.text.contains("User     4"))
    #expect(command.text.contains("history    3 transactions"))
  }

  @Test("a store becomes an SQLite file, which is read as the document that it is")
  func plainFile() throws {
    try write()
    let command = try folder.run(
      "convert", "default.store", "-o", "plain.sqlite", "--without-history")
    #expect(command.status == 0 && command.errors.isEmpty, "\(command.errors)")
    let again = try folder.run("inspect", "plain.sqlite")
    #expect(again.text.contains("application/vnd.document-data+zip"))
    #expect(try folder.run("list", "plain.sqlite").text.split(separator: "\n").count == 4)
  }

  @Test("a damaged store is refused and nothing written")
  func damaged() throws {
    try write(journal: .delete)
    try folder.bytes("default.store").prefix(9000)
      .write(to: folder.url.appending(path: "default.store"))
    let command = try folder.run("convert", "default.store", "-o", "app.trips")
    #expect(command.status == 65)
    #expect(command.errors.contains("store-damaged"))
    #expect(!folder.names.contains("app.trips"))
  }
}
