import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Documents that earlier versions imported: one which kept no digests of what it made, and which left some days, times,
/// zones and words of these files unread, and one that kept digests.
///
/// The documents in `OlderImports` were made by these versions, of the files beside them.
@Suite struct OlderImportTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let file: String
    let format: TripFormat
    /// A field of an object in the hierarchy, found by one of its texts, and a change of it in the file.
    let entity: String
    let text: String
    let field: String
    let old: String
    let new: String
    let value: String
    /// The attribute for notes of that object.
    let notes: String

    var testDescription: String { file }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "OlderImports")

    func contents() throws -> String {
      String(decoding: try Data(contentsOf: Self.folder.appending(path: file)), as: UTF8.self)
    }

    func document() throws -> Tables {
      let name = file.prefix { $0 != "." } + ".trips.json"
      var loaded = try DocumentFile.read(.path(Self.folder.appending(path: String(name)).path))
      return loaded.takeTables()
    }

    func object(_ tables: Tables) throws -> TestObject {
      try #require(
        try tables.testObjects(entity).first { $0.values.values.contains(.text(text)) })
    }

    func update(_ tables: Tables, _ contents: String) throws -> UpdatedFile {
      let name = String(file.prefix { $0 != "." })
      return try tables.updated(with: contents, format, named: name)
    }

    func expectWritten(_ tables: Tables, as contents: String) throws {
      let bytes = try ExportedFile(tables, format).bytes
      if format == .jsonLD {
        #expect(
          try ReservationTestFile.json(bytes) == ReservationTestFile.json(Array(contents.utf8)))
      } else {
        #expect(String(decoding: bytes, as: UTF8.self) == contents)
      }
    }
  }

  static let cases = [
    Case(
      file: "japan.ics", format: .iCalendar, entity: "BucketListItem", text: "Temple",
      field: "startTime", old: "20260503T100000", new: "20260503T103000",
      value: "2026-05-03T10:30", notes: "details"),
    Case(
      file: "porto.json", format: .jsonLD, entity: "Leg", text: "1924", field: "departureTime",
      old: "2026-05-03T09:00:00", new: "2026-05-03T09:30:00", value: "2026-05-03T09:30",
      notes: "notes"),
    Case(
      file: "alpen.csv", format: .csv, entity: "BucketListItem", text: "LH 400", field: "startTime",
      old: "04.03.2026", new: "05.03.2026", value: "2026-03-05T23:30", notes: "details"),
  ]

  /// Files with more that the earlier version left unread or read in another way: zones, their rules, times, reservations in
  /// events, aliases of JSON-LD, and days in words.
  static let unread = [
    ("summer.ics", TripFormat.iCalendar), ("lisboa.json", .jsonLD), ("atlas.csv", .csv),
  ].map { file, format in
    Case(
      file: file, format: format, entity: "", text: "", field: "", old: "", new: "", value: "",
      notes: "")
  }

  /// Files whose documents keep digests, and of which that version left cancellations, texts, words and headers unread.
  static let digested = [
    ("bookings.csv", TripFormat.csv), ("airports.json", .jsonLD), ("legs.ics", .iCalendar),
    ("voyages.csv", .csv), ("wien.csv", .csv), ("london.csv", .csv), ("answers.csv", .csv),
    ("days.csv", .csv), ("kinds.csv", .csv), ("tours.csv", .csv), ("stops.csv", .csv),
    ("office.csv", .csv), ("nights.ics", .iCalendar), ("hotels.csv", .csv), ("arten.csv", .csv),
  ].map { file, format in
    Case(
      file: file, format: format, entity: "", text: "", field: "", old: "", new: "", value: "",
      notes: "")
  }

  @Test(
    "A document of an earlier version is written as its file was",
    arguments: cases + unread + digested)
  func unedited(_ test: Case) throws {
    let tables = try test.document()
    try test.expectWritten(tables, as: try test.contents())
  }

  @Test("Documents of the first version have no digests", arguments: cases + unread)
  func digests(_ test: Case) throws {
    #expect(try test.document().extensions.allSatisfy { $0.value["made"] == nil })
  }

  @Test(
    "The file that was imported before states no conflict and no change",
    arguments: cases + unread + digested)
  func same(_ test: Case) throws {
    let tables = try test.document()
    let contents = try test.contents()
    let updated = try test.update(tables, contents)
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(Set(updated.report.counts.keys).isSubset(of: [.reread]))
    #expect(updated.outcome.tables.rowCount == tables.rowCount)
    if updated.report.counts.isEmpty {
      #expect(
        TablesDump.text(updated.outcome.tables, all: true) == TablesDump.text(tables, all: true))
    }
    try test.expectWritten(updated.outcome.tables, as: contents)
    let again = try test.update(updated.outcome.tables, contents)
    #expect(again.report.counts.isEmpty && again.outcome.conflicts.isEmpty)
    #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
  }

  @Test("A change of the file arrives beside an edit of the document", arguments: cases)
  func changed(_ test: Case) throws {
    let tables = try test.document()
    let edited = try tables.setting(
      test.notes, of: test.object(tables).key, to: .text("Mine"))
    let contents = try test.contents().replacing(test.old, with: test.new)
    let updated = try test.update(edited, contents)
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(updated.outcome.tables.rowCount == tables.rowCount)
    let object = try test.object(updated.outcome.tables)
    #expect(object.text(test.notes) == "Mine")
    #expect(object.text(test.field)?.hasPrefix(test.value) == true, "\(object.values)")
    let written = String(
      decoding: try ExportedFile(updated.outcome.tables, test.format).bytes, as: UTF8.self)
    #expect(written.contains("Mine") && written.contains(test.new))
  }

  @Test(
    "Objects that a person deleted do not come back with their file",
    arguments: cases + unread + digested)
  func deleted(_ test: Case) throws {
    var tables = try test.document()
    let keys = try ["Stay", "Leg", "BucketListItem"].flatMap { try tables.testObjects($0) }
    for object in keys { tables = try tables.deleting(object.key) }
    let updated = try test.update(tables, try test.contents())
    #expect(updated.report.counts[.added] == nil)
    #expect(updated.report.counts[.deleted, default: 0] == keys.count)
  }
}
