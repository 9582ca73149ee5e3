import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// The words of events and rows that are legs.
@Suite struct LegWordsTests {
  private static func event(_ summary: String, _ more: String = "", mode: String = "FLIGHT")
    -> String
  {
    """
    BEGIN:VEVENT
    UID:1
    DTSTAMP:20260101T000000Z
    DTSTART:20260503T100000Z
    CATEGORIES:\(mode)
    SUMMARY:\(summary)
    \(more)END:VEVENT

    """
  }

  private func leg(_ file: CalendarFile) throws -> TestObject {
    try #require(try file.objects("Leg").first)
  }

  @Test(
    "Ends are read from words with one meaning, in each language",
    arguments: [
      ("Flight UA 110 from SFO to JFK", "FLIGHT", "SFO", "JFK", "UA 110"),
      ("SFO to JFK", "FLIGHT", "SFO", "JFK", nil), ("SFO-JFK", "FLIGHT", "SFO", "JFK", nil),
      ("UA 110: SFO–JFK", "FLIGHT", "SFO", "JFK", "UA 110"),
      ("SFO/JFK (UA 110)", "TRANSPORT", "SFO", "JFK", "UA 110"),
      ("SFO → JFK", "FLIGHT", "SFO", "JFK", nil), ("SFO→JFK", "FLIGHT", "SFO", "JFK", nil),
      ("大阪→東京", "TRAIN", "大阪", "東京", nil),
      ("LH 1166 Frankfurt - Lissabon", "FLIGHT", "Frankfurt", "Lissabon", "LH 1166"),
      ("ICE71 Berlin Hbf – Basel SBB", "TRAIN", "Berlin Hbf", "Basel SBB", "ICE71"),
      ("3K 512 Singapore — Jakarta (late)", "FLIGHT", "3K 512 Singapore", "Jakarta", "late"),
      ("Route 66 - Chicago", "CAR", "Route 66", "Chicago", nil),
      ("A 3 - Bonn", "CAR", "A 3", "Bonn", nil),
      ("Train from Paris to Lyon", "TRAIN", "Paris", "Lyon", nil),
      ("Bus from Paris to Lyon", "TRAIN", "Paris", "Lyon", "Bus"),
      ("Zug ICE 599 von Berlin nach Hamburg", "TRAIN", "Berlin", "Hamburg", "ICE 599"),
      ("Vol AF 12 de Paris à Nice", "FLIGHT", "Paris", "Nice", "AF 12"),
      ("Vuelo de Rio de Janeiro a Lima", "FLIGHT", "Rio de Janeiro", "Lima", nil),
      ("Treno da Roma a Milano", "TRAIN", "Roma", "Milano", nil),
      ("Trein van Utrecht naar Gouda (IC 1)", "TRAIN", "Utrecht", "Gouda", "IC 1"),
      ("Comboio de Lisboa para o Porto", "TRAIN", "Lisboa", "o Porto", nil),
      ("Pociąg z Gdańska do Krakowa", "TRAIN", "Gdańska", "Krakowa", nil),
      ("新幹線 東京から京都まで", "TRAIN", "東京", "京都", "新幹線"),
    ] as [(String, String, String, String, String?)])
  func ends(_ summary: String, _ mode: String, _ from: String, _ to: String, _ number: String?)
    throws
  {
    let file = try CalendarFile(components: Self.event(summary, mode: mode))
    let leg = try leg(file)
    #expect(leg.text("from") == from && leg.text("to") == to && leg.text("number") == number)
    #expect(try file.lines.contains("SUMMARY:\(summary)"))
  }

  @Test(
    "Other words are the name of the leg",
    arguments: [
      "Train to the office", "Paris to Lyon", "Drive from 10:00 to 12:00",
      "Bus from Monday to Friday",
      "Flight from A to B to C", "To Rome from Oslo", "SFO-JFK-LHR", "SFO to SFO",
      "Airport shuttle",
      "Flight LH1", "Gare de Lyon", "Welcome to Paris",
    ])
  func names(_ summary: String) throws {
    let file = try CalendarFile(components: Self.event(summary))
    let leg = try leg(file)
    #expect(leg.text("from") == "" && leg.text("to") == "" && leg.text("number") == summary)
    #expect(file.findings(.legEnds).isEmpty)
    #expect(try file.lines.contains("SUMMARY:\(summary)"))
    // Exported anew, it is read as it was.
    var tables = file.tables
    tables.extensions = []
    let again = try CalendarFile(CalendarFile.lines(of: tables).joined(separator: "\n") + "\n")
    #expect(try self.leg(again).text("number") == summary)
    #expect(try self.leg(again).text("to") == "")
  }

  @Test(
    "The place of the event is one of the ends, or the beginning of a leg with a name",
    arguments: [
      ("San Francisco (SFO)", "San Francisco (SFO)", "JFK", "UA 110"),
      ("JFK Terminal 4", "SFO", "JFK Terminal 4", "UA 110"),
      ("Oakland", "Oakland", "", "Flight UA 110 from SFO to JFK"),
    ])
  func place(_ place: String, _ from: String, _ to: String, _ number: String) throws {
    let file = try CalendarFile(
      components: Self.event("Flight UA 110 from SFO to JFK", "LOCATION:\(place)\n"))
    let leg = try leg(file)
    #expect(leg.text("from") == from && leg.text("to") == to && leg.text("number") == number)
  }

  @Test("An edit of another field leaves the summary and the place of a leg")
  func edited() throws {
    let file = try CalendarFile(
      components: Self.event("Flight UA 110 from SFO to JFK", "LOCATION:San Francisco (SFO)\n"))
    let leg = try leg(file)
    for (field, value) in [
      ("mode", Value.text("train")), ("notes", .text("x")),
      ("fromLocation", .place(latitude: 1, longitude: 2)),
    ] {
      let lines = try CalendarFile.lines(
        of: try file.tables.setting(field, of: leg.key, to: value))
      #expect(lines.contains("SUMMARY:Flight UA 110 from SFO to JFK"), "\(field)")
      #expect(lines.contains("LOCATION:San Francisco (SFO)"), "\(field)")
    }
    let lines = try CalendarFile.lines(
      of: try file.tables.setting("to", of: leg.key, to: .text("LGA")))
    #expect(lines.contains("SUMMARY:San Francisco (SFO) → LGA (UA 110)"))
    #expect(try self.leg(CalendarFile(lines.joined(separator: "\n") + "\n")).text("to") == "LGA")
  }

  @Test("A row of a table keeps the name of a journey, as its number if it has no other")
  func rows() throws {
    let text = """
      Type,Name,From,To,Flight,Date
      flight,Flight home,,Oslo,,2026-05-01
      flight,Outbound,Oslo,Rome,DY 1,2026-05-02
      hotel,Inn,,,,2026-05-03

      """
    let file = try CSVFile(text)
    #expect(try file.objects("Leg").map { $0.text("number") } == ["Flight home", "DY 1"])
    #expect(try file.objects("Stay").map { $0.text("name") } == ["Inn"])
    #expect(try file.written == text)
    let again = try file.tables.updated(with: text, .csv, named: "file")
    #expect(again.report.counts.isEmpty)
  }
}
