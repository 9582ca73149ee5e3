import DocumentTables
import Testing

@testable import TripFormats

/// Calendars spell days, times and zones in more ways than RFC 5545 allows.
@Suite struct CalendarSpellingTests {
  private static func event(_ lines: String) throws -> CalendarFile {
    try CalendarFile(components: "BEGIN:VEVENT\nUID:1\nSUMMARY:Karlsruhe\n\(lines)\nEND:VEVENT\n")
  }

  @Test(
    "A time of another form that means one time only is read, and said once with the event's name",
    arguments: [
      ("DTSTART;TZID=Europe/Berlin:2023-08-14T081800", "2023-08-14T08:18:00+02:00[Europe/Berlin]"),
      ("DTSTART:2023-08-14T08:18:00Z", "2023-08-14T08:18:00+00:00[Etc/UTC]"),
      ("DTSTART:2023-08-14T08:18:00+02:00", "2023-08-14T08:18:00+02:00[Etc/GMT-2]"),
      ("DTSTART:20230814T081800.000Z", "2023-08-14T08:18:00+00:00[Etc/UTC]"),
      (
        "DTSTART;TZID=Europe/Berlin:2023-08-14T06:18:00.5Z",
        "2023-08-14T08:18:00.5+02:00[Europe/Berlin]"
      ),
      ("DTSTART:2023-08-14 08:18", "2023-08-14T08:18:00"),
      ("DTSTART:14.08.2023 08:18", "2023-08-14T08:18:00"),
      ("DTSTART;VALUE=DATE:20110804T120000", "2011-08-04T12:00:00"),
    ])
  func times(_ line: String, _ time: String) throws {
    let file = try Self.event(line)
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.text("startTime") == time)
    let value = try #require(line.split(separator: ":", maxSplits: 1).last)
    #expect(
      file.findings(.valueForm).map { "\($0.subject ?? "") \($0.detail)" } == [
        "Karlsruhe: DTSTART \(value)"
      ])
    #expect(try file.lines.contains(line))
  }

  @Test("One finding names both ends of an event")
  func bothEnds() throws {
    let file = try Self.event("DTSTART:2023-08-14T081800\nDTEND:2023-08-14T113100")
    #expect(
      file.findings(.valueForm).map(\.detail) == ["2023-08-14T081800, DTEND 2023-08-14T113100"])
    #expect(!file.report.isStrictlyRead)
  }

  @Test(
    "A day of another form is a day",
    arguments: [
      "VALUE=DATE:2023-08-17", "VALUE=DATE:20230817Z", "VALUE=DATE:20230817T000000",
      "VALUE=DATE:17 August 2023",
    ])
  func days(_ value: String) throws {
    let file = try Self.event("DTSTART;\(value)")
    #expect(try file.objects("BucketListItem").map { $0.day("startDate") } == ["2023-08-17"])
    #expect(file.findings(.valueForm).count == 1)
  }

  @Test(
    "A value that means several times or none is refused, with the event's name",
    arguments: ["08/07/2023", "tomorrow", "2023-08-14T08:18+1", "45152", "2023-02-30"])
  func refused(_ value: String) throws {
    let file = try Self.event("DTSTART:\(value)")
    #expect(try file.objects("BucketListItem").isEmpty)
    #expect(
      file.findings(.unreadComponent).map { "\($0.subject ?? "") \($0.detail)" } == [
        "Karlsruhe: DTSTART \(value)"
      ])
    let end = try Self.event("DTSTART:20230814T081800\nDTEND:\(value)")
    #expect(try end.objects("BucketListItem").map { $0.text("endTime") } == [nil])
    #expect(
      end.findings(.unreadMoment).map { "\($0.subject ?? "") \($0.detail)" } == [
        "Karlsruhe: DTEND \(value)"
      ])
    #expect(!end.report.isStrictlyRead)
  }

  @Test("Midnights of a value that is a day are days, and one other time keeps both times")
  func datesWithTimes() throws {
    let days = try Self.event(
      "DTSTART;VALUE=DATE:20251222T000000\nDTEND;VALUE=DATE:20260101T000000")
    let trip = try #require(try days.objects("Trip").first)
    #expect(trip.day("startDate") == "2025-12-22" && trip.day("endDate") == "2025-12-31")
    let times = try Self.event(
      "DTSTART;VALUE=DATE:20251222T000000\nDTEND;VALUE=DATE:20251223T120000")
    let item = try #require(try times.objects("BucketListItem").first)
    #expect(item.text("startTime") == "2025-12-22T00:00:00")
    #expect(item.text("endTime") == "2025-12-23T12:00:00")
  }

  @Test(
    "Events of whole days that Microsoft's programs write as midnights are days of an exclusive end",
    arguments: [
      "DTSTART;TZID=W. Europe Standard Time:20260810T000000\nDTEND;TZID=W. Europe Standard Time:20260818T000000",
      "DTSTART:20260810T000000\nDTEND:20260818T000000",
      "DTSTART:20260810T000000Z\nDTEND:20260818T000000Z",
      "DTSTART:20260810T000000\nDURATION:P8D",
    ])
  func wholeDays(_ times: String) throws {
    for flag in ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "X-FUNAMBOL-ALLDAY:1"] {
      let file = try Self.event("\(times)\n\(flag)")
      let trip = try #require(try file.objects("Trip").first)
      #expect(trip.day("startDate") == "2026-08-10" && trip.day("endDate") == "2026-08-17")
      #expect(file.findings(.valueForm).isEmpty)
    }
    let night = times.replacing("0818", with: "0811").replacing("P8D", with: "P1D")
    let timed = try Self.event("\(night)\nX-MICROSOFT-CDO-ALLDAYEVENT:FALSE")
    #expect(try timed.objects("BucketListItem").first?.text("startTime") != nil)
  }

  @Test("Whole days in UTC are those of the calendar's zone, and one other time keeps all times")
  func wholeDaysInUTC() throws {
    let lines = "DTSTART:20260809T220000Z\nDTEND:20260810T220000Z\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE"
    let event = "BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT\n"
    let file = try CalendarFile(components: event, head: "X-WR-TIMEZONE:Europe/Berlin\n")
    #expect(try file.objects("BucketListItem").map { $0.day("startDate") } == ["2026-08-10"])
    #expect(
      try CalendarFile(components: event).objects("BucketListItem").map { $0.text("startTime") }
        == [
          "2026-08-09T22:00:00+00:00[Etc/UTC]"
        ])
  }

  @Test(
    "A TZID is read by all its names",
    arguments: [
      ("Japan", "Japan"), ("US/Eastern", "US/Eastern"), ("/Europe/Vienna", "Europe/Vienna"),
      ("Europe//Berlin", "Europe/Berlin"), ("GMT+0200", "Etc/GMT-2"), ("CET", "CET"),
      ("\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "Europe/Berlin"),
    ])
  func zones(_ name: String, _ zone: String) throws {
    let file = try Self.event("DTSTART;TZID=\(name):20260701T100000")
    let time = try #require(try file.objects("BucketListItem").first?.text("startTime"))
    #expect(time.hasSuffix("[\(zone)]") && time.hasPrefix("2026-07-01T10:00:00"))
    #expect(file.report.isStrictlyRead)
    let head = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:1\nDTSTART:20260701T100000\nEND:VEVENT\n",
      head: "X-WR-TIMEZONE:\(name.filter { $0 != "\"" })\n")
    #expect(try head.objects("BucketListItem").map { $0.text("startTime") } == [time])
  }

  @Test("A zone of the calendar that is none is reported, and times without a zone stay local")
  func unknownZoneOfCalendar() throws {
    let file = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:1\nDTSTART:20260701T100000\nEND:VEVENT\n",
      head: "X-WR-TIMEZONE:Nowhere\n")
    #expect(
      try file.objects("BucketListItem").map { $0.text("startTime") } == ["2026-07-01T10:00:00"])
    #expect(file.findings(.unknownZone).map(\.detail) == ["Nowhere, left out"])
  }

  @Test("Rules of a zone may begin on a day, and come before an offset that the name states")
  func zonesOfRules() throws {
    func time(_ name: String, _ rules: String) throws -> (String?, Int) {
      let file = try CalendarFile(
        components: "BEGIN:VTIMEZONE\nTZID:\(name)\n\(rules)END:VTIMEZONE\n"
          + "BEGIN:VEVENT\nUID:1\nDTSTART;TZID=\(name):20260701T100000\nEND:VEVENT\n")
      return (
        try file.objects("BucketListItem").first?.text("startTime"),
        file.findings(.customZone).count
      )
    }
    func part(_ name: String, _ start: String, _ offset: String) -> String {
      "BEGIN:\(name)\nDTSTART\(start)\nTZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)\nEND:\(name)\n"
    }
    let fixed = part("STANDARD", ";VALUE=DATE:20170101", "+1100")
    #expect(try time("UTC+11", fixed) == ("2026-07-01T10:00:00+11:00[Etc/GMT-11]", 0))
    #expect(try time("Mine", fixed) == ("2026-07-01T10:00:00+11:00[Etc/GMT-11]", 1))
    let summer =
      part("STANDARD", ":20251026T030000", "+0100") + part("DAYLIGHT", ":20260329T020000", "+02:00")
    #expect(try time("GMT+0100", summer) == ("2026-07-01T10:00:00+02:00[Etc/GMT-2]", 1))
  }
}
