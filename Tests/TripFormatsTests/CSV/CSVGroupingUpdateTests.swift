import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A file whose rows state no trip is imported again, and its trips are edited.
@Suite struct CSVGroupingUpdateTests {
  private func update(_ tables: Tables, with text: String) throws -> UpdatedFile {
    try tables.updated(with: text, .csv, named: "file")
  }

  private func trips(_ tables: Tables) throws -> [String: [String]] {
    try CSVGroupingTests.trips(tables)
  }

  private func expectSame(_ left: Tables, _ right: Tables) {
    #expect(TablesDump.text(left, all: true) == TablesDump.text(right, all: true))
  }

  /// Moves an object to another trip, as a person does.
  private func moving(_ title: String, to trip: ObjectKey?, in tables: Tables) throws -> Tables {
    let item = try #require(
      try tables.testObjects("BucketListItem").first { $0.text("title") == title })
    return try tables.setting("trip", of: item.key, to: trip.map { .reference($0) } ?? .null)
  }

  private func trip(_ name: String, in tables: Tables) throws -> ObjectKey {
    try #require(try tables.testObjects("Trip").first { $0.text("name") == name }).key
  }

  private static let items = """
    Title,Date
    Castle,2025-05-01
    Tram,2025-05-02
    Wish,
    Lake,2026-07-01
    Hill,2026-07-03

    """

  @Test("The same log changes nothing", arguments: [CSVGroupingTests.log, items])
  func unchanged(_ text: String) throws {
    let file = try CSVFile(text)
    let updated = try update(file.tables, with: text)
    #expect(updated.report.counts.isEmpty)
    expectSame(updated.outcome.tables, file.tables)
  }

  @Test("A new row joins the trip of its journey, and a new journey is a new trip")
  func newRows() throws {
    let file = try CSVFile(CSVGroupingTests.log)
    let text =
      CSVGroupingTests.log
      + "2010-07-12,LH3,Palma (PMI),Ibiza (IBZ),09:00,09:30\n"
      + "2025-01-10,AF1,Paris (CDG),Nice (NCE),09:00,10:30\n"
      + "2025-01-17,AF2,Nice (NCE),Paris (CDG),09:00,10:30\n"
    let updated = try update(file.tables, with: text)
    #expect(updated.report.counts == [.added: 3])
    let fresh = try CSVFile(text)
    let partition = Set(try trips(fresh.tables).values)
    #expect(Set(try trips(updated.outcome.tables).values) == partition)
    #expect(try trips(updated.outcome.tables)["Nice (NCE)"] == ["AF1", "AF2"])
    #expect(try CSVFile.written(updated.outcome.tables) == text)
    let again = try update(updated.outcome.tables, with: text)
    #expect(again.report.counts.isEmpty)
    expectSame(again.outcome.tables, updated.outcome.tables)
  }

  @Test("A file of one journey that gets another has a new trip, and the first keeps its name")
  func secondJourney() throws {
    let file = try CSVFile("Title,Date\nA,2025-05-01\nB,2025-05-04\n")
    let text = "Title,Date\nA,2025-05-01\nB,2025-05-04\nC,2025-05-05\nD,2026-08-01\n"
    let updated = try update(file.tables, with: text)
    #expect(try trips(updated.outcome.tables) == ["file": ["A", "B", "C"], "D": ["D"]])
    #expect(
      try updated.outcome.tables.testObjects("Trip").map { $0.day("endDate") } == [
        "2025-05-05", "2026-08-01",
      ])
    #expect(try CSVFile.written(updated.outcome.tables) == text)
    let again = try update(updated.outcome.tables, with: text)
    expectSame(again.outcome.tables, updated.outcome.tables)
  }

  @Test("A row without a day keeps its trip beside a new journey, or gets one with its first day")
  func wishes() throws {
    let file = try CSVFile("Title,Date\nA,2025-05-01\nB,\n")
    let second = "Title,Date\nA,2025-05-01\nB,\nC,2026-05-01\nD,\n"
    let updated = try update(file.tables, with: second)
    #expect(
      try trips(updated.outcome.tables) == ["file": ["A", "B"], "C": ["C"], "none": ["D"]])
    #expect(try CSVFile.written(updated.outcome.tables) == second)
    let third = "Title,Date\nA,2025-05-01\nB,\nC,2026-05-01\nD,2026-05-02\n"
    let again = try update(updated.outcome.tables, with: third)
    #expect(try trips(again.outcome.tables) == ["file": ["A", "B"], "C": ["C", "D"]])
    #expect(try CSVFile.written(again.outcome.tables) == third)
    expectSame(try update(again.outcome.tables, with: third).outcome.tables, again.outcome.tables)
  }

  @Test("A row between two journeys moves nothing")
  func bridge() throws {
    let file = try CSVFile("Title,Date\nA,2025-05-01\nB,2025-05-21\n")
    let text = "Title,Date\nA,2025-05-01\nB,2025-05-21\nC,2025-05-12\n"
    let updated = try update(file.tables, with: text)
    #expect(try trips(updated.outcome.tables) == ["A": ["A", "C"], "B": ["B"]])
    #expect(
      try updated.outcome.tables.testObjects("Trip").map { $0.day("endDate") } == [
        "2025-05-12", "2025-05-21",
      ])
    #expect(try CSVFile.written(updated.outcome.tables) == text)
    let again = try update(updated.outcome.tables, with: text)
    #expect(again.report.counts.isEmpty)
    expectSame(again.outcome.tables, updated.outcome.tables)
  }

  @Test("The destination of a trip follows the file, unless a person named the trip")
  func names() throws {
    let items = """
      Title,Date,Ref
      Castle,2025-05-01,1
      Tram,2025-05-02,2
      Lake,2026-07-01,3
      Hill,2026-07-03,4

      """
    let file = try CSVFile(items)
    let text = items.replacing("Castle", with: "Castelo").replacing("Lake", with: "See")
    let key = try trip("Lake", in: file.tables)
    let edited = try file.tables.setting("name", of: key, to: .text("Summer"))
    let updated = try update(edited, with: text)
    #expect(updated.report.counts == [.updated: 2])
    #expect(
      try trips(updated.outcome.tables) == [
        "Castelo": ["Castelo", "Tram"], "Summer": ["Hill", "See"],
      ])
  }

  @Test("Objects that were deleted or moved change no trip at an import again")
  func deletedAndMoved() throws {
    let file = try CSVFile(Self.items)
    let hill = try #require(
      try file.objects("BucketListItem").first { $0.text("title") == "Hill" })
    var tables = try file.tables.deleting(hill.key)
    tables = try moving("Tram", to: try trip("Lake", in: tables), in: tables)
    let updated = try update(tables, with: Self.items)
    #expect(updated.report.counts == [.deleted: 1])
    expectSame(updated.outcome.tables, tables)
  }

  @Test("A part that a person moved states its trip in the file, with all others of the trip")
  func movedPart() throws {
    let text = Self.items.replacing("Wish,\n", with: "")
    let file = try CSVFile(text)
    let tables = try moving("Tram", to: try trip("Lake", in: file.tables), in: file.tables)
    let again = try CSVFile(try CSVFile.written(tables))
    #expect(try trips(again.tables) == ["Castle": ["Castle"], "Lake": ["Hill", "Lake", "Tram"]])
  }

  @Test("A trip that a person renamed has its name in the file")
  func renamed() throws {
    let file = try CSVFile(Self.items)
    let key = try trip("Lake", in: file.tables)
    let tables = try file.tables.setting("name", of: key, to: .text("Summer"))
    let again = try CSVFile(try CSVFile.written(tables))
    #expect(try trips(again.tables)["Summer"] == ["Hill", "Lake"])
  }

  @Test("Edits of parts leave the rows of the others as they were")
  func editedPart() throws {
    let file = try CSVFile(Self.items)
    let item = try #require(
      try file.objects("BucketListItem").first { $0.text("title") == "Hill" })
    let tables = try file.tables.setting("title", of: item.key, to: .text("Peak"))
    #expect(try CSVFile.written(tables) == Self.items.replacing("Hill", with: "Peak"))
  }

  @Test("A file that an earlier version read as one trip keeps it, and a new journey is a new trip")
  func olderDocument() throws {
    let test = try #require(OlderImportTests.unread.first { $0.file == "atlas.csv" })
    let tables = try test.document()
    let contents = try test.contents()
    #expect(try CSVFile(contents).objects("Trip").count > 1)
    let text =
      contents + "H,LIS,OPO,2026-07-02 12:00,,no\nI,FRA,OSL,2030-01-01 10:00,,no\n"
    let updated = try test.update(tables, text)
    #expect(updated.report.counts[.added] == 2)
    let found = try updated.outcome.tables.testObjects("Trip")
    #expect(try tables.testObjects("Trip").count == 1 && found.count == 2)
    let legs = try updated.outcome.tables.testObjects("Leg")
    #expect(legs.count { $0["trip"] == .reference(found[0].key) } == legs.count - 1)
    #expect(found[1].day("startDate") == "2030-01-01")
    #expect(try CSVFile.written(updated.outcome.tables) == text)
  }

  private func row(_ number: Int, _ random: inout CSVRandom) throws -> String {
    let first = try DayText.parse("2025-01-01")
    let day = DayText.text(first + Int64.random(in: 0..<250, using: &random))
    let date = random.isLucky(8) ? "" : day
    if random.isLucky() { return "event,Item \(number),,,\(date)\n" }
    let places = ["Bonn", "Oslo", "Rome", ""]
    let (from, to) = (places.randomElement(using: &random), places.randomElement(using: &random))
    return "flight,F\(number),\(from ?? ""),\(to ?? ""),\(date)\n"
  }

  @Test(
    "Any table comes back as it was, before and after rows are added and others changed",
    arguments: 0..<25)
  func anyTable(_ seed: Int) throws {
    var random = CSVRandom(seed)
    let head = "Type,Name,From,To,Date\n"
    var rows = try (0..<Int.random(in: 0..<25, using: &random)).map { try row($0, &random) }
    let file = try CSVFile(head + rows.joined())
    #expect(try file.written == head + rows.joined())
    expectSame(try update(file.tables, with: head + rows.joined()).outcome.tables, file.tables)
    var tables = file.tables
    for round in 1..<4 {
      for number in 0..<3 { rows.append(try row(100 * round + number, &random)) }
      let changed = rows.indices.randomElement(using: &random) ?? 0
      // The same row on another day, or without one.
      let day = try DayText.parse("2025-01-01") + Int64.random(in: 0..<250, using: &random)
      let other = random.isLucky(4) ? "" : DayText.text(day)
      let cells = rows[changed].split(separator: ",", omittingEmptySubsequences: false)
      rows[changed] = cells.dropLast().joined(separator: ",") + ",\(other)\n"
      let text = head + rows.joined()
      let before = try tables.testObjects("Leg") + tables.testObjects("BucketListItem")
      tables = try update(tables, with: text).outcome.tables
      let after = try tables.testObjects("Leg") + tables.testObjects("BucketListItem")
      for object in before {
        // An object without a trip may get one with its first day.
        let now = after.first { $0.key == object.key }
        #expect(object["trip"] == .null || now?["trip"] == object["trip"])
      }
      expectSame(try update(tables, with: text).outcome.tables, tables)
      #expect(try CSVFile.written(tables) == text)
    }
  }

  @Test("Each of many rows may be a journey of its own", arguments: ["A,B", "A,A", "B,A"])
  func manyJourneys(_ ends: String) throws {
    let first = try DayText.parse("1000-01-01")
    let rows = (0..<10_000).map { "\(DayText.text(first + Int64($0) * 20)),\(ends),n\($0)\n" }
    let text = "Date,From,To,Flight\n" + rows.joined()
    let file = try CSVFile(text)
    #expect(try file.objects("Trip").count == 10_000)
    #expect(try file.written == text)
    let updated = try update(file.tables, with: text)
    #expect(updated.report.counts.isEmpty)
    expectSame(updated.outcome.tables, file.tables)
  }
}
