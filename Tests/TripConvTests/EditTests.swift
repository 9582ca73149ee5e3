import Foundation
import Testing

@Suite("tripconv edit")
struct EditTests {
  private let folder = ScratchFolder()

  init() throws {
    for words in [
      ["new", "a.trips"], ["add", "a.trips", "trip", "name=Lisbon", "start=2027-05-03"],
      ["add", "a.trips", "stay", "trip=Lisbon", "name=Hotel"],
      ["add", "a.trips", "trip", "name=Porto"],
      ["add", "a.trips", "stay", "trip=Porto", "name=Inn"],
    ] {
      try #require(try Command(words, in: folder).status == 0)
    }
  }

  /// A script that edits the text it is given.
  private func editor(_ script: String) throws -> String {
    try folder.write("#!/bin/sh\n\(script)\n", to: "editor")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "editor").path)
    return folder.url.appending(path: "editor").path
  }

  private func edit(_ words: String..., by script: String) throws -> Command {
    try Command(["edit", "a.trips"] + words, in: folder, editor: try editor(script))
  }

  /// The files that texts were kept in, by a message.
  private func keptText(_ command: Command) throws -> String {
    let match = try #require(command.errors.firstMatch(of: /--from (\S+)/))
    return String(match.1)
  }

  @Test("what is changed in the text is changed in the document, and only that")
  func change() throws {
    let command = try edit(
      "lisbon", by: "sed -i 's/\"Hotel\"/\"Hostel\"/' \"$1\"; cp \"$1\" seen.json")
    #expect(command.status == 0)
    #expect(command.errors == "a.trips: note: objects: 1 changed\n")
    #expect(try folder.run("show", "a.trips", "lisbon").text.contains("Hostel"))
    #expect(try folder.run("show", "a.trips", "porto").text.contains("Inn"))
    let seen = try folder.text("seen.json")
    #expect(seen.contains("\n\"name\":\"Lisbon\",\n"), "each property has a line")
    #expect(!seen.contains("Porto"))
    #expect(try folder.run("undo", "a.trips").status == 0)
    #expect(try folder.run("show", "a.trips", "lisbon").text.contains("Hotel"))
  }

  @Test("objects can be added, under any number, and removed")
  func objects() throws {
    let added = try edit(
      "lisbon",
      by: #"""
        sed -i 's/^"trip":1}$/"trip":1},\n{"$id":4,"name":"Second","address":"","trip":1}/' "$1"
        """#)
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("1 added"))
    #expect(try folder.run("show", "a.trips", "lisbon").text.contains("Second"))
    #expect(try folder.run("show", "a.trips", "porto").text.contains("Inn"), "4 was its number")
    // A record is deleted whole, with the comma behind it.
    let removed = try edit(
      "lisbon", by: #"sed -i '/^{"$id":2,/,/}/d' "$1""#)
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(removed.errors.contains("1 removed"))
    #expect(!(try folder.run("show", "a.trips", "lisbon").text.contains("Hotel")))
    #expect(try folder.run("validate", "a.trips").status == 0)
  }

  @Test("an unchanged text changes nothing, and nothing stays behind")
  func unchanged() throws {
    let before = try folder.bytes("a.trips")
    let command = try edit("lisbon", by: "echo \"$1\" > path")
    #expect(command.status == 0)
    #expect(command.errors == "a.trips: note: nothing was changed\n")
    #expect(try folder.bytes("a.trips") == before)
    let path = try folder.text("path").trimmingCharacters(in: .newlines)
    #expect(path.hasSuffix("/a.trips.json"))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(
      !FileManager.default.fileExists(
        atPath: URL(filePath: path).deletingLastPathComponent().path))
  }

  @Test("the text is its owner's alone")
  func rights() throws {
    #expect(try edit("lisbon", by: "stat -c %a \"${1%/*}\" > mode").status == 0)
    #expect(try folder.text("mode") == "700\n")
  }

  @Test("a wrong text is never lost: the errors say where, and --from takes it when it is mended")
  func wrong() throws {
    let before = try folder.bytes("a.trips")
    let command = try edit(
      "lisbon", by: "sed -i 's/2027-05-03/2027-05-33/; s/Hotel/Hostel/' \"$1\"")
    #expect(command.status == 65)
    let path = try keptText(command)
    #expect(command.errors.contains(#/a\.trips\.json:\d+:\d+: error: /#))
    #expect(command.errors.contains("your text is kept"))
    #expect(try folder.bytes("a.trips") == before)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("2027-05-33") && text.contains("Hostel"))
    try text.replacing("2027-05-33", with: "2027-05-13").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try folder.run("edit", "a.trips", "lisbon", "--from", path).status == 0)
    #expect(try folder.run("show", "a.trips", "lisbon").text.contains("13 May 2027"))
    try FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
  }

  @Test("what another program changes meanwhile stays; the same value of both is refused")
  func meanwhile() throws {
    let tool = Command.executable.path
    let both = try edit(
      "lisbon", by: "\(tool) add -q a.trips trip name=Faro; sed -i 's/Hotel/Hostel/' \"$1\"")
    #expect(both.status == 0, "\(both.errors)")
    #expect(try folder.run("list", "a.trips").text.contains("Faro"))
    #expect(try folder.run("show", "a.trips", "lisbon").text.contains("Hostel"))
    try folder.write("#!/bin/sh\nsed -i 's/Hostel/Castle/' \"$1\"\n", to: "other")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "other").path)
    let same = try edit(
      "lisbon",
      by: "EDITOR=./other \(tool) edit -q a.trips lisbon; sed -i 's/Hostel/Palace/' \"$1\"")
    #expect(same.status == 75)
    #expect(same.errors.contains("it was changed while the text was edited"))
    #expect(same.errors.contains("name is Castle, expected Hostel"))
    let path = try keptText(same)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Palace"))
    try FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
  }

  @Test("an editor that is not there, or fails, is named")
  func editors() throws {
    let none = try Command(["edit", "a.trips", "lisbon"], in: folder, editor: "no-such-editor -x")
    #expect(none.status == 66)
    #expect(none.errors.contains("the editor 'no-such-editor -x' cannot be run; set EDITOR"))
    #expect(!none.errors.contains("kept"))
    let failed = try edit("lisbon", by: "echo >> \"$1\"; exit 3")
    #expect(failed.status == 66)
    #expect(failed.errors.contains("failed with 3"))
    let path = try keptText(failed)
    try FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
  }

  @Test("all objects, other entities, numbers, and texts of standard input")
  func choices() throws {
    #expect(try edit("--all", by: "sed -i 's/Porto/Faro/; s/Lisbon/Lisboa/' \"$1\"").status == 0)
    #expect(try folder.run("list", "a.trips").text.contains("Faro"))
    #expect(try edit("#2", by: "sed -i 's/Hotel/Hostel/' \"$1\"").status == 0)
    #expect(try edit("Inn", "--entity", "stay", by: "sed -i 's/Inn/Pub/' \"$1\"").status == 0)
    let text = try folder.run("show", "a.trips", "Faro", "--json").text
    let taken = try folder.run(
      "edit", "a.trips", "Faro", "--from", "-", input: Data(text.replacing("Pub", with: "Bar").utf8)
    )
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(try folder.run("show", "a.trips", "Faro").text.contains("Bar"))
    let other = try folder.run("edit", "a.trips", "Lisboa", "--from", "-", input: Data("{}".utf8))
    #expect(other.status == 65)
    #expect(try edit("nowhere", by: "true").status == 3)
    #expect(try edit(by: "true").status == 3)
  }

  @Test("the text of another document is refused")
  func otherDocument() throws {
    try folder.generate("b.trips", trips: 1)
    let text = try folder.run("show", "b.trips", "--json").text
    let command = try folder.run("edit", "a.trips", "lisbon", "--from", "-", input: Data(text.utf8))
    #expect(command.status == 65)
    #expect(command.errors.contains("it is not a text of a.trips"))
  }
}
