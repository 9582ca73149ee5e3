import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Documents and files come back as they were.
@Suite struct CSVRoundTripTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("A generated document comes back from its CSV file", arguments: 0..<60)
  func generated(_ seed: Int) throws {
    var random = CSVRandom(seed)
    let tables = random.tables(try TripSchema.released())
    let exported = try ExportedFile(tables, .csv)
    guard tables.rowCount > 0 else { return }
    let file = try CSVFile(bytes: exported.bytes)
    #expect(file.tables.statedByCSV == tables.statedByCSV)
    #expect(file.report.findings.isEmpty && file.rejected == nil)
    // Nothing of the file is kept, because the document says all of it.
    #expect(file.tables.extensions.isEmpty)
    #expect(file.tables.nextKey == tables.nextKey)
    #expect(try ExportedFile(file.tables, .csv).bytes == exported.bytes)
  }

  @Test("A sample comes back", arguments: ["journeys-v6", "small-v6", "extremes-v6"])
  func sample(_ name: String) throws {
    let source = Self.root.appending(path: "samples/\(name)/document-json.trips").path
    let tables = try DocumentFile.read(.path(source)).tables
    let exported = try ExportedFile(tables, .csv)
    let file = try CSVFile(bytes: exported.bytes)
    #expect(file.tables.statedByCSV == tables.statedByCSV)
    #expect(!exported.notes.isEmpty)
  }

  @Test(
    "Documents of every schema are written, and passing documents as those in memory",
    arguments: [
      "subclasses-v4", "extremes-v4", "journeys-v1", "foreign-v4", "text-v4",
    ])
  func anySchema(_ name: String) throws {
    let folder = try SQLiteFolder()
    let source = Self.root.appending(path: "samples/\(name)/document-json.trips")
    let tables = try DocumentFile.read(.path(source.path)).tables
    try CSVExport.write(source, to: folder.url.appending(path: "a.csv"))
    let bytes = try Array(Data(contentsOf: folder.url.appending(path: "a.csv")))
    #expect(try ExportedFile(tables, .csv).bytes == bytes)
    var stream = try CSVRecordStream(bytes, delimiter: UInt8(ascii: ","))
    var rows = 0
    var columns: Int?
    while try stream.next() {
      #expect(stream.cellCount == columns ?? stream.cellCount)
      columns = stream.cellCount
      rows += 1
    }
    #expect(rows == tables.rowCount + 1)
  }

  @Test("Null is an empty cell, an empty text has quotes, and a location has columns of its own")
  func spelling() throws {
    let schema = try TripSchema.released()
    var values = schema.blankValues(of: "Stay")
    values["name"] = .text("")
    values["reservationNumber"] = .null
    values["location"] = .tree(
      .members(["latitude": .double(38.5), "longitude": .double(-9), "code": .text("LIS")]))
    values["checkinTime"] = .text("2026-07-01T15:00:00+01:00[Europe/Lisbon]")
    let stay = TripObject(entity: "Stay", key: 4, trip: nil, values: values)
    let tables = schema.tables(of: [stay], documentID: 1, nextKey: 5, extensions: [])
    let text = try CSVFile.written(tables)
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.count == 3 && lines[2].isEmpty)
    let header = lines[0].components(separatedBy: ",")
    let row = lines[1].components(separatedBy: ",")
    func cell(_ name: String) throws -> String {
      row[try #require(header.firstIndex(of: name))]
    }
    #expect(try cell("entity") == "Stay" && cell("id") == "4" && cell("name") == "\"\"")
    #expect(try cell("reservationNumber") == "" && cell("title") == "" && cell("trip") == "")
    #expect(try cell("location") == "" && cell("location.latitude") == "38.5")
    #expect(try cell("location.code") == "LIS" && cell("location.timeZone") == "")
    #expect(try cell("checkinTime") == "2026-07-01T15:00:00+01:00[Europe/Lisbon]")
    #expect(try cell("isConfirmed") == "false")
  }

  @Test("Texts that spreadsheets calculate are written exactly and counted")
  func formulas() throws {
    let schema = try TripSchema.released()
    let trips = ["=1+1", "+49", "-", "@x", "1"].enumerated().map { number, name in
      var values = schema.blankValues(of: "Trip")
      values["name"] = .text(name)
      return TripObject(entity: "Trip", key: Int64(number + 1), trip: nil, values: values)
    }
    let exported = try ExportedFile(
      schema.tables(of: trips, documentID: 1, nextKey: 9, extensions: []), .csv)
    #expect(exported.notes.contains { $0.hasPrefix("4 texts begin with =") })
    #expect(String(decoding: exported.bytes, as: UTF8.self).contains(",=1+1,"))
  }

  @Test("A file of our own that a person sorted, cut and extended is still read")
  func changedOwnFile() throws {
    let text = """
      entity,id,name,startDate,endDate,destination,trip,title
      BucketListItem,9,,,,,2,Tram
      Trip,5,Porto,2026-03-01,03.03.2026,"",,
      Trip,2,Lisboa,2026-05-01,2026-05-03,"",,
      BucketListItem,,,,,,2,Castle
      BucketListItem,9,,,,,5,Bridge
      BucketListItem,12,,,,,77,Lost

      """
    let file = try CSVFile(text)
    let trips = try file.objects("Trip")
    #expect(trips.map(\.key) == [2, 5] && trips[1].day("endDate") == "2026-03-03")
    let items = try file.objects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Tram", "Lost", "Castle", "Bridge"])
    #expect(items.map { $0["trip"] } == [.reference(2), .null, .reference(2), .reference(5)])
    #expect(file.findings(.duplicateRow).map(\.line) == [6])
    #expect(
      file.findings(.unreadCell).map { "\($0.line):\($0.column) \($0.detail)" } == ["7:23 77"])
    #expect(file.tables.nextKey > items.map(\.key).max() ?? 0)
  }

  @Test("Columns that a person added to a file of our own are kept")
  func addedColumn() throws {
    let text =
      "entity,id,name,startDate,endDate,destination,budget\r\n"
      + "Trip,5,Porto,2026-03-01,2026-03-03,\"\",12\r\n"
    let file = try CSVFile(text)
    #expect(file.report.keptNames == ["budget": 1])
    #expect(try file.written == text)
  }
}
