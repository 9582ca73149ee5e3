import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A stay of two events that a person has edited is in the export as it was edited.
@Suite struct StayEditTests {
  @Test("An edited check-out in another zone has the definition of the zone")
  func zone() throws {
    let file = try CalendarFile(StayFeed.pair)
    let tables = try file.tables.setting(
      "checkoutTime", of: StayFeed.stay(file.tables).key,
      to: .text("2026-05-10T04:00:00+02:00[Europe/Vienna]"))
    let text = try StayFeed.written(tables)
    #expect(text.contains("TZID:Europe/Vienna\n"))
    #expect(text.contains("DTSTART;TZID=Europe/Vienna:20260510T040000\n"))
  }

  @Test("A stay that two events would not state is one event, and is read as it was edited")
  func oneEvent() throws {
    let file = try CalendarFile(StayFeed.pair)
    let key = try StayFeed.stay(file.tables).key
    for (property, value) in [
      ("checkoutTime", "2026-05-04T20:00:00+09:00[Asia/Tokyo]"),
      ("checkoutTime", "2026-07-20T11:00:00+09:00[Asia/Tokyo]"), ("name", ""), ("name", " Park 2 "),
    ] {
      let tables = try file.tables.setting(property, of: key, to: .text(value))
      let text = try StayFeed.written(tables)
      #expect(try StayFeed.stay(try CalendarFile(text).tables).text(property) == value)
      #expect(try StayFeed.update(tables, text).outcome.conflicts.isEmpty)
    }
  }

  @Test("The two events of the file come back after one event has stated the stay")
  func statedAgain() throws {
    let file = try CalendarFile(StayFeed.pair)
    let edited = try file.tables.setting(
      "checkoutTime", of: StayFeed.stay(file.tables).key, to: .null)
    let one = try StayFeed.update(file.tables, try StayFeed.written(edited)).outcome.tables
    #expect(try StayFeed.stay(one).text("checkoutTime") == nil)
    let updated = try StayFeed.update(one, StayFeed.pair)
    #expect(updated.report.counts[.added] == nil)
    let stay = try StayFeed.stay(updated.outcome.tables)
    #expect(stay.text("name") == "Park Hotel")
    #expect(stay.text("checkoutTime")?.hasPrefix("2026-05-10") == true)
  }

  @Test("One event that states a stay stands in place of both in another document")
  func statedElsewhere() throws {
    let file = try CalendarFile(StayFeed.pair)
    let edited = try file.tables.setting(
      "checkoutTime", of: StayFeed.stay(file.tables).key,
      to: .text("2026-07-20T11:00:00+09:00[Asia/Tokyo]"))
    let updated = try StayFeed.update(file.tables, try StayFeed.written(edited))
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(
      try StayFeed.stay(updated.outcome.tables).text("checkoutTime")?.hasPrefix("2026-07-20")
        == true)
  }

  @Test("A cancelled stay is cancelled in both events")
  func cancelled() throws {
    let file = try CalendarFile(StayFeed.pair)
    let tables = try file.tables.setting(
      "isCancelled", of: StayFeed.stay(file.tables).key, to: .bool(true))
    let text = try StayFeed.written(tables)
    #expect(text.components(separatedBy: "STATUS:CANCELLED\n").count == 3)
  }

  @Test("A stay that a person took out of its trip is one stay without a trip after an export")
  func alone() throws {
    let file = try CalendarFile(StayFeed.pair)
    let tables = try file.tables.setting("trip", of: StayFeed.stay(file.tables).key, to: .null)
    let read = try CalendarFile(try StayFeed.written(tables))
    let stay = try StayFeed.stay(read.tables)
    #expect(stay["trip"] == .null)
    #expect(stay.text("checkoutTime") == "2026-05-10T11:00:00+09:00[Asia/Tokyo]")
  }

  @Test("An edited stay is written as both events, and is read as it was edited")
  func edited() throws {
    let file = try CalendarFile(StayFeed.pair)
    let key = try StayFeed.stay(file.tables).key
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
      let text = try StayFeed.written(tables)
      for line in expected { #expect(text.contains("\n\(line)\n"), "\(line): \(text)") }
      #expect(!text.contains("X-TRIPDOCUMENTS-PLACE"))
      let read = try CalendarFile(text)
      let stay = try StayFeed.stay(read.tables)
      for name in ["name", "checkinTime", "checkoutTime", "notes", "isConfirmed", "address"] {
        #expect(
          stay[name] == (name == property ? value : try StayFeed.stay(file.tables)[name]), "\(name)"
        )
      }
      let updated = try StayFeed.update(tables, text)
      #expect(
        updated.outcome.conflicts.isEmpty && updated.outcome.tables.rowCount == tables.rowCount)
    }
  }
}
