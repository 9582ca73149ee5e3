import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// A calendar is imported into a document again and again.
@Suite struct CalendarUpdateTests {
  fileprivate static let feed = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    UID:feed
    BEGIN:VEVENT
    UID:trip
    DTSTART;VALUE=DATE:20240501
    DTEND;VALUE=DATE:20240511
    SUMMARY:Lisboa
    ATTENDEE;CN=Jo:mailto:jo@example.com
    ATTENDEE;CN=Ann:mailto:ann@example.com
    END:VEVENT
    BEGIN:VEVENT
    UID:tram
    DTSTART:20240502T100000Z
    SUMMARY:Tram
    DESCRIPTION:Old
    END:VEVENT
    BEGIN:VEVENT
    UID:museum
    DTSTART:20240503T100000Z
    SUMMARY:Museum
    END:VEVENT
    END:VCALENDAR

    """

  fileprivate func update(
    _ tables: Tables, _ text: String, removes: Bool = false, side: MergeSide = .ours
  ) throws -> UpdatedFile {
    try tables.updated(with: text, .iCalendar, named: "feed", removesCancelled: removes, side: side)
  }

  private func titles(_ tables: Tables) throws -> [String?] {
    try tables.testObjects("BucketListItem").map { $0.text("title") }
  }

  @Test("The same calendar changes nothing")
  func same() throws {
    let file = try CalendarFile(Self.feed)
    let updated = try update(file.tables, Self.feed)
    #expect(updated.outcome.conflicts.isEmpty && updated.report.counts.isEmpty)
    #expect(ChangeSet(from: file.tables, to: updated.outcome.tables).isEmpty)
  }

  @Test(
    "A calendar that was imported twice unchanged leaves the document as it is, whatever it contains",
    arguments: [
      "", "BEGIN:VFREEBUSY\nUID:f\nFREEBUSY:20240102T000000Z/PT1H\nEND:VFREEBUSY\n",
      "BEGIN:VFREEBUSY\nFREEBUSY:20240102T000000Z/PT1H\nEND:VFREEBUSY\n"
        + "BEGIN:VFREEBUSY\nFREEBUSY:20240103T000000Z/PT1H\nEND:VFREEBUSY\n",
      "BEGIN:VTIMEZONE\nTZID:Here\nEND:VTIMEZONE\n",
      "BEGIN:VTIMEZONE\nTZID:Here\nEND:VTIMEZONE\nBEGIN:VTIMEZONE\nTZID:Here\nEND:VTIMEZONE\n",
      "BEGIN:VJOURNAL\nUID:j\nSUMMARY:Diary\nEND:VJOURNAL\nBEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL\n",
      "BEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL\nBEGIN:VJOURNAL\nUID:j\nRECURRENCE-ID:20240101\nEND:VJOURNAL\n",
      "BEGIN:VJOURNAL\nSUMMARY:A\nEND:VJOURNAL\nBEGIN:VJOURNAL\nSUMMARY:A\nEND:VJOURNAL\n",
      "BEGIN:VTODO\nUID:t\nSUMMARY:Passport\nEND:VTODO\n",
      "BEGIN:VTODO\nSUMMARY:Passport\nEND:VTODO\n",
      "BEGIN:VEVENT\nUID:e\nDTSTART:soon\nEND:VEVENT\n",
      "BEGIN:VEVENT\nSUMMARY:No start\nEND:VEVENT\n",
      "BEGIN:VEVENT\nUID:e\nDTSTART:20240101T100000Z\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:e\nDTSTART:20240101T100000Z\nEND:VEVENT\n",
      "BEGIN:VEVENT\nDTSTART:20240101T100000Z\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:20240101T100000Z\nEND:VEVENT\n",
      "BEGIN:X-OTHER\nX-A:1\nEND:X-OTHER\nBEGIN:X-OTHER\nX-A:2\nEND:X-OTHER\n",
      "END:VCALENDAR\nBEGIN:VCALENDAR\nPRODID:x\n", "END:VCALENDAR\nBEGIN:VCALENDAR\n",
      "BEGIN:VFREEBUSY\nUID:f\nEND:VFREEBUSY\nEND:VCALENDAR\nBEGIN:VCALENDAR\nPRODID:x\n"
        + "BEGIN:VEVENT\nUID:e\nDTSTART:20240101T100000Z\nEND:VEVENT\n",
    ], ["PRODID:x\n", "", "X-WR-CALNAME:Mine\n"])
  func unchanged(components: String, head: String) throws {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(head)\(components)END:VCALENDAR\n"
    let file = try CalendarFile(text)
    // Into its own document, and into one that has other calendars of the program.
    let others = try update(
      try CalendarFile(Self.feed.replacing("UID:feed\n", with: "")).tables,
      "BEGIN:VCALENDAR\nPRODID:x\nBEGIN:VJOURNAL\nUID:other\nEND:VJOURNAL\nEND:VCALENDAR\n"
    ).outcome.tables
    for before in [file.tables, try update(others, text).outcome.tables] {
      let updated = try update(before, text)
      #expect(updated.report.counts.isEmpty)
      #expect(
        TablesDump.text(updated.outcome.tables, all: true) == TablesDump.text(before, all: true))
      #expect(
        try update(updated.outcome.tables, text).outcome.tables.extensions == before.extensions)
    }
  }

  @Test("A new stamp of a component that is only kept changes nothing, a new text replaces it")
  func keptComponents() throws {
    let text = """
      BEGIN:VCALENDAR
      PRODID:x
      BEGIN:VFREEBUSY
      UID:f
      DTSTAMP:20240101T000000Z
      FREEBUSY:20240102T000000Z/PT1H
      END:VFREEBUSY
      BEGIN:VFREEBUSY
      DTSTAMP:20240101T000000Z
      FREEBUSY:20240105T000000Z/PT1H
      END:VFREEBUSY
      END:VCALENDAR

