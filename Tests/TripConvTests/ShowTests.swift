import Foundation
import Testing

@Suite("tripconv show and dump --entity")
struct ShowTests {
  private let folder = ScratchFolder()

  /// The name of the first trip that owns something.
  private func someName(_ file: String) throws -> String {
    let text = try folder.run("dump", file).text
    let record = try #require(
      text.components(separatedBy: "\n\n").first {
        $0.contains("Trip ") && $0.contains("bucketList = [") && !$0.contains("bucketList = []")
      })
    let line = try #require(record.components(separatedBy: "\n  name = \"").last)
    return try #require(line.components(separatedBy: "\"\n").first)
  }

  @Test(
    "prints a trip and what it owns, of every form",
    arguments: ["a.trips", "a.trips.json", "a.trips.xml"])
  func text(file: String) throws {
    try folder.generate(file, trips: 60)
    let name = try someName(file)
    let shown = try folder.run("show", file, "--trip", name)
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(shown.text.contains("  name = \"\(name)\"\n"))
    #expect(shown.text.contains("\nBucketListItem "))
    // Every object is shown as the dump of the whole shows it.
    let whole = Set(try folder.run("dump", file).text.components(separatedBy: "\n\n"))
    let records = shown.text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    #expect(records.count > 2)
    for record in records.dropLast() { #expect(whole.contains(record)) }
  }

  @Test("with --json it is a document of its own")
  func json() throws {
    try folder.generate("a.trips", trips: 60)
    let name = try someName("a.trips")
    let shown = try folder.run("show", "a.trips", "--trip", name, "--json")
    #expect(shown.status == 0)
    try folder.write(shown.text, to: "one.trips.json")
    #expect(try folder.run("validate", "one.trips.json").status == 0)
    #expect(
      try folder.run("dump", "one.trips.json").text
        == folder.run(
          "show", "one.trips.json", "--trip", name
        ).text)
  }

  @Test("old documents are migrated, or shown at their own version")
  func versions() throws {
    try folder.generate("old.trips", trips: 40, version: "1.0.0")
    let name = try someName("old.trips")
    let current = try folder.run("show", "old.trips", "--trip", name)
    #expect(current.status == 0)
    #expect(current.text.contains("version = 4.0.0"))
    let own = try folder.run("show", "old.trips", "--trip", name, "--keep-version")
    #expect(own.text.contains("version = 1.0.0"))
  }

  @Test("a trip that is not there has an exit code, and so has a file that is not")
  func missing() throws {
    try folder.generate("a.trips", trips: 3)
    let none = try folder.run("show", "a.trips", "--trip", "Nowhere")
    #expect(none.status == 65 && none.text.isEmpty)
    #expect(none.errors == "tripconv: a.trips: there is no trip named Nowhere.\n")
    #expect(try folder.run("show", "b.trips", "--trip", "x").status == 66)
    #expect(try folder.run("show", "a.trips").status == 64)
  }

  @Test("of a large document, an absent trip is absent by the index, and --verify asks the records")
  func authority() throws {
    try folder.generate("large.trips", trips: 8000)
    let byIndex = try folder.run("show", "large.trips", "--trip", "Nowhere")
    #expect(byIndex.status == 65)
    #expect(
      byIndex.errors == "tripconv: large.trips: there is no trip named Nowhere, by the file's "
        + "index; --verify reads all records.\n")
    let verified = try folder.run("show", "large.trips", "--trip", "Nowhere", "--verify")
    #expect(verified.status == 65)
    #expect(verified.errors == "tripconv: large.trips: there is no trip named Nowhere.\n")
  }

  @Test("dump --entity prints one entity and its subclasses")
  func entity() throws {
    try folder.generate("a.trips", trips: 40)
    let whole = try folder.run("dump", "a.trips").text.components(separatedBy: "\n\n")
    let items = try folder.run("dump", "a.trips", "--entity", "BucketListItem")
    #expect(items.status == 0)
    let expected = whole.filter { $0.hasPrefix("BucketListItem ") }
    let found = items.text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    #expect(
      found.dropFirst().map { $0.trimmingCharacters(in: .newlines) }
        == expected.map { $0.trimmingCharacters(in: .newlines) })
    let trips = try folder.run("dump", "a.trips", "--entity", "Trip").text
    #expect(trips.contains("\nBusinessTrip "))
    #expect(!trips.contains("bucketList"))
    let unknown = try folder.run("dump", "a.trips", "--entity", "Ship")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("BucketListItem"))
  }

  @Test("inspect and show do not look at parts that they do not need")
  func damage() throws {
    try folder.generate("a.trips", trips: 40)
    var bytes = [UInt8](try folder.bytes("a.trips"))
    let name = Array("data/LivingAccommodation/".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].prefix(name.count).elementsEqual(name) })
    bytes[start + 200] ^= 0xFF
    try Data(bytes).write(to: folder.url.appending(path: "damaged.trips"))
    #expect(try folder.run("inspect", "damaged.trips").status == 0)
    #expect(try folder.run("validate", "damaged.trips").status == 65)
    #expect(try folder.run("dump", "damaged.trips", "--entity", "BucketListItem").status == 0)
    #expect(try folder.run("dump", "damaged.trips", "--entity", "LivingAccommodation").status == 65)
  }
}
