import Foundation
import Testing

@Suite("tripconv diff --patch and apply")
struct ApplyTests {
  private static let isBlessing = ProcessInfo.processInfo.environment["TRIPDOCUMENTS_BLESS"] == "1"
  private static let folderOfSamples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples").standardizedFileURL
  private static let patches = folderOfSamples.appending(path: "patches")

  private let folder = ScratchFolder()

  private static func names(in folder: URL, _ ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
      .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
  }

  private static func source(_ name: String) -> String {
    folderOfSamples.appending(path: "\(name)/source.trips.json").path
  }

  private static let ending = ".trips-patch.json"

  // Spec 12.1-4, 12.3-3, 12.4-9
  @Test("the samples: applied, made again and undone", arguments: names(in: patches, ending))
  func applied(name: String) throws {
    let source = Self.source(name)
    let patch = Self.patches.appending(path: name + Self.ending)
    let applied = try folder.run("apply", source, patch.path, "-o", "new.trips")
    #expect(applied.status == 0, "\(applied.errors)")
    let dump = try folder.run("dump", "--all", "new.trips")
    let expected = Self.patches.appending(path: "\(name).expected-dump.txt")
    if Self.isBlessing { try dump.output.write(to: expected) }
    #expect(dump.text == (try String(contentsOf: expected, encoding: .utf8)))
    let again = try folder.run("diff", source, "new.trips", "--patch", "-o", "again.json")
    #expect(again.status == 0)
    #expect(try folder.bytes("again.json") == Data(contentsOf: patch))
    let back = try folder.run("apply", "new.trips", patch.path, "--reverse", "-o", "old.trips")
    #expect(back.status == 0, "\(back.errors)")
    #expect(try folder.run("diff", "old.trips", source).status == 0)
    let twice = try folder.run("apply", "new.trips", patch.path, "-o", "twice.trips")
    #expect(twice.status == 65 && twice.errors.contains("[patch-base]"))
    #expect(!folder.names.contains("twice.trips"))
  }