      """
    let file = try CalendarFile(text)
    let stamped = try update(
      file.tables, text.replacing("DTSTAMP:20240101T000000Z", with: "DTSTAMP:20250101T000000Z"))
    #expect(stamped.outcome.tables.extensions == file.tables.extensions)
    let changed = try update(file.tables, text.replacing("20240102T", with: "20240103T"))
    #expect(changed.outcome.tables.extensions.count == file.tables.extensions.count)
    #expect(
      try CalendarFile.lines(of: changed.outcome.tables).contains("FREEBUSY:20240103T000000Z/PT1H"))
  }

  @Test("Changes of the calendar come in, edits of the document stay")
  func both() throws {
    let file = try CalendarFile(Self.feed)
    let items = try file.objects("BucketListItem")
    let edited = try file.tables.setting("title", of: items[0].key, to: .text("My tram"))
      .setting("isInPlan", of: items[1].key, to: .bool(true))
    let changed = Self.feed.replacing("DESCRIPTION:Old", with: "DESCRIPTION:New")
      .replacing("20240503T100000Z", with: "20240504T100000Z")
      .replacing(
        "END:VCALENDAR",
        with:
          "BEGIN:VEVENT\nUID:new\nDTSTART:20240505T100000Z\nSUMMARY:Walk\nEND:VEVENT\nEND:VCALENDAR"
      )
    let updated = try update(edited, changed)
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(updated.report.counts == [.updated: 2, .added: 1])
    let result = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(result.map { $0.text("title") } == ["My tram", "Museum", "Walk"])
    #expect(result[0].text("details") == "New")
    #expect(result[1].text("startTime") == "2024-05-04T10:00:00+00:00[Etc/UTC]")
    #expect(result[1]["isInPlan"] == .bool(true))
    #expect(result[2]["trip"] == result[0]["trip"])
    // The import after that has nothing to do, and the export shows both.
    let again = try update(updated.outcome.tables, changed)
    #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
    let lines = try CalendarFile.lines(of: updated.outcome.tables)
    #expect(lines.contains("SUMMARY:My tram") && lines.contains("DESCRIPTION:New"))
    #expect(!lines.contains("SUMMARY:Tram") && !lines.contains("DESCRIPTION:Old"))
  }

  @Test(
    "A field that both changed is a conflict, and the document's value stays",
    arguments: [MergeSide.ours, .theirs])
  func conflict(_ side: MergeSide) throws {
    let file = try CalendarFile(Self.feed)
    let item = try file.objects("BucketListItem")[0]
    let edited = try file.tables.setting("details", of: item.key, to: .text("Mine"))
    let changed = Self.feed.replacing("DESCRIPTION:Old", with: "DESCRIPTION:New")
    let updated = try update(edited, changed, side: side)
    let conflict = try #require(updated.outcome.conflicts.first)
    #expect(updated.outcome.conflicts.count == 1)
    #expect(conflict.property == "details" && conflict.key == item.key)
    #expect(
      conflict.base == .text("Old") && conflict.ours == .text("Mine")
        && conflict.theirs == .text("New"))
    let result = try updated.outcome.tables.testObjects("BucketListItem")[0]
    #expect(result.text("details") == (side == .ours ? "Mine" : "New"))
    // The next import knows what the calendar said.
    #expect(try update(updated.outcome.tables, changed).outcome.conflicts.isEmpty)
  }

  @Test("A deleted object is not imported again")
  func deleted() throws {
    let file = try CalendarFile(Self.feed)
    let item = try file.objects("BucketListItem")[0]
    let edited = try file.tables.deleting(item.key)
    let changed = Self.feed.replacing("DESCRIPTION:Old", with: "DESCRIPTION:New")
    let updated = try update(edited, changed)
    #expect(try titles(updated.outcome.tables) == ["Museum"])
    #expect(updated.report.entries.map(\.title) == ["Tram"])
    #expect(updated.report.counts == [.deleted: 1])
    #expect(try titles(update(edited, changed, side: .theirs).outcome.tables).count == 2)
  }

  @Test("Cancelled and missing events are reported, and deleted only on request")
  func cancelled() throws {
    let file = try CalendarFile(Self.feed)
    let start = try #require(Self.feed.range(of: "BEGIN:VEVENT\nUID:museum"))
    let changed = (String(Self.feed[..<start.lowerBound]) + "END:VCALENDAR\n")
      .replacing("DESCRIPTION:Old", with: "DESCRIPTION:Old\nSTATUS:CANCELLED")
    let updated = try update(file.tables, changed)
    #expect(updated.report.counts == [.cancelled: 1, .missing: 1, .updated: 1])
    let items = try updated.outcome.tables.testObjects("BucketListItem")
    #expect(items.map { $0.text("title") } == ["Tram", "Museum"])
    #expect(items[0].text("status") == "cancelled")
    #expect(try titles(update(file.tables, changed, removes: true).outcome.tables).isEmpty)
    // An object that was edited is not deleted in silence.
    let museum = try file.objects("BucketListItem")[1]
    let edited = try file.tables.setting("details", of: museum.key, to: .text("Tickets!"))
    let kept = try update(edited, changed, removes: true)
    #expect(try titles(kept.outcome.tables) == ["Museum"])
    #expect(kept.outcome.conflicts.map(\.kind) == [.deletion])
  }

  @Test("A calendar that cancels leaves the other events alone")
  func method() throws {
    let file = try CalendarFile(Self.feed)
    let cancel = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:x
      UID:feed
      METHOD:CANCEL
      BEGIN:VEVENT
      UID:tram
      DTSTART:20240502T100000Z
      SUMMARY:Tram
      DESCRIPTION:Old
      END:VEVENT
      END:VCALENDAR

      """
    let updated = try update(file.tables, cancel, removes: true)
    #expect(updated.report.counts == [.cancelled: 1])
    #expect(try titles(updated.outcome.tables) == ["Museum"])
    #expect(try titles(update(updated.outcome.tables, Self.feed).outcome.tables) == ["Museum"])
  }

  @Test("People who come and go are merged one by one")
  func people() throws {
    let file = try CalendarFile(Self.feed)
    let people = try file.objects("Participant")
    #expect(people.map { $0.text("name") } == ["Jo", "Ann"])
    // The document deletes Jo and renames Ann, the calendar adds Kim.
    let edited = try file.tables.deleting(people[0].key)
      .setting("name", of: people[1].key, to: .text("Anna"))
    let changed = Self.feed.replacing(
      "ATTENDEE;CN=Ann:mailto:ann@example.com",
      with: "ATTENDEE;CN=Ann:mailto:ann@example.com\nATTENDEE;CN=Kim:mailto:kim@example.com")
    let updated = try update(edited, changed)
    #expect(updated.outcome.conflicts.isEmpty)
    let names = try updated.outcome.tables.testObjects("Participant").map { $0.text("name") }
    #expect(names == ["Anna", "Kim"])
  }

  @Test("What a document exported comes back to its objects, and is not doubled")
  func ownExport() throws {
    let file = try CalendarFile(Self.feed)
    // A document without what it kept of the calendar.
    var own = file.tables
    own.extensions = []
    let text = try CalendarFile.lines(of: own).joined(separator: "\n")
    let same = try update(own, text)
    #expect(same.outcome.tables.rowCount == own.rowCount && same.report.counts.isEmpty)
    let changed = text.replacing("SUMMARY:Tram", with: "SUMMARY:Tram 28")
    let undecided = try update(own, changed)
    #expect(undecided.report.counts == [.undecided: 1])
    #expect(try titles(undecided.outcome.tables) == ["Tram", "Museum"])
    let taken = try update(own, changed, side: .theirs)
    #expect(try titles(taken.outcome.tables) == ["Tram 28", "Museum"])
  }

  @Test("Another calendar is added beside the first")
  func other() throws {
    let file = try CalendarFile(Self.feed)
    let other = Self.feed.replacing("UID:feed", with: "UID:other")
      .replacing("UID:t", with: "UID:u").replacing("UID:museum", with: "UID:m")
    let updated = try update(file.tables, other)
    #expect(updated.report.counts == [.added: 3])
    #expect(try updated.outcome.tables.testObjects("Trip").count == 2)
    let lines = try CalendarFile.lines(of: updated.outcome.tables)
    #expect(lines.filter { $0 == "BEGIN:VCALENDAR" }.count == 2)
  }
}

