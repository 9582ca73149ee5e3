import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Documents whose files are read better today than when they were imported.
///
/// Such a document is made here by importing a text that no reader understands, and by replacing it in the records and in
/// the file by one that today's reader does. So the records have what the import made, and a source that says more.
@Suite struct RereadingTests {
  /// A file with words that are not read, and the words that are, in their places.
  struct Case: CustomTestStringConvertible, Sendable {
    let format: TripFormat
    let text: String
    let words: [(unread: String, read: String)]
    /// An object, and a field that the words are about, with its value when they are read.
    let title: String
    let field: String
    let value: String
    /// Another value of that field in the file, and how it is read.
    let moved: (old: String, new: String, value: String)

    var testDescription: String { format.title }

    /// The text that is read.
    var today: String {
      words.reduce(text) { $0.replacing($1.unread, with: $1.read) }
    }

    func updating(
      _ tables: Tables, _ text: String, removes: Bool = false, side: MergeSide = .ours
    ) throws -> UpdatedFile {
      try tables.updated(with: text, format, named: "file", removesCancelled: removes, side: side)
    }

    /// The document as an earlier version imported it.
    func earlier() throws -> Tables {
      var tables = try ImportedFile(
        Array(text.utf8), format,
        ImportOptions(timeZone: nil, fallbackName: "file", limits: .standard)
      ).tables
      for (unread, read) in words { tables = tables.replacingInRecords(unread, with: read) }
      return tables
    }

    func item(_ tables: Tables, _ title: String? = nil) throws -> TestObject {
      try #require(
        try tables.testObjects("BucketListItem").first { $0.text("title") == title ?? self.title })
    }

    /// The field as text.
    func stated(_ tables: Tables, _ title: String? = nil) throws -> String? {
      let item = try item(tables, title)
      return item.text(field) ?? item.day(field) ?? (item[field].isNull ? nil : "\(item[field])")
    }

