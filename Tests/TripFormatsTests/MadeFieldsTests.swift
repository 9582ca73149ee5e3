import DocumentData
import DocumentFile
import DocumentMigration
import DocumentTables
import Testing
import TripDocuments

@testable import TripFormats

/// What records say that an import made of objects.
@Suite struct MadeFieldsTests {
  private static let feed = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    UID:feed
    BEGIN:VEVENT
    UID:trip
    DTSTART;VALUE=DATE:20260501
    DTEND;VALUE=DATE:20260511
    SUMMARY:Lisboa
    ATTENDEE;CN=Jo:mailto:jo@example.com
    ATTENDEE;CN=Ann:mailto:ann@example.com
    END:VEVENT
    BEGIN:VEVENT
    UID:tram
    DTSTART:20260502T100000
    SUMMARY:Tram
    DESCRIPTION:old
    END:VEVENT
    BEGIN:VEVENT
    UID:museum
    DTSTART:20260503T100000
    SUMMARY:Museum
    END:VEVENT
    BEGIN:VEVENT
    UID:later
    DTSTART:20260803T100000
    SUMMARY:Later
    END:VEVENT
    END:VCALENDAR

    """

  private static let graph = """
    [
      {
        "@type": "LodgingReservation",
        "checkinTime": "2026-05-01T15:00:00",
        "reservationFor": {
          "@type": "LodgingBusiness",
          "address": "Rua Augusta 1",
          "name": "Hotel",
          "telephone": "1"
        },
        "reservationNumber": "R1",
        "reservationStatus": "http://schema.org/ReservationConfirmed"
      },
      {
        "@id": "urn:x:1",
        "@type": "Event",
        "description": "old",
        "name": "Tram",
        "startDate": "2026-05-02T10:00:00"
      },
      {
        "@id": "urn:x:2",
        "@type": "Event",
        "name": "Museum",
        "startDate": "2026-05-03T10:00:00"
      }
    ]

