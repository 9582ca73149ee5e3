import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Two events, of the arrival at a hotel and of the departure, are one stay.
@Suite struct StayPairTests {
  private static func event(
    _ uid: String, _ summary: String, _ start: String, _ end: String, more: String = ""
  ) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid)
    DTSTAMP:20260101T000000Z
    SUMMARY:\(summary)
    DTSTART;TZID=Asia/Tokyo:202605\(start)00
    DTEND;TZID=Asia/Tokyo:202605\(end)00
    \(more)END:VEVENT

    """
  }

  private static func feed(_ events: String...) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nUID:feed\n" + events.joined() + "END:VCALENDAR\n"
  }

  private static let trip =
    "BEGIN:VEVENT\nUID:t\nSUMMARY:Tokyo\nDTSTART;VALUE=DATE:20260503\nDTEND;VALUE=DATE:20260511\nEND:VEVENT\n"
  private static let arrival = event(
    "in", "Check-in: Park Hotel", "04T1500", "04T1530",
    more: "LOCATION:Shinjuku\nBEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\n")
  private static let walk = event("walk", "Walk", "05T1000", "05T1100")
  private static let departure = event(
    "out", "Check-out: Park Hotel", "10T1100", "10T1130",
    more: "BEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\n")
  private static let pair = feed(trip, arrival, walk, departure)

  private func update(
    _ tables: Tables, _ text: String, removes: Bool = false
  ) throws -> UpdatedFile {
    try tables.updated(
      with: text, .iCalendar, named: "feed", removesCancelled: removes, side: .ours)
  }

  private func stay(_ tables: Tables) throws -> TestObject {
    let stays = try tables.testObjects("Stay")
    #expect(stays.count == 1)
    return try #require(stays.first)
  }

  private func written(_ tables: Tables) throws -> String {
    try CalendarFile.lines(of: tables).joined(separator: "\n") + "\n"
  }

  @Test("A stay has the check-in of one event and the check-out of the other")
  func one() throws {
    let file = try CalendarFile(Self.pair)
    let stay = try stay(file.tables)
    #expect(stay.text("name") == "Park Hotel" && stay.text("address") == "Shinjuku")
    #expect(stay.text("checkinTime") == "2026-05-04T15:00:00+09:00[Asia/Tokyo]")
    #expect(stay.text("checkoutTime") == "2026-05-10T11:00:00+09:00[Asia/Tokyo]")
    #expect(stay["trip"] == .reference(try #require(file.objects("Trip").first).key))
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["Walk"])
  }

  @Test("Both events return in their places as they were, and importing them again changes nothing")
  func same() throws {
    let file = try CalendarFile(Self.pair)
    #expect(try written(file.tables) == Self.pair)
    let again = try update(file.tables, Self.pair)
    #expect(again.report.counts.isEmpty && again.outcome.conflicts.isEmpty)
    #expect(ChangeSet(from: file.tables, to: again.outcome.tables).isEmpty)
  }

  @Test(
    "Words of many programs and languages say the ends of a stay",
    arguments: [
      ("Check in: Ritz", "Check out: Ritz"), ("Checkin Ritz", "Checkout Ritz"),
      ("Check in at Ritz", "Check out of Ritz"),
      ("Hotel check-in - Ritz", "Hotel check-out - Ritz"),
      ("Ritz: Check-in", "Ritz: Check-out"), ("Einchecken im Ritz", "Auschecken aus Ritz"),
      ("Inchecken: Ritz", "Uitchecken: Ritz"), ("Zameldowanie: Ritz", "Wymeldowanie: Ritz"),
      ("チェックイン：Ritz", "チェックアウト：Ritz"),
    ])
  func words(_ first: String, _ second: String) throws {
    let text = Self.feed(
      Self.event("1", first, "04T1500", "04T1530"), Self.event("2", second, "06T1100", "06T1130"))
    let file = try CalendarFile(text)
    #expect(try stay(file.tables).text("name") == "Ritz")
    #expect(try written(file.tables) == text)
  }

  @Test(
    "What is no pair stays two events",
    arguments: [
      ("Check-in: Ritz", "Check-out: Plaza", "06T1100"),
      ("Check-in: Ritz", "Check-out: Ritz", "03T1100"),
      ("Check-in: LH 1166", "Lunch", "06T1100"), ("Check-in: ", "Check-out: ", "06T1100"),
      ("Check this in", "Check it out", "06T1100"),
    ])
  func none(_ first: String, _ second: String, _ end: String) throws {
    let file = try CalendarFile(
      Self.feed(Self.event("1", first, "04T1500", "04T1530"), Self.event("2", second, end, end)))
    #expect(try file.objects("Stay").isEmpty)
    #expect(try file.objects("BucketListItem").count == 2)
  }

  @Test("Two stays in one hotel are two")
  func twice() throws {
    let text = Self.feed(
      Self.event("1", "Check-in: Ritz", "04T1500", "04T1530"),
      Self.event("3", "Check-in: Ritz", "08T1500", "08T1530"),
      Self.event("2", "Check-out: Ritz", "06T1100", "06T1130"),
      Self.event("4", "Check-out: Ritz", "09T1100", "09T1130"))
    let file = try CalendarFile(text)
    let stays = try file.objects("Stay")
    #expect(stays.map { $0.text("checkoutTime")?.prefix(10) } == ["2026-05-06", "2026-05-09"])
    #expect(try written(file.tables) == text)
  }

  @Test("A later check-out arrives from its event, also if the file has no other one any more")
  func moved() throws {
    let file = try CalendarFile(Self.pair)
    let later = Self.departure.replacing("20260510T11", with: "20260511T09")
    for text in [Self.feed(Self.trip, Self.arrival, Self.walk, later), Self.feed(Self.trip, later)]
    {
      let updated = try update(file.tables, text)
      #expect(updated.outcome.conflicts.isEmpty && updated.report.counts[.added] == nil)
      let stay = try stay(updated.outcome.tables)
      #expect(stay.text("checkinTime") == "2026-05-04T15:00:00+09:00[Asia/Tokyo]")
      #expect(stay.text("checkoutTime") == "2026-05-11T09:00:00+09:00[Asia/Tokyo]")
    }
  }

  @Test("A stay whose events are both gone is missing, and one whose departure is gone is not")
  func missing() throws {
    let file = try CalendarFile(Self.pair)
    let half = try update(file.tables, Self.feed(Self.trip, Self.arrival, Self.walk), removes: true)
    #expect(half.report.counts[.missing] == nil)
    #expect(try stay(half.outcome.tables).text("checkoutTime") != nil)
    let gone = try update(file.tables, Self.feed(Self.trip, Self.walk), removes: true)
    #expect(gone.report.counts[.missing] == 1)
    #expect(try gone.outcome.tables.testObjects("Stay").isEmpty)
    let deleted = try file.tables.deleting(stay(file.tables).key)
    let again = try update(deleted, Self.pair)
    #expect(again.report.counts == [.deleted: 1])
    #expect(again.outcome.tables.rowCount == deleted.rowCount)
  }

  @Test("A stay that a person took out of its trip is one stay without a trip after an export")
  func alone() throws {
    let file = try CalendarFile(Self.pair)
    let tables = try file.tables.setting("trip", of: stay(file.tables).key, to: .null)
    let read = try CalendarFile(try written(tables))
    let stay = try stay(read.tables)
    #expect(stay["trip"] == .null)
    #expect(stay.text("checkoutTime") == "2026-05-10T11:00:00+09:00[Asia/Tokyo]")
  }

  @Test("An edited stay is written as both events, and is read as it was edited")
  func edited() throws {
    let file = try CalendarFile(Self.pair)
    let key = try stay(file.tables).key
    let edits: [(String, Value, expected: [String])] = [
      (
        "name", .text("Hyatt"), ["SUMMARY:Check-in: Hyatt", "SUMMARY:Check-out: Hyatt"]
      ),
      (
        "checkoutTime", .text("2026-05-09T10:00:00+09:00[Asia/Tokyo]"),
        ["SUMMARY:Check-out: Park Hotel", "DTSTART;TZID=Asia/Tokyo:20260509T100000"]
      ),
      (
        "checkinTime", .text("2026-05-03T18:00:00+09:00[Asia/Tokyo]"),
        ["SUMMARY:Check-in: Park Hotel", "DTSTART;TZID=Asia/Tokyo:20260503T180000"]
      ),
      ("checkoutTime", .null, ["SUMMARY:Park Hotel"]),
      ("notes", .text("Late"), ["DESCRIPTION:Late"]),
      ("isConfirmed", .bool(true), ["STATUS:CONFIRMED"]),
    ]
    for (property, value, expected) in edits {
      let tables = try file.tables.setting(property, of: key, to: value)
      let text = try written(tables)
      for line in expected { #expect(text.contains("\n\(line)\n"), "\(line): \(text)") }
      #expect(!text.contains("X-TRIPDOCUMENTS-PLACE"))
      let read = try CalendarFile(text)
      let stay = try stay(read.tables)
      for name in ["name", "checkinTime", "checkoutTime", "notes", "isConfirmed", "address"] {
        #expect(
          stay[name] == (name == property ? value : try self.stay(file.tables)[name]), "\(name)")
      }
      let updated = try update(tables, text)
      #expect(
        updated.outcome.conflicts.isEmpty && updated.outcome.tables.rowCount == tables.rowCount)
    }
  }
}