    func written(_ tables: Tables) throws -> String {
      let text = String(decoding: try ExportedFile(tables, format).bytes, as: UTF8.self)
      return text.replacing("\r\n", with: "\n")
    }
  }

  static let calendar = Case(
    format: .iCalendar,
    text: """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:x
      UID:feed
      NAME:Japan
      BEGIN:VEVENT
      UID:temple
      DTSTART;TZID=Nowhere/Tokyo:20260503T100000
      DTEND;TZID=Nowhere/Tokyo:20260503T110000
      SUMMARY:Temple
      DESCRIPTION:old
      END:VEVENT
      BEGIN:VEVENT
      UID:walk
      DTSTART;TZID=Nowhere/Tokyo:20260504T100000
      SUMMARY:Walk
      END:VEVENT
      END:VCALENDAR

      """,
    words: [("Nowhere/Tokyo", "Asia/Tokyo")],
    title: "Temple", field: "startTime", value: "2026-05-03T10:00:00+09:00[Asia/Tokyo]",
    moved: ("20260503T100000", "20260503T103000", "2026-05-03T10:30:00+09:00[Asia/Tokyo]"))

  static let nodes = Case(
    format: .jsonLD,
    text: """
      [
        {
          "@id": "urn:x:temple",
          "@type": "Event",
          "description": "old",
          "name": "Temple",
          "startDate": "3. Wonnemond 2026"
        },
        {
          "@id": "urn:x:walk",
          "@type": "Event",
          "name": "Walk",
          "startDate": "2026-05-04"
        }
      ]

      """,
    words: [("3. Wonnemond 2026", "2026-05-03")],
    title: "Temple", field: "startDate", value: "2026-05-03",
    moved: ("2026-05-03", "2026-05-05", "2026-05-05"))

  static let table = Case(
    format: .csv,
    text: "Title,Datx,Notes,Booked\nTemple,2026-05-03,old,yes\nWalk,2026-05-04,,no\n",
    words: [("Datx", "Date")],
    title: "Temple", field: "startDate", value: "2026-05-03",
    moved: ("2026-05-03", "2026-05-05", "2026-05-05"))

  static let cases = [calendar, nodes, table]

  @Test("A document that was not edited is written as its file is", arguments: cases)
  func unedited(_ test: Case) throws {
    let tables = try test.earlier()
    #expect(try test.stated(tables) != test.value)
    #expect(try test.written(tables) == test.today)
  }

  @Test("The same file states no conflict, and what is read better arrives once", arguments: cases)
  func same(_ test: Case) throws {
    let updated = try test.updating(try test.earlier(), test.today)
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(Set(updated.report.counts.keys) == [.reread])
    #expect(try test.stated(updated.outcome.tables) == test.value)
    #expect(try test.written(updated.outcome.tables) == test.today)
    let again = try test.updating(updated.outcome.tables, test.today)
    #expect(again.report.counts.isEmpty)
    #expect(
      TablesDump.text(again.outcome.tables, all: true)
        == TablesDump.text(updated.outcome.tables, all: true))
  }

  @Test("A change of the file arrives in a field that is read better now", arguments: cases)
  func moved(_ test: Case) throws {
    let tables = try test.earlier()
    let edited = try tables.setting(
      "address", of: test.item(tables).key, to: .text("Nikko"))
    let file = test.today.replacing(test.moved.old, with: test.moved.new)
    let updated = try test.updating(edited, file)
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(try test.stated(updated.outcome.tables) == test.moved.value)
    #expect(try test.item(updated.outcome.tables).text("address") == "Nikko")
    #expect(try test.written(updated.outcome.tables).contains("Nikko"))
  }

  @Test("An edit changes its own field of the file only", arguments: cases)
  func edited(_ test: Case) throws {
    let tables = try test.earlier()
    let edited = try tables.setting("details", of: test.item(tables).key, to: .text("mine"))
    var written = try test.written(edited)
    // An edited event is a newer version, and its zone is defined.
    written = written.replacing("SEQUENCE:1\n", with: "")
    if let zone = written.firstRange(of: "BEGIN:VTIMEZONE"),
      let end = written.firstRange(of: "END:VTIMEZONE\n")
    {
      written.removeSubrange(zone.lowerBound..<end.upperBound)
    }
    #expect(written == test.today.replacing("old", with: "mine"))
  }

  @Test("An edit of a field that is read better stays, and is a conflict if the file changes it")
  func editedField() throws {
    for test in Self.cases {
      let tables = try test.earlier()
      let item = try test.item(tables)
      let edited =
        try test.field == "startTime"
        ? tables.setting(test.field, of: item.key, to: .text("2026-05-09T10:00:00"))
        : tables.setting(test.field, of: item.key, to: .integer(DayText.parse("2026-05-09")))
      let mine = try test.stated(edited)
      let same = try test.updating(edited, test.today)
      #expect(same.outcome.conflicts.isEmpty, "\(test.format)")
      #expect(try test.stated(same.outcome.tables) == mine)
      // Another import knows that it is an edit.
      let again = try test.updating(same.outcome.tables, test.today)
      #expect(again.outcome.conflicts.isEmpty && again.report.counts.isEmpty)
      #expect(try test.stated(again.outcome.tables) == mine)
      let file = test.today.replacing(test.moved.old, with: test.moved.new)
      #expect(try test.updating(edited, file).outcome.conflicts.count == 1, "\(test.format)")
      let taken = try test.updating(edited, file, side: .theirs)
      #expect(try test.stated(taken.outcome.tables) == test.moved.value)
      // The edit is in the file, and is read back.
      let text = try test.written(edited)
      let read = try ImportedFile(
        Array(text.utf8), test.format,
        ImportOptions(timeZone: nil, fallbackName: "file", limits: .standard))
      #expect(try test.stated(read.tables) == mine, "\(text)")
    }
  }

  @Test("A missing object that was not edited is deleted, an edited one is a conflict")
  func missing() throws {
    for test in Self.cases {
      let tables = try test.earlier()
      let file = test.today.replacing("Temple", with: "Tempel").replacing("temple", with: "other")
      let removed = try test.updating(tables, file, removes: true)
      #expect(removed.outcome.conflicts.isEmpty, "\(test.format)")
      #expect(try removed.outcome.tables.testObjects("BucketListItem").count == 2)
      let edited = try tables.setting("details", of: test.item(tables).key, to: .text("mine"))
      let kept = try test.updating(edited, file, removes: true)
      #expect(kept.outcome.conflicts.map(\.kind) == [.deletion], "\(test.format)")
    }
  }

  // MARK: Tables

  @Test("A row whose object was deleted does not come back when more of it is read")
  func deletedRow() throws {
    let tables = try Self.table.earlier()
    let deleted = try tables.deleting(Self.table.item(tables).key)
    let updated = try Self.table.updating(deleted, Self.table.today)
    #expect(updated.report.counts[.deleted] == 1 && updated.report.counts[.added] == nil)
    #expect(try updated.outcome.tables.testObjects("BucketListItem").count == 1)
  }

  @Test("A row that is another kind of object today stays what it was")
  func kindOfRow() throws {
    let test = Case(
      format: .csv,
      text: "Typx,Title,Date,Notes\nhotel,Temple,2026-05-03,old\nmuseum,Walk,2026-05-04,\n",
      words: [("Typx", "Type")], title: "Temple", field: "startDate", value: "2026-05-03",
      moved: ("2026-05-03", "2026-05-05", "2026-05-05"))
    let tables = try test.earlier()
    #expect(try test.written(tables) == test.today)
    let same = try test.updating(tables, test.today)
    #expect(same.report.counts.isEmpty)
    #expect(try same.outcome.tables.testObjects("Stay").isEmpty)
    #expect(try test.written(same.outcome.tables) == test.today)
    // The file is read by today's rules now, and the row is found all the same.
    let file = test.today.replacing(test.moved.old, with: test.moved.new)
    let moved = try test.updating(same.outcome.tables, file)
    #expect(moved.report.counts == [.updated: 1])
    #expect(try test.stated(moved.outcome.tables) == test.moved.value)
    #expect(try test.written(moved.outcome.tables) == file)
  }

  @Test("Rows that the file no longer has are read anew and keep their cells")
  func missingRow() throws {
    let test = Self.table
    let file = test.today.replacing("Temple,2026-05-03,old,yes\n", with: "")
    let updated = try test.updating(try test.earlier(), file)
    #expect(updated.report.counts == [.missing: 1, .reread: 1])
    #expect(try test.stated(updated.outcome.tables) == test.value)
    #expect(try test.written(updated.outcome.tables).contains("Temple,2026-05-03,old,yes\n"))
  }

  // MARK: Calendars

  @Test("An event that is a trip today stays an item and is written as it was")
  func kindOfEvent() throws {
    // The end is not read, so the event has one day.
    let test = Case(
      format: .iCalendar,
      text: """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:x
        UID:feed
        NAME:Japan
        BEGIN:VEVENT
        UID:temple
        DTSTART;VALUE=DATE:20260503
        X-END;VALUE=DATE:20260507
        SUMMARY:Temple
        DESCRIPTION:old
        END:VEVENT
        BEGIN:VEVENT
        UID:walk
        DTSTART:20260504T100000
        SUMMARY:Walk
        END:VEVENT
        END:VCALENDAR

        """,
      words: [("X-END", "DTEND")], title: "Temple", field: "endDate", value: "2026-05-06",
      moved: ("20260507", "20260509", "2026-05-08"))
    try unedited(test)
    try same(test)
    try edited(test)
    let tables = try test.earlier()
    let file = test.today.replacing(test.moved.old, with: test.moved.new)
    let moved = try test.updating(tables, file)
    #expect(moved.report.counts[.updated] == 1)
    #expect(try test.stated(moved.outcome.tables) == test.moved.value)
    #expect(try test.written(moved.outcome.tables) == file)
    // Where an edit changes what the calendar says, the relations are stated.
    let walk = try test.item(tables, "Walk")
    let far = try tables.setting("startTime", of: walk.key, to: .text("2026-06-01T10:00:00"))
    let lines = try test.written(far)
    #expect(lines.contains("RELATED-TO") && lines.contains("DTSTART:20260601T100000"))
  }
}