    """

  static let files = [(TripFormat.iCalendar, feed), (.jsonLD, graph)]

  private func update(
    _ tables: Tables, _ text: String, _ format: TripFormat
  ) throws -> UpdatedFile {
    try tables.updated(with: text, format, named: "file")
  }

  private func imported(
    _ text: String, _ format: TripFormat, timeZone: String? = nil
  ) throws -> Tables {
    try ImportedFile(
      Array(text.utf8), format,
      ImportOptions(timeZone: timeZone, fallbackName: "file", limits: .standard)
    ).tables
  }

  private func written(_ tables: Tables, _ format: TripFormat) throws -> String {
    String(decoding: try ExportedFile(tables, format).bytes, as: UTF8.self)
      .replacing("\r\n", with: "\n")
  }

  private func made(_ record: ExtensionRecord) -> [String: Tree]? {
    guard case .object(let members)? = record.value["made"] else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private func item(_ tables: Tables, _ title: String) throws -> TestObject {
    try #require(
      try tables.testObjects("BucketListItem").first { $0.text("title") == title })
  }

  /// Returns the tables without what versions before these digests did not keep.
  private func older(_ tables: Tables, inUTC: Bool = false) -> Tables {
    let new: Set = inUTC ? ["made", "stated", "localTimes", "timeZone"] : ["made", "stated"]
    var tables = tables
    for index in tables.extensions.indices {
      guard case .object(let members) = tables.extensions[index].value else { continue }
      tables.extensions[index].value = .object(members.filter { !new.contains($0.name) })
    }
    return tables
  }

  // MARK: The digests

  @Test("A record has the digests of the fields that the import stated, and of no others")
  func members() throws {
    let tables = try imported(Self.feed, .iCalendar)
    let item = try item(tables, "Tram")
    let record = try #require(tables.extensions.first { $0.anchor == item.key })
    let expected = [
      "title": "\"Tram\"", "details": "\"old\"", "startTime": "\"2026-05-02T10:00:00\"",
    ]
    .mapValues { Tree.text(String(Digest(of: Array($0.utf8)).text.prefix(8))) }
    #expect(made(record) == expected)
    let trip = try #require(try tables.testObjects("Trip").first { $0.text("name") == "Lisboa" })
    let people = #"[["Jo","jo@example.com"],["Ann","ann@example.com"]]"#
    let ofTrip = try #require(tables.extensions.first { $0.anchor == trip.key })
    #expect(
      made(ofTrip)?["participants"]
        == .text(String(Digest(of: Array(people.utf8)).text.prefix(8))))
    #expect(
      Set(made(ofTrip).map { Array($0.keys) } ?? []) == [
        "name", "startDate", "endDate", "participants",
      ])
  }

  @Test(
    "The digest of a time is the same before and after its type widens, and a place's has no null")
  func texts() throws {
    let schema = try TripSchema.released()
    func digests(_ values: [String: Value], _ entity: String) -> Tree {
      MadeFields(ObjectContent(values: values), of: entity, schema).tree
    }
    #expect(
      digests(["location": .place(latitude: 1, longitude: 2)], "Stay")
        == digests(
          ["location": .tree(.members(["latitude": .double(1), "longitude": .double(2)]))], "Stay"))
    #expect(digests(["name": .text(""), "isConfirmed": .bool(false)], "Stay") == .object([]))
    // Null and an empty text are two values of a field that may be null.
    #expect(digests(["number": .text("")], "Leg") != digests(["number": .null], "Leg"))
  }

  // MARK: Imports

  @Test(
    "A file that has not changed changes no byte of a document of an earlier version",
    arguments: files)
  func unchanged(format: TripFormat, text: String) throws {
    for tables in [
      try imported(text, format), older(try imported(text, format)),
      // The times of these have a zone, so nothing is read in another way.
      older(
        try imported(
          text.replacing("0000", with: "0000Z").replacing("00:00\"", with: "00:00Z\""), format),
        inUTC: true),
    ] {
      let file = try written(tables, format)
      let updated = try update(tables, file, format)
      #expect(updated.report.counts.isEmpty)
      #expect(
        TablesDump.text(updated.outcome.tables, all: true) == TablesDump.text(tables, all: true))
    }
  }

  @Test(
    "The first import that writes anything adds the digests to all records of the file",
    arguments: files)
  func firstWriting(format: TripFormat, text: String) throws {
    let tables = older(try imported(text, format))
    let updated = try update(tables, text.replacing("old", with: "new"), format).outcome.tables
    for record in updated.extensions where record.anchor != nil {
      #expect(made(record) != nil)
    }
    #expect(
      try written(updated, format) == written(tables, format).replacing("old", with: "new"))
  }

  @Test(
    "Events in UTC of an earlier version that are missing in a newer file are written as they were")
  func partialFile() throws {
    let tables = older(try imported(Self.feed, .iCalendar, timeZone: "Etc/UTC"), inUTC: true)
    #expect(try item(tables, "Later").text("startTime") == "2026-08-03T10:00:00+00:00[Etc/UTC]")
    let start = try #require(Self.feed.firstRange(of: "BEGIN:VEVENT\nUID:later"))
    let partial = String(Self.feed[..<start.lowerBound]) + "END:VCALENDAR\n"
    let updated = try update(tables, partial, .iCalendar)
    #expect(updated.outcome.conflicts.isEmpty)
    #expect(updated.report.counts == [.reread: 2, .missing: 1])
    #expect(try written(updated.outcome.tables, .iCalendar) == written(tables, .iCalendar))
  }

  @Test("An edit of a document of an earlier version stays when its file is read better")
  func editInUTC() throws {
    let tables = older(try imported(Self.feed, .iCalendar, timeZone: "Etc/UTC"), inUTC: true)
    let tram = try item(tables, "Tram")
    let edited = try tables.setting("title", of: tram.key, to: .text("Tram 28"))
    let changed = Self.feed.replacing("20260502T100000", with: "20260502T103000")
    let updated = try update(edited, changed, .iCalendar)
    #expect(updated.outcome.conflicts.isEmpty)
    let result = try item(updated.outcome.tables, "Tram 28")
    #expect(result.text("startTime") == "2026-05-02T10:30:00")
  }

  @Test(
    "An edit that lost to the file is no edit any more, and one that the file adopts neither",
    arguments: files)
  func settled(format: TripFormat, text: String) throws {
    let tables = try imported(text, format)
    let tram = try item(tables, "Tram")
    let edited = try tables.setting("details", of: tram.key, to: .text("new"))
    let changed = text.replacing("old", with: "new")
    let adopted = try update(edited, changed, format)
    #expect(adopted.outcome.conflicts.isEmpty)
    #expect(try written(adopted.outcome.tables, format).contains("SEQUENCE") == false)
    let later = try update(adopted.outcome.tables, text.replacing("old", with: "newer"), format)
    #expect(later.outcome.conflicts.isEmpty)
    #expect(try item(later.outcome.tables, "Tram").text("details") == "newer")
  }

  @Test("A person who is added in front is no edit of the document")
  func peopleInFront() throws {
    let tables = try imported(Self.feed, .iCalendar)
    let changed = Self.feed.replacing(
      "ATTENDEE;CN=Jo", with: "ATTENDEE;CN=Kim:mailto:kim@example.com\nATTENDEE;CN=Jo")
    let updated = try update(tables, changed, .iCalendar)
    #expect(try written(updated.outcome.tables, .iCalendar) == changed)
    let again = try update(updated.outcome.tables, changed, .iCalendar)
    #expect(again.report.counts.isEmpty)
    let back = try update(updated.outcome.tables, Self.feed, .iCalendar)
    #expect(back.outcome.conflicts.isEmpty)
    #expect(try back.outcome.tables.testObjects("Participant").count == 2)
  }

  // MARK: What else happens to documents

  @Test(
    "Two devices that import the same file write the same records",
    arguments: files)
  func devices(format: TripFormat, text: String) throws {
    let base = try imported(text, format)
    let changed = text.replacing("old", with: "new")
    let first = try update(base, changed, format).outcome.tables
    let tram = try item(base, "Tram")
    let second = try update(
      base.setting("title", of: tram.key, to: .text("Eléctrico")), changed, format
    ).outcome.tables
    let merged = ThreeWayMerge.merge(base: base, ours: first, theirs: second)
    #expect(merged.conflicts.isEmpty)
    let file = try written(merged.tables, format).replacing("SEQUENCE:1\n", with: "")
    #expect(file == changed.replacing("Tram", with: "Eléctrico"))
    #expect(try update(merged.tables, changed, format).report.counts.isEmpty)
  }

  @Test(
    "A document that was saved for an earlier schema is written as its file is", arguments: files,
    [1, 4, 5])
  func migrations(file: (format: TripFormat, text: String), version: Int) throws {
    let tables = try imported(file.text, file.format)
    let migrator = Migrator(TripMigrationPlan.self, schemaName: TripMigrationPlan.schemaName)
    let older = try migrator.convert(tables, to: Schema.Version(version, 0, 0), losses: .carry)
    let back = try migrator.migrate(older.tables, to: nil).tables
    #expect(try written(back, file.format) == written(tables, file.format))
    #expect(try update(back, file.text, file.format).report.counts.isEmpty)
  }

  @Test(
    "A selection of trips keeps the digests",
    arguments: files)
  func selection(format: TripFormat, text: String) throws {
    let tables = try imported(text, format)
    let trip = try #require(try item(tables, "Tram")["trip"].reference)
    let hierarchy = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let part = TripSelection([trip], hierarchy: hierarchy, of: tables).tables
    #expect(part.extensions.filter { $0.anchor != nil }.allSatisfy { made($0) != nil })
    #expect(!(try written(part, format)).contains("SEQUENCE"))
  }

  @Test(
    "A copy with other content has digests of that content, and the same fields are edited",
    arguments: files)
  func copy(format: TripFormat, text: String) throws {
    let schema = try TripSchema.released()
    var original = try imported(text, format)
    let tram = try item(original, "Tram")
    original = try original.setting("details", of: tram.key, to: .text("mine"))
    var copy = original
    for object in try original.testObjects("BucketListItem") {
      let title = try #require(object.text("title"))
      copy = copy.replacingInRecords(title, with: "Xxxx")
      copy = try copy.setting("title", of: object.key, to: .text("Xxxx"))
    }
    copy = try copy.setting("details", of: tram.key, to: .text("xxxx"))
      // Only the object gets another address, as if words of it were replaced in another way.
      .setting("address", of: tram.key, to: .text("yyyy"))
    ContentCopy.restate(&copy, of: original)
    let people = TripOrder(copy, schema).participants(schema.objects(of: copy))
    for (record, before) in zip(copy.extensions, original.extensions) where record.anchor != nil {
      let made = try #require(MadeFields(record.value["made"]))
      let object = try #require(schema.objects(of: copy).first { $0.key == record.anchor })
      let edits = made.edits(
        in: ObjectContent(values: object.values, participants: people[object.key] ?? []),
        of: object.entity, schema)
      #expect(edits == (object.key == tram.key ? ["details", "address"] : []))
      if object.entity == "BucketListItem" {
        #expect(self.made(record)?["title"] != self.made(before)?["title"])
      }
      // Nothing tells what an edited field was before.
      if object.key == tram.key { #expect(self.made(record)?["details"] == .text("00000000")) }
    }
  }

  // MARK: Exact values

  @Test("An exact value of a time without a zone holds under every option")
  func guards() throws {
    let tables = try imported(Self.feed, .iCalendar)
    let tram = try item(tables, "Tram")
    let exact = "2026-05-02T10:00:00.5"
    let edited = try tables.setting("startTime", of: tram.key, to: .text(exact))
    let text = try written(edited, .iCalendar)
    #expect(text.contains("X-INSTEAD-OF"))
    for timeZone in [nil, "Europe/Berlin"] {
      #expect(
        try item(imported(text, .iCalendar, timeZone: timeZone), "Tram").text("startTime") == exact)
      // The guard is the same in the file of a document that was read with an option.
      let zoned = try imported(Self.feed, .iCalendar, timeZone: timeZone)
      let other = try zoned.setting("startTime", of: tram.key, to: .text(exact))
      #expect(
        try item(imported(written(other, .iCalendar), .iCalendar), "Tram").text("startTime")
          == exact)
    }
  }
}

extension Value {
  fileprivate var reference: ObjectKey? {
    if case .reference(let key) = self { key } else { nil }
  }
}
