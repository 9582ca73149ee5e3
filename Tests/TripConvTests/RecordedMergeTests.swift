import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("Changes that tripconv makes to a document with a history")
struct RecordedMergeTests {
  private let folder = ScratchFolder()

  init() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/history-v4/source.trips.json").standardizedFileURL
    let text = try String(contentsOf: sample, encoding: .utf8)
    try folder.write(text, to: "a.trips.json")
    try folder.write(text.replacing("Louvre", with: "Louvre Lens"), to: "b.trips.json")
  }

  private func last(_ file: String) throws -> History.Transaction {
    let history = try #require(
      try DocumentFile.read(.path(folder.url.appending(path: file).path)).tables.history)
    return try #require(history.runs.last?.transactions.last)
  }

  @Test("a patch in place is a transaction; into another file it has no history")
  func patched() throws {
    let patch = "p.trips-patch.json"
    let made = try folder.run("diff", "a.trips.json", "b.trips.json", "--patch", "-o", patch)
    #expect(made.status == 0)
    #expect(try folder.run("apply", "a.trips.json", patch, "-o", "c.trips").status == 0)
    let copy = try DocumentFile.read(.path(folder.url.appending(path: "c.trips").path)).tables
    #expect(copy.history == nil)
    #expect(try folder.run("apply", "a.trips.json", patch, "--in-place").status == 0)
    let transaction = try last("a.trips.json")
    #expect(transaction.number == 4)
    #expect(transaction.groups.map(\.properties) == [["title"]])
    #expect(transaction.groups.first?.new == ["title": [.text("Louvre Lens")]])
    #expect(try folder.run("validate", "a.trips.json").status == 0)
  }

  // Spec 11.6-1
  @Test("a text that was edited by hand has a gap, which a save keeps")
  func edited() throws {
    let transaction = try last("b.trips.json")
    #expect(transaction.number == 4)
    #expect(transaction.unknown.map(\.hierarchy) == ["BucketListItem"])
  }

  @Test("git's merge driver keeps the history of ours, and records what it merged")
  func merged() throws {
    try folder.write(try folder.text("a.trips.json"), to: "base.trips.json")
    let command = try folder.run(
      "git", "merge-driver", "base.trips.json", "a.trips.json", "b.trips.json", "7",
      "trips.trips.json")
    #expect(command.status == 0)
    let transaction = try last("a.trips.json")
    #expect(transaction.number == 4)
    #expect(transaction.groups.map(\.properties) == [["title"]])
  }
}
