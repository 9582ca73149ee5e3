import Foundation
import Testing

/// Options that select trips.
@Suite("Selected trips")
struct SelectionTests {
  private let folder = ScratchFolder()

  /// Writes a document with a trip to select and one with a marker in every text.
  private func document() throws {
    let calendar = """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VEVENT
      UID:1
      DTSTART;VALUE=DATE:20240501
      DTEND;VALUE=DATE:20240504
      SUMMARY:Lisbon
      END:VEVENT
      BEGIN:VEVENT
      UID:2
      DTSTART:20240502T100000Z
      CATEGORIES:FLIGHT
      SUMMARY:Kept A → Kept B
      END:VEVENT
      BEGIN:VEVENT
      UID:Zzyx-1
      DTSTART;VALUE=DATE:20250501
      DTEND;VALUE=DATE:20250504
      SUMMARY:Zzyx
      ATTENDEE;CN=Zzyx:mailto:zzyx@example.com
      END:VEVENT
      BEGIN:VEVENT
      UID:Zzyx-2
      DTSTART:20250502T100000Z
      CATEGORIES:FLIGHT
      SUMMARY:Zzyx A → Zzyx B
      END:VEVENT
      END:VCALENDAR

      """
    try folder.write(calendar, to: "a.ics")
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips", "-q").status == 0)
  }

