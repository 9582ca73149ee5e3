import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Calendars that programs and people copied out of a text.
@Suite struct CalendarLayoutTests {
  private static let event = """
    BEGIN:VEVENT
    UID:tram
    DTSTART:20240502T100000Z
    SUMMARY:Tram to Belém and
      back
    DESCRIPTION:https://example.org
     :8080/a
    END:VEVENT

    """
  private static let calendar =
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nUID:feed\n\(event)END:VCALENDAR\n"

  private static func indented(_ text: String, _ indentation: String, _ end: String = "\n")
    -> String
  {
    text.split(separator: "\n").map { indentation + $0 + end }.joined()
  }

  @Test(
    "A calendar whose lines are all indented alike is read as it is without indentation, and reported",
    arguments: [
      indented(calendar, "    "), indented(calendar, "\t"), "\n\n" + indented(calendar, "  "),
      "\u{FEFF}" + indented(calendar, " "), indented(calendar, "  ", "\r\n"),
      indented(calendar, "  ") + "   ",
    ])
  func indentedAlike(text: String) throws {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) == .iCalendar)
    let file = try CalendarFile(text)
    let plain = try CalendarFile(Self.calendar)
    #expect(try file.lines == plain.lines)
    #expect(file.findings(.calendarLayout).map(\.detail) == ["the lines are indented"])
    #expect(file.report.findings.count == plain.report.findings.count + 1)
    #expect(!file.report.isStrictlyRead && plain.report.isStrictlyRead)
  }

  @Test("A calendar whose lines are indented by depth is read, with the lines that are folded")
  func nested() throws {
    let text = """
      BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:x
        UID:feed
        BEGIN:VEVENT
          UID:tram
          DTSTART:20240502T100000Z
          SUMMARY:Tram to
            Belém

          GEO:north
        END:VEVENT
      END:VCALENDAR

      """
    let file = try CalendarFile(text)
    #expect(try file.objects("BucketListItem").map { $0.text("title") } == ["Tram toBelém"])
    #expect(file.findings(.calendarLayout).count == 1)
    #expect(file.findings(.unreadProperty).map(\.place) == ["11:9"])
    let whole = try CalendarFile(Self.indented(text, "   "))
    #expect(try whole.lines == file.lines)
  }

  @Test("The place of a finding counts the indentation, also behind a fold")
  func places() throws {
    let text = Self.calendar.replacing("SUMMARY:Tram to Belém and\n  back", with: "GEO:nor\n th")
    #expect(try CalendarFile(text).findings(.unreadProperty).map(\.place) == ["8:5"])
    let indented = try CalendarFile(Self.indented(text, "    "))
    #expect(indented.findings(.unreadProperty).map(\.place) == ["8:9"])
    let folded = Self.calendar.replacing(
      "SUMMARY:Tram to Belém and\n  back", with: "GEO\n :north")
    #expect(try CalendarFile(folded).findings(.unreadProperty).map(\.place) == ["9:3"])
    #expect(
      try CalendarFile(Self.indented(folded, "    ")).findings(.unreadProperty).map(\.place)
        == ["9:7"])
  }

  @Test(
    "Events without a calendar around them are read, and written in a calendar",
    arguments: [
      event, indented(event, "  "), event.replacing("BEGIN:VEVENT", with: "begin:vevent"),
      event + "END:VCALENDAR\n", "\n" + event,
    ])
  func bare(text: String) throws {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) == .iCalendar)
    let file = try CalendarFile(text)
    let finding = try #require(file.findings(.calendarLayout).last)
    #expect(finding.subject == "VEVENT" && finding.detail == "no BEGIN:VCALENDAR is in front")
    #expect(
      try file.objects("BucketListItem").map { $0.text("title") } == ["Tram to Belém and back"])
    let lines = try file.lines
    #expect(
      lines.prefix(3) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//TripDocuments//tripconv//EN",
      ])
    #expect(lines.contains("UID:tram") && lines.last == "END:VCALENDAR")
    #expect(file.findings(.unterminatedComponent).isEmpty)
  }

  @Test("All components in front of the first calendar are one calendar")
  func several() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Here
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0200
      END:STANDARD
      END:VTIMEZONE

      """
    let text =
      zone
      + Self.event.replacing("DTSTART:20240502T100000Z", with: "DTSTART;TZID=Here:20240502T100000")
      + Self.event.replacing("UID:tram", with: "UID:tram 2") + Self.calendar
    #expect(TripFormat.readable(beginning: Array(text.utf8)) == .iCalendar)
    let file = try CalendarFile(text)
    #expect(file.findings(.calendarLayout).map(\.place) == ["1"])
    let items = try file.objects("BucketListItem")
    #expect(items.count == 3)
    #expect(items[0].text("startTime") == "2024-05-02T10:00:00+02:00[Etc/GMT-2]")
    let updated = try file.tables.updated(with: text, .iCalendar, named: "feed")
    #expect(ChangeSet(from: file.tables, to: updated.outcome.tables).isEmpty)
    #expect(updated.outcome.tables.nextKey == file.tables.nextKey)
  }

  @Test(
    "A text that begins with another component is no calendar",
    arguments: ["BEGIN:VCARD\n", "BEGIN:VEVENTS\n", "BEGIN\n"])
  func others(text: String) {
    #expect(TripFormat.readable(beginning: Array(text.utf8)) != .iCalendar)
  }
}
