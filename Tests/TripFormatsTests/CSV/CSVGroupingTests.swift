import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Rows that state no trip are one trip for each journey.
@Suite struct CSVGroupingTests {
  static let log = """
    Date,Flight number,From,To,Dep time,Arr time
    2024-03-02,SK1419,Copenhagen (CPH),Oslo (OSL),10:30,11:45
    2024-03-06,SK1420,Oslo (OSL),Copenhagen (CPH),20:30,21:45
    2010-07-10,LH1,Berlin (BER),Palma (PMI),09:00,11:30
    2010-07-24,LH2,Palma (PMI),Berlin (BER),12:00,14:30
    1999-05-01,BA7,London (LHR),Rome (FCO),08:00,11:00

    """

  /// The names of trips with the words of their parts, in the order of the days.
  static func trips(_ tables: Tables) throws -> [String: [String]] {
    var parts: [String: [String]] = [:]
    let trips = try tables.testObjects("Trip")
    for entity in ["Leg", "Stay", "BucketListItem"] {
      for part in try tables.testObjects(entity) {
        let trip = trips.first { part["trip"] == .reference($0.key) }
        let words = part.text("number") ?? part.text("title") ?? part.text("name") ?? ""
        parts[trip?.text("name") ?? "none", default: []].append(words)
      }
    }
    return parts.mapValues { $0.sorted() }
  }

