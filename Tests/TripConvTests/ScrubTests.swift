import Foundation
import Testing

@Suite("tripconv scrub")
struct ScrubTests {
  private static let folderOfSamples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples").standardizedFileURL
  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folderOfSamples.path)) ?? [])
    .sorted().filter { $0.range(of: "-v[0-9]$", options: .regularExpression) != nil }

  private let folder = ScratchFolder()

  private static func source(_ name: String) -> String {
    folderOfSamples.appending(path: "\(name)/source.trips.json").path
  }

  /// The texts of all values below `tables`, `extensions` and `attachments` of a flat document.
  private func texts(of value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]: object.values.flatMap(texts)
    default: []
    }
  }

  private func tables(_ json: Data) throws -> [String: [[String: Any]]] {
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    return try #require(object?["tables"] as? [String: [[String: Any]]])
  }

  @Test("keeps objects, keys and relationships, and no text", arguments: names)
  func samples(name: String) throws {
    let original = try folder.run(
      "convert", Self.source(name), "-o", "-", "--to", "flat-json", "--keep-version")
    let command = try folder.run(
      "scrub", Self.source(name), "-o", "-", "--to", "flat-json", "--seed", "7")
    #expect(command.status == 0, "\(command.errors)")
    try command.output.write(to: folder.url.appending(path: "copy.trips.json"))
    #expect(try folder.run("validate", "copy.trips.json").status == 0)
    let (before, after) = (try tables(original.output), try tables(command.output))
    #expect(before.keys == after.keys)
    var old: Set<String> = []
    for (entity, rows) in before {
      let copies = try #require(after[entity])
      try #require(rows.count == copies.count)
      for (row, copy) in zip(rows, copies) {
        #expect(row.keys == copy.keys)
        for (property, value) in row {
          let replaced = try #require(copy[property])
          switch (value, replaced) {
          case (let value as String, let replaced as String):
            // From 5.0.0 on a reason is a text like others.
            let isClosed = property == "reason" && !["-v5", "-v6"].contains(where: name.hasSuffix)
            guard property != "$entity", !isClosed else {
              #expect(value == replaced)
              continue
            }
            // Times at the first day there is cannot move to an earlier one.
            if property.hasSuffix("Time") { continue }
            if !property.lowercased().hasSuffix("date") {
              #expect(value.unicodeScalars.count == replaced.unicodeScalars.count)
              // Signs such as that of ohm are equal to letters of other sizes.
              if value.unicodeScalars.elementsEqual(
                value.precomposedStringWithCanonicalMapping.unicodeScalars)
              {
                #expect(value.utf8.count == replaced.utf8.count)
              }
            }
            if value.count(where: \.isLetter) > 3 {
              #expect(value != replaced)
              old.insert(value)
            }
          case (let value as NSNumber, let replaced as NSNumber):
            // Keys, references and truth values.
            if property != "perdiem" { #expect(value == replaced, "\(property)") }
          case (let value as [Int], let replaced as [Int]): #expect(value == replaced)
          default: break
          }
        }
      }
    }
    let new = try JSONSerialization.jsonObject(with: command.output) as? [String: Any]
    for part in ["tables", "trailer"] {
      #expect(texts(of: try #require(new?[part])).allSatisfy { !old.contains($0) })
    }
  }

  @Test("leaves no long word of the original anywhere in its bytes")
  func words() throws {
    try folder.generate("a.trips.json", trips: 300)
    #expect(try folder.run("scrub", "a.trips.json", "-o", "b.trips.json").status == 0)
    let copy = try folder.text("b.trips.json")
    var words: Set<Substring> = []
    for (_, rows) in try tables(folder.bytes("a.trips.json")) {
      for row in rows {
        for property in ["name", "destination", "title", "details", "address", "placeName"] {
          guard let text = row[property] as? String else { continue }
          words.formUnion(text.split { !$0.isLetter }.filter { $0.count > 8 })
        }
      }
    }
    #expect(words.count > 20)
    #expect(words.filter { copy.contains($0) } == [])
  }

  @Test("is a function of the document and the seed, and random without one")
  func seeds() throws {
    try folder.generate("a.trips", trips: 20)
    try folder.generate("other.trips", trips: 21)
    for (name, seed) in [("b", "7"), ("c", "7"), ("d", "8")] {
      try folder.run("scrub", "a.trips", "-o", "\(name).trips.json", "--seed", seed)
    }
    try folder.run("scrub", "a.trips", "-o", "e.trips.json")
    try folder.run("scrub", "a.trips", "-o", "f.trips.json")
    #expect(try folder.bytes("b.trips.json") == folder.bytes("c.trips.json"))
    let copies = Set(try ["b", "d", "e", "f"].map { try folder.bytes("\($0).trips.json") })
    #expect(copies.count == 4)
  }

  @Test("moves all dates by one number of weeks")
  func dates() throws {
    try folder.generate("a.trips.json", trips: 50, version: "4.0.0")
    try folder.run("scrub", "a.trips.json", "-o", "b.trips.json")
    var distances: Set<TimeInterval> = []
    let before = try #require(try tables(folder.bytes("a.trips.json"))["Trip"])
    let after = try #require(try tables(folder.bytes("b.trips.json"))["Trip"])
    for (row, copy) in zip(before, after) {
      for property in ["startDate", "endDate"] {
        let dates = try [row, copy].map {
          let text = try #require($0[property] as? String)
          return try #require(try? Date(text, strategy: .iso8601))
        }
        distances.insert(dates[1].timeIntervalSince(dates[0]).rounded())
      }
    }
    let distance = try #require(distances.first)
    #expect(distances.count == 1 && distance != 0)
    #expect(distance.truncatingRemainder(dividingBy: 7 * 86400) == 0)
  }

  @Test("keeps duplicates duplicates, so that a migration still merges them")
  func duplicates() throws {
    let source = Self.source("duplicates-v1")
    try folder.run("scrub", source, "-o", "copy.trips")
    let before = try folder.run("convert", source, "-o", "a.trips")
    let after = try folder.run("convert", "copy.trips", "-o", "b.trips")
    func note(_ command: Command) -> Substring? {
      command.errors.split(separator: ": note: ").last?.split(separator: ";").first
    }
    #expect(note(before)?.contains("merged") == true)
    #expect(note(before) == note(after))
  }

  @Test("leaves the properties that are named")
  func kept() throws {
    try folder.generate("a.trips.json", trips: 10)
    try folder.run("scrub", "a.trips.json", "-o", "b.trips.json", "--keep", "BusinessTrip.name")
    let before = try #require(try tables(folder.bytes("a.trips.json"))["Trip"])
    let after = try #require(try tables(folder.bytes("b.trips.json"))["Trip"])
    #expect(before.map { $0["name"] as? String } == after.map { $0["name"] as? String })
    #expect(
      before.map { $0["destination"] as? String } != after.map { $0["destination"] as? String })
    for (name, words) in [
      ("Trip.nam", "unknown property of Trip nam; did you mean 'name'?"),
      ("Trp.name", "unknown entity Trp; did you mean 'Trip'?"), ("name", "such as Trip.name"),
    ] {
      let command = try folder.run("scrub", "a.trips.json", "-o", "c.trips.json", "--keep", name)
      #expect(command.status == 64 && command.errors.contains(words), "\(command.errors)")
      #expect(!folder.names.contains("c.trips.json"))
    }
  }

  @Test("leaves out the history and carried data, and says so")
  func history() throws {
    let command = try folder.run("scrub", Self.source("history-v4"), "-o", "copy.trips.json")
    #expect(command.errors.contains("its history and carried data were left out"))
    #expect(try !folder.text("copy.trips.json").contains("\"history\""))
  }

  @Test("leaves no names in data of other programs, but those that tell which program it is")
  func foreignNames() throws {
    try folder.generate("a.trips.json", trips: 1)
    let text = try folder.text("a.trips.json")
    let data =
      #""$foreign":{"com.example.app":{"geheim":{"geheimnis":[{"GeheimRat":1}]},"ort":"x"}},"#
    try folder.write(
      text.replacing("\"destination\":", with: data + "\"destination\":", maxReplacements: 1),
      to: "b.trips.json")
    try #require(try folder.run("validate", "b.trips.json").status == 0)
    let command = try folder.run("scrub", "b.trips.json", "-o", "c.trips.json", "--seed", "7")
    #expect(command.status == 0, "\(command.errors)")
    let copy = try folder.text("c.trips.json")
    #expect(copy.contains("com.example.app") && !copy.lowercased().contains("geheim"))
  }

  @Test("refuses to replace its input")
  func input() throws {
    try folder.generate("a.trips", trips: 2)
    let command = try folder.run("scrub", "a.trips", "-o", "a.trips")
    #expect(command.status == 64 && command.errors.contains("write to another name"))
  }

  @Test(
    "scrubbed reservations are still reservations, without their words",
    arguments: ["b.jsonld", "b.itinerary"])
  func reservations(output: String) throws {
    try folder.write(
      """
      {"@context": "https://schema.org", "@graph": [
       {"@type": "http://schema.org/FlightReservation", "@id": "urn:geheim", "reservationNumber": "Geheim1",
        "reservationStatus": "http://schema.org/ReservationConfirmed", "geheim": {"@type": "Geheim", "geheim": 1},
        "reservationFor": {"@type": "Flight", "flightNumber": "762", "geheim": "Geheim",
         "departureAirport": {"@type": "Airport", "name": "Geheim", "iataCode": "LIS"},
         "departureTime": {"@type": "QDateTime", "@value": "2026-05-01T08:00:00+01:00", "timezone": "Europe/Lisbon"},
         "arrivalAirport": {"@type": "Airport", "name": "Geheimer", "iataCode": "OSL"},
         "arrivalTime": "2026-05-01T13:00:00+02:00"}},
       {"@type": "LodgingReservation", "reservationNumber": "Geheim2",
        "checkinTime": "2026-05-01", "checkoutTime": "2026-05-04",
        "reservationFor": {"@type": "LodgingBusiness", "name": "Geheimhotel",
         "geo": {"@type": "GeoCoordinates", "latitude": 59.9, "longitude": 170.7}}}]}
      """, to: "a.jsonld")
    #expect(try folder.run("convert", "a.jsonld", "-o", "a" + output, "-q").status == 0)
    #expect(try folder.run("convert", "a" + output, "-o", "a.trips", "-q").status == 0)
    let command = try folder.run("scrub", "a.trips", "-o", "b.trips", "--seed", "7")
    #expect(command.status == 0, "\(command.errors)")
    let dump = try folder.run("dump", "b.trips").text
    #expect(!dump.lowercased().contains("geheim"))
    let written = try folder.run("convert", "b.trips", "-o", output)
    #expect(written.status == 0, "\(written.errors)")
    let read = try folder.run("convert", output, "-o", "c.trips", "--strict")
    #expect(read.status == 0, "\(read.errors)")
    for entity in ["Leg", "Stay"] {
      let before = try folder.run("list", "b.trips", "--entity", entity, "--json").text
      let after = try folder.run("list", "c.trips", "--entity", entity, "--json").text
        .replacing("c.trips", with: "b.trips")
      #expect(before.contains("{") && before == after, "\(before) \(after)")
    }
  }

  @Test("a scrubbed table is still a table, without its words")
  func table() throws {
    try folder.write(
      "name;start;end;Geheim\nGeheimreise;03/04/2026;25/04/2026;geheimes\nZweite;06/05/2026;07/05/2026;x\n",
      to: "a.csv")
    #expect(try folder.run("convert", "a.csv", "-o", "a.trips", "-q").status == 0)
    let command = try folder.run("scrub", "a.trips", "-o", "b.trips", "--seed", "7")
    #expect(command.status == 0, "\(command.errors)")
    let written = try folder.run("convert", "b.trips", "-o", "b.csv")
    #expect(written.status == 0, "\(written.errors)")
    let text = try folder.text("b.csv")
    // The names of rows are digests of what they say.
    #expect(try folder.run("convert", "b.trips", "-o", "b.trips.json", "-q").status == 0)
    #expect(try folder.text("b.trips.json").contains(#""known":[]"#))
    #expect(text.hasPrefix("name;start;end;") && !text.lowercased().contains("geheim"), "\(text)")
    #expect(try folder.run("convert", "b.csv", "-o", "c.trips").status == 0)
    let before = try folder.run("list", "b.trips").text
    #expect(before == (try folder.run("list", "c.trips").text))
  }

  @Test("a scrubbed calendar is still a calendar, without its words")
  func calendar() throws {
    let feed = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Geheim//Test//EN
      X-WR-CALNAME:Geheim
      BEGIN:VTIMEZONE
      TZID:Own
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0200
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:geheim-2
      DTSTART;TZID=Own:20240502T083000
      SUMMARY:Geheimes
      END:VEVENT
      BEGIN:VEVENT
      UID:geheim-1
      DTSTART;VALUE=DATE:20240501
      DTEND;VALUE=DATE:20240504
      SUMMARY:Lissabon\\, geheim
      DESCRIPTION:Zeile eins\\nZeile zwei
      CATEGORIES:GEHEIM,HOTEL
      X-VENDOR-THING;X-LABEL="Geheim: hier":Geheimnis
      BEGIN:X-GEHEIM
      X-GEHEIM;X-GEHEIM=1:1
      END:X-GEHEIM
      ORGANIZER;CN=Geheimrat:mailto:geheim@example.com
      GEO:38.7223;-9.1393
      EXDATE:20240502T100000Z,20240503T100000Z
      RRULE:FREQ=YEARLY;UNTIL=20260501
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:geheim
      TRIGGER:-PT15M
      END:VALARM
      END:VEVENT
      END:VCALENDAR

      """.replacing("\n", with: "\r\n")
    try folder.write(feed, to: "a.ics")
    _ = try folder.run("convert", "a.ics", "-o", "a.trips", "-q")
    let command = try folder.run("scrub", "a.trips", "-o", "b.trips", "--seed", "7")
    #expect(command.status == 0, "\(command.errors)")
    let written = try folder.run("convert", "b.trips", "-o", "b.ics", "-q")
    #expect(written.status == 0, "\(written.errors)")
    // Names of other programs are replaced by others of their length.
    func shapes(_ name: String) throws -> [String] {
      try folder.text(name).replacing("\r\n ", with: "").split(separator: "\r\n").map { line in
        let name = line.prefix { $0 != ":" && $0 != ";" }
        return name.hasPrefix("X-") && !name.hasPrefix("X-WR-") && !name.hasPrefix("X-TRIP")
          ? "X-\(name.count)" : String(name)
      }
    }
    // The texts of the objects are those of the lines, so the export writes every line back; only the status, a word
    // of a list that is open, is no longer that of the line.
    let added = ["SEQUENCE", "X-TRIPDOCUMENTS-STATUS"]
    #expect(try shapes("b.ics").filter { !added.contains($0) } == shapes("a.ics"))
    let text = try folder.text("b.ics")
    for word in [
      "geheim", "lissabon", "zeile", "20240501", "2024050", "38.7223", "vendor", "x-label",
    ] {
      #expect(!text.lowercased().contains(word), "\(word)")
    }
    for line in [
      "TRIGGER:-PT15M", "RRULE:FREQ=YEARLY;UNTIL=", "PRODID:-//", "mailto:", ",HOTEL",
      "DTSTART:19700101T000000", "T083000",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    let again = try folder.run("convert", "b.ics", "-o", "c.trips", "-q")
    #expect(again.status == 0 && !again.errors.contains("error"), "\(again.errors)")
    let trips = try ["a.trips", "c.trips"].map {
      try folder.run("list", $0).text.count(where: \.isNewline)
    }
    #expect(trips[0] == trips[1])
  }
}