  @Test(
    "have no data of the others in older versions, which carry what they cannot store",
    arguments: ["4.0.0", "3.0.0", "1.0.0"])
  func carried(version: String) throws {
    try document()
    let command = try folder.run(
      "convert", "a.trips", "-o", "b.trips.json", "--trip", "lisbon", "--schema-version", version)
    #expect(command.status == 0, "\(command.errors)")
    let text = try folder.text("b.trips.json")
    #expect(!text.lowercased().contains("zzyx"))
    // The leg of the selected trip is carried and comes back.
    #expect(text.contains("Kept A"))
    #expect(try folder.run("convert", "b.trips.json", "-o", "c.trips.json", "-q").status == 0)
    #expect(try folder.text("c.trips.json").contains("Kept A"))
    // What an old document carries is selected, too.
    #expect(
      try folder.run("convert", "a.trips", "-o", "d.trips", "--schema-version", version, "-q")
        .status == 0)
    let again = try folder.run(
      "convert", "d.trips", "-o", "e.trips.json", "--keep-version", "--trip", "lisbon")
    #expect(again.status == 0, "\(again.errors)")
    let kept = try folder.text("e.trips.json")
    #expect(!kept.lowercased().contains("zzyx") && kept.contains("Kept A"))
  }

  @Test("are reported without what the others lose", arguments: ["4.0.0", "3.0.0", "1.0.0"])
  func losses(version: String) throws {
    try document()
    for (trip, other) in [("lisbon", "zzyx"), ("zzyx", "lisbon")] {
      let command = try folder.run(
        "convert", "a.trips", "-o", "b.trips", "--trip", trip, "--schema-version", version,
        "--loss-report", "r.json")
      #expect(command.status == 0, "\(command.errors)")
      let said = try (folder.text("r.json") + command.errors).lowercased()
      #expect(said.contains(trip == "zzyx" ? "zzyx" : "kept a"), "\(said)")
      #expect(!said.contains(other == "zzyx" ? "zzyx" : "kept a"), "\(said)")
    }
  }

  @Test("fail on their own losses only")
  func failOnLoss() throws {
    try document()
    let text = try folder.text("a.ics")
    try folder.write(
      text.replacing(
        "END:VCALENDAR",
        with: "BEGIN:VEVENT\nUID:3\nDTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260504\n"
          + "SUMMARY:Plain\nEND:VEVENT\nEND:VCALENDAR"), to: "a.ics")
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips", "-q").status == 0)
    func status(_ trip: String) throws -> Int32 {
      try folder.run(
        "convert", "a.trips", "-o", "b.trips", "--trip", trip, "--schema-version", "4.0.0",
        "--fail-on-loss", "-q"
      ).status
    }
    #expect(try status("zzyx") == 65)
    #expect(try status("plain") == 0)
  }

  @Test("of a whole calendar keep what belongs to no event; of a part it is counted")
  func journals() throws {
    try document()
    let text = try folder.text("a.ics")
    try folder.write(
      text.replacing(
        "END:VCALENDAR",
        with: "BEGIN:VJOURNAL\nUID:4\nSUMMARY:Diary\nEND:VJOURNAL\nEND:VCALENDAR"), to: "a.ics")
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips", "-q").status == 0)
    let whole = try folder.run("convert", "a.trips", "-o", "b.ics", "--until", "2030-01-01")
    #expect(whole.status == 0 && !whole.errors.contains("left out"), "\(whole.errors)")
    #expect(try folder.text("b.ics").contains("SUMMARY:Diary"))
    let part = try folder.run("convert", "a.trips", "-o", "c.ics", "--trip", "lisbon")
    #expect(
      part.errors.contains("1 record or attachment that belongs to no object was left out"),
      "\(part.errors)")
    #expect(!(try folder.text("c.ics").contains("Diary")))
  }

  @Test(
    "have no copies of the nodes of other reservations",
    arguments: ["b.jsonld", "b.itinerary", "b.trips.json"])
  func nodes(output: String) throws {
    func stay(_ id: String, _ name: String, _ day: String, _ rest: String) -> String {
      """
      {"@type":"LodgingReservation","@id":"urn:\(id)","reservationNumber":"\(name)-1",\(rest)
       "checkinTime":"2024-0\(day)-01T15:00:00+01:00","checkoutTime":"2024-0\(day)-03T10:00:00+01:00",
       "reservationFor":{"@type":"LodgingBusiness","name":"Hotel \(name)","address":"\(name) street"}}
      """
    }
    let alpha = stay(
      "a", "Alpha", "3",
      """
      "isRelatedTo":{"@id":"urn:b"},"subReservation":[{"@id":"urn:b"}],
      """)
    try folder.write(
      """
      {"@context":"https://schema.org","@graph":[\(alpha),\(stay("b", "Zzyx", "8", ""))]}
      """, to: "a.jsonld")
    let read = try folder.run("convert", "a.jsonld", "-o", "a.trips", "-q")
    #expect(read.status == 0, "\(read.errors)")
    let command = try folder.run("convert", "a.trips", "-o", output, "--trip", "Hotel Alpha", "-q")
    #expect(command.status == 0, "\(command.errors)")
    #expect(try folder.run("convert", output, "-o", "c.trips.json", "-q").status == 0)
    let text = try folder.text("c.trips.json")
    #expect(text.contains("Alpha") && !text.lowercased().contains("zzyx"))
  }

  @Test("have no history, which tells of all objects")
  func history() throws {
    try document()
    let command = try folder.run(
      "convert", "a.trips", "-o", "b.trips", "--trip", "lisbon", "--with-history")
    #expect(command.status == 64 && command.errors.contains("--with-history"))
    let source = MergeTests.source("history-v4")
    for output in ["c.trips", "c.sqlite"] {
      let command = try folder.run("convert", source, "-o", output, "--from", "1800")
      #expect(command.status == 0)
      #expect(command.errors.contains("its history was left out: "), "\(command.errors)")
      #expect(!command.errors.contains("--with-history"))
    }
  }

  @Test("come with a note about what belongs to no object")
  func note() throws {
    try document()
    #expect(try folder.run("convert", "a.trips", "-o", "b.trips.json", "-q").status == 0)
    let part = #""attachments":[{"name":"attachments/com.example/zzyx","data":"enp5eA=="}],"#
    try folder.write(
      try folder.text("b.trips.json").replacing("\"trailer\":{", with: "\"trailer\":{" + part),
      to: "b.trips.json")
    #expect(try folder.run("validate", "b.trips.json").status == 0)
    let command = try folder.run(
      "convert", "b.trips.json", "-o", "c.trips.json", "--trip", "lisbon")
    #expect(
      command.errors.contains("1 record or attachment that belongs to no object was left out"))
    #expect(try !folder.text("c.trips.json").lowercased().contains("zzyx"))
  }
}
