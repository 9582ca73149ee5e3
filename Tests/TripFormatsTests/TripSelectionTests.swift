import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing
import ZipArchive

@testable import TripFormats

/// A selection of trips contains what they own and refer to, and nothing of the others.
@Suite struct TripSelectionTests {
  /// What every text of the trip that is not selected has.
  private static let marker = "Zzyx"

  // MARK: Files with a trip to keep, Lisbon, and one with markers in every field

  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Example//EN
    NAME:Zzyx calendar
    X-WR-CALDESC:Zzyx about
    X-OTHER:Zzyx other
    BEGIN:VTIMEZONE
    TZID:Zzyx/Zone
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0200
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VTIMEZONE
    TZID:Own
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0200
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:a1
    DTSTART;VALUE=DATE:20240501
    DTEND;VALUE=DATE:20240504
    SUMMARY:Lisbon
    X-KEPT:kept
    END:VEVENT
    BEGIN:VEVENT
    UID:a2
    RELATED-TO:a1
    RELATED-TO;RELTYPE=SIBLING:Zzyx-1
    DTSTART;TZID=Own:20240502T100000
    SUMMARY:Tram
    END:VEVENT
    BEGIN:VEVENT
    UID:Zzyx-1
    DTSTART;VALUE=DATE:20250501
    DTEND;VALUE=DATE:20250504
    SUMMARY:Zzyx trip
    DESCRIPTION:Zzyx notes
    LOCATION:Zzyx place
    CATEGORIES:Zzyx
    X-ZZYX;X-ZZYX=Zzyx:Zzyx
    ATTENDEE;CN=Zzyx:mailto:zzyx@example.com
    END:VEVENT
    BEGIN:VEVENT
    UID:Zzyx-2
    RELATED-TO:Zzyx-1
    DTSTART;TZID=Zzyx/Zone:20250502T100000
    SUMMARY:Zzyx item
    END:VEVENT
    BEGIN:VEVENT
    UID:Zzyx-3
    DTSTART:20260502T100000Z
    SUMMARY:Zzyx of the calendar
    END:VEVENT
    BEGIN:VJOURNAL
    UID:Zzyx-4
    SUMMARY:Zzyx journal
    END:VJOURNAL
    END:VCALENDAR

    """

  private static func flight(_ number: String, _ day: String, _ word: String) -> String {
    """
    {"@type": "FlightReservation", "@id": "urn:x:\(word)-\(number)", "reservationNumber": "\(word)", "ticket": "\(word)",
     "subjectOf": ["\(word)-document"], "pkpassSerialNumber": "\(word)-pass", "\(word)": "\(word)",
     "underName": {"@type": "Person", "name": "\(word)"},
     "reservationFor": {"@type": "Flight", "flightNumber": "\(word) \(number)", "departureTime": "\(day)T08:00:00Z",
      "departureAirport": {"@type": "Airport", "name": "\(word)"}, "arrivalAirport": {"@type": "Airport", "name": "\(word) end"}}}
    """
  }

  private static var reservations: String {
    """
    {"@context": "http://schema.org", "name": "Zzyx file", "@graph": [
      {"@type": "Trip", "@id": "urn:x:trip", "name": "Lisbon", "departureTime": "2024-05-01",
       "itinerary": {"@type": "ItemList", "itemListElement": [{"@id": "urn:x:Kept-1"}]}},
      \(flight("1", "2024-05-01", "Kept")),
      {"@type": "Trip", "@id": "urn:x:Zzyx", "name": "Zzyx trip", "departureTime": "2025-05-01",
       "itinerary": {"@type": "ItemList", "itemListElement": [{"@id": "urn:x:Zzyx-1"}]}},
      \(flight("1", "2025-05-01", "Zzyx")), \(flight("2", "2026-05-01", "Zzyx")),
      {"@type": "Organization", "name": "Zzyx organization"},
      {"@type": "ReservationPackage", "name": "Zzyx package", "subReservation": [\(flight("3", "2027-05-01", "Zzyx"))]}
    ]}
    """
  }

  private static func archive() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var zip = ZipWriter { bytes.append(contentsOf: $0) }
    func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    let entries: [(String, String)] = [
      ("reservations/kept.json", flight("1", "2024-05-01", "Kept")),
      ("reservations/Zzyx.json", flight("1", "2025-05-01", "Zzyx")),
      (
        "custom/org.kde.itinerary/trips/t1",
        #"{"name": "Lisbon", "elements": ["kept"], "automaticName": false}"#
      ),
      (
        "custom/org.kde.itinerary/trips/Zzyx",
        #"{"name": "Zzyx", "elements": ["Zzyx"], "automaticName": false}"#
      ),
      ("documents/Kept-document/meta.json", #"{"name": "kept"}"#),
      ("documents/Zzyx-document/meta.json", #"{"name": "Zzyx"}"#),
      ("documents/Zzyx-document/ticket.pdf", "Zzyx"),
      ("passes/p/\(base64("Kept-pass")).pkpass", "kept"),
      ("passes/p/\(base64("Zzyx-pass")).pkpass", "Zzyx"),
      ("custom/org.kde.itinerary/notes/Zzyx", "Zzyx"),
    ]
    for (name, text) in entries {
      try zip.add(name: name, contents: Array(text.utf8), method: .deflated(level: 6))
    }
    try zip.finish()
    return bytes
  }

  private static let table = """
    Type,Trip,Name,Start,End,Notes,Extra
    trip,,Lisbon,2024-05-01,2024-05-03,kept,kept
    event,Lisbon,Tram,2024-05-02,,kept,kept
    trip,,Zzyx trip,2025-05-01,2025-05-03,Zzyx,Zzyx
    event,Zzyx trip,Zzyx,2025-05-02,,Zzyx,Zzyx
    event,Zzyx made,Zzyx,2026-05-02,,Zzyx,Zzyx
    stay,Zzyx made,Zzyx stay,2027-05-02,,Zzyx,Zzyx

