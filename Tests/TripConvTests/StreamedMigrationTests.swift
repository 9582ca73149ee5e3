import Foundation
import Testing

@Suite("Documents that are migrated as they pass by")
struct StreamedMigrationTests {
  private let folder = ScratchFolder()

  /// To a version that keeps no dates beside the rows, which would be left out too.
  private static let version = ["--schema-version", "4.0.0"]

  /// What is left out is left out of what is in memory.
  private static let inMemory = ["--drop-lost"] + version

  @Test(
    "are written as those in memory are",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml"],
    ["trips-json", "trips-xml", "flat-json", "flat-xml"])
  func converted(name: String, form: String) throws {
    try folder.generate(name, version: "3.0.0")
    let streamed = try Command(
      ["convert", name, "-o", "new", "--to", form] + Self.version, in: folder)
    let arguments = ["convert", name, "-o", "known", "--to", form] + Self.inMemory
    let known = try Command(arguments, in: folder)
    #expect(streamed.status == 0 && known.status == 0)
    #expect(
      streamed.errors
        == "\(name): note: migrated from 3.0.0 to 4.0.0: no objects changed\n")
    #expect(streamed.errors == known.errors)
    #expect(try folder.bytes("new") == folder.bytes("known"))
  }

  @Test("stay in their form and place, and say where they are")
  func migrated() throws {
    for name in ["a.trips", "a.trips.xml"] {
      try folder.generate(name, version: "3.0.0")
      let arguments = ["migrate", name, "-o", "known"] + Self.inMemory
      #expect(try Command(arguments, in: folder).status == 0)
      let dump = try folder.run("dump", name)
      let command = try Command(
        ["migrate", "--in-place", "--progress", "json", name] + Self.version, in: folder)
      #expect(command.status == 0)
      #expect(command.errors.contains(#""phase":"writing""#))
      #expect(!command.errors.contains(#""phase":"migrating""#), "it is not in memory")
      #expect(try folder.bytes(name) == folder.bytes("known"))
      #expect(try folder.run("dump", name).output == dump.output)
    }
  }

  /// Whether something was migrated in memory, or anything was written at all.
  private func phases(_ command: Command) -> (inMemory: Bool, written: Bool) {
    (
      command.errors.contains(#""phase":"migrating""#),
      command.errors.contains(#""phase":"writing""#)
    )
  }

  @Test(
    "are kept beside the new ones, and reported, without coming into memory",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml"])
  func backedUpAndReported(name: String) throws {
    try folder.generate(name, version: "3.0.0")
    let old = try folder.bytes(name)
    let arguments = ["migrate", name, "-o", "known", "--loss-report", "losses-known"]
    #expect(try Command(arguments + Self.inMemory, in: folder).status == 0)
    let command = try Command(
      ["migrate", "--in-place", "--backup", "--loss-report", "losses", "--progress", "json", name]
        + Self.version, in: folder)
    #expect(command.status == 0, "\(command.errors)")
    #expect(phases(command) == (false, true))
    #expect(try folder.bytes(name) == folder.bytes("known"))
    #expect(try folder.bytes(name + "~") == old)
    #expect(try folder.text("losses") == folder.text("losses-known"))
    #expect(folder.names == [name, name + "~", "known", "losses", "losses-known"].sorted())
  }

  @Test("stay in their place unchanged where they have the version, once they are checked")
  func unchanged() throws {
    try folder.generate("a.trips.json")
    let old = try folder.bytes("a.trips.json")
    let command = try folder.run(
      "migrate", "--in-place", "--backup", "--loss-report", "losses", "--progress", "json",
      "a.trips.json")
    #expect(command.status == 0)
    #expect(command.errors.contains("has version 6.0.0 already, left unchanged"))
    #expect(phases(command) == (false, false))
    #expect(try folder.bytes("a.trips.json") == old)
    #expect(
      try folder.text("losses")
        == "{\"files\":[\n{\"file\":\"a.trips.json\",\"from\":null,\"losses\":[],"
        + "\"overwritten\":[],\"to\":null}\n],\"version\":1}\n")
    try folder.write(String(try folder.text("a.trips.json").dropLast(30)), to: "a.trips.json")
    #expect(try folder.run("migrate", "--in-place", "a.trips.json").status == 65)
  }

  @Test("are not replaced where the backup or the report has no place")
  func withoutPlace() throws {
    try folder.generate("a.trips", version: "3.0.0")
    let old = try folder.bytes("a.trips")
    let report = try folder.run("migrate", "--in-place", "a.trips", "--loss-report", "/dev/full")
    #expect(report.status == 74 && report.errors.contains("/dev/full"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "a.trips~"), withIntermediateDirectories: false)
    let backup = try folder.run("migrate", "--in-place", "--backup", "a.trips")
    #expect(
      backup.status == 73 && backup.errors.contains("a.trips~: error: the output is a directory"))
    #expect(try folder.bytes("a.trips") == old)
    #expect(folder.names == ["a.trips", "a.trips~"])
  }

  @Test("from standard input, to standard output")
  func piped() throws {
    try folder.generate("a.trips.json", version: "3.0.0")
    try folder.run("migrate", "a.trips.json", "-o", "known.json")
    let input = try folder.bytes("a.trips.json")
    let command = try folder.run("migrate", "-", "-o", "-", input: input)
    #expect(command.status == 0)
    #expect(try command.output == folder.bytes("known.json"))
  }

  @Test("come into memory where something is to be put back, and have lost nothing")
  func putBack() throws {
    try folder.generate("a.trips.json", trips: 3)
    let marked = try folder.text("a.trips.json").replacingOccurrences(
      of: "\"isConfirmed\":false", with: "\"isConfirmed\":true")
    try folder.write(marked, to: "a.trips.json")
    try folder.run("migrate", "a.trips.json", "-o", "old.trips", "--schema-version", "3.0.0")
    let command = try folder.run("convert", "old.trips", "-o", "b.trips.json")
    #expect(command.status == 0 && command.errors.contains("are restored"))
    #expect(try folder.text("b.trips.json") == marked)
    #expect(
      try folder.run("dump", "old.trips").output == folder.run("dump", "a.trips.json").output)
  }

  @Test("of older versions tell of every stage", arguments: ["migrate", "convert"])
  func stages(verb: String) throws {
    try folder.generate("a.trips.json", version: "1.0.0")
    let command = try folder.run(
      verb, "a.trips.json", "-o", "b.trips.json", "--progress", "json")
    #expect(command.status == 0)
    let lines = command.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
    let events = try lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }.filter { $0["phase"] as? String == "migrating" }
    #expect(events.first?["from"] as? String == "1.0.0")
    #expect(Set(events.compactMap { $0["stage"] as? Int }) == [1, 2, 3, 4, 5])
    #expect(events.last?["part"] as? String == "end")
    #expect(events.last?["stages"] as? Int == 5)
    #expect((events.last?["objects"] as? Int ?? 0) > 40)
    let silent = try folder.run(
      verb, "a.trips.json", "-o", "c.trips.json", "--progress", "none")
    #expect(!silent.errors.contains("{"))
  }
}
