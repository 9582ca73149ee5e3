import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// Versions of an event: in one file, in later files, and in messages of other calendars (spec 14.5).
@Suite struct CalendarVersionTests {
  private static func event(
    _ uid: String = "flight", sequence: Int? = 0, stamp: String = "20260101T000000Z",
    summary: String = "LX 1234", start: String = "20260601T100000Z", more: String = ""
  ) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid)
    DTSTAMP:\(stamp)
    \(sequence.map { "SEQUENCE:\($0)\n" } ?? "")SUMMARY:\(summary)
    DTSTART:\(start)
    \(more.isEmpty ? "" : more + "\n")END:VEVENT

    """
  }

  private static func calendar(
    _ events: String, program: String = "own", name: String = "Travel", method: String? = nil
  ) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:\(program)
    \(name.isEmpty ? "" : "X-WR-CALNAME:\(name)\n")\(method.map { "METHOD:\($0)\n" } ?? "")\(events)END:VCALENDAR

    """
  }

  /// A message of another program.
  private static func message(_ events: String, _ method: String) -> String {
    calendar(events, program: "mail", name: "", method: method)
  }

  private static let organizer = "ORGANIZER:mailto:desk@air.example"
  private static let own = calendar(
    event(more: organizer) + event("museum", summary: "Museum", start: "20260602T100000Z"))

  private func update(
    _ tables: Tables, _ text: String, removes: Bool = false, side: MergeSide = .ours
  ) throws -> UpdatedFile {
    try tables.updated(with: text, .iCalendar, named: "own", removesCancelled: removes, side: side)
  }

  private func items(_ tables: Tables) throws -> [TestObject] {
    try tables.testObjects("BucketListItem")
  }

  // MARK: One file

  @Test(
    "Of two versions of an event in one file the newest is an object, wherever it is, and the other one is kept",
    arguments: [
      (2, "20260101T000000Z", 0, "20260102T000000Z"),
      (1, "20260102T000000Z", 1, "20260101T000000Z"),
    ], [true, false])
  func newestVersion(
    numbers: (newer: Int, stamp: String, older: Int, olderStamp: String), isFirst: Bool
  ) throws {
    let newer = Self.event(
      sequence: numbers.newer, stamp: numbers.stamp, summary: "Train", start: "20260601T110000Z")
    let older = Self.event(
      sequence: numbers.older, stamp: numbers.olderStamp, summary: "Train",
      start: numbers.newer == numbers.older ? "20260601T110000Z" : "20260603T100000Z")
    let text = Self.calendar(isFirst ? newer + older : older + newer)
    let file = try CalendarFile(text)
    let found = try items(file.tables)
    #expect(found.count == 1)
    #expect(found[0].text("startTime")?.hasPrefix("2026-06-01T11:00") == true)
    #expect(file.report.counts[.olderVersion] == 1)
    #expect(try CalendarFile.lines(of: file.tables).joined(separator: "\n") + "\n" == text)
    let again = try update(file.tables, text)
    #expect(again.report.counts.isEmpty)
    #expect(ChangeSet(from: file.tables, to: again.outcome.tables).isEmpty)
  }

  @Test(
    "Events of one UID that have neither version nor day in common stay two objects",
    arguments: [
      (nil, "Gym", "20260608T100000Z"), (nil, "Swim", "20260601T100000Z"),
      (1, "Swim", "20260608T100000Z"), (0, "LX 1234", "20260608T100000Z"),
    ] as [(Int?, String, String)])
  func differentEvents(sequence: Int?, summary: String, start: String) throws {
    let file = try CalendarFile(
      Self.calendar(Self.event() + Self.event(sequence: sequence, summary: summary, start: start)))
    #expect(try items(file.tables).count == 2)
    #expect(file.report.counts[.duplicateIdentity] == 1)
    #expect(file.report.counts[.olderVersion] == nil)
  }

  @Test("An older version goes with an event that was edited or deleted")
  func olderVersionOfEdited() throws {
    let text = Self.calendar(Self.event(sequence: 1) + Self.event(sequence: 0))
    let file = try CalendarFile(text)
    let item = try #require(try items(file.tables).first)
    let edited = try file.tables.setting("title", of: item.key, to: .text("LX 99"))
    let lines = try CalendarFile.lines(of: edited)
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == 1 && lines.contains("SUMMARY:LX 99"))
    let others = try CalendarFile(
      text.replacing("END:VCALENDAR", with: Self.event("x") + "END:VCALENDAR"))
    let first = try #require(try items(others.tables).first)
    let left = try CalendarFile.lines(of: others.tables.deleting(first.key))
    #expect(left.count { $0 == "BEGIN:VEVENT" } == 1 && left.contains("UID:x"))
  }

  // MARK: Later files

  @Test(
    "An older version in a later file changes nothing and is listed, and the file wins if it is wanted"
  )
  func olderFile() throws {
    let new = Self.calendar(Self.event(sequence: 3, summary: "LX 1234 (new)"))
    let old = Self.calendar(Self.event(sequence: 2, summary: "LX 1234"))
    let file = try CalendarFile(new)
    let updated = try update(file.tables, old)
    #expect(updated.report.counts == [.older: 1])
    #expect(ChangeSet(from: file.tables, to: updated.outcome.tables).isEmpty)
    let theirs = try update(file.tables, old, side: .theirs)
    #expect(try items(theirs.outcome.tables).map { $0.text("title") } == ["LX 1234"])
    // Without numbers, the file counts.
    let plain = try CalendarFile(Self.calendar(Self.event(sequence: nil, summary: "A")))
    let later = try update(
      plain.tables,
      Self.calendar(Self.event(sequence: nil, stamp: "20250101T000000Z", summary: "B")))
    #expect(try items(later.outcome.tables).map { $0.text("title") } == ["B"])
  }

  // MARK: Messages

  @Test(
    "A newer version in a message changes the event of another calendar, once",
    arguments: [organizer], ["LX 1234", "Your flight"])
  func request(line: String, summary: String) throws {
    let file = try CalendarFile(Self.own)
    let text = Self.message(
      Self.event(sequence: 1, summary: summary, start: "20260601T104500Z", more: line), "REQUEST")
    let updated = try update(file.tables, text)
    #expect(updated.report.counts == [.updated: 1])
    let found = try items(updated.outcome.tables)
    #expect(found.map { $0.text("title") } == [summary, "Museum"])
    #expect(found[0].text("startTime")?.hasPrefix("2026-06-01T10:45") == true)
    let again = try update(updated.outcome.tables, text)
    #expect(again.report.counts.isEmpty)
    #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
    // The calendar of the event says it from now on, and an older state of it comes too late.
    let lines = try CalendarFile.lines(of: updated.outcome.tables)
    #expect(lines.count { $0 == "BEGIN:VCALENDAR" } == 1 && lines.contains("SEQUENCE:1"))
    let late = try update(updated.outcome.tables, Self.own)
    #expect(late.report.counts == [.older: 1])
  }

  @Test("An event of one UID that has neither organizer, name nor day in common is another one")
  func otherEvent() throws {
    let file = try CalendarFile(Self.own)
    for method in ["REQUEST", "PUBLISH"] {
      let updated = try update(
        file.tables,
        Self.message(
          Self.event(sequence: 5, summary: "Dinner", start: "20270101T180000Z"), method))
      #expect(updated.report.counts == [.added: 1])
      #expect(try items(updated.outcome.tables).count == 3)
    }
  }

  @Test(
    "A copy of an event in another calendar is found, and changes it only if it is a newer version")
  func copy() throws {
    let file = try CalendarFile(Self.own)
    for (sequence, title) in [(nil, "LX 1234"), (0, "LX 1234"), (1, "LX 99")] as [(Int?, String)] {
      let text = Self.calendar(Self.event(sequence: sequence, summary: title), name: "Copy")
      let updated = try update(file.tables, text)
      #expect(try items(updated.outcome.tables).map { $0.text("title") } == [title, "Museum"])
      let again = try update(updated.outcome.tables, text)
      #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
    }
  }

  @Test("A cancellation by the organizer cancels, and leaves all else of the event as it is")
  func cancellation() throws {
    let file = try CalendarFile(Self.own)
    let text = Self.message(
      """
      BEGIN:VEVENT
      UID:flight
      DTSTAMP:20260201T000000Z
      SEQUENCE:2
      \(Self.organizer)
      SUMMARY:Canceled: LX 1234
      DTSTART:20260601T104500Z
      END:VEVENT

      """, "CANCEL")
    let updated = try update(file.tables, text)
    #expect(updated.report.counts == [.cancelled: 1])
    let found = try items(updated.outcome.tables)
    #expect(found.map { $0.text("status") } == ["cancelled", "open"])
    #expect(found.map { $0.text("title") } == ["LX 1234", "Museum"])
    #expect(try update(updated.outcome.tables, text).report.counts.isEmpty)
    #expect(try CalendarFile.lines(of: updated.outcome.tables).contains("STATUS:CANCELLED"))
    let removed = try update(file.tables, text, removes: true)
    #expect(try items(removed.outcome.tables).map { $0.text("title") } == ["Museum"])
  }

  @Test("A cancellation by a stranger is listed, and counts only if it is wanted")
  func strangersCancellation() throws {
    let file = try CalendarFile(Self.own)
    for line in ["X-NOTE:none", "ORGANIZER:mailto:mallory@example.com"] {
      let text = Self.message(Self.event(sequence: 9, more: line), "CANCEL")
      let updated = try update(file.tables, text)
      #expect(updated.report.counts == [.stranger: 1])
      #expect(ChangeSet(from: file.tables, to: updated.outcome.tables).isEmpty)
      let removed = try update(file.tables, text, removes: true)
      #expect(try items(removed.outcome.tables).map { $0.text("title") } == ["Museum"])
    }
    // The name of the program says nothing about who writes.
    let same = Self.calendar(
      Self.event(sequence: 9, summary: "Bait", more: "ORGANIZER:mailto:mallory@example.com"),
      method: "REQUEST")
    let changed = try update(file.tables, same)
    #expect(changed.report.counts == [.stranger: 1])
    #expect(try items(changed.outcome.tables).map { $0.text("title") } == ["LX 1234", "Museum"])
    let cancel = try update(file.tables, same.replacing("REQUEST", with: "CANCEL"))
    #expect(cancel.report.counts == [.stranger: 1])
    let unknown = try update(file.tables, Self.message(Self.event("other"), "CANCEL"))
    #expect(unknown.report.counts == [.unknownCancellation: 1])
    #expect(ChangeSet(from: file.tables, to: unknown.outcome.tables).isEmpty)
  }

  @Test("An answer to an invitation changes nothing", arguments: ["REPLY", "COUNTER", "REFRESH"])
  func answer(method: String) throws {
    let file = try CalendarFile(Self.own)
    let updated = try update(
      file.tables, Self.message(Self.event(sequence: 9, summary: "X", more: Self.organizer), method)
    )
    #expect(updated.report.counts.isEmpty)
    #expect(updated.report.importReport.counts == [.calendarAnswer: 1])
    #expect(ChangeSet(from: file.tables, to: updated.outcome.tables).isEmpty)
  }

  @Test("A calendar that cancels is a document of cancelled objects, and comes back as it was")
  func cancellationAlone() throws {
    let text = Self.message(Self.event(sequence: 2), "CANCEL")
    let file = try CalendarFile(text)
    #expect(try items(file.tables).map { $0.text("status") } == ["cancelled"])
    #expect(file.report.cancelledTitles == ["LX 1234"])
    #expect(try CalendarFile.lines(of: file.tables).joined(separator: "\n") + "\n" == text)
  }

  @Test("A message about an event of its own calendar leaves the others alone")
  func messageOfOwnCalendar() throws {
    let file = try CalendarFile(Self.own)
    let text = Self.calendar(
      Self.event(sequence: 1, summary: "LX 1235", more: Self.organizer), method: "REQUEST")
    let updated = try update(file.tables, text, removes: true)
    #expect(updated.report.counts == [.updated: 1])
    #expect(try items(updated.outcome.tables).map { $0.text("title") } == ["LX 1235", "Museum"])
    #expect(try update(updated.outcome.tables, Self.own).report.counts == [.older: 1])
  }

  @Test(
    "Two calendars of one name without a common event are two, and neither misses the other's events"
  )
  func sameName() throws {
    let file = try CalendarFile(Self.calendar(Self.event(), name: "Holiday"))
    let other = Self.calendar(
      Self.event("zoo", summary: "Zoo", start: "20260701T100000Z"), name: "Holiday")
    let updated = try update(file.tables, other, removes: true)
    #expect(updated.report.counts == [.added: 1])
    #expect(try items(updated.outcome.tables).map { $0.text("title") } == ["LX 1234", "Zoo"])
    for text in [Self.calendar(Self.event(), name: "Holiday"), other] {
      let again = try update(updated.outcome.tables, text, removes: true)
      #expect(again.report.counts.isEmpty)
      #expect(ChangeSet(from: updated.outcome.tables, to: again.outcome.tables).isEmpty)
    }
  }

  @Test(
    "Versions of one event beside another event of its UID are one, in any order, again and again",
    arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func versionsBesideAnother(order: [Int]) throws {
    let events = [
      Self.event("x", sequence: nil, summary: "Gym", start: "20260608T100000Z"),
      Self.event("x", sequence: 0, summary: "Swim"), Self.event("x", sequence: 1, summary: "Swim"),
    ]
    let text = Self.calendar(order.map { events[$0] }.joined())
    let file = try CalendarFile(text)
    #expect(try items(file.tables).count == 2)
    let again = try update(file.tables, text)
    #expect(again.report.counts.isEmpty)
    #expect(ChangeSet(from: file.tables, to: again.outcome.tables).isEmpty)
  }

  @Test("A calendar of a name that gives all its events new identities is the same")
  func newIdentities() throws {
    let file = try CalendarFile(Self.own)
    let text = Self.own.replacing("UID:", with: "UID:new-")
    let updated = try update(file.tables, text, removes: true)
    #expect(updated.report.counts == [.added: 2, .missing: 2])
    #expect(
      try CalendarFile.lines(of: updated.outcome.tables).count { $0 == "BEGIN:VCALENDAR" } == 1)
  }

  @Test(
    "A calendar that got another name is the same one, and what another one has in common is not",
    arguments: ["Anna Muster", ""])
  func renamed(_ name: String) throws {
    let events = [
      Self.event("a", sequence: nil, summary: "Flight"),
      Self.event("b", sequence: nil, summary: "Museum"),
    ]
    let tables = try CalendarFile(Self.calendar(events.joined(), name: "Anna (TripIt)")).tables
    let moved = Self.event(
      "a", sequence: nil, summary: "Flight", start: "20260601T113000Z")
    let updated = try tables.updated(
      with: Self.calendar(moved + events[1], name: name), .iCalendar, named: "feed")
    #expect(updated.report.counts == [.updated: 1])
    #expect(try items(updated.outcome.tables).count == 2)
    let again = try updated.outcome.tables.updated(
      with: Self.calendar(moved + events[1], name: name), .iCalendar, named: "feed")
    #expect(again.report.counts.isEmpty)
    #expect(again.outcome.tables.extensions == updated.outcome.tables.extensions)
    // Other events with the same identities are those of another calendar.
    let other = try tables.updated(
      with: Self.calendar(
        Self.event("a", sequence: nil, summary: "Dinner", start: "20270101T100000Z")
          + Self.event("b", sequence: nil, summary: "Lunch", start: "20270102T100000Z"),
        name: name), .iCalendar, named: "feed")
    #expect(other.report.counts == [.added: 2])
    // So are those of a program that counts its events, on other days.
    let counted = try tables.updated(
      with: Self.calendar(
        Self.event("a", sequence: nil, summary: "Flight", start: "20270101T100000Z")
          + Self.event("b", sequence: nil, summary: "Museum", start: "20270102T100000Z"),
        name: name), .iCalendar, named: "feed")
    #expect(counted.report.counts[.updated] == nil)
    // Two people's calendars have some events in common.
    let shared = try tables.updated(
      with: Self.calendar(
        events.joined() + Self.event("c", summary: "Ben's"), name: name), .iCalendar, named: "feed")
    #expect(shared.report.counts == [.added: 1])
    let anna = try CalendarFile(
      Self.calendar(events.joined() + Self.event("d", summary: "Anna's"), name: "Anna (TripIt)")
    ).tables
    let both = try anna.updated(
      with: Self.calendar(events.joined() + Self.event("c", summary: "Ben's"), name: name),
      .iCalendar, named: "feed", removesCancelled: true)
    #expect(try items(both.outcome.tables).count == 4)
    // A file of another name is a copy.
    let copy = try update(tables, Self.calendar(moved + events[1], name: name))
    #expect(copy.report.counts.isEmpty)
  }

  @Test("A calendar of a file is not taken for another one of it that got a new name")
  func renamedBesideItself() throws {
    let shared = Self.event("a", summary: "Boat") + Self.event("b", summary: "Zoo")
    let family = Self.calendar(shared + Self.event("c", summary: "Park"), name: "Family")
    let copy = Self.calendar(shared, name: "Copy")
    let tables = try CalendarFile(family).tables
    let updated = try tables.updated(
      with: copy + family, .iCalendar, named: "feed", removesCancelled: true)
    #expect(updated.report.counts.isEmpty)
    #expect(try items(updated.outcome.tables).count == 3)
  }

  @Test(
    "A word in front of the title cancels an event",
    arguments: [
      "Canceled: Dinner", "Abgesagt: Dinner", "Annulé : Dinner", "キャンセル済み: Dinner",
      "Afgelast: Dinner", "取消：Dinner",
    ])
  func cancelledTitle(_ title: String) throws {
    let tables = try CalendarFile(Self.calendar(Self.event(summary: title))).tables
    #expect(try items(tables).map { $0.text("status") } == ["cancelled"])
    for title in ["Cancelled flights: a talk", "Dinner: cancelled", ": Dinner", "Cancelled"] {
      let tables = try CalendarFile(Self.calendar(Self.event(summary: title))).tables
      #expect(try items(tables).map { $0.text("status") } != ["cancelled"])
    }
    // An edit that lets it take place stays.
    let edited = try tables.setting(
      "status", of: try #require(items(tables).first).key, to: .text("confirmed"))
    let file = try CalendarFile(
      String(decoding: try ExportedFile(edited, .iCalendar).bytes, as: UTF8.self))
    #expect(try items(file.tables).map { $0.text("status") } == ["confirmed"])
    // Without the word, STATUS says it.
    let named = try tables.setting(
      "title", of: try #require(items(tables).first).key, to: .text("Dinner"))
    let lines = try CalendarFile.lines(of: named)
    #expect(lines.contains("SUMMARY:Dinner") && lines.contains("STATUS:CANCELLED"))
    #expect(!lines.contains { $0.hasPrefix("X-TRIPDOCUMENTS-STATUS") })
    let leg = try CalendarFile(
      Self.calendar(
        Self.event(summary: "Canceled: Flight UA 110 from SFO to JFK", more: "CATEGORIES:FLIGHT")))
    #expect(try leg.objects("Leg").map { $0.text("from") } == ["SFO"])
    #expect(try leg.objects("Leg").map { $0["isCancelled"] } == [.bool(true)])
  }
}
