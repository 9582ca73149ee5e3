import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import Testing
import TripFormats

@Suite("members of structures in SQLite files")
struct SQLiteMemberTests {
  private let folder: SQLiteFolder

  init() throws { folder = try SQLiteFolder() }

  private func writeSample(_ name: String) throws -> Tables {
    let source = SQLiteSampleTests.root.appendingPathComponent(
      "samples/\(name)/document-json.trips")
    try SQLiteExport.write(source, to: folder.url.appendingPathComponent("a.sqlite"))
    return try DocumentFile.read(.path(source.path)).tables
  }

  @Test("a query finds trips by a member of a place, and adds prices")
  func trips() throws {
    _ = try writeSample("small-v6")
    #expect(
      try folder.printed(
        "SELECT name, latitude, timeZone FROM Trip JOIN Trip_location USING (_key) WHERE latitude > 48"
      )
        == "Été à Paris|48.8566|Europe/Paris\n")
    // A whole number is a real number, as in a column of its own.
    #expect(try folder.printed("SELECT latitude, code FROM Leg_toLocation") == "49.0|CDG\n")
    #expect(
      try folder.printed(
        "SELECT currency, sum(amount) FROM Stay_price GROUP BY currency") == "EUR|1024.75\n")
  }

  @Test("nil has no row, and a structure of nulls has one")
  func absence() throws {
    _ = try writeSample("newer/structures")
    #expect(
      try folder.printed("SELECT * FROM Harbour_position ORDER BY _key LIMIT 3") == """
        1|WGS84|41|50.18|-4.265|1
        2|WGS84|0|0.0|0.0|1
        3|WGS84||1.0e-07|1.23456789012346e+17|1

        """)
    #expect(
      try folder.printed("SELECT group_concat(_key) FROM Harbour_light ORDER BY _key")
        == "1,3,4,5\n")
    // Only a port has an anchorage.
    #expect(try folder.printed("SELECT _key, latitude FROM Port_anchorage") == "4|43.6871\n")
    try folder.write(
      makeTables(
        try Self.schema([TableAttribute(name: "a", type: .scalar(.text), isNullable: true)]),
        [
          ("Thing", 1, ["value": .null]),
          ("Thing", 2, ["value": .tree(.object([TreeMember("a", .null)]))]),
        ]))
    #expect(try folder.printed("SELECT _key, a IS NULL FROM Thing_value") == "2|1\n")
    // A person may write what the reader completes, or takes for nil.
    try folder.edit("UPDATE Thing SET value = '{}' WHERE _key = 1")
    try folder.edit("UPDATE Thing SET value = 'null' WHERE _key = 2")
    #expect(try folder.printed("SELECT _key, a IS NULL FROM Thing_value") == "1|1\n")
  }

  private static func schema(_ members: [TableAttribute], _ more: [TableEntity] = []) throws
    -> TableSchema
  {
    let structure = TableStructure(name: "Value", members: members)
    return try TableSchema(
      name: "Members", version: nil,
      entities: [
        TableEntity(
          name: "Thing",
          attributes: [
            TableAttribute(name: "value", type: .structure(structure), isNullable: true)
          ])
      ] + more)
  }

  /// The values of a member and of an attribute of one type.
  private static let values: [(ScalarType, [Value])] = [
    (.bool, [.bool(true), .bool(false)]),
    (.int8, [.integer(-128)]), (.int16, [.integer(1)]), (.int32, [.integer(-7)]),
    (.int64, [.integer(.min), .integer(.max), .integer(9_007_199_254_740_992), .integer(0)]),
    (.uint8, [.integer(255)]), (.uint16, [.integer(1)]), (.uint32, [.integer(4_294_967_295)]),
    (
      .uint64,
      [
        .unsigned(.max), .unsigned(UInt64(Int64.max)), .unsigned(9_007_199_254_740_993),
        .unsigned(1),
      ]
    ),
    (.float, [.double(0.5), .double(3), .double(.infinity), .double(.nan), .double(-0.0)]),
    (
      .double,
      [
        .double(0.1), .double(48), .double(1e300), .double(.infinity), .double(-.infinity),
        .double(.nan), .double(-0.0), .double(1e-7), .double(123_456_789_012_345_680),
      ]
    ),
    (.decimal, [.text("-1.5"), .text("79228162514264337593543950335")]),
    (.text, [.text(""), .text("null"), .text("é\"\\\n'京")]),
    (.date, [.date(0), .date(0.125), .date(1e300), .date(-63_113_904_000)]),
    (.day, [.integer(0)]),
    (.clockTime, [.text("2026-07-01T14:30:00")]),
    (.zonedTime, [.text("2026-07-01T19:30:00+02:00[Europe/Paris]")]),
    (.uuid, [.uuid(0xFF)]), (.url, [.text("https://example.com/?a='b'")]),
  ]

  @Test("a member is spelled as an attribute of its type", arguments: values)
  func forms(type: ScalarType, values: [Value]) throws {
    let member = TableAttribute(name: "own", type: .scalar(type), isNullable: true)
    let structure = TableStructure(name: "Value", members: [member])
    let schema = try TableSchema(
      name: "Members", version: nil,
      entities: [
        TableEntity(
          name: "Thing",
          attributes: [member, TableAttribute(name: "value", type: .structure(structure))])
      ])
    try folder.write(
      makeTables(
        schema,
        (values + [.null]).enumerated().map { index, value in
          (
            "Thing", Int64(index + 1),
            ["own": value, "value": .tree(structure.tree(of: [value]))]
          )
        }))
    let count = values.count + 1
    #expect(
      try folder.printed("SELECT count(*) FROM Thing JOIN Thing_value USING (_key)") == "\(count)\n"
    )
    let different = try folder.printed(
      """
      SELECT quote(t.own), quote(v.own) FROM Thing t JOIN Thing_value v USING (_key)
      WHERE t.own IS NOT v.own OR typeof(t.own) <> typeof(v.own)
      """)
    #expect(different == "")
  }

  @Test("a list is JSON, and data is Base64")
  func lists() throws {
    let members = [
      TableAttribute(name: "list", type: .array(.double, nullableElements: true)),
      TableAttribute(name: "data", type: .scalar(.data)),
    ]
    let value = Tree.object([
      TreeMember("data", .data([0, 1, 2])),
      TreeMember("list", .array([.double(1), .null, .double(0.5)])),
    ])
    try folder.write(makeTables(try Self.schema(members), [("Thing", 1, ["value": .tree(value)])]))
    #expect(try folder.printed("SELECT data, list FROM Thing_value") == "AAEC|[1,null,0.5]\n")
  }

  @Test("every name of a member, and of what has a structure, finds its column")
  func names() throws {
    let names = [
      "_key", "a", "A", "é", "it's", "a\"b", "a\\b", "a\nb", "a\u{0}b", "select", "[0]",
      "%", "京🎌", String(repeating: "n", count: 255),
    ]
    let members = names.map { TableAttribute(name: $0, type: .scalar(.text)) }
    let schema = try Self.schema(
      members,
      [
        TableEntity(name: "thing_VALUE"),
        TableEntity(
          name: "Dotted",
          attributes: [
            TableAttribute(
              name: "v", type: .structure(TableStructure(name: "Value", members: members))),
            TableAttribute(name: "v.a", type: .scalar(.text)),
          ]),
      ])
    // SQLite ends a text in JSON at NUL.
    let texts = names.map { ($0, Tree.text($0.replacing("\0", with: "0"))) }
    let value = Value.tree(.members(Dictionary(uniqueKeysWithValues: texts)))
    let tables = makeTables(
      schema, [("Thing", 1, ["value": value]), ("Dotted", 2, ["v": value, "v.a": .text("own")])])
    try folder.write(tables)
    try folder.check()
    let view = try folder.rows(
      "SELECT DISTINCT \"table\" FROM _property WHERE property LIKE 'value.%'")
    // An entity has the other name.
    #expect(view == [[.text("Thing_value_2")]])
    let columns = try folder.rows(
      "SELECT property, \"table\", \"column\" FROM _property WHERE property LIKE '%.%'")
    for row in columns {
      guard case .text(let property) = row[0], case .text(let table) = row[1],
        case .text(let column) = row[2], let table = quotedIdentifier(table),
        let column = quotedIdentifier(column)
      else { continue }
      let member = String(property.drop { $0 != "." }.dropFirst()).replacing("\0", with: "0")
      let expected = property == "v.a" ? "own" : member
      // As hexadecimal digits, since the program ends a text at NUL.
      let digits = expected.utf8.map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
      }
      #expect(
        try folder.printed("SELECT hex(\(column)) FROM \(table)") == digits.joined() + "\n",
        "\(property)")
    }
    // The attribute "v.a" has that row.
    #expect(columns.count == 2 * names.count)
    #expect(TablesContent(try folder.read().tables) == TablesContent(tables))
  }

  @Test("an edit of a member, and an index over one, are read")
  func edited() throws {
    _ = try writeSample("small-v6")
    try folder.edit(
      """
      CREATE INDEX zone ON Trip (json_extract(location, '$."timeZone"'));
      UPDATE Trip SET location = json_set(location, '$.timeZone', 'Europe/Rome') WHERE _key IN (
        SELECT _key FROM Trip_location WHERE timeZone = 'Europe/Paris');
      """)
    let query = "SELECT timeZone FROM Trip_location"
    #expect(try folder.printed(query) == "Europe/Rome\n")
    try folder.write(try folder.read().tables, "b.sqlite")
    #expect(try folder.printed(query, "b.sqlite") == "Europe/Rome\n")
  }

  @Test("a copy as SQL has the views, and reads back", arguments: ["small-v6", "newer/structures"])
  func copied(name: String) throws {
    let tables = try writeSample(name)
    let sql = folder.path("a.sql")
    try Data(try folder.printed(".dump").utf8).write(to: URL(fileURLWithPath: sql))
    try folder.edit(".read '\(sql)'", "b.sqlite")
    try folder.edit("PRAGMA application_id = 1953655152", "b.sqlite")
    try folder.check("b.sqlite")
    let view = "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"
    #expect(try folder.rows(view, "b.sqlite") == folder.rows(view))
    let (read, report) = try folder.read("b.sqlite")
    #expect(TablesContent(read) == TablesContent(tables))
    #expect(report.counts.isEmpty)
  }
}
