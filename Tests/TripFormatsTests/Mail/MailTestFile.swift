import DocumentFile
import DocumentTables
import Testing

@testable import TripFormats

/// A mail or a page that is read in memory.
struct MailTestFile: TestFile {
  let tables: Tables
  let report: ImportReport

  init(_ text: String, _ format: TripFormat = .mail, name: String = "mail") throws {
    try self.init(bytes: Array(text.utf8), format, name: name)
  }

  init(bytes: [UInt8], _ format: TripFormat = .mail, name: String = "mail") throws {
    #expect(
      TripFormat.readable(beginning: Array(bytes.prefix(TripFormat.probedBytes))) == format)
    let file = try Self.read(bytes, format, ImportOptions(fallbackName: name))
    (tables, report) = (file.tables, file.report)
  }

  /// A part of a mail.
  static func part(_ fields: String, _ body: String) -> String { fields + "\n\n" + body }

  /// A mail of several parts.
  static func mail(_ parts: [String], fields: String = "") -> String {
    """
    From: Airline <booking@airline.example>
    Subject: Your journey
    MIME-Version: 1.0
    \(fields)Content-Type: multipart/mixed; boundary="=_x"

    For programs without MIME.
    \(parts.map { "--=_x\n\($0)\n" }.joined())--=_x--
    Behind the last one.

    """
  }

  static func page(_ head: String, _ body: String = "") -> String {
    "<!DOCTYPE html><html><head>\(head)</head><body>\(body)</body></html>"
  }

  static func script(_ json: String) -> String {
    "<script type=\"application/ld+json\">\(json)</script>"
  }

  /// A page with a flight, as a part of a mail.
  static func flight(
    fields: String = "Content-Type: text/html; charset=utf-8"
  ) -> String { part(fields, page(script(ReservationTestFile.flight()))) }

  static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Airline//EN
    BEGIN:VEVENT
    UID:flight-1@airline.example
    DTSTAMP:20260401T100000Z
    DTSTART:20260501T070000Z
    SUMMARY:Flight TP 762 from LIS to OSL
    CATEGORIES:FLIGHT
    END:VEVENT
    BEGIN:VEVENT
    UID:dinner-1@airline.example
    DTSTAMP:20260401T100000Z
    DTSTART:20260501T180000Z
    SUMMARY:Dinner
    END:VEVENT
    END:VCALENDAR

    """
}
