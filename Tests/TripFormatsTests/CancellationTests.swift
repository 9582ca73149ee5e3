import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// What files say about trips, stays, legs and items that do not take place.
@Suite struct CancellationTests {
  private static let table = """
    Type,Name,From,To,Date,Status
    flight,,Oslo,Rome,2026-05-01,Cancelled
    hotel,Inn,,,2026-05-02,Confirmed
    event,Fado,,,2026-05-03,storniert
    hotel,Casa,,,2026-05-04,Cancelled by hotel

    """

  private func update(_ tables: Tables, _ text: String, removes: Bool = false) throws -> UpdatedFile
  {
    try tables.updated(with: text, .csv, named: "file", removesCancelled: removes)
  }

  @Test("A status of a table cancels its row, and the table comes back as it was")
  func statuses() throws {
    let file = try CSVFile(Self.table)
    #expect(try file.objects("Leg").map { $0["isCancelled"] } == [.bool(true)])
    #expect(try file.objects("Stay").map { $0["isCancelled"] } == [.bool(false), .bool(true)])
    #expect(try file.objects("Stay").map { $0["isConfirmed"] } == [.bool(true), .bool(false)])
    #expect(try file.objects("BucketListItem").map { $0.text("status") } == ["cancelled"])
    #expect(file.findings(.unreadCell).isEmpty)
    #expect(Set(file.report.cancelledTitles) == ["Oslo → Rome", "Fado", "Casa"])
    #expect(try file.written == Self.table)
  }

  @Test(
    "A column Cancelled says it of each kind of row",
    arguments: ["Cancelled", "Canceled", "Is cancelled", "isCancelled"])
  func column(_ header: String) throws {
    let text = """
      Type,Name,Date,\(header)
      trip,Rome,2026-05-01,yes
      hotel,Inn,2026-05-02,no
      hotel,Casa,2026-05-03,x
      event,Fado,2026-05-03,yes
      event,Walk,2026-05-04,no

      """
    let file = try CSVFile(text)
    #expect(try file.objects("Trip").first?["isCancelled"] == .bool(true))
    #expect(try file.objects("Stay").map { $0["isCancelled"] } == [.bool(false), .bool(true)])
    #expect(try file.objects("BucketListItem").map { $0.text("status") } == ["cancelled", "open"])
    #expect(file.report.cancelledObjects == 3 && file.findings(.unreadCell).isEmpty)
    #expect(try file.written == text)
  }

  @Test("A status cancels a row whose column Cancelled is empty, and the other way round")
  func both() throws {
    let text = """
      Type,Name,Date,Status,Cancelled
      hotel,Inn,2026-05-02,Cancelled,
      hotel,Casa,2026-05-03,Confirmed,yes
      event,Fado,2026-05-03,storniert,
      event,Walk,2026-05-04,done,yes
      event,Swim,2026-05-05,done,no

      """
    let file = try CSVFile(text)
    let stays = try file.objects("Stay")
    #expect(stays.map { $0["isCancelled"] } == [.bool(true), .bool(true)])
    #expect(stays.map { $0["isConfirmed"] } == [.bool(false), .bool(true)])
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("status") } == ["cancelled", "cancelled", "done"])
    var tables = file.tables
    for stay in stays { tables = try tables.setting("isCancelled", of: stay.key, to: .bool(false)) }
    tables = try tables.setting("status", of: items[2].key, to: .text("cancelled"))
    let again = try CSVFile(try CSVFile.written(tables))
    #expect(try again.objects("Stay").map { $0["isCancelled"] } == [.bool(false), .bool(false)])
    #expect(try again.objects("Stay").map { $0["isConfirmed"] } == [.bool(false), .bool(true)])
    #expect(
      try again.objects("BucketListItem").map { $0.text("status") }
        == ["cancelled", "cancelled", "cancelled"])
  }

  @Test("An edit of a cancelled row is read back, whatever its cell can say")
  func edited() throws {
    let file = try CSVFile(Self.table)
    let leg = try #require(try file.objects("Leg").first)
    let inn = try #require(try file.objects("Stay").first)
    let item = try #require(try file.objects("BucketListItem").first)
    let edited = try file.tables.setting("isCancelled", of: leg.key, to: .bool(false))
      .setting("isCancelled", of: inn.key, to: .bool(true))
      .setting("status", of: item.key, to: .text("done"))
    let again = try CSVFile(try CSVFile.written(edited))
    #expect(try again.objects("Leg").first?["isCancelled"] == .bool(false))
    #expect(
      try again.objects("Stay").map { $0["isCancelled"] } == [.bool(true), .bool(true)])
    #expect(try again.objects("BucketListItem").map { $0.text("status") } == ["done"])
  }

  @Test("A row that a newer table cancels is reported once, and deleted on request")
  func updated() throws {
    let before = Self.table.replacing("Confirmed", with: "Open")
      .replacing("Cancelled by hotel", with: "Open")
    let tables = try CSVFile(before).tables
    let cancelled = before.replacing("2026-05-02,Open", with: "2026-05-02,Cancelled")
    let updated = try update(tables, cancelled)
    #expect(updated.report.counts == [.updated: 1, .cancelled: 1])
    #expect(updated.report.importReport.cancelledObjects == 0)
    #expect(try update(updated.outcome.tables, cancelled).report.counts.isEmpty)
    let removed = try update(updated.outcome.tables, cancelled, removes: true)
    #expect(removed.report.counts == [.cancelled: 3])
    #expect(try removed.outcome.tables.testObjects("Stay").map { $0.text("name") } == ["Casa"])
    #expect(try removed.outcome.tables.testObjects("Leg").isEmpty)
  }

  @Test("A new calendar, or new reservations, say what they cancel")
  func reported() throws {
    let calendar = try CalendarFile(
      components: """
        BEGIN:VEVENT
        UID:1
        DTSTART:20260501T100000Z
        CATEGORIES:FLIGHT
        STATUS:CANCELLED
        SUMMARY:Flight LH1
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART;VALUE=DATE:20260501
        DTEND;VALUE=DATE:20260505
        STATUS:CANCELLED
        SUMMARY:Rome
        END:VEVENT

        """)
    #expect(calendar.report.cancelledTitles == ["Flight LH1", "Rome"])
    #expect(calendar.report.isStrictlyRead)
    #expect(try calendar.lines.filter { $0 == "STATUS:CANCELLED" }.count == 2)
  }

  @Test(
    "A reservation is cancelled in every spelling of its status",
    arguments: [
      #""http://schema.org/ReservationCancelled""#, #""ReservationCancelled""#, #""Cancelled""#,
      #""CANCELED""#, #"{"@id": "https://schema.org/ReservationCancelled"}"#,
      #"["https://schema.org/ReservationCancelled"]"#,
    ])
  func spellings(_ status: String) throws {
    let text = """
      {"@type": "LodgingReservation", "reservationStatus": \(status), "checkinTime": "2026-05-01",
       "reservationFor": {"@type": "Hotel", "name": "Inn"}}
      """
    let file = try ReservationTestFile(text)
    #expect(try file.objects("Stay").first?["isCancelled"] == .bool(true))
    #expect(file.report.cancelledTitles == ["Inn"])
    #expect(try file.written == ReservationTestFile.json(text))
  }
}
