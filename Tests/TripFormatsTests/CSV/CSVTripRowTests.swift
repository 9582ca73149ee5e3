import DocumentMigration
import DocumentTables
import Testing

@testable import TripFormats

/// Rows with a name and two days are trips.
@Suite struct CSVTripRowTests {
  @Test(
    "A row with a name and two days is a trip",
    arguments: [
      "Trip;Start;End;Destination;Notes\nWien mit Oma;03.05.2026;07.05.2026;Wien;Zug\n"
        + "Amrum;12.08.2026;26.08.2026;Amrum;\n",
      "Reise;Beginn;Ende;Reiseziel;Bemerkung\nWien mit Oma;03.05.2026;07.05.2026;Wien;Zug\n"
        + "Amrum;12.08.2026;26.08.2026;Amrum;\n",
      "name,start_time,end_time,destination,notes\n"
        + "Wien mit Oma,2026-05-03T08:15:00+0200,2026-05-07T21:40:00+0200,Wien,Zug\n"
        + "Amrum,2026-08-12T06:00:00+0200,2026-08-26T19:00:00+0200,Amrum,\n",
      "Trip,Start Date,End Date,Destination,Notes\nWien mit Oma,46145,46149,Wien,Zug\n"
        + "Amrum,46246,46260,Amrum,\n",
    ])
  func rows(_ text: String) throws {
    let file = try CSVFile(text)
    let trips = try file.tables.testObjects("Trip")
    #expect(trips.map { $0.text("name") } == ["Wien mit Oma", "Amrum"])
    #expect(trips.map { $0.text("destination") } == ["Wien", "Amrum"])
    #expect(trips.map { $0.day("startDate") } == ["2026-05-03", "2026-08-12"])
    #expect(trips.map { $0.day("endDate") } == ["2026-05-07", "2026-08-26"])
    #expect(trips.map { $0.text("notes") } == ["Zug", ""])
    #expect(try file.tables.testObjects("BucketListItem").isEmpty)
    #expect(String(decoding: try ExportedFile(file.tables, .csv).bytes, as: UTF8.self) == text)
  }

  @Test(
    "Rows that repeat a trip, or say what a part has, are parts of it",
    arguments: [
      "Trip,Start,End,Notes\nRome,2026-05-03,2026-05-04,a\nRome,2026-05-05,2026-05-06,b\n",
      "Trip,Start,End,Title\nRome,2026-05-03,2026-05-04,a\nOslo,2026-05-05,2026-05-06,b\n",
      "Trip,Start,Notes\nRome,2026-05-03,a\nOslo,2026-05-05,b\n",
    ])
  func parts(_ text: String) throws {
    let file = try CSVFile(text)
    #expect(try file.tables.testObjects("BucketListItem").count == 2)
    #expect(Set(try file.tables.testObjects("Trip").map { $0.text("name") }).contains("Rome"))
  }

  @Test(
    "Rows stay what they were when a later table names a trip twice, also in a file of another name"
  )
  func later() throws {
    let header = "Trip,Start,End,Notes\n"
    let rome = "Rome,2026-05-03,2026-05-04,a\n"
    let oslo = "Oslo,2026-06-03,2026-06-04,b\n"
    let again = "Rome,2026-07-03,2026-07-04,c\n"
    let file = try CSVFile(header + rome + oslo)
    for name in ["file", "file (1)"] {
      let updated = try file.tables.updated(with: header + rome + oslo + again, .csv, named: name)
      #expect(updated.report.counts == [.added: 1], "\(updated.report.counts)")
      let trips = try updated.outcome.tables.testObjects("Trip")
      #expect(trips.map { $0.text("name") } == ["Rome", "Oslo", "Rome"])
      #expect(try updated.outcome.tables.testObjects("BucketListItem").isEmpty)
    }
    let parts = try CSVFile(header + rome + again)
    for name in ["file", "file (1)"] {
      let updated = try parts.tables.updated(with: header + rome, .csv, named: name)
      let items = try updated.outcome.tables.testObjects("BucketListItem")
      #expect(items.map { $0.text("details") } == ["a", "c"])
      #expect(updated.report.counts[.added] == nil)
    }
  }

  @Test("Times by the clock stay times, and columns of days come first")
  func clocks() throws {
    let file = try CSVFile(
      "name,date,start_time,end_time\nTemple,2026-05-03,10:30,11:30\nWalk,2026-05-04,0930,10:00\n")
    #expect(
      try file.tables.testObjects("BucketListItem").map { $0.text("startTime") }
        == ["2026-05-03T10:30:00", "2026-05-04T09:30:00"])
  }
}
