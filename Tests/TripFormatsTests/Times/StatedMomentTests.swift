import DocumentTables
import Testing

@testable import TripFormats

/// Days and times in the spellings of people and programs.
@Suite struct StatedMomentTests {
  /// Returns a moment as text: its day, its time, its offset and its zone.
  private func words(_ moment: StatedMoment?) -> String? {
    guard let moment else { return nil }
    var parts = moment.day.map { [DayText.text($0)] } ?? []
    if let second = moment.second {
      func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
      parts.append(two(second / 3600) + ":" + two(second / 60 % 60))
    }
    if let offset = moment.offset { parts.append(offset < 0 ? "\(offset)" : "+\(offset)") }
    if let zone = moment.zone { parts.append(zone) }
    if let shift = moment.shift { parts.append("\(shift.days)d" + (shift.mayBeOffset ? "?" : "")) }
    return parts.joined(separator: " ")
  }

  @Test(
    "A text that means one day or time only is read without knowing its file",
    arguments: [
      ("20230814T081800", "2023-08-14 08:18"), ("20230814T081800Z", "2023-08-14 08:18 +0"),
      ("20230814T0818", "2023-08-14 08:18"), ("2023-08-14T081800", "2023-08-14 08:18"),
      ("2023-08-14T08:18:00.000Z", "2023-08-14 08:18 +0"),
      ("2023-08-14T08:18:00+02:00", "2023-08-14 08:18 +120"),
      ("20230814T081800+0200", "2023-08-14 08:18 +120"), ("20230814 081800", "2023-08-14 08:18"),
      ("2023-08-14 08:18", "2023-08-14 08:18"), ("2023-08-17", "2023-08-17"),
      ("20260701-1930", "2026-07-01 19:30"), ("20260210Z", "2026-02-10"),
      ("2026-02-10+02:00", "2026-02-10"),
      ("2022-07-26T10:26:00+0:00", "2022-07-26 10:26 +0"),
      ("2023-08-14T24:00:00", "2023-08-15 00:00"), ("13/08/2023 08:18", "2023-08-13 08:18"),
      ("08/14/2023", "2023-08-14"), ("14 August 2023", "2023-08-14"),
      ("Mon, 14 Aug 2023 08:18:00 +0200", "2023-08-14 08:18 +120"),
      ("Mon Aug 14 2023 08:18:00 GMT+0200 (Central European Summer Time)", "2023-08-14 08:18 +120"),
      ("2023-08-14 08:18 Europe/Berlin", "2023-08-14 08:18 Europe/Berlin"),
      ("2023-08-14 08:18 CET", "2023-08-14 08:18 CET"),
      ("08/07/2023", nil), ("14-Aug-23", nil), ("45474", nil), ("2023-02-30", nil),
      ("2023-08-14T25:00", nil), ("2023-08-14T08:18:00+2:7", nil), ("2019-07", nil), ("2008", nil),
      ("", nil), ("   ", nil), ("2023-08-14T08:18 - 09:30", nil),
    ] as [(String, String?)])
  func alone(_ text: String, _ expected: String?) {
    #expect(words(StatedMoment(text, .alone)) == expected)
  }

  @Test(
    "Months and weekdays of nine languages are read, whole and abbreviated",
    arguments: [
      ("3. Mai 2026", "2026-05-03"), ("So, 03.05.2026", "2026-05-03"), ("3 mär 2026", "2026-03-03"),
      ("Sonntag, den 3. Mai 2026", "2026-05-03"), ("3. Maerz 2026", "2026-03-03"),
      ("1 août 2026", "2026-08-01"), ("1er août 2026", "2026-08-01"),
      ("dim. 3 mai 2026", "2026-05-03"),
      ("le 14 févr. 2026", "2026-02-14"), ("14 fev 2026", "2026-02-14"),
      ("3 de mayo de 2026", "2026-05-03"), ("mar, 3 mar 2026", "2026-03-03"),
      ("miércoles 6 de mayo de 2026", "2026-05-06"), ("lunedì 4 maggio 2026", "2026-05-04"),
      ("3 mei 2026", "2026-05-03"), ("za 2 mei 2026", "2026-05-02"), ("3-mrt-2026", "2026-03-03"),
      ("1º de maio de 2026", "2026-05-01"), ("segunda-feira, 4 de maio de 2026", "2026-05-04"),
      ("3 maja 2026 r.", "2026-05-03"), ("3 maja 2026 r", "2026-05-03"),
      ("niedz., 3 maj 2026", "2026-05-03"),
      ("2026年5月3日", "2026-05-03"), ("2026年5月3日(日)", "2026-05-03"),
      ("2026年5月3日日曜日", "2026-05-03"), ("2026/5/3（日）", "2026-05-03"),
      ("03.05.2026 (So)", "2026-05-03"), ("２０２６年５月３日", "2026-05-03"),
      ("2026-May-03", "2026-05-03"), ("3 jui 2026", nil), ("3 foo 2026", nil), ("Mai 2026", nil),
      ("3 ma 2026", nil),
    ] as [(String, String?)])
  func languages(_ text: String, _ day: String?) {
    #expect(words(StatedMoment(text, .table)) == day)
  }

