import Foundation
import Testing

/// Calendars on the command line.
@Suite("tripconv with calendars")
struct CalendarTests {
  private let folder = ScratchFolder()

  private static let feed = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//Test//EN
    NAME:Summer
    BEGIN:VEVENT
    UID:trip
    DTSTART;VALUE=DATE:20240501
    DTEND;VALUE=DATE:20240504
    SUMMARY:Lisboa
    X-VENDOR:kept
    END:VEVENT
    BEGIN:VEVENT
    UID:tram
    DTSTART:20240502T100000
    SUMMARY:Tram
    END:VEVENT
    BEGIN:VEVENT
    UID:dentist
    DTSTART:20240620T100000Z
    SUMMARY:Dentist
    END:VEVENT
    END:VCALENDAR

    """

  private func write(_ text: String = Self.feed, to name: String = "a.ics") throws {
    try folder.write(text.replacing("\n", with: "\r\n"), to: name)
  }

  @Test("convert reads a calendar and writes it back as it was")
  func convert() throws {
    try write()
    let read = try folder.run("convert", "a.ics", "-o", "a.trips", "--time-zone", "Asia/Tokyo")
    #expect(read.status == 0, "\(read.errors)")
    #expect(read.errors.contains("a.ics:14:9: warning: DTSTART: the time has no zone"))
    #expect(read.errors.contains("note: kept for export: X-VENDOR"))
    let written = try folder.run("convert", "a.trips", "-o", "b.ics")
    #expect(written.status == 0 && written.errors.isEmpty, "\(written.errors)")
    #expect(try folder.bytes("b.ics") == folder.bytes("a.ics"))
    // A calendar comes from and goes to pipes.
    let piped = try folder.run(
      "convert", "-", "-o", "-", "--to", "icalendar", "-q", input: try folder.bytes("a.ics"))
    #expect(piped.output == (try folder.bytes("a.ics")))
    let dump = try folder.run("dump", "a.trips")
    #expect(dump.text.contains("2024-05-02T10:00:00+09:00[Asia/Tokyo]"))
  }

  @Test("a calendar of any size comes from a pipe")
  func largePipe() throws {
    let tram = "BEGIN:VEVENT\nUID:tram\nDTSTART:20240502T100000\nSUMMARY:Tram\nEND:VEVENT\n"
    try write(Self.feed.replacing(tram, with: String(repeating: tram, count: 200)))
    let piped = try folder.run("dump", "-", input: try folder.bytes("a.ics"))
    #expect(piped.status == 0, "\(piped.errors)")
  }

  @Test(
    "every verb that reads documents reads a calendar",
    arguments: [
      ["list", "a.ics"], ["show", "a.ics", "lisboa"], ["dump", "a.ics"], ["inspect", "a.ics"],
      ["plan", "a.ics"], ["scrub", "a.ics", "-o", "b.trips"], ["schema", "export", "a.ics"],
      ["merge", "a.ics", "b.ics", "-o", "c.trips"], ["diff", "a.ics", "a.ics"],
      ["convert", "a.ics", "-o", "old.trips", "--schema-version", "1.0.0"],
      ["convert", "a.ics", "-o", "a.sqlite"],
    ])
  func verbs(_ words: [String]) throws {
    let feed = Self.feed.replacing("VERSION:2.0\n", with: "VERSION:2.0\nX-WR-TIMEZONE:Asia/Tokyo\n")
    try write(feed)
    try write(feed, to: "b.ics")
    let command = try Command(words, in: folder)
    #expect(command.status == 0, "\(command.errors)")
    #expect(command.errors.contains("warning: DTSTART: the time has no zone"))
  }

  @Test("a verb that changes documents in place refuses a calendar and names the way")
  func inPlace() throws {
    try write()
    let command = try folder.run("migrate", "--in-place", "a.ics")
    #expect(command.status == 65)
    #expect(command.errors.contains("it is a calendar; tripconv convert makes a document of it"))
    #expect(try folder.text("a.ics").contains("BEGIN:VCALENDAR"))
  }

  @Test("--strict refuses what was coerced, --reject keeps what cannot be read")
  func strict() throws {
    try write(Self.feed.replacing("20240620T100000Z", with: "soon"))
    let refused = try folder.run("convert", "a.ics", "-o", "a.trips", "--strict")
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains(
        "a.ics:19:9: error: Dentist: DTSTART: the component cannot be read (soon)"))
    #expect(folder.names == ["a.ics"])
    let read = try folder.run("convert", "a.ics", "-o", "a.trips", "--reject", "rest.ics")
    #expect(read.status == 0)
    #expect(try folder.text("rest.ics").contains("SUMMARY:Dentist"))
    #expect(try folder.run("list", "a.trips").text.contains("Lisboa"))
    try write(Self.feed.replacing("DTSTART:20240502T100000", with: "DTSTART:20240502T100000Z"))
    #expect(try folder.run("convert", "a.ics", "-o", "b.trips", "--strict").status == 0)
  }

  @Test("convert says what belongs to no trip, and leaves it out on request")
  func travelOnly() throws {
    try write()
    let read = try folder.run("convert", "a.ics", "-o", "a.trips")
    #expect(read.errors.contains("note: Dentist: the event belongs to no trip [no-trip]"))
    #expect(try folder.run("dump", "a.trips").text.contains("\"Dentist\""))
    let left = try folder.run("convert", "a.ics", "-o", "b.trips", "--travel-only")
    #expect(
      left.errors.contains(
        "note: Dentist: the event belongs to no trip and was left out [left-out]"))
    #expect(try folder.run("dump", "b.trips").text.contains("Dentist") == false)
  }

  @Test("import brings a newer calendar into the document and keeps edits")
  func importing() throws {
    try write()
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips.json").status == 0)
    let before = try folder.bytes("a.trips.json")
    let same = try folder.run("import", "a.ics", "--into", "a.trips.json")
    #expect(same.status == 0 && same.errors.contains("a.ics: note: nothing has changed"))
    #expect(try folder.bytes("a.trips.json") == before)
    // What only the record of the calendar has is new.
    try write(Self.feed.replacing("VERSION:2.0", with: "VERSION:2.0\nX-PUBLISHED-TTL:PT1H"))
    let kept = try folder.run("import", "a.ics", "--into", "a.trips.json")
    #expect(kept.errors.contains("no object has changed; the document keeps the file as it is now"))
    #expect(try folder.bytes("a.trips.json") != before)
    try folder.write(
      try folder.text("a.trips.json").replacing(
        "\"title\":\"Tram\"", with: "\"title\":\"My tram\""),
      to: "a.trips.json")
    let start = try #require(Self.feed.range(of: "BEGIN:VEVENT\nUID:dentist"))
    try write(
      String(Self.feed[..<start.lowerBound]).replacing("SUMMARY:Lisboa", with: "SUMMARY:Portugal")
        + "END:VCALENDAR\n")
    let changed = try folder.run("import", "a.ics", "--into", "a.trips.json", "--backup")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(changed.errors.contains("a.ics: note: 1 updated, 1 no longer in the file"))
    #expect(changed.errors.contains("no longer in the file:\n  Dentist\n"))
    #expect(folder.names.contains("a.trips.json~"))
    let dump = try folder.run("dump", "a.trips.json").text
    #expect(dump.contains("Portugal") && dump.contains("My tram") && dump.contains("Dentist"))
    // Both change the title.
    try write(Self.feed.replacing("SUMMARY:Tram", with: "SUMMARY:Tram 28"))
    let conflict = try folder.run(
      "import", "a.ics", "--into", "a.trips.json", "--conflicts", "c.json")
    #expect(conflict.status == 1)
    #expect(conflict.errors.contains("title: ours \"My tram\", theirs \"Tram 28\", base \"Tram\""))
    #expect(try folder.text("c.json").contains("\"property\":\"title\""))
    #expect(try folder.run("dump", "a.trips.json").text.contains("My tram"))
    let theirs = try folder.run(
      "import", "a.ics", "--into", "a.trips.json", "--policy", "theirs", "-o", "b.trips")
    // The last import has stored what the calendar says, so that only the document differs from it.
    #expect(theirs.status == 0)
  }

  @Test("import refuses what is no calendar, and a calendar that does not exist")
  func refusals() throws {
    try folder.generate("a.trips", trips: 3)
    try write()
    let document = try folder.run("import", "a.trips", "--into", "a.trips", "-o", "b.trips")
    #expect(document.status == 65)
    #expect(document.errors.contains("it is of no format that is imported"))
    #expect(try folder.run("import", "b.ics", "--into", "a.trips").status == 66)
  }

  @Test("convert writes the selected trips and what belongs to them")
  func selection() throws {
    try write(Self.feed.replacing("SUMMARY:Dentist", with: "SUMMARY:Dentist\nCATEGORIES:HOTEL"))
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips").status == 0)
    func names(_ options: String...) throws -> String {
      let command = try Command(["convert", "a.trips", "-o", "b.ics"] + options, in: folder)
      guard command.status == 0 else { return "\(command.status)" }
      return try folder.text("b.ics").split(separator: "\r\n")
        .filter { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
        .joined(separator: ",")
    }
    #expect(try names("--trip", "LISB") == "Lisboa,Tram")
    #expect(try names("--where", "name=Summer") == "Dentist")
    #expect(try names("--from", "2024-05-04") == "Dentist")
    #expect(try names("--until", "2024-05") == "Lisboa,Tram")
    #expect(try names("--until", "2023") == "3")
    #expect(try names("--where", "nme=x") == "64")
    let document = try folder.run("convert", "a.trips", "-o", "c.trips", "--trip", "summer")
    #expect(document.status == 0)
    #expect(try folder.run("validate", "c.trips").status == 0)
    #expect(!(try folder.run("list", "c.trips").text.contains("Lisboa")))
  }

  @Test("generated documents come back from calendars with all their attributes", arguments: 1...5)
  func generated(_ seed: Int) throws {
    let made = try folder.run(
      "generate", "--trips", "40", "--seed", "\(seed)", "-o", "a.trips.json")
    #expect(made.status == 0)
    try folder.removeTickets(of: "a.trips.json")
    #expect(try folder.run("convert", "a.trips.json", "-o", "a.ics").status == 0)
    let read = try folder.run("convert", "a.ics", "-o", "b.trips", "--strict")
    #expect(read.status == 0, "\(read.errors)")
    // Lists without members are nil then, and the records of the calendar are new.
    let lines = try folder.run("diff", "a.trips.json", "b.trips").text.split(separator: "\n")
      .dropFirst()
    let others = lines.filter { line in
      (line.hasPrefix("    ") || line.hasPrefix("+ ") || line.hasPrefix("- "))
        && line != "    bucket list  empty → none" && !line.hasPrefix("+ org.tripdocuments.")
    }
    #expect(others.isEmpty, "\(others.prefix(5))")
    #expect(try folder.run("convert", "b.trips", "-o", "b.ics").status == 0)
    #expect(try folder.bytes("a.ics") == folder.bytes("b.ics"))
  }

  @Test("the events of a document with a history have the times of their last changes")
  func stamps() throws {
    let history = folder.url.appending(path: "h.trips.json")
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "samples/history-v4/source.trips.json"),
      to: history)
    #expect(try folder.run("convert", "h.trips.json", "-o", "a.ics").status == 0)
    let stamps = try folder.text("a.ics").components(separatedBy: "\r\n")
      .filter { $0.hasPrefix("DTSTAMP:") || $0.hasPrefix("LAST-MODIFIED:") }
    #expect(Set(stamps).isSubset(of: Self.historyStamps))
    #expect(stamps.contains { $0.hasPrefix("LAST-MODIFIED:20260302T1000") })
  }

  private static let historyStamps: Set = [
    "DTSTAMP:20260301T090000Z", "DTSTAMP:20260301T090500Z", "DTSTAMP:20260302T100000Z",
    "LAST-MODIFIED:20260302T100000Z",
  ]

  @Test("formats lists what is read and written")
  func formats() throws {
    let text = try folder.run("formats").text
    #expect(text.split(separator: "\n").count == 21)
    let json = try folder.run("formats", "--json")
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let formats = try #require(object?["formats"] as? [[String: Any]])
    let calendar = try #require(formats.first { $0["name"] as? String == "icalendar" })
    #expect(calendar["mediaType"] as? String == "text/calendar")
    #expect(calendar["reads"] as? Bool == true && calendar["writes"] as? Bool == true)
  }

  @Test(
    "a document of any version is written as a calendar",
    arguments: ["1.0.0", "3.0.0", "5.0.0", "6.0.0"])
  func versions(_ version: String) throws {
    try folder.generate("a.trips", trips: 5, version: version)
    #expect(try folder.run("convert", "a.trips", "-o", "a.ics").status == 0)
    #expect(try folder.run("convert", "a.ics", "-o", "b.trips").status == 0)
    #expect(try folder.run("list", "a.trips").text == folder.run("list", "b.trips").text)
  }
}
