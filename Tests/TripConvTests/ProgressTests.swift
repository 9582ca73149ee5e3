import Foundation
import Testing

@Suite("--progress")
struct ProgressTests {
  private let folder = ScratchFolder()

  /// The lines of JSON among what was said, for each document in their order.
  private func lines(_ command: Command) throws -> [(file: String, lines: [[String: Any]])] {
    var files: [(file: String, lines: [[String: Any]])] = []
    for line in command.errors.split(separator: "\n") where line.hasPrefix("{") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let members = try #require(object as? [String: Any])
      let file = try #require(members["file"] as? String)
      if files.last?.file != file { files.append((file, [])) }
      files[files.count - 1].lines.append(members)
    }
    return files
  }

  private func checkOrder(_ lines: [[String: Any]], _ place: Comment) {
    let percents = lines.compactMap { $0["percent"] as? Int }
    #expect(percents == percents.sorted() && percents.last == 100, place)
    #expect(percents.dropLast().allSatisfy { $0 < 100 }, place)
    let bytes = lines.compactMap { $0["bytes"] as? Int }
    #expect(bytes == bytes.sorted(), place)
    #expect(Set(lines.compactMap { $0["totalBytes"] as? Int }).count <= 1, place)
    #expect(lines.last?["phase"] as? String == "done", place)
    #expect(
      !lines.dropLast().contains { $0["bytes"] as? Int ?? 0 == $0["totalBytes"] as? Int ?? 1 },
      place)
  }

  @Test(
    "comes to 100 % once, at the end",
    arguments: [
      ["validate"], ["dump"], ["dump", "--entity", "BucketListItem"],
      ["dump", "--keep-version", "--entity", "Trip"], ["convert", "-o", "new.trips"],
      ["convert", "-o", "new.xml", "--loss-report", "lost"],
      ["convert", "-o", "-", "--to", "flat-json"],
      ["convert", "-o", "new.trips", "--drop-lost"], ["migrate", "-o", "new"],
      ["migrate", "-o", "-"], ["migrate", "--in-place", "--backup"],
      ["convert", "-o", "new.trips", "--schema-version", "2.0.0"],
    ], ["1.0.0", "4.0.0"])
  func once(arguments: [String], version: String) throws {
    for name in ["a.trips", "a.trips.json", "a.trips.xml"] {
      try folder.generate(name, version: version)
      let command = try Command(arguments + ["--progress", "json", name], in: folder)
      #expect(command.status == 0, "\(command.errors)")
      let files = try lines(command)
      #expect(files.map(\.file) == [name])
      checkOrder(files.first?.lines ?? [], "\(arguments) \(name) \(version)")
    }
  }

  @Test("is told of each document", arguments: [["validate"], ["migrate", "-o", "migrated"]])
  func several(arguments: [String]) throws {
    for name in ["a.trips", "b.trips.json"] { try folder.generate(name, version: "3.0.0") }
    let command = try Command(
      arguments + ["--progress", "json", "a.trips", "b.trips.json"], in: folder)
    let files = try lines(command)
    #expect(files.map(\.file) == ["a.trips", "b.trips.json"])
    for (file, lines) in files { checkOrder(lines, "\(file)") }
  }

  @Test("never says that work is done which has failed")
  func failed() throws {
    try folder.generate("a.trips.json")
    let text = try folder.text("a.trips.json")
    try folder.write(String(text.dropLast(30)), to: "a.trips.json")
    for arguments in [["dump"], ["convert", "-o", "b.trips"], ["migrate", "-o", "b"]] {
      let command = try Command(arguments + ["--progress", "json", "a.trips.json"], in: folder)
      #expect(command.status == 65)
      #expect(!command.errors.contains("100"))
    }
  }
}
