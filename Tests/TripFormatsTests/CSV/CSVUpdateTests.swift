import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A file is imported again and again, and edits of a person stay.
@Suite struct CSVUpdateTests {
  private static let text = """
    Trip,Title,Start,Notes,Ref,Extra
    Lisboa,Tram,2025-05-01,old,R1,a
    Lisboa,Castle,2025-05-02,,R2,b
    Lisboa,Fado,2025-05-03,,,c

    """

  private func update(
    _ tables: Tables, with text: String, name: String = "file", side: MergeSide = .ours,
    removes: Bool = false
  ) throws -> UpdatedFile {
    try tables.updated(with: text, .csv, named: name, removesCancelled: removes, side: side)
  }

  private func titles(_ tables: Tables) throws -> [String?] {
    try tables.testObjects("BucketListItem").map { $0.text("title") }
  }

  @Test("The same file changes nothing")
  func unchanged() throws {
    let file = try CSVFile(Self.text)
    let updated = try update(file.tables, with: Self.text)
    #expect(updated.report.counts.isEmpty)
    #expect(
      TablesDump.text(updated.outcome.tables, all: true) == TablesDump.text(file.tables, all: true))
  }

  @Test("Changes of the file arrive, edits of the document stay, and both together are a conflict")
  func merge() throws {
    let file = try CSVFile(Self.text)
    let items = try file.objects("BucketListItem")
    var tables = try file.tables.setting("details", of: items[0].key, to: .text("mine"))
    tables = try tables.setting("title", of: items[1].key, to: .text("Castelo"))
    let changed = Self.text.replacing("Tram,2025-05-01,old", with: "Tram 28,2025-05-01,theirs")
      .replacing("2025-05-02", with: "2025-05-09").replacing(",c\n", with: ",d\n")
    let updated = try update(tables, with: changed)
    let after = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(after.map { $0.text("title") } == ["Tram 28", "Castelo", "Fado"])
    #expect(after.map { $0.text("details") } == ["mine", "", ""])
    #expect(after.map { $0.day("startDate") } == ["2025-05-01", "2025-05-09", "2025-05-03"])
    #expect(updated.outcome.conflicts.count == 1)
    #expect(updated.report.counts == [.updated: 2])
    // The trip of the rows has their days.
    #expect(try updated.outcome.tables.testObjects("Trip").first?.day("endDate") == "2025-05-09")
    // The file is written with the edits.
    #expect(
      try CSVFile.written(updated.outcome.tables)
        == changed.replacing("theirs", with: "mine").replacing("Castle", with: "Castelo"))
    let theirs = try update(tables, with: changed, side: .theirs)
    #expect(
      try theirs.outcome.tables.testObjects("BucketListItem").first?.text("details") == "theirs")
    // Again, nothing changes.
    #expect(try update(updated.outcome.tables, with: changed).report.counts.isEmpty)
  }

  @Test("New rows are added, missing ones reported or removed, deleted objects stay deleted")
  func rows() throws {
    let file = try CSVFile(Self.text)
    let changed =
      Self.text.replacing("Lisboa,Castle,2025-05-02,,R2,b\n", with: "")
      + "Porto,Bridge,2025-06-01,,R9,x\n"
    let updated = try update(file.tables, with: changed)
    #expect(updated.report.counts == [.added: 1, .missing: 1])
    #expect(try titles(updated.outcome.tables) == ["Tram", "Castle", "Fado", "Bridge"])
    #expect(
      try updated.outcome.tables.testObjects("Trip").map { $0.text("name") } == ["Lisboa", "Porto"])
    let removed = try update(file.tables, with: changed, removes: true)
    #expect(try titles(removed.outcome.tables) == ["Tram", "Fado", "Bridge"])
    #expect(try CSVFile.written(removed.outcome.tables) == changed)
    // An object that a person deleted is not imported again.
    let items = try file.objects("BucketListItem")
    let deleted = try file.tables.deleting(items[0].key).deleting(items[2].key)
    let again = try update(deleted, with: Self.text)
    #expect(again.report.counts == [.deleted: 2])
    #expect(try titles(again.outcome.tables) == ["Castle"])
    let taken = try update(deleted, with: Self.text, side: .theirs)
    #expect(try titles(taken.outcome.tables).count == 3)
  }

  @Test("Rows without an identity are found by their words; equal rows by their number")
  func withoutIdentity() throws {
    let text = "Title,Start,Notes\nA,2025-05-01,\nA,2025-05-01,\nB,2025-05-02,\n"
    let file = try CSVFile(text)
    #expect(try update(file.tables, with: text).report.counts.isEmpty)
    let moved = try update(
      file.tables, with: "Title,Start,Notes\nB,2025-05-07,\nA,2025-05-01,x\nA,2025-05-01,\n")
    #expect(moved.report.counts == [.updated: 2])
    #expect(try titles(moved.outcome.tables) == ["A", "A", "B"])
  }

  @Test("A file under another name with the same columns is the same rows")
  func otherName() throws {
    let file = try CSVFile(Self.text)
    let updated = try update(file.tables, with: Self.text, name: "file (1)")
    #expect(updated.report.counts.isEmpty)
    #expect(try titles(updated.outcome.tables).count == 3)
  }

  @Test("A file of our own changes the objects with its keys only if it is asked to")
  func ownFile() throws {
    let schema = try TripSchema.released()
    var random = CSVRandom(4)
    let tables = random.tables(schema)
    let text = try CSVFile.written(tables)
    let same = try update(tables, with: text)
    #expect(same.report.counts.isEmpty)
    #expect(same.outcome.tables.statedByCSV == tables.statedByCSV)
    let trip = try #require(try tables.testObjects("Trip").first)
    let changed = try tables.setting("destination", of: trip.key, to: .text("Elsewhere"))
    let edited = try CSVFile.written(changed)
    #expect(try update(tables, with: edited).report.counts == [.undecided: 1])
    let taken = try update(tables, with: edited, side: .theirs)
    #expect(taken.outcome.tables.statedByCSV == changed.statedByCSV)
  }
}
