import DocumentFile
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

@Suite("SQLite files that other programs have edited")
struct SQLiteEditTests {
  private let folder: SQLiteFolder

  init() throws {
    folder = try SQLiteFolder()
    try folder.write(try Self.tables())
  }

  @Test("a tree of more values than a tree may have is refused with its row")
  func largeTree() throws {
    // A zero and a comma for each value but the last.
    try folder.edit(
      "UPDATE Trip SET tree = '[' || replace(hex(zeroblob(\(Tree.largestCount))), '00', '0,') || '0]' WHERE _key = 1"
    )
    let error = try #require(throws: DocumentError.self) { _ = try folder.read() }
    #expect(error.code == .sqliteRows && "\(error)".contains("tree"))
  }

  private static func tables() throws -> Tables {
    let schema = try TableSchema(
      name: "Edits", version: SchemaVersion(1, 0, 0),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text)),
            TableAttribute(name: "day", type: .scalar(.day), isNullable: true),
            TableAttribute(name: "moment", type: .scalar(.date), isNullable: true),
            TableAttribute(name: "price", type: .scalar(.decimal), isNullable: true),
            TableAttribute(name: "id", type: .scalar(.uuid), isNullable: true),
            TableAttribute(name: "big", type: .scalar(.uint64), isNullable: true),
            TableAttribute(name: "small", type: .scalar(.int8), defaultValue: .value(.integer(5))),
            TableAttribute(name: "ratio", type: .scalar(.float), isNullable: true),
            TableAttribute(
              name: "days", type: .array(.day, nullableElements: false), isNullable: true),
            TableAttribute(name: "tree", type: .tree(shape: nil), isNullable: true),
            TableAttribute(
              name: "kind", type: .scalar(.text), isNullable: true,
              cases: [.text("a"), .text("b")]),
          ],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              deleteRule: .cascade),
            TableRelationship(name: "tags", destination: "Tag", isToMany: true),
          ]),
        TableEntity(
          name: "Work", superentity: "Trip",
          attributes: [TableAttribute(name: "firm", type: .scalar(.text), isNullable: true)]),
        TableEntity(
          name: "Item", attributes: [TableAttribute(name: "title", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ], uniquenessConstraints: [["title"]]),
        TableEntity(name: "Tag"),
      ])
    var tables = makeTables(
      schema,
      [
        (
          "Trip", 1,
          [
            "name": .text("Rom"), "small": .integer(1), "items": .references([12, 11]),
            "tags": .references([21, 20]),
          ]
        ),
        ("Work", 2, ["name": .text("Oslo"), "small": .integer(2), "firm": .text("ACME")]),
        ("Item", 11, ["title": .text("a"), "trip": .reference(1)]),
        ("Item", 12, ["title": .text("b"), "trip": .reference(1)]),
        ("Tag", 20, [:]), ("Tag", 21, [:]),
      ])
    tables.nextKey = 50
    return tables
  }

  /// Returns the value of a property after reading; nil if there is no object of the key.
  private func value(_ key: ObjectKey, _ property: String, in tables: Tables) -> Value? {
    guard let (hierarchy, location) = tables.find(key) else { return nil }
    let segment = tables.tables[hierarchy].segments[location.segment]
    let layout = tables.schema.hierarchies[hierarchy]
    let entity = layout.entities[Int(segment.entities[location.row])]
    return entity.column(of: property).map { segment.value(at: location.row, column: $0) }
  }

  @Test("updates, insertions and deletions come back")
  func edits() throws {
    try folder.edit(
      """
      PRAGMA foreign_keys = ON;
      UPDATE Trip SET day = date('2026-07-01', '+1 day') WHERE name = 'Rom';
      INSERT INTO Trip (name) VALUES ('Wien');
      INSERT INTO Item (title, trip) VALUES ('c', last_insert_rowid());
      INSERT INTO Trip (_entity, name, firm) VALUES ('Work', 'Bonn', 'X');
      DELETE FROM Item WHERE title = 'a';
      DELETE FROM Trip WHERE name = 'Oslo';
      """)
    let (tables, report) = try folder.read()
    #expect(tables.rowCounts() == ["Trip": 2, "Work": 1, "Item": 2, "Tag": 2])
    #expect(value(1, "day", in: tables) == .integer(try DayText.parse("2026-07-02")))
    #expect(value(1, "items", in: tables) == .references([12]))
    // SQLite gave Wien 50 and Bonn 51, and the new item 50, which is behind them in the document. Tables are read in
    // the order of their names.
    #expect(value(50, "title", in: tables) == .text("c"))
    #expect(value(51, "name", in: tables) == .text("Wien"))
    #expect(value(51, "small", in: tables) == .integer(5))
    #expect(value(50, "trip", in: tables) == .reference(51))
    #expect(value(52, "firm", in: tables) == .text("X"))
    #expect(tables.nextKey == 53)
    #expect(tables.documentID == 1)
    #expect(report.counts == [.newKey: 1])
    #expect(report.isStrictlyRead)
  }

  @Test("a deleted key is not used again")
  func deleted() throws {
    try folder.edit(
      "INSERT INTO Tag DEFAULT VALUES; DELETE FROM Tag; INSERT INTO Tag DEFAULT VALUES")
    try folder.edit("DELETE FROM Trip_tags")
    let tables = try folder.read().tables
    #expect(tables.rowCounts()["Tag"] == 1)
    #expect(tables.find(51) != nil && tables.nextKey == 52)
  }

  @Test("a key above the next key raises it")
  func highKey() throws {
    try folder.edit("INSERT INTO Tag VALUES (7000)")
    let (tables, report) = try folder.read()
    #expect(tables.nextKey == 7001 && report.counts.isEmpty)
  }

  @Test("places may have gaps and repeats, and members without one come last")
  func places() throws {
    try folder.edit(
      """
      INSERT INTO Item (title, trip) VALUES ('c', 1);
      UPDATE Item SET trip_position = 900 WHERE title = 'a';
      UPDATE Item SET trip_position = -5 WHERE title = 'b';
      UPDATE Trip_tags SET _position = _position + 100;
      INSERT INTO Trip_tags VALUES (2, 7, 20), (2, -1, 21);
      """)
    let tables = try folder.read().tables
    #expect(value(1, "items", in: tables) == .references([12, 11, 50]))
    #expect(value(1, "tags", in: tables) == .references([21, 20]))
    #expect(value(2, "tags", in: tables) == .references([21, 20]))
    try folder.edit("UPDATE Item SET trip_position = 3")
    #expect(value(1, "items", in: try folder.read().tables) == .references([11, 12, 50]))
    try folder.edit("UPDATE Item SET trip_position = NULL")
    #expect(value(1, "items", in: try folder.read().tables) == .null)
  }

  @Test(
    "spellings of SQL's own functions are read",
    arguments: [
      (
        "moment = strftime('%Y-%m-%d %H:%M:%f', '2001-01-01 00:00:00.5')", "moment", Value.date(0.5)
      ),
      ("moment = '2001-01-01 00:00:00.000'", "moment", .date(0)),
      ("moment = '2001-01-01T00:00:00Z'", "moment", .date(0)),
      ("moment = '\(DateText.text(-1e300))'", "moment", .date(-1e300)),
      ("price = 12.50", "price", .text("12.5")), ("price = '12.00'", "price", .text("12")),
      ("price = 100", "price", .text("100")),
      (
        "id = '01234567-89ab-4def-8123-456789abcdef'", "id",
        .uuid(0x0123_4567_89AB_4DEF_8123_4567_89AB_CDEF)
      ),
      ("big = 9223372036854775807", "big", .unsigned(UInt64(Int64.max))),
      ("big = '18446744073709551615'", "big", .unsigned(.max)),
      ("ratio = 0.1", "ratio", .double(Double(Float(0.1)))), ("ratio = 3", "ratio", .double(3)),
      ("days = json_array('2001-01-02')", "days", .array([.integer(1)])),
      (
        "tree = json_object('b', 1.5, 'a', null)", "tree",
        .tree(.members(["a": .null, "b": .double(1.5)]))
      ),
      ("tree = 'null'", "tree", .null), ("kind = 'b'", "kind", .text("b")),
    ])
  func spellings(assignment: String, property: String, expected: Value) throws {
    try folder.edit("UPDATE Trip SET \(assignment) WHERE _key = 1")
    #expect(value(1, property, in: try folder.read().tables) == expected)
  }

  @Test(
    "what no property can have is refused, with table, key and column",
    arguments: [
      (
        "UPDATE Trip SET day = '2026-02-30' WHERE _key = 1",
        "Trip, _key 1, column day: the text '2026-02-30' is not a day"
      ),
      (
        "UPDATE Trip SET day = 20260701 WHERE _key = 1",
        "Trip, _key 1, column day: the text '20260701'"
      ),
      (
        "UPDATE Trip SET moment = '2026-07-01' WHERE _key = 2",
        "Trip, _key 2, column moment: the text"
      ),
      ("UPDATE Trip SET price = 'x' WHERE _key = 1", "Trip, _key 1, column price: the text 'x'"),
      ("UPDATE Trip SET id = '1' WHERE _key = 1", "column id: the text '1' is not a UUID"),
      ("UPDATE Trip SET big = -1 WHERE _key = 1", "column big: the integer -1"),
      ("UPDATE Trip SET big = 'many' WHERE _key = 1", "column big: the text 'many'"),
      (
        "UPDATE Trip SET small = 128 WHERE _key = 1",
        "column small: the integer 128 is not an integer from -128 to 127"
      ),
      ("UPDATE Trip SET ratio = 1e300 WHERE _key = 1", "column ratio: the real number 1e+300"),
      (
        "UPDATE Trip SET days = '[1]' WHERE _key = 1",
        "column days: the text '[1]' is not a JSON array of day"
      ),
      ("UPDATE Trip SET days = '[null]' WHERE _key = 1", "column days: the text '[null]'"),
      ("UPDATE Trip SET tree = '{\"$what\":1}' WHERE _key = 1", "column tree: the text"),
      (
        "UPDATE Trip SET name = CAST(x'FF' AS TEXT) WHERE _key = 1",
        "column name: a text that is not UTF-8"
      ),
      (
        "UPDATE Trip SET firm = 'x' WHERE _key = 1",
        "column firm: the entity Trip has no property firm"
      ),
      (
        "PRAGMA ignore_check_constraints = 1; UPDATE Trip SET kind = 'c' WHERE _key = 1",
        "column kind: the text 'c' is none of the 2 cases"
      ),
      (
        "PRAGMA ignore_check_constraints = 1; UPDATE Trip SET _entity = 'Item' WHERE _key = 1",
        "Trip, _key 1, column _entity: the text 'Item' is none of Trip, Work"
      ),
      (
        "UPDATE Item SET trip = 999 WHERE _key = 11; UPDATE Item SET trip_position = NULL",
        "Item, _key 11, column trip: there is no object 999 [reference-dangling]"
      ),
      (
        "UPDATE Item SET trip = 20 WHERE _key = 11; UPDATE Item SET trip_position = NULL",
        "Item, _key 11, column trip: object 20 is of entity Tag"
      ),
      (
        "DELETE FROM Trip WHERE _key = 1; UPDATE Item SET trip = NULL, trip_position = NULL",
        "Trip_tags, _key 1, column _key: there is no such row in Trip"
      ),
      ("UPDATE Trip_tags SET Tags = 11 WHERE _position = 1", "Trip, _key 1, column Trip_tags.tags"),
      ("INSERT INTO Trip_tags VALUES (1, 3, 20)", "Trip, _key 1, column Trip_tags.tags: it lists"),
      (
        "DROP INDEX Item_title; UPDATE Item SET title = 'a'",
        "Item, _key 12, column title: object 11 has the same title"
      ),
      ("INSERT INTO Tag VALUES (0)", "Tag, _key 0, column _key: keys are from 1"),
      ("INSERT INTO Tag VALUES (9223372036854775807)", "Tag, _key 9223372036854775807"),
      ("INSERT INTO Tag VALUES (11)", "_key 11: an object of another table has it too"),
    ])
  func refused(sql: String, words: String) throws {
    try folder.edit(sql)
    let error = try #require(throws: DocumentError.self) { try folder.read() }
    #expect(error.code == .sqliteRows)
    #expect(error.words.contains(words), "\(error.words)")
  }

  @Test("every wrong value is named, a hundred at most")
  func manyProblems() throws {
    try folder.edit("UPDATE Trip SET day = 'x', price = 'y'")
    let error = try #require(throws: DocumentError.self) { try folder.read() }
    let problems = try #require(error.underlying as? SQLiteProblems)
    #expect(problems.lines.count == 4)
    #expect(error.words.contains("there are 4 problems"))
    try folder.edit(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO Trip (name, day) SELECT 'n', 'x' FROM n
      """)
    let many = try #require(throws: DocumentError.self) { try folder.read() }
    #expect((many.underlying as? SQLiteProblems)?.lines.count == SQLiteProblems.most)
    #expect(many.words.contains("100 problems or more"))
  }

  @Test("tables and columns of other programs are not read, and reported")
  func others() throws {
    try folder.edit(
      """
      CREATE TABLE mine (a); INSERT INTO mine VALUES (1);
      ALTER TABLE Trip ADD COLUMN mood TEXT;
      CREATE VIEW moods AS SELECT mood FROM Trip;
      CREATE INDEX mine_a ON mine (a);
      ANALYZE;
      """)
    let (tables, report) = try folder.read()
    #expect(TablesContent(tables) == TablesContent(try Self.tables()))
    #expect(report.counts == [.unreadTable: 1, .unreadColumn: 1])
    #expect(report.findings.compactMap(\.subject) == ["Trip.mood", "mine"])
    #expect(!report.isStrictlyRead)
  }

  @Test("triggers and views of the file do not run")
  func triggers() throws {
    try folder.edit(
      """
      CREATE TRIGGER t AFTER UPDATE ON Trip BEGIN DELETE FROM Tag; END;
      CREATE TRIGGER u INSTEAD OF UPDATE ON Work BEGIN DELETE FROM Tag; END;
      """)
    #expect(TablesContent(try folder.read().tables) == TablesContent(try Self.tables()))
    try folder.edit("DROP TABLE Tag; CREATE VIEW Tag AS SELECT 20 AS _key UNION ALL SELECT 21")
    let error = try #require(throws: DocumentError.self) { try folder.read() }
    #expect(error.code == .sqliteLayout && error.words.contains("Tag: the table is missing"))
  }

  @Test(
    "a file without what its schema needs is refused",
    arguments: [
      ("DROP TABLE Item", "Item: the table is missing"),
      (
        "DROP VIEW Work; ALTER TABLE Trip DROP COLUMN day",
        "Trip, column day: the column is missing"
      ),
      (
        "ALTER TABLE Item RENAME COLUMN title TO Title", "Item, column title: the column is missing"
      ),
      (
        "DROP INDEX Item_title; ALTER TABLE Item DROP COLUMN title; ALTER TABLE Item ADD COLUMN title TEXT AS ('x')",
        "Item, column title: the column is missing, or computed"
      ),
      ("DROP TABLE _document", "there is no table _document"),
      ("DELETE FROM _document", "_document has no row"),
      ("INSERT INTO _document SELECT * FROM _document", "_document has several rows"),
      ("UPDATE _document SET mapping = 1", "convert the document again"),
      ("UPDATE _document SET mapping = 3", "a newer program wrote the file"),
      ("UPDATE _document SET document_id = 'x'", "the document_id in _document is not a UUID"),
      ("UPDATE _document SET next_key = 0", "the next_key in _document is no key"),
      ("UPDATE _document SET definition = '{}'", "the definition in _document is not a schema"),
      (
        "UPDATE _document SET definition = replace(definition, 'Item', 'Thing')",
        "the definition in _document is not a schema"
      ),
      ("UPDATE _document SET schema_version = '2.0.0'", "_document names another schema"),
    ])
  func layout(sql: String, words: String) throws {
    try folder.edit(sql)
    let error = try #require(throws: DocumentError.self) { try folder.read() }
    #expect(error.code == .sqliteLayout)
    #expect(error.words.contains(words), "\(error.words)")
  }

  @Test("a table that was made anew without its keys is read, if the keys are there")
  func remade() throws {
    try folder.edit(
      "CREATE TABLE t AS SELECT * FROM Tag ORDER BY _key DESC; DROP TABLE Tag; ALTER TABLE t RENAME TO Tag"
    )
    #expect(TablesContent(try folder.read().tables) == TablesContent(try Self.tables()))
    for sql in ["INSERT INTO Tag VALUES (20)", "DELETE FROM Tag; INSERT INTO Tag VALUES (NULL)"] {
      try folder.edit(sql)
      let error = try #require(throws: DocumentError.self) { try folder.read() }
      #expect(error.code == .sqliteRows && error.words.contains("Tag: the _key of a row"))
    }
  }

  @Test("a file with more objects than allowed is refused")
  func limits() throws {
    var limits = DocumentLimits()
    limits.objects = 6
    _ = try folder.read(limits: limits)
    limits.objects = 5
    #expect(
      throws: DocumentError.self, performing: { try folder.read(limits: limits) })
    limits = DocumentLimits()
    limits.fileBytes = 1000
    #expect(
      throws: DocumentError.self, performing: { try folder.read(limits: limits) })
  }

  @Test("a damaged file is read or refused", arguments: 0..<40)
  func damaged(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a.sqlite"))))
    let options = ImportOptions(timeZone: nil, fallbackName: "", limits: .standard)
    for _ in 0..<20 {
      var bytes = whole
      for _ in 0..<(1 + random.number(4)) {
        // Half of the damage hits the first page, with the header and the schema.
        let place = random.number(random.chance(50) ? 4096 : bytes.count)
        switch random.number(3) {
        case 0: bytes[place] ^= 1 << UInt8(random.number(8))
        case 1: bytes[place] = UInt8(random.number(256))
        default:
          let other = random.number(bytes.count)
          let count = min(1 + random.number(300), bytes.count - max(place, other))
          bytes.replaceSubrange(place..<place + count, with: bytes[other..<other + count])
        }
      }
      if random.chance(20) { bytes.removeLast(random.number(bytes.count)) }
      guard let read = try? ImportedFile(of: .bytes(bytes), .sqlite, options) else { continue }
      #expect(TablesCheck.findings(read.tables).isEmpty)
    }
  }
}
