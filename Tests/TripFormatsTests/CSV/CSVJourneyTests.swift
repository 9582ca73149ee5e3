import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// A row is joined with the leg or stay that another file has brought (spec 14.10).
@Suite struct CSVJourneyTests {
  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    X-WR-CALNAME:Travel
    BEGIN:VEVENT
    UID:lh
    CATEGORIES:FLIGHT
    DTSTART;TZID=Europe/Berlin:20260501T100500
    SUMMARY:FRA → LIS (LH 1166)
    END:VEVENT
    END:VCALENDAR

    """
  private static let log = """
    Date,Flight number,From,To,Seat number,Note
    2026-05-01,LH1166,FRA,LIS,11A,Window
    2026-05-08,LH1167,LIS,FRA,12C,

    """

  private func update(_ tables: Tables, _ text: String, removes: Bool = false) throws -> UpdatedFile
  {
    try tables.updated(
      with: text, .csv, named: "log", removesCancelled: removes, side: .ours)
  }

  @Test("A flight of a log is the leg of a calendar, and the flight home joins its trip")
  func log() throws {
    let file = try CalendarFile(Self.calendar)
    let updated = try update(file.tables, Self.log)
    #expect(updated.report.counts == [.joined: 1, .added: 1])
    let legs = try updated.outcome.tables.testObjects("Leg")
    #expect(legs.map { $0.text("notes") } == ["Window", ""])
    #expect(Set(legs.map { $0["trip"] }).count == 1)
    #expect(try updated.outcome.tables.testObjects("Trip").count == 1)
    for (text, format) in [(Self.log, TripFormat.csv), (Self.calendar, .iCalendar)] {
      let again = try updated.outcome.tables.updated(
        with: text, format, named: "log", removesCancelled: false, side: .ours)
      #expect(again.report.counts.isEmpty)
      #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
    }
    // What the table no longer has stays, because the calendar has it.
    let shorter = Self.log.replacing("2026-05-01,LH1166,FRA,LIS,11A,Window\n", with: "")
    let removed = try update(updated.outcome.tables, shorter, removes: true)
    #expect(removed.report.counts == [.missing: 1])
    #expect(try removed.outcome.tables.testObjects("Leg").count == 2)
  }

  @Test("A calendar's flight is the row of a log")
  func calendarAfterLog() throws {
    let file = try CSVFile(Self.log, name: "log")
    let updated = try file.tables.updated(
      with: Self.calendar, .iCalendar, named: "calendar", removesCancelled: false, side: .ours)
    #expect(updated.report.counts == [.joined: 1])
    #expect(
      try updated.outcome.tables.testObjects("Leg").first?.text("departureTime")?.contains("10:05")
        == true)
    let again = try update(updated.outcome.tables, Self.log)
    #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
  }
}
