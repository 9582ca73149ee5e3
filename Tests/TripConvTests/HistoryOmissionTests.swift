import Foundation
import Testing

@Suite("Histories and carried data that are left out")
struct HistoryOmissionTests {
  private let folder = ScratchFolder()

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
    for word in ["AF 1681", "lea@example.org", "Honfleur", "hitch-hiking"] {
      #expect(!result.contains(word), "\(word)")
    }
    // What other trips carry stays.
    #expect(result.contains("\"carried\""))
  }
}
