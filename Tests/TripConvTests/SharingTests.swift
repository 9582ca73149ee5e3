import Foundation
import Testing

@Suite("Copies without bookings")
struct SharingTests {
  private let folder = ScratchFolder()

  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples").standardizedFileURL

  /// A document with everything that a booking has.
  private func write(_ name: String) throws {
    let sample = Self.samples.appending(path: "small-v6/source.trips.json").path
    #expect(try folder.run("convert", sample, "-o", name, "--store").status == 0)
  }

  private func tables(_ arguments: String...) throws -> [String: [[String: Any]]] {
    let command = try Command(arguments, in: folder)
    try #require(command.status == 0, "\(command.errors)")
    let object = try JSONSerialization.jsonObject(with: command.output) as? [String: Any]
    return try #require(object?["tables"] as? [String: [[String: Any]]])
  }

  @Test("have no numbers, seats, prices or people, and keep everything else")
  func values() throws {
    try write("a.trips")
    let before = try tables("convert", "a.trips", "-o", "-", "--to", "flat-json")
    let after = try tables(
      "convert", "a.trips", "-o", "-", "--to", "flat-json", "--without", "bookings")
    let names = before.values.joined().flatMap(\.keys)
    for name in ["reservationNumber", "price", "perdiem", "seat"] {
      #expect(names.contains(name), "the sample has no \(name)")
      let values = after.values.joined().compactMap { $0[name] }
      #expect(values.allSatisfy { $0 is NSNull || $0 as? Double == 0 }, "\(name): \(values)")
    }
    #expect(before["Participant"]?.isEmpty == false && before["Ticket"]?.isEmpty == false)
    #expect(after["Participant"] == nil || after["Participant"]?.isEmpty == true)
    #expect(after["Ticket"] == nil || after["Ticket"]?.isEmpty == true)
    let gone: Set = [
      "reservationNumber", "price", "perdiem", "tickets", "participants", "$foreign",
    ]
    for (entity, records) in before where entity != "Participant" && entity != "Ticket" {
      let kept = try #require(after[entity])
      #expect(kept.count == records.count)
      for (old, new) in zip(records, kept) {
        #expect(
          NSDictionary(dictionary: old.filter { !gone.contains($0.key) })
            == NSDictionary(dictionary: new.filter { !gone.contains($0.key) }))
      }
    }
  }

  @Test("say what is left out, and that notes stay")
  func note() throws {
    try write("a.trips")
    let command = try folder.run("convert", "a.trips", "-o", "b.trips", "--without", "bookings")
    #expect(
      command.errors.contains(
        /left out \d+ numbers and prices, \d+ tickets?, \d+ participants?.*; notes and links stay/))
    #expect(try folder.run("validate", "b.trips").status == 0)
    // There is nothing left to leave out.
    let again = try folder.run("convert", "b.trips", "-o", "c.trips", "--without", "bookings")
    #expect(again.errors.contains("left out nothing;"))
  }

  @Test("have nothing of the files that the document came from", arguments: ["trips", "flat-json"])
  func sources(format: String) throws {
    try folder.write(
      """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:-//x//y//EN\r
      BEGIN:VEVENT\r
      UID:1@example.org\r
      DTSTAMP:20240101T000000Z\r
      DTSTART;VALUE=DATE:20240701\r
      DTEND;VALUE=DATE:20240708\r
      SUMMARY:Lisbon\r
      X-CODE:SECRET77\r
      END:VEVENT\r
      END:VCALENDAR\r\n
      """, to: "a.ics")
    #expect(try folder.run("convert", "a.ics", "-o", "a.trips").status == 0)
    let whole = try folder.run("convert", "a.trips", "-o", "-", "--to", "flat-json")
    #expect(whole.text.contains("SECRET77"))
    let copy = try folder.run(
      "convert", "a.trips", "-o", "copy", "--to", format, "--without", "bookings")
    #expect(copy.status == 0)
    #expect(copy.errors.contains("records of other programs and imported files;"), "\(copy.errors)")
    let text = try folder.run("convert", "copy", "-o", "-", "--to", "flat-json")
    #expect(text.text.contains("Lisbon") && !text.text.contains("SECRET77"))
  }

  @Test("may be pages, calendars and selections, too")
  func outputs() throws {
    try write("a.trips")
    let number = try #require(
      try tables("convert", "a.trips", "-o", "-", "--to", "flat-json").values.joined()
        .compactMap { $0["reservationNumber"] as? String }.first)
    for arguments in [
      ["show", "a.trips", "-o", "-", "--to", "html"],
      ["convert", "a.trips", "-o", "-", "--to", "ical"],
      ["convert", "a.trips", "-o", "-", "--to", "flat-xml", "--from", "1900-01-01"],
    ] {
      let with = try Command(arguments, in: folder)
      let without = try Command(arguments + ["--without", "bookings"], in: folder)
      #expect(with.status == 0 && without.status == 0, "\(arguments) \(without.errors)")
      #expect(with.text.contains(number), "\(arguments)")
      #expect(!without.text.contains(number), "\(arguments)")
    }
  }

  @Test(
    "need a document of trips, a page for show, and no history",
    arguments: [
      (["convert", "a.trips", "-o", "b.trips", "--without", "seats"], 64, "bookings"),
      (
        ["convert", "a.trips", "-o", "b.trips", "--without", "bookings", "--with-history"], 64,
        "earlier value"
      ),
      (["show", "a.trips", "--without", "bookings"], 64, "add -o"),
    ])
  func refusals(arguments: [String], status: Int32, words: String) throws {
    try write("a.trips")
    let command = try Command(arguments, in: folder)
    #expect(command.status == status && command.errors.contains(words), "\(command.errors)")
  }

  @Test("of another schema that requires a number are refused, and not written with it")
  func requiredNumber() throws {
    let source = try String(
      contentsOf: Self.samples.appending(path: "small-v6/source.trips.json"), encoding: .utf8)
    let document = try JSONSerialization.jsonObject(with: Data(source.utf8)) as? [String: Any]
    var tables = try #require(document?["tables"] as? [String: [[String: Any]]])
    for entity in ["BucketListItem", "Leg", "Stay"] {
      tables[entity] = tables[entity]?.map { record in
        record["reservationNumber"] is String
          ? record : record.merging(["reservationNumber": "R1"]) { $1 }
      }
    }
    let optional = #""name":"reservationNumber","type":"text","optional":true,"default":null"#
    let start = try #require(source.range(of: "\"tables\":"))
    let end = try #require(source.range(of: ",\n\"trailer\""))
    let json = try JSONSerialization.data(withJSONObject: tables, options: .sortedKeys)
    try folder.write(
      source[..<start.upperBound]
        .replacing(optional, with: #""name":"reservationNumber","type":"text""#)
        .replacing(
          #""name":"trips","version":"6.0.0""#, with: #""name":"voyages","version":"1.0.0""#)
        + String(decoding: json, as: UTF8.self) + source[end.lowerBound...],
      to: "required.trips.json")
    let command = try folder.run(
      "convert", "required.trips.json", "-o", "b.trips", "--keep-version", "--without", "bookings")
    #expect(command.status == 65, "\(command.errors)")
    #expect(
      command.errors.contains(
        "reservationNumber cannot be left out, because the schema requires a value"),
      "\(command.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "b.trips").path))
  }

  @Test("of a document without trips are refused")
  func otherSchema() throws {
    let sample = Self.samples.appending(path: "newer/collection/source.trips.json").path
    let command = try folder.run("convert", sample, "-o", "b.trips", "--without", "bookings")
    #expect(command.status == 65 && command.errors.contains("it has no trips"), "\(command.errors)")
  }
}