  // Spec 12.1-2, 12.4-3, 12.4-4, 12.4-6
  @Test(
    "refuses the broken samples by their rule, and writes nothing",
    arguments: names(in: patches.appending(path: "refused"), ending))
  func refusals(name: String) throws {
    let patch = Self.patches.appending(path: "refused/\(name)\(Self.ending)")
    for (from, to) in [
      (patch.path, "patch.json"), (Self.source("small-v4"), "base.trips.json"),
    ] {
      try FileManager.default.copyItem(
        atPath: from, toPath: folder.url.appending(path: to).path)
    }
    let command = try folder.run("apply", "--in-place", "base.trips.json", "patch.json")
    #expect(command.status == 65 && command.output.isEmpty)
    let rule = try #require(
      name.split(separator: "-", omittingEmptySubsequences: false).split(separator: "").first)
    #expect(command.errors.contains("[\(rule.joined(separator: "-"))]"), "\(command.errors)")
    let expected = patch.deletingLastPathComponent().appending(path: "\(name).expected.txt")
    if Self.isBlessing { try Data(command.errors.utf8).write(to: expected) }
    #expect(command.errors == (try String(contentsOf: expected, encoding: .utf8)))
    #expect(folder.names == ["base.trips.json", "patch.json"])
    #expect(
      try folder.bytes("base.trips.json")
        == Data(contentsOf: URL(filePath: Self.source("small-v4"))))
  }

  // Spec 12.4-8
  @Test("a patch between generated documents makes one of the other, across forms and versions")
  func generated() throws {
    try folder.generate("a.trips", trips: 30)
    try folder.run("convert", "a.trips", "-o", "b.trips.json")
    var text = try folder.text("b.trips.json")
    text = text.replacing("\"isInPlan\":true", with: "\"isInPlan\":false", maxReplacements: 9)
    try folder.write(text, to: "b.trips.json")
    let patch = try folder.run("diff", "a.trips", "b.trips.json", "--patch", "-o", "p.json")
    #expect(patch.status == 0 && patch.output.isEmpty && patch.errors.isEmpty)
    try folder.run("convert", "a.trips", "-o", "old.trips", "--schema-version", "3.0.0")
    let applied = try folder.run("apply", "old.trips", "p.json", "-o", "c.trips.xml")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(applied.errors.contains("migrated from 3.0.0 to 6.0.0"))
    #expect(applied.errors.contains("objects: 9 changed"))
    #expect(try folder.run("diff", "c.trips.xml", "b.trips.json").status == 0)
    #expect(
      try folder.run("apply", "c.trips.xml", "p.json", "--reverse", "-o", "d.trips").status == 0)
    #expect(try folder.run("diff", "d.trips", "a.trips").status == 0)
  }

  @Test("replaces the document in its place, with a backup, and leaves it if nothing changes")
  func inPlace() throws {
    try folder.generate("a.trips.json", trips: 3)
    let text = try folder.text("a.trips.json")
    try folder.write(
      text.replacing("\"isInPlan\":true", with: "\"isInPlan\":false", maxReplacements: 1),
      to: "b.trips.json")
    try folder.run("diff", "a.trips.json", "b.trips.json", "--patch", "-o", "p.json")
    try folder.run("diff", "a.trips.json", "a.trips.json", "--patch", "-o", "none.json")
    let none = try folder.run("apply", "--in-place", "--backup", "a.trips.json", "none.json")
    #expect(none.status == 0 && none.errors.contains("left unchanged"))
    #expect(!folder.names.contains("a.trips.json~"))
    let command = try folder.run("apply", "--in-place", "--backup", "a.trips.json", "p.json")
    #expect(command.status == 0, "\(command.errors)")
    #expect(try folder.text("a.trips.json~") == text)
    #expect(try folder.text("a.trips.json") == (try folder.text("b.trips.json")))
    let quiet = try folder.run(
      "apply", "--in-place", "--quiet", "--reverse", "a.trips.json", "p.json")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
    #expect(try folder.text("a.trips.json") == text)
  }

  @Test("says what is no patch, and what a patch of an empty file cannot do")
  func noPatch() throws {
    let source = Self.source("small-v4")
    let document = try folder.run("apply", source, source, "-o", "c.trips")
    #expect(document.status == 65)
    #expect(
      document.errors.contains("it is no patch: the first member is header, expected patch"),
      "\(document.errors)")
    try folder.run("diff", "/dev/null", source, "--patch", "-o", "p")
    let empty = try folder.run("apply", "/dev/null", "p", "-o", "c.trips")
    #expect(empty.status == 65)
    #expect(
      empty.errors
        == "/dev/null: error: it is empty, and has no schema: a patch of an empty file can only be undone\n"
    )
  }

  @Test("a document with hard links is left alone, without a backup")
  func hardLinks() throws {
    try folder.generate("a.trips.json", trips: 3)
    let text = try folder.text("a.trips.json")
    try folder.write(
      text.replacing("\"isInPlan\":true", with: "\"isInPlan\":false", maxReplacements: 1),
      to: "b.trips.json")
    try folder.run("diff", "a.trips.json", "b.trips.json", "--patch", "-o", "p.json")
    try FileManager.default.linkItem(
      at: folder.url.appending(path: "a.trips.json"), to: folder.url.appending(path: "c"))
    let command = try folder.run("apply", "--in-place", "--backup", "a.trips.json", "p.json")
    #expect(command.status == 73, "\(command.errors)")
    #expect(folder.names == ["a.trips.json", "b.trips.json", "c", "p.json"])
  }

  // Spec 12.4-5
  @Test("a key may go from an extension record to an object, and back")
  func keyOfRecord() throws {
    let source = try String(contentsOfFile: Self.source("foreign-v4"), encoding: .utf8)
      .replacing("\"nextKey\":12", with: "\"nextKey\":13")
    let setting =
      #"{"id":11,"entity":"org.example.Setting","value":["theme","dark"]}"#
    let plain =
      #"{"$id":7,"destination":"Bern","endDate":"2024-07-02T00:00:00Z","name":"Plain","startDate":"2024-07-01T00:00:00Z"}"#
    for (text, key, name) in [(setting, "\"id\":11", "a"), (plain, "\"$id\":7", "b")] {
      try #require(source.contains(text))
      let added = text.replacing(key, with: key.prefix { $0 != ":" } + ":12")
        .replacing("Plain", with: "New")
      try folder.write(
        source.replacing(text, with: text + ",\n" + added), to: "\(name).trips.json")
    }
    let patch = try folder.run("diff", "a.trips.json", "b.trips.json", "--patch", "-o", "p")
    #expect(patch.status == 0, "\(patch.errors)")
    let applied = try folder.run("apply", "a.trips.json", "p", "-o", "c.trips.json")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(try folder.run("diff", "c.trips.json", "b.trips.json").status == 0)
    let undone = try folder.run("apply", "b.trips.json", "p", "--reverse", "-o", "d.trips.json")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try folder.run("diff", "d.trips.json", "a.trips.json").status == 0)
    // A key that stays in use is refused as before.
    let refused = try folder.run("apply", "b.trips.json", "p", "-o", "e.trips.json")
    #expect(refused.status == 65 && refused.errors.contains("New (Trip 12) exists already"))
  }

  @Test("--with-history keeps the history in another file, in which the patch is a save")
  func history() throws {
    let source = Self.source("history-v4")
    try folder.run("convert", source, "-o", "a.trips.json", "--with-history")
    try folder.write(
      try folder.text("a.trips.json").replacing("\"Paris\"", with: "\"Lyon\""), to: "b.trips.json")
    try folder.run("diff", "a.trips.json", "b.trips.json", "--patch", "-o", "p")
    let without = try folder.run("apply", "a.trips.json", "p", "-o", "c.trips.json")
    #expect(without.status == 0)
    #expect(without.errors.contains("its history was left out; --with-history keeps it"))
    let with = try folder.run(
      "apply", "a.trips.json", "p", "-o", "d.trips.json", "--with-history")
    #expect(with.status == 0 && !with.errors.contains("left out"), "\(with.errors)")
    let saves = try ["a.trips.json", "d.trips.json"].map {
      try folder.run("history", "list", $0).text.split(separator: "\n").count
    }
    #expect(saves[1] == saves[0] + 1)
  }

  @Test("the patch may come from standard input, and go to standard output")
  func streams() throws {
    try folder.generate("a.trips", trips: 3)
    let patch = try folder.run("diff", "/dev/null", "a.trips", "--patch", "-o", "-")
    #expect(patch.status == 0 && patch.text.hasPrefix("{\"patch\":{\"format\":"))
    let undone = try folder.run(
      "apply", "a.trips", "-", "--reverse", "-o", "empty.trips", input: patch.output)
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try folder.run("diff", "empty.trips", "/dev/null").status == 0)
  }
}
