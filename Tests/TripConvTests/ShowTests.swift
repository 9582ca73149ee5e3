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
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/small-v4/source.trips.json").standardizedFileURL.path
    try #require(try folder.run("convert", sample, "-o", file).status == 0)
    let shown = try folder.run("show", file, "paris")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(
      shown.text == """
        Été à Paris
          Dates        1 July 2024 – 8 July 2024 (8 days)
          Destination  Paris
          Reason       family
          Kind         personal trip

        Bucket list
          Orsay
          Louvre: reservation, in plan; details Monday is closed
          Eiffel Tower: in plan

        Stays
          Hôtel: confirmed; address Rue Cler 1

        """)
    #expect(try folder.run("show", file, "été A PARIS").text == shown.text)
  }

  // Spec 7.2-8, 7.2-9
  @Test("prints legs, stays and participants, with days and times in words")
  func itinerary() throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/small-v5/source.trips.json").standardizedFileURL.path
    let shown = try folder.run("show", sample, "paris").text
    for line in [
      "  Dates        1 July 2024 – 8 July 2024 (8 days)",
      "  Location     48.8566, 2.3522 (Europe/Paris)",
      "  Links        https://example.org/paris, https://example.org/map",
      "  Louvre: reservation, in plan; dates 2 July 2024, 10:00 – 13:00 (Europe/Paris); "
        + "address Rue de Rivoli, Paris; details Monday is closed; reservation number L-2207; "
        + "status done",
      "  Eiffel Tower (cancelled): in plan; dates 3 July 2024 (1 day)",
      "  London Heathrow → Paris Charles de Gaulle: confirmed; times 1 July 2024, 12:40 "
        + "(Europe/London) – 1 July 2024, 14:55 (Europe/Paris); mode flight; number AF 1681; "
        + "provider Air France; reservation number X7KQ2M",
      "  Honfleur → Calais: departure 8 July 2024; mode hitch-hiking",
      "  Léa: email lea@example.org",
      "  Hôtel: confirmed; nights 1 July 2024, 15:00 (Europe/Paris) – 5 July 2024 (4 nights); "
        + "address Rue Cler 1; links https://example.org/hotel; reservation number H 881",
    ] {
      #expect(shown.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
    let legs = try folder.run("list", sample, "--entity", "Leg").text
    #expect(
      legs.contains(
        "London Heathrow  Paris Charles de Gaulle  2024-07-01 12:40 Europe/London"), "\(legs)")
  }

  @Test(
    "says an offset as clocks show it, not as the IANA database names it",
    arguments: [
      ("+02:00", "UTC+2"), ("-05:00", "UTC-5"), ("+05:30", "UTC+5:30"), ("Z", "UTC"),
    ])
  func offsets(_ offset: String, _ words: String) throws {
    let text = "Title,Start\nWalk,2026-07-01 10:00\(offset)\n"
    try Data(text.utf8).write(to: folder.url.appending(path: "a.csv"))
    try #require(try folder.run("convert", "a.csv", "-o", "a.trips").status == 0)
    #expect(try folder.run("show", "a.trips", "a").text.contains("10:00 (\(words))"))
  }

  @Test("and list, convert and import say at first glance what is cancelled")
  func cancelled() throws {
    try folder.write(
      """
      Type,Name,Start,End,From,To,Cancelled
      trip,Rome,2026-05-01,2026-05-05,,,yes
      trip,Oslo,2026-06-01,2026-06-05,,,no

      """, to: "a.csv")
    let converted = try folder.run("convert", "a.csv", "-o", "a.trips")
    #expect(converted.status == 0)
    #expect(
      converted.errors.contains("a.csv: warning: 1 object is cancelled:\n  Rome\n"),
      "\(converted.errors)")
    #expect(try folder.run("convert", "a.csv", "-o", "b.trips", "--strict").status == 0)
    #expect(
      try folder.run("list", "a.trips").text == """
        Rome (cancelled)  2026-05-01  2026-05-05
        Oslo              2026-06-01  2026-06-05

        """)
    #expect(try folder.run("list", "a.trips", "--columns", "name").text == "Rome\nOslo\n")
    #expect(try folder.run("show", "a.trips", "rome").text.hasPrefix("Rome (cancelled)\n"))
    try folder.write(try folder.text("a.csv").replacing(",no", with: ",yes"), to: "a.csv")
    let imported = try folder.run("import", "a.csv", "--into", "a.trips")
    #expect(
      imported.errors.contains("warning: the file cancels:\n  Oslo\n"), "\(imported.errors)")
    #expect(!imported.errors.contains("Rome"))
    let calendar = try folder.run("convert", "a.trips", "-o", "-", "--to", "icalendar").text
    #expect(calendar.components(separatedBy: "STATUS:CANCELLED").count == 3)
  }

  @Test("and list and pages print what a file calls a leg without places, rather than its key")
  func namesOfLegs() throws {
    try folder.write(
      """
      Type,From,To,Flight,Airline,Date
      flight,,Lisbon,UA 110,,2026-05-01
      flight,Oslo,,,,2026-05-02
      flight,,,LH 1,Lufthansa,2026-05-03
      flight,,Rome,,,2026-05-04
      train,,,,,2026-05-05

      """, to: "a.csv")
    try #require(try folder.run("convert", "a.csv", "-o", "a.trips", "-q").status == 0)
    let shown = try folder.run("show", "a.trips").text
    let titles = ["UA 110 (→ Lisbon)", "Oslo →", "Lufthansa LH 1", "→ Rome", "Leg 5"]
    for title in titles { #expect(shown.contains("\n  \(title): departure"), "\(shown)") }
    #expect(!shown.contains("number UA 110"))
    let list = try folder.run("list", "a.trips", "--entity", "Leg").text
    for title in titles { #expect(("\n" + list).contains("\n\(title)  "), "\(list)") }
    let page = try folder.run("show", "a.trips", "-o", "-", "--to", "html").text
    for title in titles { #expect(page.contains(">\(title)</span>"), "\(title)") }
  }

  @Test("with --json it is a document of its own")
  func json() throws {
    try folder.generate("a.trips", trips: 60)
    let name = try someName("a.trips")
    let shown = try folder.run("show", "a.trips", name, "--json")
    #expect(shown.status == 0)
    try folder.write(shown.text, to: "one.trips.json")
    #expect(try folder.run("validate", "one.trips.json").status == 0)
    #expect(
      try folder.run("show", "one.trips.json").text == folder.run("show", "a.trips", name).text)
  }

  @Test("migrates old documents, or shows their own version")
  func versions() throws {
    try folder.generate("old.trips", trips: 40, version: "1.0.0")
    let name = try someName("old.trips")
    let current = try folder.run("show", "old.trips", name)
    #expect(current.status == 0)
    #expect(current.text.contains("\n  Kind "))
    let own = try folder.run("show", "old.trips", name, "--keep-version")
    #expect(own.status == 0)
    #expect(!own.text.contains("\n  Kind "))
  }

  @Test("a missing trip fails with the closest name, a part of several names with all of them")
  func missing() throws {
    try folder.generate("a.trips", trips: 3)
    let names = try folder.run("list", "a.trips", "--columns", "name").text
      .split(separator: "\n").map(String.init)
    try #require(names.count == 3)
    let none = try folder.run("show", "a.trips", names[1] + "x")
    #expect(none.status == 3 && none.text.isEmpty)
    #expect(
      none.errors == "a.trips: error: no trip \"\(names[1])x\"; closest: \"\(names[1])\"\n")
    #expect(
      try folder.run("show", "a.trips", String(repeating: "q", count: 100)).errors
        .contains("for all names run tripconv list a.trips"))
    let several = try folder.run("show", "a.trips")
    #expect(several.status == 3)
    #expect(
      several.errors.hasPrefix(
        "a.trips: error: 3 objects match; name one of them, or its number:\n"))
    for name in names { #expect(several.errors.contains("  \"\(name)\"\n")) }
    // A number shows the object, of any entity; no other number is one.
    for match in several.errors.matches(of: /#(\d+)  "(.*)"/) {
      let shown = try folder.run("show", "a.trips", "#\(match.1)")
      #expect(shown.status == 0 && shown.text.hasPrefix("\(match.2)\n"))
    }
    #expect(try folder.run("show", "a.trips", "#999999").status == 3)
    #expect(try folder.run("show", "a.trips", "#99999999999999999999").status == 3)
    #expect(try folder.run("show", "a.trips", "x", "--entity", "stay").status == 3)
    #expect(try folder.run("show", "b.trips", "x").status == 66)
    #expect(try folder.run("show", "a.trips", "x", "--entity", "Ship").status == 64)
  }

  @Test("of a large document, a name that the index does not have is searched in all records")
  func authority() throws {
    try folder.generate("large.trips", trips: 8000)
    for arguments in [[], ["--verify"]] {
      let command = try Command(["show", "large.trips", "Nowhere at all"] + arguments, in: folder)
      #expect(command.status == 3)
      #expect(command.errors.hasPrefix("large.trips: error: no trip \"Nowhere at all\"; "))
    }
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
        == expected.map {
          // Tickets are of another entity.
          $0.replacing(/\n  tickets = .*/, with: "").trimmingCharacters(in: .newlines)
        })
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
    let name = Array("data/Stay/".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].prefix(name.count).elementsEqual(name) })
    bytes[start + 200] ^= 0xFF
    try Data(bytes).write(to: folder.url.appending(path: "damaged.trips"))
    #expect(try folder.run("inspect", "damaged.trips").status == 0)
    #expect(try folder.run("validate", "damaged.trips").status == 65)
    #expect(try folder.run("dump", "damaged.trips", "--entity", "BucketListItem").status == 0)
    #expect(try folder.run("dump", "damaged.trips", "--entity", "Stay").status == 65)
  }
}
