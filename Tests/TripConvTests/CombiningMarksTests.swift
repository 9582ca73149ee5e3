import Foundation
import Testing

/// Texts whose marks the standard library would sort by insertion to compare them.
@Suite("Texts of many combining marks")
struct CombiningMarksTests {
  private let folder = ScratchFolder()
  private static let marks = String(repeating: "\u{301}\u{327}", count: 60_000)

  /// A document in which names, places and links have the marks.
  private func write(_ name: String, ending: String) throws {
    try folder.generate("plain.trips.json", trips: 4)
    let text = try folder.text("plain.trips.json")
    let start = try #require(text.firstRange(of: "\"tables\":{")).lowerBound
    let tables = String(text[start...]).replacing(
      /"(name|title|details|from|address)":"([^"]*)"/
    ) { match in
      "\"\(match.output.1)\":\"\(match.output.2)\(Self.marks)\(ending)\""
    }
    try folder.write(String(text[..<start]) + tables, to: name)
  }

  @Test("are searched, merged and scrubbed")
  func verbs() throws {
    for (name, ending) in [("base", ""), ("ours", "o"), ("theirs", "t")] {
      try write("\(name).trips.json", ending: ending)
    }
    let start = try #require(
      try folder.run("list", "base.trips.json").text.split(separator: "\n").last?.prefix(1))
    #expect(try folder.run("show", "base.trips.json", "\(start)\u{301}").status == 0)
    let merge = try folder.run(
      "merge", "base.trips.json", "ours.trips.json", "theirs.trips.json", "-o", "all.trips")
    #expect(merge.status == 1, "\(merge.errors.prefix(500))")
    #expect(try folder.run("validate", "all.trips").status == 0)
    let union = try folder.run(
      "merge", "--union", "ours.trips.json", "theirs.trips.json", "-o", "u.trips")
    #expect(union.status == 0 || union.status == 1, "\(union.errors.prefix(500))")
    #expect(try folder.run("scrub", "ours.trips.json", "-o", "copy.trips.json").status == 0)
    #expect(try folder.run("validate", "copy.trips.json").status == 0)
    #expect(try folder.run("diff", "ours.trips.json", "theirs.trips.json").status == 1)
  }
}
