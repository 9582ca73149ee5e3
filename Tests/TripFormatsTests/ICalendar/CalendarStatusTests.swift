import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// What STATUS:CONFIRMED says of an event: that it is definite (RFC 5545, 3.8.1.11), not that something is reserved.
@Suite struct CalendarStatusTests {
  private static let feed = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    UID:feed
    BEGIN:VEVENT
    UID:call
    DTSTART:20260601T100000Z
    SUMMARY:Call mum
    STATUS:CONFIRMED
    END:VEVENT
    BEGIN:VEVENT
    UID:hotel
    CATEGORIES:HOTEL
    DTSTART:20260601T140000Z
    SUMMARY:Hotel
    STATUS:CONFIRMED
    END:VEVENT
    END:VCALENDAR

    """

  private func update(_ tables: Tables, _ text: String) throws -> Tables {
    try tables.updated(with: text, .iCalendar, named: "feed").outcome.tables
  }

  @Test(
    "A confirmed event has no reservation, a confirmed stay is confirmed, and both come back as they were"
  )
  func confirmed() throws {
    let file = try CalendarFile(Self.feed)
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.values["hasReservation"] == .bool(false))
    #expect(try file.objects("Stay").first?.values["isConfirmed"] == .bool(true))
    let written = try CalendarFile.lines(of: file.tables)
    #expect(written == Self.feed.split(separator: "\n").map(String.init))
    // An edit says so in a property of its own, which other programs' confirmations do not undo.
    let edited = try file.tables.setting("hasReservation", of: item.key, to: .bool(true))
    let lines = try CalendarFile.lines(of: edited)
    #expect(lines.contains("X-TRIPDOCUMENTS-HASRESERVATION;X-INSTEAD-OF=true:true"))
    let again = try CalendarFile(lines.joined(separator: "\n") + "\n")
    #expect(try again.objects("BucketListItem").first?.values["hasReservation"] == .bool(true))
  }

  @Test("A reservation of our own is written as a confirmed event and read back from it")
  func own() throws {
    let item = try #require(try CalendarFile(Self.feed).objects("BucketListItem").first)
    var tables = try CalendarFile(Self.feed).tables
      .setting("hasReservation", of: item.key, to: .bool(true))
    tables.extensions = []
    let lines = try CalendarFile.lines(of: tables)
    #expect(lines.count { $0 == "STATUS:CONFIRMED" } == 2)
    #expect(!lines.contains { $0.hasPrefix("X-TRIPDOCUMENTS-HASRESERVATION") })
    let again = try CalendarFile(lines.joined(separator: "\n") + "\n")
    #expect(try again.objects("BucketListItem").first?.values["hasReservation"] == .bool(true))
    // Another program that drops our properties and confirms all events reserves nothing.
    let foreign = lines.filter { !$0.hasPrefix("X-TRIPDOCUMENTS-") }
    let read = try CalendarFile(foreign.joined(separator: "\n") + "\n")
    #expect(try read.objects("BucketListItem").first?.values["hasReservation"] == .bool(false))
  }

  @Test(
    "A document that an earlier version imported is written as its calendar was, and a new import mends it"
  )
  func older() throws {
    let file = try CalendarFile(Self.feed)
    let item = try #require(try file.objects("BucketListItem").first)
    var tables = try file.tables.setting("hasReservation", of: item.key, to: .bool(true))
    tables.extensions = tables.extensions.map { record in
      var record = record
      if case .object(let members) = record.value {
        record.value = .object(members.filter { $0.name != MadeFields.member })
      }
      return record
    }
    #expect(try CalendarFile.lines(of: tables) == Self.feed.split(separator: "\n").map(String.init))
    let updated = try update(tables, Self.feed)
    #expect(
      try updated.testObjects("BucketListItem").first?.values["hasReservation"] == .bool(false))
    #expect(ChangeSet(from: updated, to: try update(updated, Self.feed)).isEmpty)
  }
}
