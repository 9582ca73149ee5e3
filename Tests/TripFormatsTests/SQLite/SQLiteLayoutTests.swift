import DocumentTables
import Foundation
import SQLiteDatabase
import Testing
import TripFormats

@Suite("tables of an SQLite file")
struct SQLiteLayoutTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  @Test("names that SQLite cannot tell apart, or reserves, get others")
  func names() throws {
    let schema = try TableSchema(
      name: "Names", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: ["url", "URL", "_key", "a\"b", "select"].map {
            TableAttribute(name: $0, type: .scalar(.text), isNullable: true)
          }),
        TableEntity(name: "trip"), TableEntity(name: "sqlite_x"), TableEntity(name: "_document"),
      ])
    try folder.write(
      makeTables(schema, [("Trip", 1, ["url": .text("lower"), "URL": .text("upper")])]))
    let tables = try folder.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence' ORDER BY 1"
    )
    #expect(
      tables.flatMap { $0 }
        == [
          "Trip", "_document", "_document_2", "_property", "_sqlite_x", "trip_2",
        ].map { .text($0) })
    let properties = try folder.rows(
      #"SELECT property, "column" FROM _property WHERE entity = 'Trip' ORDER BY property"#)
    #expect(
      properties
        == [
          ["URL", "URL"], ["_key", "_key_Trip"], ["a\"b", "a\"b"], ["select", "select"],
          ["url", "url_Trip"],
        ].map { $0.map { .text($0) } })
    #expect(
      try folder.rows("SELECT \"URL\", url_Trip FROM Trip") == [[.text("upper"), .text("lower")]])
    try folder.check()
  }

  @Test("subentities share the table of their root and have views")
  func subentities() throws {
    let schema = try TableSchema(
      name: "Kinds", version: nil,
      entities: [
        TableEntity(
          name: "Item", isAbstract: true,
          attributes: [TableAttribute(name: "title", type: .scalar(.text))]),
        TableEntity(
          name: "Film", superentity: "Item",
          attributes: [TableAttribute(name: "length", type: .scalar(.int64))],
          uniquenessConstraints: [["length"]]),
        TableEntity(
          name: "Note", superentity: "Item",
          attributes: [TableAttribute(name: "length", type: .scalar(.text))]),
        TableEntity(name: "Letter", superentity: "Note"),
      ])
    try folder.write(
      makeTables(
        schema,
        [
          ("Film", 1, ["title": .text("a"), "length": .integer(90)]),
          ("Note", 2, ["title": .text("b"), "length": .text("long")]),
          ("Letter", 3, ["title": .text("c"), "length": .text("short")]),
        ]))
    #expect(
      try folder.rows("SELECT * FROM Item ORDER BY _key") == [
        [.integer(1), .text("Film"), .integer(90), .null, .text("a")],
        [.integer(2), .text("Note"), .null, .text("long"), .text("b")],
        [.integer(3), .text("Letter"), .null, .text("short"), .text("c")],
      ])
    #expect(
      try folder.printed("SELECT * FROM Note ORDER BY _key") == "2|Note|long|b\n3|Letter|short|c\n")
    #expect(try folder.printed("SELECT * FROM Film") == "1|Film|90|a\n")
    // What an entity requires is required of its own rows only.
    for (values, isAllowed) in [
      ("(4, 'Note', NULL, 'x', 'd')", true), ("(5, 'Note', NULL, NULL, 'd')", false),
      ("(6, 'Film', 91, NULL, 'd')", true), ("(7, 'Film', 90, NULL, 'd')", false),
      ("(8, 'Letter', 90, 'x', 'd')", true), ("(9, 'Item', 90, 'x', 'd')", false),
    ] {
      let connection = try SQLiteConnection(path: folder.path("a.sqlite"), access: .creating)
      let inserted =
        (try? connection.execute("INSERT INTO Item VALUES \(values)", for: "test")) != nil
      #expect(inserted == isAllowed, "\(values)")
    }
  }

  @Test("related objects are keys, with places where an order is stated")
  func relationships() throws {
    let schema = try TableSchema(
      name: "Related", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              deleteRule: .cascade),
            TableRelationship(name: "tags", destination: "Tag", inverse: "trips", isToMany: true),
            TableRelationship(name: "stops", destination: "Item", isToMany: true),
          ]),
        TableEntity(
          name: "Item",
          relationships: [
            TableRelationship(name: "trip", destination: "Trip", inverse: "items", isToMany: false)
          ]),
        TableEntity(
          name: "Tag",
          relationships: [
            TableRelationship(name: "trips", destination: "Trip", inverse: "tags", isToMany: true)
          ]),
      ])
    // The end of a many-to-many relationship that sorts first stores the members.
    let tagEnd = try #require(schema.relationshipEnd(named: "tags", of: "Trip"))
    let tripEnd = try #require(schema.relationshipEnd(named: "trips", of: "Tag"))
    #expect(tagEnd.storage == .order && tripEnd.storage == .list)
    let tables = makeTables(
      schema,
      [
        (
          "Trip", 1,
          [
            "items": .references([12, 10, 11]), "stops": .references([11, 11, 10]),
            "tags": .references([21, 20]),
          ]
        ),
        ("Trip", 2, [:]),
        ("Item", 10, ["trip": .reference(1)]), ("Item", 11, ["trip": .reference(1)]),
        ("Item", 12, ["trip": .reference(1)]), ("Item", 13, ["trip": .reference(2)]),
        ("Item", 14, ["trip": .reference(2)]),
        ("Tag", 20, ["trips": .references([2, 1])]), ("Tag", 21, ["trips": .references([1])]),
      ])
    try folder.write(tables)
    try folder.check()
    func list(_ sql: String) throws -> [SQLiteValue] { try folder.rows(sql).flatMap { $0 } }
    #expect(
      try list("SELECT _key FROM Item WHERE trip = 1 ORDER BY trip_position, _key")
        == [12, 10, 11].map { .integer($0) })
    #expect(
      try list("SELECT _key FROM Item WHERE trip = 2 ORDER BY trip_position, _key")
        == [13, 14].map { .integer($0) })
    #expect(
      try list("SELECT stops FROM Trip_stops WHERE _key = 1 ORDER BY _position")
        == [11, 11, 10].map { .integer($0) })
    #expect(
      try list("SELECT trips FROM Tag_trips WHERE _key = 20 ORDER BY _position")
        == [2, 1].map { .integer($0) })
    #expect(
      try list("SELECT _key FROM Tag_trips WHERE trips = 1 ORDER BY _key_position, _key")
        == [21, 20].map { .integer($0) })
    let rules = try folder.printed(
      "SELECT \"from\", on_delete FROM pragma_foreign_key_list('Item')")
    #expect(rules == "trip|CASCADE\n")
  }

  @Test("the same document makes the same bytes")
  func deterministic() throws {
    let tables = makeTables(
      try TableSchema(
        name: "A", version: SchemaVersion(1, 0, 0),
        entities: [
          TableEntity(
            name: "Thing", attributes: [TableAttribute(name: "n", type: .scalar(.int64))],
            indexes: [["n"]])
        ]), (1...500).map { ("Thing", $0, ["n": .integer($0 * 7 % 13)]) })
    try folder.write(tables, "a.sqlite")
    try folder.write(tables, "b.sqlite")
    #expect(
      FileManager.default.contentsEqual(
        atPath: folder.path("a.sqlite"), andPath: folder.path("b.sqlite")))
  }

  @Test("nothing is left beside the file")
  func noRemains() throws {
    try folder.write(makeTables(try TableSchema(name: "A", version: nil, entities: []), []))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.sqlite"])
  }

  @Test("a file that exists is replaced as a whole")
  func replaced() throws {
    let old = Data(repeating: 0x41, count: 100_000)
    try old.write(to: folder.url.appendingPathComponent("a.sqlite"))
    try folder.write(makeTables(try TableSchema(name: "A", version: nil, entities: []), []))
    #expect(try folder.rows("SELECT schema FROM _document") == [[.text("A")]])
    try folder.check()
  }
}
