import DocumentData
import Foundation
import Testing
import TripDocuments
import TripFormats

/// Calendars as trip documents, by the public interface.
@Suite struct CalendarDocumentTests {
  @Test("A calendar is imported, edited, exported and imported again")
  func document() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "calendars-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.ics")
    let feed = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:x
      BEGIN:VEVENT
      UID:1
      DTSTART;VALUE=DATE:20240501
      DTEND;VALUE=DATE:20240504
      SUMMARY:Lisboa
      X-KEPT:1
      END:VEVENT
      END:VCALENDAR

      """.replacing("\n", with: "\r\n")
    try Data(feed.utf8).write(to: url)
    let imported = try await TripDocument.importing(contentsOf: url)
    #expect(imported.report.completeComponents == 0 && imported.report.reportedComponents == 1)
    #expect(imported.rejectedContent == nil)
    let document = imported.document
    try document.withContext { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.name == "Lisboa" && trip.endDate == CalendarDay(year: 2024, month: 5, day: 3))
      trip.destination = "Portugal"
    }
    document.setHistoryPolicy(.names())
    let exported = try await document.exported(as: .iCalendar)
    let text = String(decoding: exported.data, as: UTF8.self)
    #expect(text.contains("LOCATION:Portugal\r\n") && text.contains("X-KEPT:1\r\n"))
    #expect(exported.notes == ["the history is not written"])
    try Data(feed.replacing("SUMMARY:Lisboa", with: "SUMMARY:Lisbon").utf8).write(to: url)
    let updated = try await document.updated(with: url)
    #expect(updated.conflictCount == 0 && updated.report.counts == [.updated: 1])
    try updated.document.withContext { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.name == "Lisbon" && trip.destination == "Portugal")
    }
    // The import is a save of the document's history, and the event states its time.
    let later = try await updated.document.exported(as: .iCalendar)
    #expect(String(decoding: later.data, as: UTF8.self).contains("DTSTAMP:20"))
  }

  @Test("A file of no known format and a missing file are errors")
  func errors() async throws {
    let url = URL(fileURLWithPath: #filePath)
    await #expect(throws: SwiftDataError.self) { try await TripDocument.importing(contentsOf: url) }
    await #expect(throws: SwiftDataError.self) {
      try await TripDocument.importing(contentsOf: url.appending(path: "missing"))
    }
    await #expect(throws: SwiftDataError.self) { try await TripDocument().exported(as: .sqlite) }
  }

  @Test("Formats are known by their names and the ends of files")
  func formats() {
    #expect(TripFormat(fileName: "a.ICS") == .iCalendar)
    #expect(TripFormat(fileName: "a.db") == .sqlite)
    #expect(TripFormat(fileName: "a.trips") == nil)
    #expect(Set(TripFormat.all.map(\.name)).count == TripFormat.all.count)
  }
}
