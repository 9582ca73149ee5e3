import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Days stay days, and times stay at their place.
@Suite struct CSVDayTests {
  @Test(
    "Days and times are read in their usual forms",
    arguments: [
      ("2025-04-03", "2025-04-03"), ("20250403", "2025-04-03"), ("2025/4/3", "2025-04-03"),
      ("3.4.2025", "2025-04-03"), ("03/04/25", "2025-04-03"), ("3 Apr 2025", "2025-04-03"),
      ("Apr 3, 2025", "2025-04-03"), ("03-Apr-25", "2025-04-03"),
      ("Thu, 3 April 2025", "2025-04-03"),
      ("April 3rd, 2025", "2025-04-03"), ("2025-02-30", nil), ("31.4.2025", nil), ("soon", nil),
      ("", nil), ("12", nil), ("2025", nil), ("2025-04-03x", nil), ("0000-01-01", nil),
      ("99999999999999999999", nil),
    ] as [(String, String?)])
  func days(_ text: String, _ day: String?) {
    #expect(StatedMoment(text, .table)?.day.map(DayText.text) == day)
  }

  @Test(
    "Times are read in their usual forms",
    arguments: [
      ("10:15", 36900), ("10:15:30", 36930), ("7 pm", 68400), ("7:05 AM", 25500), ("12:00 am", 0),
      ("12:30 PM", 45000), ("2025-04-03T10:15", 36900), ("2025-04-03 10:15:00.5", 36900),
      ("Apr 3, 2025 7:05 pm", 68700), ("20250403T1015", 36900), ("23:59:60", 86399), ("24:00", nil),
      ("10:60", nil), ("13 pm", nil), ("7", nil), ("10:15 tomorrow", nil),
    ] as [(String, Int64?)])
  func times(_ text: String, _ second: Int64?) {
    #expect(StatedMoment(text, .table)?.second == second)
  }