    """

  /// A document with both trips in objects of its own, and with everything that a document can have beside them.
  private static func plain() throws -> Tables {
    var tables = try ImportedFile(
      Array(table.utf8), .csv,
      ImportOptions(timeZone: nil, fallbackName: "source", limits: .standard)
    ).tables
    let trips = try tables.testObjects("Trip")
    let kept = try #require(trips.first { $0.text("name") == "Lisbon" }).key
    let other = try #require(trips.first { $0.text("name") == "Zzyx trip" }).key
    var next = tables.nextKey
    for anchor in [kept, other, nil] {
      let word = anchor == kept ? "kept" : marker
      tables.extensions.append(
        ExtensionRecord(
          entity: "com.example.thing", key: next, anchor: anchor,
          value: .members([word: .text(word), "data": .data(Array(word.utf8))])))
      next += 1
      tables.keptParts.append(
        KeptPart(
          name: "attachments/com.example/\(word)\(anchor ?? 0).png", mediaType: "image/png",
          bytes: Array(word.utf8), anchor: anchor))
    }
    tables.nextKey = next
    tables.carried = [.members(["com.example": .text(marker)])]
    return tables
  }

  enum Source: String, CaseIterable {
    case plain, calendar, reservations, archive, table
  }

  private static func document(_ source: Source) throws -> Tables {
    // The name of a calendar that states none is that of the trip that is made for it.
    let options = ImportOptions(
      timeZone: nil, fallbackName: source == .calendar ? "Zzyx name" : "source", limits: .standard)
    let (bytes, format): ([UInt8], TripFormat) =
      switch source {
      case .plain: ([], .csv)
      case .calendar: (Array(calendar.replacing("\n", with: "\r\n").utf8), .iCalendar)
      case .reservations: (Array(reservations.utf8), .jsonLD)
      case .archive: (try archive(), .itinerary)
      case .table: (Array(table.utf8), .csv)
      }
    return source == .plain ? try plain() : try ImportedFile(bytes, format, options).tables
  }

  private static func selected(_ source: Source) throws -> (whole: Tables, part: Tables) {
    let whole = try document(source)
    let kept = try #require(try whole.testObjects("Trip").first { $0.text("name") == "Lisbon" })
    let hierarchy = try #require(whole.schema.hierarchyIndex(of: "Trip"))
    let selection = TripSelection([kept.key], hierarchy: hierarchy, of: whole)
    #expect(TablesCheck.findings(selection.tables, limit: 10).isEmpty)
    return (whole, selection.tables)
  }

  // MARK: The property

  /// The bytes of a file, those of an archive decompressed.
  private static func content(_ bytes: [UInt8]) throws -> String {
    guard bytes.starts(with: [0x50, 0x4B]) else { return String(decoding: bytes, as: UTF8.self) }
    let reader = try OtherArchiveReader(MemoryByteSource(bytes))
    return try reader.entries.map { entry in
      entry.name + "\n" + String(decoding: try reader.contents(of: entry), as: UTF8.self)
    }.joined(separator: "\n")
  }

  private static func expectNothing(in bytes: [UInt8], _ words: String) throws {
    var text = try content(bytes)
    // A fold may divide a marker.
    text = text.replacing("\r\n ", with: "")
    let folded = text.lowercased()
    let encoded = Data(marker.utf8).base64EncodedString().prefix(5)
    for word in [marker.lowercased(), encoded.lowercased()] {
      let found = folded.range(of: word).map { range in
        let start = folded.index(range.lowerBound, offsetBy: -80, limitedBy: folded.startIndex)
        return folded[(start ?? folded.startIndex)..<range.upperBound]
      }
      #expect(found == nil, "\(words): \(found ?? "")")
    }
  }

  @Test(
    "No file of a selected trip has a byte of the others", arguments: Source.allCases,
    [TripFormat.iCalendar, .jsonLD, .itinerary, .csv])
  func exports(_ source: Source, _ format: TripFormat) throws {
    let part = try Self.selected(source).part
    let file = try ExportedFile(part, format)
    try Self.expectNothing(in: file.bytes, "\(source) as \(format)")
    try Self.expectNothing(in: Array(file.notes.joined().utf8), "notes")
  }

  @Test("No document of a selected trip has a byte of the others", arguments: Source.allCases)
  func documents(_ source: Source) throws {
    let part = try Self.selected(source).part
    for form in [DocumentForm.document, .flat] {
      for encoding in [DocumentEncoding.json, .xml] {
        let bytes = try DocumentFile.bytes(
          of: part, form: form, options: DocumentWriteOptions(encoding: encoding, type: .trips))
        try Self.expectNothing(in: bytes, "\(source) as \(form) \(encoding)")
      }
    }
    let target = FileManager.default.temporaryDirectory.appending(
      path: "selection-\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: target) }
    _ = try #require(TripFormat.sqlite.export).write(part, to: .path(target.path))
    try Self.expectNothing(in: Array(try Data(contentsOf: target)), "\(source) as SQLite")
  }

  @Test(
    "The selected trip comes with its parts and what belongs to them", arguments: Source.allCases)
  func kept(_ source: Source) throws {
    let (whole, part) = try Self.selected(source)
    let texts = try whole.objectTexts().filter { !$0.contains(Self.marker) }
    #expect(try part.objectTexts() == texts)
    let all = try DocumentFile.bytes(
      of: part, form: .flat, options: DocumentWriteOptions(encoding: .json, type: .trips))
    #expect(String(decoding: all, as: UTF8.self).lowercased().contains("kept"))
    #expect(
      part.keptParts.map(\.name)
        == whole.keptParts.map(\.name).filter { name in
          ["kept", Data("Kept-pass".utf8).base64EncodedString()].contains { name.contains($0) }
            || name.contains("Kept-document")
        })
  }

  @Test(
    "A file is imported again into a part of its document, and what was left out comes back as new")
  func again() throws {
    let part = try Self.selected(.calendar).part
    let updated = try UpdatedFile(
      part, with: Array(Self.calendar.replacing("\n", with: "\r\n").utf8), .iCalendar,
      ImportOptions(timeZone: nil, fallbackName: "Zzyx name", limits: .standard),
      removesCancelled: false, side: .ours)
    #expect(updated.outcome.conflicts.isEmpty && updated.report.counts[.added] == 3)
    #expect(updated.report.counts[.updated] == nil && updated.report.counts[.missing] == nil)
  }
}