  @Test("A log of flights has a trip for each journey, named for its destination")
  func flights() throws {
    let file = try CSVFile(Self.log)
    #expect(
      try Self.trips(file.tables) == [
        "Oslo (OSL)": ["SK1419", "SK1420"], "Palma (PMI)": ["LH1", "LH2"], "Rome (FCO)": ["BA7"],
      ])
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.day("startDate") } == ["1999-05-01", "2010-07-10", "2024-03-02"])
    #expect(trips.map { $0.day("endDate") } == ["1999-05-01", "2010-07-24", "2024-03-06"])
    #expect(trips.map { $0.text("destination") } == trips.map { $0.text("name") })
    #expect(
      file.findings(.derivedTrip).map(\.detail) == ["Rome (FCO)", "Palma (PMI)", "Oslo (OSL)"])
    #expect(try file.written == Self.log)
  }

  @Test(
    "A table of one journey is one trip, with pauses of a few days or weeks",
    arguments: [
      ["2026-08-03", "2026-08-04", "2026-08-05"],
      ["2026-08-03", "2026-08-08", "2026-08-23", "2026-09-07"],
      ["2026-08-03", "", "2026-10-02", "2026-08-17", "2026-08-31", "2026-09-14", "2026-09-20"],
    ])
  func table(_ days: [String]) throws {
    let rows = days.enumerated().map { "\($1),Place \($0)\n" }.joined()
    let file = try CSVFile("Date,Title\n" + rows)
    #expect(try Self.trips(file.tables).mapValues(\.count) == ["file": days.count])
  }

  @Test(
    "Rows more than 15 days apart, or of more than 60 days, are several trips",
    arguments: [
      (["2026-08-03", "2026-08-19"], [1, 1]),
      (["2026-08-03", "2026-08-10", "2026-09-01", "2026-09-04", "2027-01-01"], [2, 2, 1]),
      (
        [
          "2026-08-03", "2026-08-04", "2026-08-18", "2026-09-02", "2026-09-17", "2026-10-02",
          "2026-10-03",
        ], [2, 1, 1, 1, 2]
      ),
    ])
  func severalTables(_ days: [String], _ counts: [Int]) throws {
    let rows = days.enumerated().map { "\($1),Place \($0)\n" }.joined()
    let text = "Date,Title\n" + rows
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    let items = try file.objects("BucketListItem")
    #expect(
      trips.map { trip in items.count { $0["trip"] == .reference(trip.key) } } == counts)
    #expect(try file.written == text)
  }

  @Test("Legs that lead away and back home several times are a trip for each time")
  func commuting() throws {
    let rows = """
      2026-05-01,A,Bonn,Oslo
      2026-05-03,B,Oslo,Bonn
      2026-05-08,C,Bonn,Rome
      2026-05-09,D,Rome,Bonn

      """
    let file = try CSVFile("Date,Flight,From,To\n" + rows)
    #expect(try Self.trips(file.tables) == ["Oslo": ["A", "B"], "Rome": ["C", "D"]])
  }

  @Test("Legs that lead on are one trip, also without the way back")
  func railPass() throws {
    let rows = """
      2026-05-01,A,Bonn,Paris
      2026-05-05,B,Paris,Madrid
      2026-05-12,C,Madrid,Faro

      """
    let file = try CSVFile("Date,Train,From,To\n" + rows)
    #expect(try Self.trips(file.tables) == ["file": ["A", "B", "C"]])
  }

  @Test("What lies between the way out and the way back belongs to the journey")
  func between() throws {
    let rows = """
      flight,1,Bonn,Lima,2026-05-01
      event,Market,,,2026-05-20
      flight,2,Lima,Bonn,2026-06-20
      flight,3,Bonn,Riga,2027-01-02

      """
    let file = try CSVFile("Type,Name,From,To,Date\n" + rows)
    #expect(try Self.trips(file.tables) == ["Lima": ["1", "2", "Market"], "Riga": ["3"]])
  }

  @Test("Rows without a day belong to the only trip, or to none of several")
  func undated() throws {
    let one = try CSVFile("Title,Date\nA,2026-05-01\nB,\nC,2026-05-03\n")
    #expect(try Self.trips(one.tables) == ["file": ["A", "B", "C"]])
    let none = try CSVFile("Title,Notes\nA,x\nB,y\n")
    #expect(try Self.trips(none.tables) == ["file": ["A", "B"]])
    let text = "Title,Date\nA,2026-05-01\nB,\nC,2027-05-03\n"
    let several = try CSVFile(text)
    #expect(try Self.trips(several.tables) == ["A": ["A"], "C": ["C"], "none": ["B"]])
    #expect(several.findings(.undatedRow).map(\.subject) == ["B"])
    #expect(try several.written == text)
    // A day that cannot be read may be of any year.
    let unread = "Title,Date\nA,2026-05-01\nB,2019-07\nC,2026-05-03\n"
    let open = try CSVFile(unread)
    #expect(try Self.trips(open.tables) == ["file": ["A", "C"], "none": ["B"]])
    #expect(try open.written == unread)
    let again = try open.tables.updated(
      with: unread, .csv, named: "file", removesCancelled: false, side: .ours)
    #expect(ChangeSet(from: open.tables, to: again.outcome.tables).isEmpty)
  }

  @Test("Rows that state a trip stay in it, and the others are grouped")
  func stated() throws {
    let text = """
      Trip,Title,Date
      Lisboa,Tram,2025-05-01
      ,Museum,2025-05-01
      ,Lake,2026-05-01
      Lisboa,Fado,2026-05-03

      """
    let file = try CSVFile(text)
    #expect(
      try Self.trips(file.tables) == [
        "Lisboa": ["Fado", "Tram"], "Museum": ["Museum"], "Lake": ["Lake"],
      ])
    #expect(try file.written == text)
  }

  @Test("A trip without a name in its rows has the name of the file")
  func unnamed() throws {
    let file = try CSVFile("Date,Title,Notes\n2025-05-01,,a\n2026-05-01,B,\n")
    #expect(try file.objects("Trip").map { $0.text("name") } == ["file", "B"])
  }

  @Test(
    "Two journeys with hotels are two, and a log with the newest flight first is read from its end")
  func journeys() throws {
    let hotels = """
      Type,Name,From,To,Start,End
      flight,1,FRA,LIS,2026-05-01,2026-05-01
      hotel,Casa,,,2026-05-01,2026-05-05
      flight,2,LIS,FRA,2026-05-05,2026-05-05
      flight,3,FRA,OSL,2026-05-15,2026-05-15
      hotel,Fjord,,,2026-05-15,2026-05-17
      flight,4,OSL,FRA,2026-05-17,2026-05-17

      """
    #expect(try Self.trips(CSVFile(hotels).tables).count == 2)
    let log = """
      Date,Flight,From,To
      2026-05-08,4,HEL,FRA
      2026-05-08,3,JFK,HEL
      2026-05-01,2,HEL,JFK
      2026-05-01,1,FRA,HEL
      2025-05-08,4,HEL,FRA
      2025-05-08,3,JFK,HEL
      2025-05-01,2,HEL,JFK
      2025-05-01,1,FRA,HEL

      """
    let file = try CSVFile(log)
    #expect(try Self.trips(file.tables).values.map(\.count).sorted() == [8])
    #expect(try file.tables.testObjects("Trip").map { $0.text("name") } == ["JFK", "JFK"])
  }
}
