import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// No character of a document or a file disappears without a word.
@Suite struct LostCharactersTests {
  /// The control characters, a lone CR among them, and characters that programs like to drop.
  static let scalars: [UInt32] =
    Array(0x01...0x1F) + Array(0x7F...0x9F) + [
      0xAD, 0x200B, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF,
    ]

  private static let text = scalars.compactMap { Unicode.Scalar($0) }
    .map { "a\(String(String.UnicodeScalarView([$0])))b" }.joined()

  /// A document with the characters in every text.
  private static func document() throws -> Tables {
    var tables = try Tables.sample("journeys-v6")
    for entity in ["Trip", "Stay", "Leg", "BucketListItem", "Participant"] {
      for object in try tables.testObjects(entity) {
        for name in [
          "name", "destination", "notes", "title", "details", "address", "from", "to", "number",
          "provider",
          "reservationNumber", "email", "color", "reason",
        ] {
          guard case .text? = object.values[name] else { continue }
          tables = try tables.setting(name, of: object.key, to: .text(text))
        }
      }
    }
    return tables
  }

  @Test(
    "Every control character of a document comes back from every format",
    arguments: [TripFormat.iCalendar, .jsonLD, .itinerary, .csv])
  func roundTrip(_ format: TripFormat) throws {
    let tables = try Self.document()
    let bytes = try ExportedFile(tables, format).bytes
    let read = try ImportedFile(
      bytes, format, ImportOptions(timeZone: nil, fallbackName: "x", limits: .standard))
    #expect(try read.tables.objectTexts() == tables.objectTexts())
  }

  @Test(
    "The trip of a calendar keeps a name, notes and a colour that its properties cannot state",
    arguments: ["a\u{7F}b", "a\u{0}b", "a\rb", "", "feed"])
  func calendarTrip(_ text: String) throws {
    let file = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:1\nDTSTART:20240501T100000Z\nSUMMARY:e\nEND:VEVENT\n",
      head: "NAME:Journey\nDESCRIPTION:notes\nCOLOR:red\n")
    let trip = try #require(try file.objects("Trip").first)
    for name in ["name", "notes", "color"] {
      let edited = try file.tables.setting(name, of: trip.key, to: .text(text))
      let again = try CalendarFile(bytes: try ExportedFile(edited, .iCalendar).bytes)
      #expect(try again.tables.objectTexts() == edited.objectTexts(), "\(name)")
    }
  }

  @Test(
    "Characters that a calendar cannot have are named with their line",
    arguments: [0x00, 0x0B, 0x7F] as [UInt8])
  func importedCalendar(_ byte: UInt8) throws {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:a"
    let file = try CalendarFile(
      bytes: Array(text.utf8) + [byte] + Array("b\nEND:VEVENT\nEND:VCALENDAR\n".utf8))
    #expect(file.findings(.controlCharacters).map(\.line) == [4])
  }

  @Test(
    "Half a surrogate pair in UTF-16 is named",
    arguments: [[0x00, 0xD8], [0x00, 0xDC], [0x00, 0xD8, 0x00, 0xD8]] as [[UInt8]], [true, false])
  func surrogates(_ units: [UInt8], _ isLast: Bool) throws {
    let encoding = CSVEncoding.utf16LittleEndian
    let head = encoding.mark + (encoding.bytes(of: "Name,Start,End\nA".utf8) ?? [])
    let rest = isLast ? [] : encoding.bytes(of: "b,2025-05-01,\n".utf8) ?? []
    #expect(try CSVFile(bytes: head + units + rest).findings(.encoding).count == 1)
    let whole = encoding.bytes(of: "Name,Start,End\n\u{1F6A2},2025-05-01,\n".utf8) ?? []
    #expect(try CSVFile(bytes: encoding.mark + whole).findings(.encoding).isEmpty)
  }

  @Test(
    "Half a surrogate pair in JSON is an error with its place",
    arguments: [#"\ud800"#, #"\udc00x"#])
  func json(_ escape: String) {
    #expect {
      _ = try ReservationTestFile(#"{"@type": "Event", "name": "a\#(escape)"}"#)
    } throws: { error in
      guard let error = error as? DocumentError else { return false }
      return error.code.rawValue.hasPrefix("json-") && error.place != nil
    }
  }
}
