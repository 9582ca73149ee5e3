import Foundation
import Testing

@Suite("tripconv diff")
struct DiffTests {
  private let folder = ScratchFolder()
  private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples").standardizedFileURL

  private func sample(_ name: String) -> String {
    samples.appending(path: "\(name)/source.trips.json").path
  }

  @Test("empty standard input is a document without objects, as an empty file")
  func emptyInput() throws {
    try folder.write("", to: "empty")
    let file = try folder.run("diff", sample("small-v4"), "empty")
    let piped = try folder.run("diff", sample("small-v4"), "-")
    #expect(piped.status == 1, "\(piped.errors)")
    #expect(piped.text == file.text.replacing("empty:", with: "standard input:"))
  }

  @Test("names the program if standard output fails")
  func fullOutput() throws {
    for options in [[], ["--patch", "-o", "-"]] {
      let command = try Command(
        ["diff", "/dev/null", sample("small-v4")] + options, in: folder, output: "/dev/full")
      #expect(command.status == 74)
      #expect(
        command.errors == "tripconv: error: standard output: No space left on device\n")
    }
  }

  /// Writes a copy of a sample with pieces of it replaced.
  private func write(_ name: String, _ changes: [(String, String)], to file: String) throws {
    var text = try String(contentsOfFile: sample(name), encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old))
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    try folder.write(text, to: file)
  }

  private static let edits = [
    (
      "\"bucketList\":[5,3,4],\"destination\":\"Paris\"",
      "\"bucketList\":[3,5,4],\"destination\":\"Lyon\""
    ),
    ("\"title\":\"Louvre\"", "\"title\":\"Louvre Lens\""),
    (
      "\"name\":\"Fair\",\"perdiem\":75.5", "\"name\":\"Fair\",\"reason\":\"family\""
    ),
    ("\"$id\":6,\"$entity\":\"BusinessTrip\"", "\"$id\":6,\"$entity\":\"PersonalTrip\""),
    (
      "\"title\":\"Stand 12\",\"trip\":6}",
      "\"title\":\"Stand 13\",\"trip\":6},\n{\"$id\":11,\"details\":\"\","
        + "\"hasReservation\":false,\"isInPlan\":true,\"title\":\"Puy\",\"trip\":null}"
    ),
    ("\"address\":\"Rue Cler 1\"", "\"address\":\"Rue Cler 2\""),
  ]

  @Test("prints nothing for equal content in any form, and exits with 0")
  func equal() throws {
    for name in ["source.trips.xml", "document-json.trips", "document-xml.trips"] {
      let other = samples.appending(path: "small-v4/\(name)").path
      let command = try folder.run("diff", sample("small-v4"), other)
      #expect(command.status == 0 && command.text.isEmpty && command.errors.isEmpty)
    }
    let summary = try folder.run("diff", sample("small-v4"), sample("small-v4"), "--summary")
    #expect(summary.status == 0 && summary.text.hasSuffix(": no differences\n"))
  }

  @Test("prints changed, added and removed objects with old and new values, and exits with 1")
  func text() throws {
    try write("small-v4", [], to: "a.json")
    try write("small-v4", Self.edits, to: "b.json")
    let command = try folder.run("diff", "a.json", "b.json")
    #expect(command.status == 1 && command.errors.isEmpty)
    #expect(
      command.text == """
        a.json → b.json: 5 objects changed, 1 added

        PersonalTrip
        ~ Fair
            kind     BusinessTrip → PersonalTrip
            reason   none → family
            perdiem  75.5 → none
        ~ Été à Paris
            destination  Paris → Lyon
            bucket list  Orsay, Louvre, Eiffel Tower → Louvre Lens, Orsay, Eiffel Tower

        BucketListItem
        ~ Louvre (Été à Paris)
            title  Louvre → Louvre Lens
        ~ Stand 12 (Fair)
            title  Stand 12 → Stand 13
        + Puy
            details      ""
            reservation  no
            in plan      yes

        LivingAccommodation
        ~ Hôtel (Été à Paris)
            address  Rue Cler 1 → Rue Cler 2

        """)
    let reversed = try folder.run("diff", "b.json", "a.json", "--summary")
    #expect(reversed.status == 1)
    #expect(
      reversed.text == """
        b.json → a.json: 5 objects changed, 1 removed
          BusinessTrip: 1 object changed
          PersonalTrip: 1 object changed
          BucketListItem: 2 objects changed, 1 removed
          LivingAccommodation: 1 object changed

        """)
  }

  @Test("matches the objects of other documents by unique values, owners and content")
  func otherDocument() throws {
    try write("small-v4", [], to: "a.json")
    try write(
      "small-v4",
      Self.edits + [
        ("B037E28A-5CD6-4E49-92B5-00000000D012", "C037E28A-5CD6-4E49-92B5-00000000D012")
      ],
      to: "b.json")
    let command = try folder.run("diff", "a.json", "b.json", "--summary")
    #expect(command.status == 1)
    // Items of one trip with other titles are other items.
    #expect(
      command.text == """
        a.json → b.json: 3 objects changed, 3 added, 2 removed
          PersonalTrip: 2 objects changed
          BucketListItem: 3 objects added, 2 removed
          LivingAccommodation: 1 object changed

        """)
  }

  private struct Output: Decodable {
    struct Object: Decodable {
      struct Property: Decodable { var name: String }
      var change: String
      var entity: String
      var oldEntity: String?
      var id: Int
      var title: String
      var properties: [Property]
    }
    struct Counts: Decodable, Equatable {
      var added: Int
      var changed: Int
      var removed: Int
    }
    var version: Int
    var matching: String
    var equal: Bool
    var counts: [String: Counts]
    var objects: [Object]?
  }

  @Test("prints the same as JSON, and without the objects as a summary")
  func json() throws {
    try write("small-v4", [], to: "a.json")
    try write("small-v4", Self.edits, to: "b.json")
    let command = try folder.run("diff", "a.json", "b.json", "--json")
    #expect(command.status == 1)
    let output = try JSONDecoder().decode(Output.self, from: command.output)
    #expect(output.version == 1 && output.matching == "key" && !output.equal)
    #expect(output.counts["BucketListItem"] == .init(added: 1, changed: 2, removed: 0))
    let fair = try #require(output.objects?.first { $0.title == "Fair" })
    #expect(fair.change == "changed" && fair.oldEntity == "BusinessTrip" && fair.id == 6)
    #expect(fair.properties.map(\.name) == ["reason", "perdiem"])
    let summary = try folder.run("diff", "a.json", "b.json", "--json", "--summary")
    #expect(try JSONDecoder().decode(Output.self, from: summary.output).objects == nil)
    let equal = try folder.run("diff", "a.json", "a.json", "--json")
    #expect(equal.status == 0)
    #expect(try JSONDecoder().decode(Output.self, from: equal.output).equal)
  }

  @Test("takes an empty file and /dev/null for a document without objects")
  func emptyFiles() throws {
    try folder.write("", to: "empty")
    for none in ["empty", "/dev/null"] {
      let added = try folder.run("diff", none, sample("small-v4"), "--summary")
      #expect(added.status == 1 && added.text.contains(": 8 objects added\n"), "\(added.text)")
      let removed = try folder.run("diff", sample("small-v4"), none, "--summary")
      #expect(removed.status == 1 && removed.text.contains(": 8 objects removed\n"))
      #expect(try folder.run("diff", none, "/dev/null").status == 0)
      #expect(try folder.run("diff", none, sample("empty-v4")).status == 0)
    }
  }

  @Test("brings documents of different versions to the newer one, and says so")
  func versions() throws {
    try folder.generate("new.trips", trips: 20)
    let old = try folder.run(
      "convert", "new.trips", "--schema-version", "1.0.0", "-o", "old.trips")
    try #require(old.status == 0)
    let command = try folder.run("diff", "old.trips", "new.trips")
    #expect(command.status == 0 && command.text.isEmpty)
    #expect(command.errors.contains("old.trips: note: migrated from 1.0.0 to 6.0.0"))
    #expect(
      try !folder.run("diff", "--quiet", "new.trips", "old.trips").errors.contains("note:"))
    // Documents of one old version are compared as they are.
    let same = try folder.run("diff", "old.trips", "old.trips", "--json")
    #expect(same.text.contains("\"version\":\"1.0.0\"") && same.errors.isEmpty)
  }

  @Test("refuses unrelated schemas, newer ones and missing files by name")
  func refusals() throws {
    try write("small-v4", [], to: "a.json")
    var text = try folder.text("a.json").replacing(/,"layout":"[^"]*","model":"[^"]*"/, with: "")
    text = text.replacing("\"name\":\"trips\",\"version\"", with: "\"name\":\"books\",\"version\"")
    text = text.replacing("isConfirmed", with: "isSure")
    text = text.replacing(
      "application/vnd.trip-collection+json", with: "application/vnd.example+json")
    try folder.write(text, to: "books.json")
    let unrelated = try folder.run("diff", "a.json", "books.json")
    #expect(unrelated.status == 65)
    #expect(
      unrelated.errors.contains(
        "books.json: error: its schema books 4.0.0 has no migration to or from trips 4.0.0 of a.json"
      ),
      "\(unrelated.errors)")
    try folder.generateNewer("newer.json")
    let newer = try folder.run("diff", "a.json", "newer.json")
    #expect(newer.status == 65 && newer.errors.contains("needs a newer tripconv"))
    #expect(try folder.run("diff", "newer.json", "newer.json").status == 0)
    let missing = try folder.run("diff", "a.json", "missing")
    #expect(missing.status == 66 && missing.errors.hasPrefix("missing: error: "))
  }

  @Test("reads one of the documents from standard input")
  func standardInput() throws {
    try write("small-v4", Self.edits, to: "b.json")
    let command = try folder.run(
      "diff", "-", "b.json", "--summary", input: Data(contentsOf: URL(filePath: sample("small-v4")))
    )
    #expect(command.status == 1)
    #expect(command.text.hasPrefix("standard input → b.json: 5 objects changed, 1 added"))
  }
}