  @Test(
    "Hours with a word, a point or a mark of half a day are read",
    arguments: [
      ("14:30 Uhr", "14:30"), ("14.30 Uhr", "14:30"), ("um 14:30 Uhr", "14:30"),
      ("14 Uhr", "14:00"),
      ("14h30", "14:30"), ("14h", "14:00"), ("14h30min", "14:30"), ("à 14h30", "14:30"),
      ("14:30h", "14:30"), ("14:30 uur", "14:30"), ("ore 14:30", "14:30"), ("2:30 p. m.", "14:30"),
      ("2:30\u{202F}p.\u{A0}m.", "14:30"), ("14時30分", "14:30"), ("午後2時30分", "14:30"),
      ("午前12時", "00:00"), ("3.5.2026 14.30", "2026-05-03 14:30"),
      ("3. Mai 2026 um 14:30 Uhr", "2026-05-03 14:30"), ("2026年5月3日 14時30分", "2026-05-03 14:30"),
      ("14.30", nil), ("0930", nil), ("25 Uhr", nil), ("10:15 - 12:00", nil), ("06:00-08:00", nil),
      ("10:00-05:00", "10:00 -300"), ("午後13時", nil),
    ] as [(String, String?)])
  func clocks(_ text: String, _ time: String?) {
    #expect(words(StatedMoment(text, .table)) == time)
  }

  @Test(
    "In a column of times, four digits and a point state the hour and the minute",
    arguments: [
      ("0930", "09:30"), ("930", "09:30"), ("14.30", "14:30"), ("14.30 Uhr", "14:30"),
      ("0.4375", "10:30"), ("00.30", "00:30"), ("0.999999", "23:59"),
      ("1130+1", "11:30 1d?"), ("2460", nil), ("45474.5", "2024-07-01 12:00"),
    ] as [(String, String?)])
  func columnsOfTimes(_ text: String, _ time: String?) {
    var spelling = MomentSpelling.table
    spelling.isClock = true
    #expect(words(StatedMoment(text, spelling)) == time)
  }

  @Test(
    "One digit behind a time may count days, a word makes sure, two digits are a zone",
    arguments: [
      ("11:30+1", "11:30 1d?"), ("11:30 +1", "11:30 1d?"), ("11:30(+1)", "11:30 1d?"),
      ("11:30 (+2)", "11:30 2d?"), ("11:30-1", "11:30 -1d?"), ("1:10 PM +1", "13:10 1d?"),
      ("11:30⁺¹", "11:30 1d?"), ("11:30 +1d", "11:30 1d"), ("11:30 +1 day", "11:30 1d"),
      ("11:30 next day", "11:30 1d"), ("11:30 (+1 Tag)", "11:30 1d"),
      ("11:30 lendemain", "11:30 1d"),
      ("11:30+01", "11:30 +60"), ("11:30 +10", "11:30 +600"), ("11:30+0100", "11:30 +60"),
      ("11:30 +01:00", "11:30 +60"), ("11:30+1:00", "11:30 +60"), ("11:30 UTC+1", "11:30 +60"),
      ("2026-05-02 11:30+1", "2026-05-02 11:30 1d?"), ("11:30 +12d", nil),
    ] as [(String, String?)])
  func shifts(_ text: String, _ expected: String?) {
    #expect(words(StatedMoment(text, .table)) == expected)
  }

  @Test(
    "A number of a spreadsheet is a day, its fraction the time",
    arguments: [
      ("45474", 1900, "2024-07-01"), ("45500.25", 1900, "2024-07-27 06:00"),
      ("45500,25", 1900, "2024-07-27 06:00"),
      ("45474.0", 1900, "2024-07-01"), ("45474.999999", 1900, "2024-07-02"),
      ("44012", 1904, "2024-07-01"), ("1234", 1900, nil), ("454745", 1900, nil),
      ("45474.", 1900, nil),
      ("45474.1.2", 1900, nil),
    ] as [(String, Int64, String?)])
  func serials(_ text: String, _ epoch: Int64, _ expected: String?) {
    var spelling = MomentSpelling.table
    spelling.epoch = SerialEpoch(rawValue: epoch)
    #expect(words(StatedMoment(text, spelling)) == expected)
  }

  @Test(
    "A span of days or hours is no moment",
    arguments: [
      "2026-02-10-12", "May 3-10 2026", "May 3-10, 2026", "0600-0800", "06:00-08",
      "06:00-08:00", "10:00+01:75", "10:",
    ])
  func spans(_ text: String) {
    var spelling = MomentSpelling.table
    spelling.isClock = true
    #expect(StatedMoment(text, spelling) == nil)
  }

  @Test("The first edition reads English words only, no numbers, and one digit as a zone")
  func firstEdition() {
    var spelling = MomentSpelling.table
    spelling.edition = .first
    #expect(words(StatedMoment("3 Apr 2025", spelling)) == "2025-04-03")
    #expect(words(StatedMoment("11:30+1", spelling)) == "11:30 +60")
    for text in [
      "3. Mai 2026", "45474", "14:30 Uhr", "20260210Z", "10:00 CET", "2026-May-03", "2026年5月3日",
      "(Sun) 3 May 2026", "2:30\u{202F}PM", "2026-05-03T24:00", "20260503T240000",
    ] {
      #expect(StatedMoment(text, spelling) == nil, "\(text)")
    }
  }

  @Test(
    "Lengths of time are read in their usual forms",
    arguments: [
      ("01:15:00", 4500), ("1:15", 4500), ("1h 15m", 4500), ("1h15", 4500), ("75 min", 4500),
      ("PT1H15M", 4500), ("21 hrs. 30 min", 77_400), ("1:75", nil), ("soon", nil), ("", nil),
      ("75", nil),
    ] as [(String, Int64?)])
  func durations(_ text: String, _ seconds: Int64?) {
    #expect(StatedDuration.seconds(text) == seconds)
  }
}
