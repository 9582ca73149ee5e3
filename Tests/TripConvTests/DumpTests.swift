import Foundation
import Testing

@Suite("tripconv dump")
struct DumpTests {
  private let folder = ScratchFolder()

  @Test("shows an old document in the current version, or in its own")
  func versions() throws {
    try folder.generate("old.trips", version: "3.0.0")
    let current = try folder.run("dump", "old.trips")
    #expect(current.status == 0 && current.errors.isEmpty)
    #expect(current.text.hasPrefix("$document\n  schema = \"trips\"\n  version = 6.0.0\n"))
    #expect(current.text.contains("\n  isConfirmed = false\n"))
    let own = try folder.run("dump", "old.trips", "--keep-version").text
    #expect(own.contains("\n  version = 3.0.0\n"))
    #expect(!own.contains("isConfirmed"))
  }

  @Test("quotes a name of which nothing would be seen", arguments: ["", "  "])
  func blankNames(name: String) throws {
    try folder.generate("a.trips", trips: 1)
    for arguments in [["dump", "--entity", name], ["show", "--entity", name]] {
      let command = try Command(arguments + ["a.trips"], in: folder)
      #expect(command.errors.contains("\"\(name)\""))
    }
    let text = try folder.run("convert", "a.trips", "-o", "-", "--to", "flat-json").text
    try folder.write(
      text.replacingOccurrences(of: "\"schema\":[", with: "\"\(name)\":["), to: "b.json")
    #expect(
      try folder.run("dump", "b.json").errors
        .contains("expected schema, found \"\(name)\""))
  }

  @Test("shows foreign content with --all only")
  func everything() throws {
    try folder.generate("a.trips.json", trips: 1)
    let text = try folder.text("a.trips.json").replacingOccurrences(
      of: "\"trailer\":{", with: "\"trailer\":{\"carried\":[5]")
    try folder.write(text, to: "a.trips.json")
    #expect(try !folder.run("dump", "a.trips.json").text.contains("$carried"))
    let all = try folder.run("dump", "--all", "a.trips.json")
    #expect(all.text.hasSuffix("\n\n$carried\n  value = 5\n"))
  }
}
