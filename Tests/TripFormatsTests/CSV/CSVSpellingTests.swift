import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A table says as a whole how it spells days, times and answers.
@Suite struct CSVSpellingTests {
  @Test("Numbers of a spreadsheet are days and times, and are edited as numbers")
  func serials() throws {
    let text =
      "Trip,Start Date,End Date,Destination\nRome,45474,45480,Rome\nOslo,45500.25,45503.75,Oslo\n"
    let file = try CSVFile("Name" + text.dropFirst(4))
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.day("startDate") } == ["2024-07-01", "2024-07-27"])
    #expect(trips.map { $0.day("endDate") } == ["2024-07-07", "2024-07-30"])
    let edited = try file.tables.setting(
      "endDate", of: trips[0].key, to: .integer(try DayText.parse("2024-07-08")))
    #expect(try CSVFile.written(edited).contains("Rome,45474,45481,Rome\n"))
  }

  @Test(
    "Numbers count from 1904 only where other days of their rows contradict 1900",
    arguments: [
      ("2024-07-01,44018", "2024-07-07"), ("2024-07-01,45480", "2024-07-07"),
      ("2020-06-01,44018", "2020-07-06"), ("44012,44018", "2020-07-06"),
    ])
  func epochs(_ days: String, _ end: String) throws {
    let file = try CSVFile("Name,Start,End\nA,\(days)\n")
    #expect(try file.objects("Trip").map { $0.day("endDate") } == [end])
    #expect(try file.written == "Name,Start,End\nA,\(days)\n")
  }

  @Test(
    "A day that cannot be read stays open, is a warning with its cell, and is never that of another cell"
  )
  func unread() throws {
    let text = "Name,Start,End\nA,2026-05-01,soon\nB,2019-07,2019-08-02\nC,???,\n"
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.day("startDate") } == ["2026-05-01", nil, nil])
    #expect(trips.map { $0.day("endDate") } == [nil, "2019-08-02", nil])
    #expect(
      file.findings(.unreadMoment).map {
        "\($0.line):\($0.column) \($0.subject ?? "") \($0.detail)"
      } == [
        "2:14 End soon", "3:3 Start 2019-07", "4:3 Start ???",
      ])
    #expect(!file.report.isStrictlyRead)
    #expect(try file.written == text)
  }

  @Test(
    "Days in words are read in the language of the file",
    arguments: [
      ("3. Mai 2026", "15. März 2026", "2026-05-03"), ("1 août 2026", "15 août 2026", "2026-08-01"),
      ("mar, 3 mar 2026", "lun, 9 mar 2026", "2026-03-03"),
      ("2026年5月3日", "2026年5月9日", "2026-05-03"),
      ("3 maj 2026", "9 paź 2026", "2026-05-03"),
    ])
  func languages(_ start: String, _ end: String, _ day: String) throws {
    let text = "Name;Start;End\nA;\(start);\(end)\n"
    let file = try CSVFile(text)
    #expect(try file.objects("Trip").map { $0.day("startDate") } == [day])
    #expect(file.findings(.unreadMoment).isEmpty)
    #expect(try file.written == text)
  }

  @Test("Answers are read in any of nine languages, and edited as words of the file's own")
  func answers() throws {
    let text = "Hotel,Check-in,Confirmed\nA,3. Mai 2026,ja\nB,4. Mai 2026,Nein\n"
    let file = try CSVFile(text)
    let stays = try file.objects("Stay")
    #expect(stays.map { $0["isConfirmed"] } == [.bool(true), .bool(false)])
    let edited = try file.tables.setting("isConfirmed", of: stays[0].key, to: .bool(false))
    #expect(try CSVFile.written(edited).contains("A,3. Mai 2026,nein\n"))
    for (yes, no) in [("oui", "non"), ("sí", "no"), ("sim", "não"), ("tak", "nie"), ("はい", "いいえ")] {
      let file = try CSVFile("Hotel,Check-in,Confirmed\nA,2026-05-03,\(yes)\nB,2026-05-03,\(no)\n")
      #expect(try file.objects("Stay").map { $0["isConfirmed"] } == [.bool(true), .bool(false)])
    }
  }

  @Test(
    "A day that is counted behind the time of an arrival moves the arrival",
    arguments: [
      ("11:30+1", "2026-05-02T11:30:00"), ("11:30 (+1)", "2026-05-02T11:30:00"),
      ("11:30 +1d", "2026-05-02T11:30:00"), ("11:30 next day", "2026-05-02T11:30:00"),
      ("11:30+2", "2026-05-03T11:30:00"), ("11:30-1", "2026-04-30T11:30:00"),
      ("11:30 PM +1", "2026-05-02T23:30:00"), ("1130+1", "2026-05-02T11:30:00"),
      ("11:30⁺¹", "2026-05-02T11:30:00"), ("11:30 +01", "2026-05-01T11:30:00+01:00[Etc/GMT-1]"),
      ("11:30+0100", "2026-05-01T11:30:00+01:00[Etc/GMT-1]"),
      ("11:30 +10", "2026-05-01T11:30:00+10:00[Etc/GMT-10]"),
      ("11:30+5:30", "2026-05-01T11:30:00+05:30[UTC+05_30]"),
      ("2026-05-02 11:30+1", "2026-05-02T11:30:00"),
      ("2026-05-02 11:30 +1d", "2026-05-02T11:30:00"),
    ])
  func shifts(_ cell: String, _ arrival: String) throws {
    let text = "From,To,Date,Dep,Arr,Airline,Flight\nFRA,SYD,2026-05-01,10:00,\(cell),LH,LH1\n"
    let file = try CSVFile(text)
    let leg = try #require(try file.objects("Leg").first)
    #expect(leg.text("departureTime") == "2026-05-01T10:00:00")
    #expect(leg.text("arrivalTime") == arrival)
    #expect(file.findings(.valueForm).isEmpty && file.findings(.unreadMoment).isEmpty)
    #expect(try file.written == text)
  }

  @Test("A count of days that contradicts the day of its own cell is said, and changes nothing")
  func contradictoryShift() throws {
    let file = try CSVFile(
      "From,To,Date,Dep,Arr,Airline\nFRA,SYD,2026-05-01,10:00,2026-05-04 11:30+1,LH\n")
    #expect(try file.objects("Leg").map { $0.text("arrivalTime") } == ["2026-05-04T11:30:00"])
    #expect(file.findings(.valueForm).map(\.detail) == ["2026-05-04 11:30+1"])
  }

  @Test(
    "A duration decides the day of an arrival, and whether a digit counts days",
    arguments: [
      ("22:15", "00:05", "01:50", "2024-03-03T00:05:00"),
      ("10:00", "11:30", "21:30", "2024-03-03T11:30:00"),
      ("10:00", "11:30", "01:30", "2024-03-02T11:30:00"),
      ("10:00", "09:30", "0h 30m", "2024-03-02T09:30:00"),
      ("10:00", "11:30+1", "21:30", "2024-03-03T11:30:00"),
      ("10:00", "11:30+1", "01:30", "2024-03-02T11:30:00+01:00[Etc/GMT-1]"),
      ("10:00", "09:30", "", "2024-03-03T09:30:00"),
    ])
  func durations(_ start: String, _ end: String, _ duration: String, _ arrival: String) throws {
    let text = "From,To,Date,Dep,Arr,Duration\nA,B,2024-03-02,\(start),\(end),\(duration)\n"
    #expect(try CSVFile(text).objects("Leg").map { $0.text("arrivalTime") } == [arrival])
  }

  @Test("Midnights of a log of flights are unknown times, unless the duration says otherwise")
  func unknownTimes() throws {
    let head = "Date,\"Flight number\",From,To,\"Dep time\",\"Arr time\",Duration,Airline\n"
    let text =
      head + "2024-03-02,SK1,A,B,10:30:00,00:00:00,01:15:00,SK\n"
      + "2024-03-03,SK2,A,B,00:00:00,00:00:00,01:15:00,SK\n"
      + "2024-03-04,SK3,A,B,22:15:00,00:00:00,01:45:00,SK\n"
      + "2024-03-05,SK4,A,B,00:00:00,01:30:00,01:30:00,SK\n"
    let file = try CSVFile(text)
    let legs = try file.objects("Leg")
    #expect(
      legs.map { $0.text("arrivalTime") } == [
        nil, nil, "2024-03-05T00:00:00", "2024-03-05T01:30:00",
      ])
    #expect(
      legs.map { $0.text("departureTime") } == [
        "2024-03-02T10:30:00", nil, "2024-03-04T22:15:00", "2024-03-05T00:00:00",
      ])
    #expect(legs.map { $0.day("departureDate") } == [nil, "2024-03-03", nil, nil])
    #expect(file.findings(.unknownTime).map(\.line) == [2, 3, 3])
    #expect(try file.written == text)
    // Elsewhere only beside an empty duration.
    let other =
      "From,To,Date,Dep,Arr,Duration\nA,B,2024-03-02,10:30,00:00,\nA,B,2024-03-02,10:30,00:00,13:30\n"
    #expect(
      try CSVFile(other).objects("Leg").map { $0.text("arrivalTime") } == [
        nil, "2024-03-03T00:00:00",
      ])
  }

  @Test("An event of whole days ends on the day before a midnight, as Outlook writes")
  func wholeDays() throws {
    let text = """
      Subject,Start Date,Start Time,End Date,End Time,All day event
      Texel,21-4-2020,00:00:00,28-4-2020,00:00:00,True
      Ameland,1-5-2020,,3-5-2020,,True
      Boot,21-4-2020,09:30:00,21-4-2020,09:50:00,False

      """
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    #expect(trips.prefix(2).map { $0.day("startDate") } == ["2020-04-21", "2020-05-01"])
    #expect(trips.prefix(2).map { $0.day("endDate") } == ["2020-04-27", "2020-05-03"])
    #expect(try file.written == text)
    let edited = try file.tables.setting(
      "endDate", of: trips[0].key, to: .integer(try DayText.parse("2020-04-25")))
    #expect(
      try CSVFile(try CSVFile.written(edited)).objects("Trip").first?.day("endDate") == "2020-04-25"
    )
  }

  @Test(
    "Zones of cells are read by all their names",
    arguments: [
      ("Japan", "Japan"), ("US/Eastern", "US/Eastern"), ("Europe//Berlin", "Europe/Berlin"),
      ("GMT+0200", "Etc/GMT-2"), ("W. Europe Standard Time", "Europe/Berlin"),
      ("\"(UTC+01:00) Amsterdam, Berlin\"", "Europe/Berlin"), ("+5:30", "UTC+05_30"),
    ])
  func zones(_ cell: String, _ zone: String) throws {
    let file = try CSVFile("Title,Date,Time,Time zone\nA,2026-07-01,10:00,\(cell)\n")
    let time = try #require(try file.objects("BucketListItem").first?.text("startTime"))
    #expect(time.hasSuffix("[\(zone)]") && time.hasPrefix("2026-07-01T10:00:00"))
  }
}
