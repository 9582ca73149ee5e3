import DocumentData
import Foundation
import Testing
import TripDocuments
import TripFormats

/// CSV files as trip documents, by the public interface.
@Suite struct CSVDocumentTests {
  @Test("A table is imported, edited, exported and imported again")
  func document() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.csv")
    let text = "Reise,Von,Bis,Preis\nLisboa,2024-05-01,2024-05-03,7\n"
    try Data(text.utf8).write(to: url)
    let options = ImportOptions(columns: ["name", "start", "end"])
    let imported = try await TripDocument.importing(contentsOf: url, options: options)
    #expect(imported.report.keptNames == ["Preis": 1] && imported.rejectedContent == nil)
    let document = imported.document
    try document.withContext { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      #expect(trip.name == "Lisboa" && trip.endDate == CalendarDay(year: 2024, month: 5, day: 3))
      trip.endDate = CalendarDay(year: 2024, month: 5, day: 9)
    }
    let exported = try await document.exported(as: .csv)
    #expect(
      String(decoding: exported.data, as: UTF8.self) == text.replacing("05-03", with: "05-09"))
    try Data(text.replacing("Lisboa", with: "Lisbon").utf8).write(to: url)
    let updated = try await document.updated(with: url, options: options)
    #expect(updated.conflictCount == 0, "\(updated.report.entries)")
    try updated.document.withContext { context in
      let names = try context.fetch(FetchDescriptor<Trip>()).map(\.name)
      #expect(names.contains("Lisbon"))
    }
  }
}