  @Test(
    "A span of days has these days",
    arguments: [
      ("2025-05-01", "2025-05-03", "2025-05-01", "2025-05-03"),
      ("2025-05-01", "2025-05-01", "2025-05-01", "2025-05-01"),
      ("2025-05-01", "", "2025-05-01", "2025-05-01"),
      ("", "2025-05-03", "2025-05-03", "2025-05-03"),
      ("2025-12-31", "2026-01-01", "2025-12-31", "2026-01-01"),
      ("2024-02-28", "2024-03-01", "2024-02-28", "2024-03-01"),
      ("2025-05-01 00:00:00", "2025-05-03 00:00:00", "2025-05-01", "2025-05-03"),
      ("0001-01-01", "9999-12-31", "0001-01-01", "9999-12-31"),
    ])
  func trips(_ start: String, _ end: String, _ first: String, _ last: String) throws {
    let text = "Name,Start,End\nA,\(start),\(end)\n"
    let file = try CSVFile(text)
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.day("startDate") == first && trip.day("endDate") == last)
    #expect(try file.written == text)
    // And so they are in a file of our own.
    var plain = file.tables
    plain.extensions = []
    let again = try CSVFile(try CSVFile.written(plain))
    #expect(try again.objects("Trip").first?.day("endDate") == last)
  }

  @Test(
    "A stay has the day of its checkout, or the time",
    arguments: [
      ("2025-05-01", "2025-05-04", "2025-05-01", "2025-05-04", nil, nil),
      (
        "2025-05-01 15:00", "2025-05-04 11:00", nil, nil, "2025-05-01T15:00:00+09:00[Asia/Tokyo]",
        "2025-05-04T11:00:00+09:00[Asia/Tokyo]"
      ),
      ("2025-05-01T15:00Z", "", nil, nil, "2025-05-01T15:00:00+00:00[Etc/UTC]", nil),
      (
        "2025-05-01T15:00:00-08:00", "2025-05-01 23:00 Pacific/Auckland", nil, nil,
        "2025-05-01T15:00:00-08:00[Etc/GMT+8]", "2025-05-01T23:00:00+12:00[Pacific/Auckland]"
      ),
      ("2025-05-01", "4 pm", "2025-05-01", nil, nil, "2025-05-01T16:00:00+09:00[Asia/Tokyo]"),
    ] as [(String, String, String?, String?, String?, String?)])
  func stays(
    _ start: String, _ end: String, _ firstDay: String?, _ lastDay: String?, _ firstTime: String?,
    _ lastTime: String?
  ) throws {
    let text = "Hotel,Check-in,Check-out\nA,\(start),\(end)\n"
    let file = try CSVFile(text, timeZone: "Asia/Tokyo")
    let stay = try #require(try file.objects("Stay").first)
    #expect(stay.day("checkinDate") == firstDay && stay.day("checkoutDate") == lastDay)
    #expect(stay.text("checkinTime") == firstTime && stay.text("checkoutTime") == lastTime)
    #expect(try file.written == text)
  }

  @Test("A time without a zone is reported; one that the zone skips has the offset before")
  func zones() throws {
    let file = try CSVFile(
      "Title,Date,Time\nA,2025-03-30,02:30\nB,2025-10-26,02:30\nC,2025-07-01,12:00\n",
      timeZone: "Europe/Berlin")
    #expect(
      try file.objects("BucketListItem").map { $0.text("startTime") } == [
        "2025-03-30T02:30:00+01:00[Europe/Berlin]", "2025-10-26T02:30:00+02:00[Europe/Berlin]",
        "2025-07-01T12:00:00+02:00[Europe/Berlin]",
      ])
    #expect(file.findings(.skippedTime).map(\.line) == [2])
    #expect(
      file.findings(.floatingTime).map { "\($0.line):\($0.column)" } == ["2:14", "3:14", "4:14"])
    let stated = try CSVFile(
      "Title,Date,Time,Time zone\nA,2025-07-01,10:00,Asia/Tokyo\nB,2025-07-01,10:00,Nowhere\n")
    #expect(
      try stated.objects("BucketListItem").map { $0.text("startTime") } == [
        "2025-07-01T10:00:00+09:00[Asia/Tokyo]", "2025-07-01T10:00:00",
      ])
    #expect(stated.findings(.unreadCell).map(\.detail) == ["Nowhere"])
  }

  @Test("A local time leaves the cell of the zone empty, and comes back")
  func localTimes() throws {
    let file = try CSVFile(
      "Title,Date,Time,Time zone\nA,2025-07-01,10:00,Asia/Tokyo\nB,2025-07-01,11:00,\n")
    #expect(file.report.findings.map(\.code) == [.rowEntity, .derivedTrip])
    let items = try file.objects("BucketListItem")
    let edited = try file.tables.setting(
      "startTime", of: items[0].key, to: .text("2025-07-01T12:00:00"))
    let text = try CSVFile.written(edited)
    #expect(text.contains("A,2025-07-01,12:00,\n"), "\(text)")
    #expect(
      try CSVFile(text).objects("BucketListItem").map { $0.text("startTime") } == [
        "2025-07-01T12:00:00", "2025-07-01T11:00:00",
      ])
  }

  @Test("A flight over the date line and a night train keep their days")
  func legs() throws {
    let file = try CSVFile(
      """
      From,To,Departure date,Departure time,Departure time zone,Arrival date,Arrival time,Arrival time zone
      Auckland,Honolulu,2025-07-02,23:55,Pacific/Auckland,2025-07-02,09:45,Pacific/Honolulu
      Wien,Roma,2025-07-02,19:20,Europe/Vienna,,09:22,Europe/Rome

      """)
    let legs = try file.objects("Leg")
    #expect(
      legs.map { $0.text("arrivalTime") } == [
        "2025-07-02T09:45:00-10:00[Pacific/Honolulu]", "2025-07-03T09:22:00+02:00[Europe/Rome]",
      ])
    #expect(file.findings(.endDay).map(\.line) == [3])
    // The trip of the file has the days of its parts.
    let trip = try #require(try file.objects("Trip").first)
    #expect(trip.day("startDate") == "2025-07-02" && trip.day("endDate") == "2025-07-03")
  }

  @Test(
    "The order of days is that of the column, then of the file, then days come first",
    arguments: [
      (["3/4/2025", "13/4/2025"], "2025-04-03", false),
      (["3/4/2025", "4/13/2025"], "2025-03-04", false),
      (["3/4/2025"], "2025-04-03", true), (["3.4.2025"], "2025-04-03", false),
      (["3/4/2025 7:00 pm"], "2025-03-04", true), (["3/3/2025"], "2025-03-03", false),
      (["2025-04-03", "3/4/2025"], "2025-04-03", true),
    ])
  func order(_ cells: [String], _ day: String, _ isOpen: Bool) throws {
    let file = try CSVFile("Title,Start\n" + cells.map { "A,\($0)\n" }.joined())
    let item = try #require(try file.objects("BucketListItem").first)
    #expect(item.day("startDate") == day || item.text("startTime")?.hasPrefix(day) == true)
    #expect(file.findings(.dayOrder).isEmpty != isOpen)
  }
}
