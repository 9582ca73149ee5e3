import DocumentData
import Foundation
import Testing
import TripDocuments
import TripFormats

/// Reservations as trip documents, by the public interface.
@Suite struct ReservationDocumentTests {
  private static let hotel = """
    {"@type": "LodgingReservation", "reservationNumber": "A1", "checkinTime": "2026-05-01", "checkoutTime": "2026-05-04",
     "price": 120, "reservationFor": {"@type": "Hotel", "name": "Grand"}}
    """

  @Test(
    "A reservation is imported, edited, exported and imported again",
    arguments: [TripFormat.jsonLD, .itinerary])
  func document(_ format: TripFormat) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reservations-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "mail.json")
    try Data(Self.hotel.utf8).write(to: url)
    let imported = try await TripDocument.importing(
      contentsOf: url, options: ImportOptions(fallbackName: "mail"))
    #expect(imported.report.completeComponents == 1 && imported.rejectedContent == nil)
    let document = imported.document
    try document.withContext { context in
      let stay = try #require(try context.fetch(FetchDescriptor<Stay>()).first)
      #expect(stay.name == "Grand" && stay.trip?.name == "Grand")
      #expect(stay.checkoutDate == CalendarDay(year: 2026, month: 5, day: 4))
      stay.notes = "late"
      stay.trip?.name = "Oslo"
    }
    let exported = try await document.exported(as: format)
    #expect(exported.notes.isEmpty)
    let file = folder.appending(path: "out")
    try exported.data.write(to: file)
    let again = try await TripDocument.importing(contentsOf: file)
    try again.document.withContext { context in
      let stay = try #require(try context.fetch(FetchDescriptor<Stay>()).first)
      #expect(stay.notes == "late" && stay.trip?.name == "Oslo")
    }
    try Data(Self.hotel.replacing("2026-05-04", with: "2026-05-05").utf8).write(to: url)
    let updated = try await document.updated(
      with: url, options: ImportOptions(fallbackName: "mail"))
    #expect(updated.conflictCount == 0 && updated.report.counts == [.updated: 1])
    try updated.document.withContext { context in
      let stay = try #require(try context.fetch(FetchDescriptor<Stay>()).first)
      #expect(
        stay.notes == "late" && stay.checkoutDate == CalendarDay(year: 2026, month: 5, day: 5))
      #expect(stay.trip?.endDate == CalendarDay(year: 2026, month: 5, day: 5))
    }
  }
}
