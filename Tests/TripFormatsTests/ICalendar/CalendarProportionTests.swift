import DocumentFile
import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// The work for a calendar grows in proportion to its bytes.
@Suite struct CalendarProportionTests {
  private static func zone(_ observances: String) -> CalendarComponent {
    let lines = observances.split(separator: "\n").compactMap { try? ContentLine(String($0)) }
    return CalendarComponent(name: "VTIMEZONE", lines: lines)
  }

  private static func observance(_ start: String, _ offset: String, _ rule: String = "") -> String {
    "BEGIN:STANDARD\nDTSTART:\(start)\nTZOFFSETFROM:+0000\nTZOFFSETTO:\(offset)\n\(rule)END:STANDARD\n"
  }

  @Test("Many observances cost each event a search, not a walk", arguments: [1_000, 2_000, 4_000])
  func onsets(_ count: Int) throws {
    let observances = (0..<count).map { Self.observance("\(1000 + $0)0101T000000", "+0100") }
    var rules = ZoneRules(Self.zone(observances.joined()))
    for second in 0..<1_000 { #expect(rules.offset(ofLocal: Int64(second)) == 60) }
    // A binary search in each of two lists, and one table of a year.
    #expect(rules.steps < 1_000 * 2 * 14)
  }

  @Test("Yearly observances are computed once for each year")
  func yearly() throws {
    let observances = (1...400).map {
      Self.observance(
        "19\(10 + $0 % 80)0101T000000", "+0\($0 % 9 + 1)00",
        "RRULE:FREQ=YEARLY;BYMONTH=\($0 % 12 + 1)\n")
    }
    var rules = ZoneRules(Self.zone(observances.joined()))
    for _ in 0..<100 { _ = rules.offset(ofLocal: 0) }
    let once = rules.steps
    for _ in 0..<100 { _ = rules.offset(ofLocal: 86_400) }
    #expect(once < 2 * 400 + 100 * 2 * 14 && rules.steps - once < 100 * 2 * 14)
  }

  @Test("A zone of more yearly observances than any zone has is none, and the report says so")
  func tooMany() throws {
    let observances = (0..<600).map {
      Self.observance("1970010\(1 + $0 % 9)T000000", "+0300", "RRULE:FREQ=YEARLY\n")
    }
    let file = try CalendarFile(
      components:
        "BEGIN:VTIMEZONE\nTZID:Own\n\(observances.joined())END:VTIMEZONE\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Own:20240501T100000\nEND:VEVENT\n"
    )
    #expect(file.findings(.unknownZone).count == 1)
  }

  @Test(
    "Thousands of components that nothing tells apart are read and imported again",
    arguments: [
      "BEGIN:VTODO\nEND:VTODO\n", "BEGIN:VTODO\nSUMMARY:t\nEND:VTODO\n",
      "BEGIN:VEVENT\nDTSTART:20240501\nSUMMARY:e\nEND:VEVENT\n",
      "BEGIN:VEVENT\nUID:1\nDTSTART:20240501\nSUMMARY:e\nEND:VEVENT\n",
    ])
  func equalComponents(_ component: String) throws {
    let components = String(repeating: component, count: 8_000)
    let file = try CalendarFile(components: components + Self.event)
    let bytes = try ExportedFile(file.tables, .iCalendar).bytes
    let again = try UpdatedFile(
      file.tables, with: bytes, .iCalendar,
      ImportOptions(timeZone: nil, fallbackName: "feed", limits: .standard),
      removesCancelled: true, side: .theirs)
    #expect(ChangeSet(from: file.tables, to: again.outcome.tables).isEmpty)
  }

  private static let event = "BEGIN:VEVENT\nUID:o\nDTSTART:20240601\nSUMMARY:o\nEND:VEVENT\n"

  /// Marks in the wrong order, which the standard library sorts by insertion.
  static let marks = String(repeating: "\u{301}\u{327}", count: 60_000)

  /// - Parameter form: A line in which `~` stands for the marks.
  @Test(
    "Any number of combining marks is read, written and imported again",
    arguments: [
      "SUMMARY:a~", "SUMMARY:a~ - b~b", "UID:~", "LOCATION:x~",
      "STATUS:C~", "CATEGORIES:H~,F~", "RELATED-TO:~",
      "COLOR:r~",
      "ATTENDEE;CN=A~:mailto:a~", "ATTENDEE;CN=A~b:mailto:b~",
      "DTSTART;TZID=E~:20240501T100000", "DTSTART;VALUE=D~:20240501",
      "DURATION:P~",
      "URL:h~", "GEO:1~;2", "X-TRIPDOCUMENTS-ENTITY:T~",
      "X-TRIPDOCUMENTS-TITLE:T~", "RRULE:FREQ=Y~", "BEGIN:V~\nEND:V~",
      "DESCRIPTION:~\\n~", "RECURRENCE-ID:~",
    ])
  func combiningMarks(_ form: String) throws {
    let line = form.replacing("~", with: Self.marks)
    let name = line.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    let events = [1, 2].map { number in
      let others = ["UID:\(number)", "DTSTART:20240501", "SUMMARY:e"].filter {
        !$0.utf8.starts(with: name)
      }
      return "BEGIN:VEVENT\n\(others.joined(separator: "\n"))\n\(line)\nEND:VEVENT\n"
    }
    let head = "NAME:N\(Self.marks)\nX-WR-TIMEZONE:E\(Self.marks)\nMETHOD:P\(Self.marks)\n"
    let file = try CalendarFile(components: events.joined(), head: head)
    #expect(file.tables.rowCount > 0)
    let bytes = try ExportedFile(file.tables, .iCalendar).bytes
    let again = try UpdatedFile(
      file.tables, with: bytes, .iCalendar,
      ImportOptions(timeZone: nil, fallbackName: "feed", limits: .standard),
      removesCancelled: true, side: .theirs)
    #expect(again.outcome.conflicts.isEmpty)
  }
}