extension CalendarUpdateTests {
  @Test("A feed that only states new times of its making changes nothing")
  func stamps() throws {
    let stamped = Self.feed.replacing(
      "SUMMARY:Tram", with: "DTSTAMP:20240101T000000Z\nSUMMARY:Tram")
    let file = try CalendarFile(stamped)
    let updated = try update(file.tables, stamped.replacing("20240101T0", with: "20240102T0"))
    #expect(ChangeSet(from: file.tables, to: updated.outcome.tables).isEmpty)
  }

  @Test("Calendars of one program without names are the same only if they have an event in common")
  func nameless() throws {
    let first = Self.feed.replacing("UID:feed\n", with: "")
    let file = try CalendarFile(first)
    let other = first.replacing("UID:t", with: "UID:u").replacing("UID:museum", with: "UID:m")
    let updated = try update(file.tables, other, removes: true)
    #expect(updated.report.counts == [.added: 3])
    let changed = first.replacing("SUMMARY:Tram", with: "SUMMARY:Tram 28")
    let again = try update(updated.outcome.tables, changed)
    #expect(again.report.counts == [.updated: 1])
    let twice = try update(again.outcome.tables, other)
    #expect(twice.report.counts.isEmpty)
    #expect(ChangeSet(from: again.outcome.tables, to: twice.outcome.tables).isEmpty)
  }

  @Test("Thousands of people are matched in linear time")
  func manyPeople() throws {
    let people = (0..<20_000).map { "ATTENDEE;CN=P\($0):mailto:p\($0)@example.com\n" }
    let crowd = Self.feed.replacing(
      "ATTENDEE;CN=Jo:mailto:jo@example.com\n", with: people.joined())
    let file = try CalendarFile(Self.feed)
    let updated = try update(file.tables, crowd)
    #expect(try updated.outcome.tables.testObjects("Participant").count == 20_001)
    let back = try update(updated.outcome.tables, Self.feed)
    #expect(try back.outcome.tables.testObjects("Participant").count == 2)
  }
}
