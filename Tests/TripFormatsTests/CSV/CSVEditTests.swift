import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// After an edit a file has the edit and no stale copy.
@Suite struct CSVEditTests {
  static let text = """
    Type;Trip;Title;Start;Time;End;Confirmed;Price;Notes
    Trip;;Lisboa;1.5.2025;;12.5.2025;;100,5;"first
    second"
    Hotel;Lisboa;Hotel Borges;01.05.2025;;05.05.2025;Yes;;
    activity;Lisboa;Tram;2.5.2025;10:15;;no;;
    Restaurant;Porto;Majestic;7.5.2025;;;x;12;

    """

  private func edited(
    _ entity: String, _ number: Int, _ property: String, _ value: Value, in text: String = Self.text
  ) throws -> String {
    let file = try CSVFile(text, timeZone: "Europe/Lisbon")
    let object = try file.objects(entity)[number]
    return try CSVFile.written(try file.tables.setting(property, of: object.key, to: value))
  }

  @Test("A file of several kinds is read and written again")
  func read() throws {
    let file = try CSVFile(Self.text, timeZone: "Europe/Lisbon")
    #expect(try file.written == Self.text)
    let trips = try file.objects("Trip")
    #expect(trips.map { $0.text("name") } == ["Lisboa", "Porto"])
    #expect(trips.map { $0.day("startDate") } == ["2025-05-01", "2025-05-07"])
    #expect(try file.objects("Stay").map { $0["trip"] } == [.reference(trips[0].key)])
    #expect(
      try file.objects("BucketListItem").map { $0.text("startTime") } == [
        "2025-05-02T10:15:00+01:00[Europe/Lisbon]", nil,
      ])
    #expect(file.findings(.derivedTrip).map(\.detail) == ["Porto"])
    #expect(file.report.keptNames == ["Price": 1])
  }

  @Test("The cell of an edited field is replaced in the form of the file")
  func fields() throws {
    #expect(
      try edited("Trip", 0, "endDate", .integer(try DayText.parse("2025-05-09")))
        == Self.text.replacing("12.5.2025", with: "09.05.2025"))
    #expect(
      try edited("Stay", 0, "isConfirmed", .bool(false))
        == Self.text.replacing("Yes", with: "No"))
    #expect(
      try edited("Stay", 0, "name", .text("Hotel; \"new\""))
        == Self.text.replacing("Hotel Borges", with: "\"Hotel; \"\"new\"\"\""))
    #expect(
      try edited("Trip", 0, "notes", .text(""))
        == Self.text.replacing("\"first\nsecond\"", with: "\"\""))
    #expect(
      try edited(
        "BucketListItem", 0, "startTime", .text("2025-05-03T09:00:00+01:00[Europe/Lisbon]"))
        == Self.text.replacing("2.5.2025;10:15", with: "3.5.2025;09:00"))
  }

  @Test("A renamed trip has its new name in the rows of its parts")
  func renamed() throws {
    #expect(
      try edited("Trip", 0, "name", .text("Portugal"))
        == Self.text.replacing("Lisboa", with: "Portugal"))
    #expect(
      try edited("Trip", 1, "name", .text("Norte"))
        == Self.text.replacing("Porto", with: "Norte"))
  }

  @Test("What no column says is in columns behind those of the file")
  func appended() throws {
    let written = try edited("Stay", 0, "reservationNumber", .text("R1"))
    let lines = written.components(separatedBy: "\n")
    #expect(lines[0] == "Type;Trip;Title;Start;Time;End;Confirmed;Price;Notes;reservationNumber")
    #expect(lines[3] == "Hotel;Lisboa;Hotel Borges;01.05.2025;;05.05.2025;Yes;;;R1")
    #expect(lines[4] == "activity;Lisboa;Tram;2.5.2025;10:15;;no;;;")
    // The file says all of the document again.
    let again = try CSVFile(written, timeZone: "Europe/Lisbon")
    #expect(try again.objects("Stay").first?.text("reservationNumber") == "R1")
    #expect(try again.written == written)
  }

  @Test("A time in another zone is exact")
  func otherZone() throws {
    let time = "2025-05-02T10:15:00+09:00[Asia/Tokyo]"
    let written = try edited("BucketListItem", 0, "startTime", .text(time))
    #expect(written.contains(time))
    let again = try CSVFile(written, timeZone: "Europe/Lisbon")
    #expect(try again.objects("BucketListItem").first?.text("startTime") == time)
  }

  @Test("Any edit of any field is in the file that is written", arguments: 0..<60)
  func anyEdit(_ seed: Int) throws {
    var random = CSVRandom(seed)
    let schema = try TripSchema.released()
    let file = try CSVFile(Self.text, timeZone: "Europe/Lisbon")
    var tables = file.tables
    for object in schema.objects(of: tables) where !random.isLucky(3) {
      let attributes = schema.attributes(of: object.entity)
      for attribute in attributes where random.isLucky(4) {
        // Texts of cells have no spaces at their ends, and a part needs the name of its trip.
        if attribute.name == "name", schema.isTrip(object.entity) { continue }
        if case .tree = attribute.type { continue }
        tables = try tables.setting(
          attribute.name, of: object.key, to: random.value(attribute))
      }
    }
    let exported = try ExportedFile(tables, .csv)
    let again = try CSVFile(bytes: exported.bytes, timeZone: "Europe/Lisbon")
    let expected = schema.objects(of: tables)
    let found = schema.objects(of: again.tables)
    #expect(expected.count == found.count)
    // A trip without a row has the days that its parts have now.
    for object in expected where object.text("name") != "Porto" || object.entity != "Trip" {
      let same = found.filter { $0.entity == object.entity && $0.values == object.values }
      #expect(
        !same.isEmpty || !exported.notes.isEmpty,
        "\(object) \(String(decoding: exported.bytes, as: UTF8.self))")
    }
    #expect(exported.notes.allSatisfy { !$0.contains("not those of the file") })
  }

  @Test("Deleted objects have no row, and new ones follow")
  func addedAndDeleted() throws {
    let file = try CSVFile(Self.text, timeZone: "Europe/Lisbon")
    let schema = try TripSchema.released()
    let item = try file.objects("BucketListItem")[1]
    var tables = try file.tables.deleting(item.key)
    var values = schema.blankValues(of: "Leg")
    values["from"] = .text("Lisboa")
    values["to"] = .text("Sintra")
    values["mode"] = .text("train")
    let trip = try file.objects("Trip")[0]
    let leg = TripObject(entity: "Leg", key: tables.nextKey, trip: trip.key, values: values)
    tables = tables.applying(
      ChangeSet(inserted: [try #require(schema.row(of: leg))], nextKey: tables.nextKey + 1))
    let written = try CSVFile.written(tables)
    let lines = written.components(separatedBy: "\n")
    #expect(!written.contains("Majestic"))
    #expect(lines[0].hasSuffix(";Notes;mode;from;to") || lines[0].contains("from"))
    #expect(lines.dropLast().last?.contains(";Lisboa;") == true, "\(written)")
    let again = try CSVFile(written, timeZone: "Europe/Lisbon")
    let found = try #require(try again.objects("Leg").first)
    #expect(found.text("from") == "Lisboa" && found.text("mode") == "train")
  }

  @Test("Objects of several files are in our own columns, with the unknown columns behind them")
  func severalFiles() throws {
    let first = try CSVFile("Name,Start,End,Cost\nA,2025-05-01,2025-05-02,7\n", name: "one")
    let updated = try UpdatedFile(
      first.tables, with: Array("Name,Start,End,Rating\nB,2025-06-01,2025-06-02,5\n".utf8), .csv,
      ImportOptions(fallbackName: "two"), removesCancelled: false, side: .ours)
    let text = try CSVFile.written(updated.outcome.tables)
    let lines = text.components(separatedBy: "\r\n")
    #expect(
      lines[0].hasPrefix("entity,id,")
        && lines[0].hasSuffix(",trip,item,leg,participant,Cost,Rating"))
    #expect(lines[1].hasSuffix(",7,") && lines[2].hasSuffix(",,5"))
  }

  @Test("Our own columns say how many cells they leave out that could not be read")
  func unreadCells() throws {
    let first = try CSVFile("Name,Start,End\nA,soon,2025-05-02\nC,2025-05-01,later\n", name: "one")
    let updated = try UpdatedFile(
      first.tables, with: Array("Name,Start,End\nB,2025-06-01,2025-06-02\n".utf8), .csv,
      ImportOptions(fallbackName: "two"), removesCancelled: false, side: .ours)
    let exported = try ExportedFile(updated.outcome.tables, .csv)
    #expect(
      exported.notes.contains { $0.contains("2 cells that could not be read are not written") },
      "\(exported.notes)")
  }
}
