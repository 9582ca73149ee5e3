import DocumentTables
import Testing

@testable import TripFormats

/// An event takes the days that its calendar shows, whatever form states them.
@Suite struct CalendarDayTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let times: String
    let start: String
    let last: String
    /// The times of an item, if it has times.
    var startTime: String?
    var endTime: String?
    var testDescription: String { times.replacing("\n", with: " ") }
  }

  static let cases: [Case] = [
    Case(
      times: "DTSTART;VALUE=DATE:20240501\nDTEND;VALUE=DATE:20240502", start: "2024-05-01",
      last: "2024-05-01"),
    Case(
      times: "DTSTART;VALUE=DATE:20240501\nDTEND;VALUE=DATE:20240504", start: "2024-05-01",
      last: "2024-05-03"),
    Case(
      times: "DTSTART;VALUE=DATE:20240501\nDURATION:P3D", start: "2024-05-01", last: "2024-05-03"),
    Case(
      times: "DTSTART;VALUE=DATE:20240501\nDURATION:P1W", start: "2024-05-01", last: "2024-05-07"),
    Case(times: "DTSTART;VALUE=DATE:20240501", start: "2024-05-01", last: "2024-05-01"),
    // Two months of different lengths, a leap day, a new year.
    Case(
      times: "DTSTART;VALUE=DATE:20240228\nDTEND;VALUE=DATE:20240302", start: "2024-02-28",
      last: "2024-03-01"),
    Case(
      times: "DTSTART;VALUE=DATE:20231231\nDTEND;VALUE=DATE:20240102", start: "2023-12-31",
      last: "2024-01-01"),
    // Across the end of summer time: still whole days.
    Case(
      times: "DTSTART;VALUE=DATE:20241026\nDTEND;VALUE=DATE:20241029", start: "2024-10-26",
      last: "2024-10-28"),
    Case(
      times: "DTSTART:20240501T100000Z\nDTEND:20240501T113000Z", start: "2024-05-01",
      last: "2024-05-01",
      startTime: "2024-05-01T10:00:00+00:00[Etc/UTC]", endTime: "2024-05-01T11:30:00+00:00[Etc/UTC]"
    ),
    Case(
      times: "DTSTART;TZID=Europe/Berlin:20240501T230000\nDTEND;TZID=Europe/Berlin:20240502T000000",
      start: "2024-05-01", last: "2024-05-01",
      startTime: "2024-05-01T23:00:00+02:00[Europe/Berlin]",
      endTime: "2024-05-02T00:00:00+02:00[Europe/Berlin]"),
    Case(
      times: "DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20240501T100000",
      start: "2024-05-01", last: "2024-05-01",
      startTime: "2024-05-01T10:00:00+02:00[Europe/Berlin]"),
    Case(
      times: "DTSTART;TZID=\"W. Europe Standard Time\":20241201T100000", start: "2024-12-01",
      last: "2024-12-01", startTime: "2024-12-01T10:00:00+01:00[Europe/Berlin]"),
    // Hours are exact across the change to summer time, days are nominal.
    Case(
      times: "DTSTART;TZID=Europe/Berlin:20240330T100000\nDURATION:PT24H", start: "2024-03-30",
      last: "2024-03-31", startTime: "2024-03-30T10:00:00+01:00[Europe/Berlin]",
      endTime: "2024-03-31T11:00:00+02:00[Europe/Berlin]"),
    Case(
      times: "DTSTART;TZID=Europe/Berlin:20240330T100000\nDURATION:P1D", start: "2024-03-30",
      last: "2024-03-31", startTime: "2024-03-30T10:00:00+01:00[Europe/Berlin]",
      endTime: "2024-03-31T10:00:00+02:00[Europe/Berlin]"),
    // The first of two times of the hour that happens twice.
    Case(
      times: "DTSTART;TZID=Europe/Berlin:20241027T023000", start: "2024-10-27", last: "2024-10-27",
      startTime: "2024-10-27T02:30:00+02:00[Europe/Berlin]"),
    // A time in UTC with a zone, which is not allowed, is an instant that the zone shows.
    Case(
      times: "DTSTART;TZID=Asia/Tokyo:20240501T200000Z", start: "2024-05-02", last: "2024-05-02",
      startTime: "2024-05-02T05:00:00+09:00[Asia/Tokyo]"),
    // Eastwards over the date line a day is lost, westwards it comes twice.
    Case(
      times:
        "DTSTART;TZID=America/Los_Angeles:20240501T223000\nDTEND;TZID=Pacific/Auckland:20240503T060000",
      start: "2024-05-01", last: "2024-05-03",
      startTime: "2024-05-01T22:30:00-07:00[America/Los_Angeles]",
      endTime: "2024-05-03T06:00:00+12:00[Pacific/Auckland]"),
    Case(
      times:
        "DTSTART;TZID=Pacific/Auckland:20240503T210000\nDTEND;TZID=Pacific/Honolulu:20240503T073000",
      start: "2024-05-03", last: "2024-05-03",
      startTime: "2024-05-03T21:00:00+12:00[Pacific/Auckland]",
      endTime: "2024-05-03T07:30:00-10:00[Pacific/Honolulu]"),
  ]

  static let zones = [nil, "Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu", "Etc/UTC"]

  @Test(
    "An item has the days and times of its event, with any zone for floating times",
    arguments: cases, zones)
  func item(_ example: Case, _ zone: String?) throws {
    let file = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:1\n\(example.times)\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:2\nCATEGORIES:HOTEL\n\(example.times)\nEND:VEVENT\n",
      timeZone: zone)
    guard example.start == example.last || example.startTime != nil else { return }
    let item = try #require(try file.objects("BucketListItem").first)
    if let time = example.startTime {
      #expect(item.text("startTime") == time)
      #expect(item.text("endTime") == example.endTime)
      #expect(item["startDate"] == .null && item["endDate"] == .null)
    } else {
      #expect(item.day("startDate") == example.start)
      #expect(item["endDate"] == .null || item.day("endDate") == example.last)
      #expect(item["startTime"] == .null && item["endTime"] == .null)
    }
    #expect(
      try CalendarFile(try file.lines.joined(separator: "\r\n") + "\r\n", timeZone: zone).lines
        == file.lines)
  }

  @Test(
    "A trip has the days of its event, with any zone for floating times", arguments: cases, zones)
  func trip(_ example: Case, _ zone: String?) throws {
    let file = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:t\nSUMMARY:Trip\n\(example.times)\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:2\nRELATED-TO:t\nSUMMARY:Part\nEND:VEVENT\n",
      timeZone: zone)
    let trips = try file.objects("Trip")
    #expect(trips.count == 1)
    #expect(trips[0].day("startDate") == example.start)
    #expect(trips[0].day("endDate") == example.last)
    // An edit of a day shows in the file as the day that was written.
    let edited = try file.tables.setting(
      "endDate", of: trips[0].key, to: .integer(try DayText.parse("2030-01-05")))
    let again = try CalendarFile(
      try CalendarFile.lines(of: edited).joined(separator: "\n"), timeZone: zone)
    #expect(try again.objects("Trip")[0].day("endDate") == "2030-01-05")
    #expect(try again.objects("Trip")[0].day("startDate") == example.start)
  }

  @Test(
    "A stay of three whole days ends on the day after the last night, in every zone",
    arguments: zones)
  func stay(_ zone: String?) throws {
    let file = try CalendarFile(
      components: """
        BEGIN:VEVENT
        UID:1
        CATEGORIES:Hotel
        DTSTART;VALUE=DATE:20240501
        DTEND;VALUE=DATE:20240504
        END:VEVENT

        """, timeZone: zone)
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.day("checkinDate") == "2024-05-01")
    #expect(stay.day("checkoutDate") == "2024-05-04")
    let again = try file.tables.setting("name", of: stay.key, to: .text("Inn"))
    #expect(try CalendarFile.lines(of: again).contains("DTEND;VALUE=DATE:20240504"))
  }

  @Test(
    "A floating time is read in the zone of the options or of the calendar and reported, or stays local"
  )
  func floating() throws {
    let event = "BEGIN:VEVENT\nUID:1\nDTSTART:20240501T100000\nEND:VEVENT\n"
    func time(_ head: String, _ zone: String?) throws -> String? {
      let file = try CalendarFile(components: event, head: head, timeZone: zone)
      #expect(file.findings(.floatingTime).map(\.line) == (head.isEmpty ? [] : [7]))
      return try file.objects("BucketListItem")[0].text("startTime")
    }
    #expect(try time("", nil) == "2024-05-01T10:00:00")
    #expect(
      try time("X-WR-TIMEZONE:Asia/Tokyo\n", nil) == "2024-05-01T10:00:00+09:00[Asia/Tokyo]")
    #expect(
      try time("X-WR-TIMEZONE:Asia/Tokyo\n", "Europe/Lisbon")
        == "2024-05-01T10:00:00+01:00[Europe/Lisbon]")
  }

  @Test("A time with a zone beside one without, and a day beside a time without, are kept apart")
  func mixedEnds() throws {
    for (start, end) in [
      ("DTSTART:20240501T100000", "DTEND;TZID=Europe/Paris:20240501T090000"),
      ("DTSTART;TZID=Europe/Paris:20240501T100000", "DTEND:20240501T090000"),
    ] {
      let file = try CalendarFile(
        components: "BEGIN:VEVENT\nUID:1\n\(start)\n\(end)\nSUMMARY:a\nEND:VEVENT\n")
      #expect(file.findings(.contradictoryEnd).isEmpty)
      let item = try #require(try file.objects("BucketListItem").first)
      let times = ["startTime", "endTime"].map { item.text($0) ?? "" }
      #expect(times.count { $0.hasSuffix("[Europe/Paris]") } == 1)
      #expect(times.count { $0.hasSuffix("00:00") } == 1)
      let edited = try file.tables.setting("title", of: item.key, to: .text("b"))
      let lines = try CalendarFile.lines(of: edited)
      #expect(lines.contains(start) && lines.contains(end))
    }
    let mixed = try CalendarFile(
      components:
        "BEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20240501\nDTEND:20240503T090000\nEND:VEVENT\n")
    let trip = try #require(try mixed.objects("Trip").first)
    #expect(trip.day("startDate") == "2024-05-01" && trip.day("endDate") == "2024-05-03")
  }

  @Test("What is cancelled says so in its status, both ways")
  func cancelled() throws {
    let stay = """
      BEGIN:VEVENT
      UID:1
      DTSTART;VALUE=DATE:20240501
      DTEND;VALUE=DATE:20240505
      CATEGORIES:HOTEL
      STATUS:CANCELLED
      END:VEVENT

      """
    let file = try CalendarFile(components: stay)
    let object = try #require(try file.objects("Stay").first)
    #expect(object["isCancelled"] == .bool(true) && object["isConfirmed"] == .bool(false))
    let edited = try file.tables.setting("isCancelled", of: object.key, to: .bool(false))
    #expect(try !CalendarFile.lines(of: edited).contains("STATUS:CANCELLED"))
    let trip = try #require(try file.objects("Trip").first)
    let gone = try file.tables.setting("isCancelled", of: trip.key, to: .bool(true))
    let again = try CalendarFile(try CalendarFile.lines(of: gone).joined(separator: "\r\n"))
    #expect(try again.objects("Trip").map { $0["isCancelled"] } == [.bool(true)])
  }

  @Test("A zone of no known name has the offset of its own rules")
  func customZone() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:My Zone
      BEGIN:STANDARD
      DTSTART:20001029T030000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20000326T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      END:VTIMEZONE

      """
    func time(_ value: String) throws -> String? {
      let file = try CalendarFile(
        components: zone + "BEGIN:VEVENT\nUID:1\nDTSTART;TZID=My Zone:\(value)\nEND:VEVENT\n")
      #expect(file.findings(.customZone).count == 1)
      return try file.objects("BucketListItem")[0].text("startTime")
    }
    #expect(try time("20240330T120000") == "2024-03-30T12:00:00+01:00[Etc/GMT-1]")
    #expect(try time("20240331T120000") == "2024-03-31T12:00:00+02:00[Etc/GMT-2]")
    #expect(try time("20241026T120000") == "2024-10-26T12:00:00+02:00[Etc/GMT-2]")
    #expect(try time("20241027T120000") == "2024-10-27T12:00:00+01:00[Etc/GMT-1]")
    #expect(try time("19990701T120000") == "1999-07-01T12:00:00+01:00[Etc/GMT-1]")
  }

  @Test(
    "An end that contradicts the start is read by a rule and reported",
    arguments: [
      ("DTSTART;VALUE=DATE:20240501\nDTEND;VALUE=DATE:20240501", "2024-05-01"),
      ("DTSTART;VALUE=DATE:20240503\nDTEND;VALUE=DATE:20240501", "2024-05-03"),
      ("DTSTART;VALUE=DATE:20240501\nDTEND:20240502T100000Z", "2024-05-02"),
    ])
  func contradiction(_ times: String, _ last: String) throws {
    let file = try CalendarFile(
      components: "BEGIN:VEVENT\nUID:1\nCATEGORIES:FLIGHT\n\(times)\nEND:VEVENT\n")
    #expect(file.findings(.contradictoryEnd).count == 1)
    #expect(try file.objects("Leg")[0].day("arrivalDate") == last)
  }
}
