import Foundation
import Testing

@Suite("Folders as inputs of tripconv")
struct DocumentFolderTests {
  private let folder = ScratchFolder()

  /// Three documents in folders, with files and links that are none.
  private func makeTree() throws {
    let files = FileManager.default
    for path in ["trips/2024/spring", "trips/.hidden"] {
      try files.createDirectory(
        at: folder.url.appending(path: path), withIntermediateDirectories: true)
    }
    try folder.generate("trips/b.trips", trips: 2, version: "1.0.0")
    try folder.generate("trips/2024/a.trips.json", trips: 2, version: "4.0.0")
    try folder.generate("trips/2024/spring/c.trips.xml", trips: 2, version: "3.0.0")
    try folder.generate("trips/.hidden/d.trips", trips: 2)
    for name in ["trips/notes.json", "trips/old.trips~", "trips/.e.trips"] {
      try folder.write("no document", to: name)
    }
    try files.createSymbolicLink(
      atPath: folder.url.appending(path: "trips/2024/loop").path, withDestinationPath: "..")
  }

  @Test("validate checks all documents below them, in order, and counts them")
  func validate() throws {
    try makeTree()
    let valid = try folder.run("validate", "trips")
    #expect(valid.status == 0)
    #expect(
      valid.text == """
        trips/2024/a.trips.json: valid
        trips/2024/spring/c.trips.xml: valid
        trips/b.trips: valid

        """)
    #expect(valid.errors == "tripconv: note: 3 documents: 3 valid, 0 failed\n")
    try folder.write("{", to: "trips/2024/a.trips.json")
    let broken = try folder.run("validate", "trips/")
    #expect(broken.status == 65)
    #expect(broken.errors.hasSuffix("tripconv: note: 3 documents: 2 valid, 1 failed\n"))
    #expect(broken.text.contains("trips/b.trips: valid"))
    let json = try folder.run("validate", "trips", "b.trips", "--json")
    let report = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    #expect((report?["files"] as? [Any])?.count == 4)
    #expect(try folder.run("validate", "--quiet", "trips/2024/spring").errors.isEmpty)
  }

  @Test("migrate keeps subfolders in the folder of the output")
  func migrate() throws {
    try makeTree()
    let command = try folder.run("migrate", "trips", "-o", "new", "--schema-version", "3.0.0")
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.errors.hasSuffix("tripconv: note: 3 documents: 2 migrated, 0 failed\n"))
    for name in ["b.trips", "2024/a.trips.json", "2024/spring/c.trips.xml"] {
      let dump = try folder.run("dump", "--keep-version", "new/\(name)").text
      #expect(dump.contains("version = 3.0.0"))
    }
    let inPlace = try folder.run("migrate", "--in-place", "trips")
    #expect(inPlace.status == 0)
    #expect(inPlace.errors.hasSuffix("tripconv: note: 3 documents: 3 migrated, 0 failed\n"))
  }

  @Test(
    "migrate refuses an output within the folder, and one file for two documents",
    arguments: [
      ["trips", "-o", "trips/new"], ["trips", "-o", "trips"], ["trips/2024/..", "-o", "trips/x"],
      ["trips", "trips", "-o", "new"], ["trips", "-o", "-"],
    ])
  func outputs(arguments: [String]) throws {
    try makeTree()
    let command = try Command(["migrate"] + arguments, in: folder)
    #expect(command.status == 64, "\(command.errors)")
    #expect(command.errors.count { $0 == "\n" } == 1)
    #expect(folder.names == ["trips"])
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "trips/new").path))
  }

  @Test("schema check reads them too")
  func schemas() throws {
    try makeTree()
    let command = try folder.run("schema", "check", "trips")
    #expect(command.status == 0)
    #expect(command.text.count { $0 == "\n" } == 3)
  }

  @Test("3: a folder without documents", arguments: [["validate"], ["migrate", "--in-place"]])
  func empty(arguments: [String]) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    let command = try Command(arguments + ["empty"], in: folder)
    #expect(command.status == 3)
    #expect(
      command.errors == "empty: error: the folder contains no .trips, .trips.json, .trips.xml\n")
  }
}
