import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A calendar that is read, written and updated in memory.
struct CalendarFile: TestFile {
  var tables: Tables
  var report: ImportReport
  var rejected: String?

  /// Reads components inside a calendar named Journey.
  init(
    components: String, head: String = "NAME:Journey\n", timeZone: String? = nil
  ) throws {
    try self.init(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN\n\(head)\(components)END:VCALENDAR\n",
      timeZone: timeZone)
  }

  init(_ text: String, timeZone: String? = nil) throws {
    try self.init(bytes: Array(text.utf8), timeZone: timeZone)
  }

  init(bytes: [UInt8], timeZone: String? = nil, limits: DocumentLimits = .standard) throws {
    let file = try Self.read(
      bytes, .iCalendar,
      ImportOptions(timeZone: timeZone, fallbackName: "feed", limits: limits))
    tables = file.tables
    report = file.report
    rejected = file.rejected.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The content lines that the document is written as, unfolded.
  var lines: [String] { get throws { try Self.lines(of: tables) } }

  static func lines(of tables: Tables) throws -> [String] {
    let text = String(decoding: try ExportedFile(tables, .iCalendar).bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n")
    #expect(parts.last == "")
    for part in parts { #expect(part.utf8.count <= 75, "\(part)") }
    var lines: [String] = []
    for part in parts.dropLast() {
      if part.hasPrefix(" "), let last = lines.popLast() {
        lines.append(last + part.dropFirst())
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}
