import Foundation
import Testing

@Suite("Histories and carried data that are left out")
struct HistoryOmissionTests {
  private let folder = ScratchFolder()
  private static let note = "history.trips.json: note: its history was left out"

  init() throws {
    let text = try String(contentsOfFile: MergeTests.source("history-v4"), encoding: .utf8)
    try folder.write(text, to: "history.trips.json")
  }

  /// Commands that write a document, and the end of what they say of its history; nil for nothing.
  static let commands: [(arguments: [String], advice: String?)] = [
    // Streamed, and with all rows in memory.
    (["convert", "-o", "a.trips", "--keep-version"], "; --with-history keeps it\n"),
    (["convert", "-o", "a.trips"], "; --with-history keeps it\n"),
    (["convert", "-o", "a.trips", "--schema-version", "2.0.0"], "; --with-history keeps it\n"),
    (["migrate", "-o", "a.trips"], "; --with-history keeps it\n"),
    (["migrate", "-o", "a.trips", "--schema-version", "4.0.0"], "; --with-history keeps it\n"),
    (
      ["migrate", "--in-place", "--schema-version", "2.0.0", "--drop-lost"],
      ", because --drop-lost leaves nothing of what was dropped\n"
    ),
    (["convert", "-o", "a.ics"], ": iCalendar files have none\n"),
    (["convert", "-o", "a.trips", "--with-history"], nil),
    (["convert", "-o", "a.trips", "--without-history"], nil),
    (["migrate", "--in-place"], nil),
    (["convert", "-o", "a.trips", "--quiet"], nil),
  ]

  @Test(
    "every verb says that a history is left out, unless that was asked for",
    arguments: commands.indices)
  func omission(index: Int) throws {
    let (arguments, advice) = Self.commands[index]
    let command = try Command(
      [arguments[0], "history.trips.json"] + arguments.dropFirst(), in: folder)
    #expect(command.status == 0, "\(command.errors)")
    if let advice {
      #expect(command.errors.contains(Self.note + advice), "\(command.errors)")
    } else {
      #expect(!command.errors.contains("history was left out"), "\(command.errors)")
    }
  }

  @Test(
    "a CSV or SQLite file has no history, which its writer says", arguments: ["a.csv", "a.sqlite"])
  func tables(file: String) throws {
    let command = try folder.run("convert", "history.trips.json", "-o", file)
    #expect(command.status == 0)
    #expect(
      command.errors.contains("\(file): note: the history is not written\n"), "\(command.errors)")
    #expect(!command.errors.contains("left out"))
  }

  // Spec 11-1
  @Test("--without-history leaves out carried objects of a deleted trip", arguments: [true, false])
  func carriedRemains(keepsVersion: Bool) throws {
    try folder.run(
      "convert", MergeTests.source("small-v5"), "-o", "old.trips.json", "--schema-version", "4.0.0")
    let text = try folder.text("old.trips.json")
    #expect(text.contains("AF 1681") && text.contains("lea@example.org"))
    // What an older program leaves that deletes the trip.
    let lines = text.split(separator: "\n").filter {
      !$0.hasPrefix("{\"$id\":1,") && !($0.hasPrefix("{\"$id\":") && $0.contains("\"trip\":1"))
    }
    try folder.write(
      lines.joined(separator: "\n").replacing(",\n]", with: "\n]") + "\n", to: "old.trips.json")
    let version = keepsVersion ? ["--keep-version"] : ["--schema-version", "3.0.0"]
    let kept = try Command(
      ["convert", "old.trips.json", "-o", "kept.trips.json"] + version, in: folder)
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(try folder.text("kept.trips.json").contains("AF 1681"))
    let command = try Command(
      ["convert", "old.trips.json", "-o", "new.trips.json", "--without-history"] + version,
      in: folder)
    #expect(command.status == 0, "\(command.errors)")
    let result = try folder.text("new.trips.json")
    for word in ["AF 1681", "lea@example.org", "hitch-hiking"] {
      #expect(!result.contains(word), "\(word)")
    }
    // What other trips carry stays.
    #expect(result.contains("\"carried\""))
  }
}
