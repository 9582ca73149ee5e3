import DocumentTables
import Testing

@Suite("Uniqueness")
struct UniquenessCheckTests {
  private func schema(_ type: AttributeType = .scalar(.text)) throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "A",
          attributes: [
            TableAttribute(name: "free", type: type, isNullable: true),
            TableAttribute(name: "name", type: type, isNullable: true),
          ], uniquenessConstraints: [["name"]]),
        TableEntity(
          name: "B", superentity: "A",
          attributes: [
            TableAttribute(name: "x", type: .scalar(.int64), isNullable: true),
            TableAttribute(name: "y", type: .scalar(.text), isNullable: true),
          ], uniquenessConstraints: [["x", "y"]]),
        TableEntity(name: "C", superentity: "A"),
      ])
  }

  private func findings(
    _ schema: TableSchema, _ rows: [TablesFixture.Row], rowsPerSegment: Int = 2, limit: Int = 100
  ) -> [TableFinding] {
    UniquenessCheck.findings(
      TablesFixture.tables(schema, rowsPerSegment: rowsPerSegment, rows), limit: limit)
  }

  @Test(
    "compares texts under canonical equivalence",
    arguments: [
      ("a", "a", true), ("\u{E9}", "e\u{301}", true), ("\u{212A}", "K", true),
      ("x\u{212A}", "xK", true), ("\u{37E}", ";", true), ("\u{1FEF}", "`", true),
      ("\u{212B}", "\u{C5}", true), ("\u{212A}\u{E9}", "Ke\u{301}", true), ("", "", true),
      ("A", "a", false), ("\u{FB01}", "fi", false), ("a", "a\0", false), ("", "\0", false),
    ], [1, 2])
  func texts(pair: (String, String, Bool), rowsPerSegment: Int) throws {
    let found = findings(
      try schema(),
      [("A", 1, ["name": .text(pair.0)]), ("A", 2, ["name": .text(pair.1)])],
      rowsPerSegment: rowsPerSegment)
    #expect(found.map(\.key) == (pair.2 ? [2] : []))
    #expect(found.allSatisfy { $0.rule == .notUnique && $0.property == "name" })
  }

  // Spec 4.11-2
  @Test("compares numbers as numbers")
  func numbers() throws {
    let schema = try schema(.scalar(.double))
    let values: [Double] = [0, -0.0, .nan, Double(bitPattern: 0xFFF8_0000_0000_0001), 1]
    let rows = values.enumerated().map { index, value -> TablesFixture.Row in
      ("A", ObjectKey(index + 1), ["name": .double(value)])
    }
    #expect(findings(schema, rows).map(\.key) == [2, 4])
  }

  // Spec 4.11-5
  @Test("never lets nil collide, alone or beside other values")
  func nils() throws {
    let found = findings(
      try schema(),
      [
        ("A", 1, [:]), ("A", 2, [:]), ("B", 3, ["x": .integer(1)]), ("B", 4, ["x": .integer(1)]),
        ("B", 5, ["y": .text("")]), ("B", 6, ["y": .text("")]),
      ])
    #expect(found.isEmpty)
  }

  @Test("takes several properties together")
  func compound() throws {
    let found = findings(
      try schema(),
      [
        ("B", 1, ["x": .integer(1), "y": .text("\u{E9}")]),
        ("B", 2, ["x": .integer(1), "y": .text("f")]),
        ("B", 3, ["x": .integer(2), "y": .text("\u{E9}")]),
        ("B", 4, ["x": .integer(1), "y": .text("e\u{301}")]),
      ])
    #expect(found.map(\.key) == [4])
    #expect(found.first?.property == "x, y")
    #expect(found.first?.detail == "object 1 has the same x, y")
  }

  // Spec 6.2-6
  @Test("holds for the rows of subentities, but not for those beside them")
  func subentities() throws {
    let schema = try schema()
    let found = findings(
      schema, [("B", 1, ["name": .text("n")]), ("C", 2, ["name": .text("n")])])
    #expect(found.map(\.entity) == ["C"])
    let free = findings(
      schema,
      [
        ("C", 1, ["name": .text("a"), "free": .text("same")]),
        ("A", 2, ["name": .text("b"), "free": .text("same")]),
      ])
    #expect(free.isEmpty)
  }

  @Test("agrees with a dictionary of generated texts", arguments: 0..<10 as Range<UInt64>)
  func generated(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    let parts = ["a", "K", "\u{212A}", "e\u{301}", "\u{E9}", "b"]
    var seen: Set<String> = []
    var expected: [ObjectKey] = []
    var rows: [TablesFixture.Row] = []
    for key in 1...300 as ClosedRange<ObjectKey> {
      let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      rows.append(("A", key, ["name": .text(text)]))
      if !seen.insert(text).inserted { expected.append(key) }
    }
    let found = findings(try schema(), rows, rowsPerSegment: 20, limit: 1000)
    #expect(found.map(\.key) == expected)
    #expect(findings(try schema(), rows, limit: 5).count == 5)
  }

  @Test(
    "finds values that stand once for all rows of a segment",
    arguments: [
      (AttributeType.scalar(.text), Value.text("e\u{301}")), (.scalar(.double), .double(-0.0)),
      (.scalar(.date), .date(.nan)), (.scalar(.int64), .integer(-1)),
      (.scalar(.bool), .bool(true)), (.scalar(.uuid), .uuid(7)), (.scalar(.data), .data([1, 2])),
    ])
  func constants(type: AttributeType, value: Value) throws {
    let tables = TablesFixture.tables(
      try schema(type), rowsPerSegment: 1,
      [("A", 1, ["name": value]), ("A", 2, ["name": value]), ("A", 3, [:])])
    var changed = tables
    changed.tables[0] = Table(
      segments: tables.tables[0].segments.enumerated().map { index, segment in
        guard index == 1 else { return segment }
        return Segment(
          keys: segment.keys, entities: segment.entities,
          columns: segment.columns.map { .constant($0.value(at: 0), count: 1) })
      })
    #expect(UniquenessCheck.findings(changed, limit: 9).map(\.key) == [2])
  }

  @Test("tells texts of every length apart, and finds each again", arguments: 0...40)
  func lengths(length: Int) throws {
    let text = String(repeating: "a", count: length)
    var texts = [text, text + "b", "b" + text, text]
    for position in 0..<length {
      var bytes = Array(text.utf8)
      bytes[position] = UInt8(ascii: "c")
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    let rows = (texts + texts.reversed()).enumerated().map { index, text -> TablesFixture.Row in
      ("A", ObjectKey(index + 1), ["name": .text(text)])
    }
    var seen: Set<String> = []
    let expected = rows.indices.filter { !seen.insert((texts + texts.reversed())[$0]).inserted }
    let found = findings(try schema(), rows, rowsPerSegment: 7, limit: 1000)
    #expect(found.map(\.key) == expected.map { ObjectKey($0 + 1) })
  }

  @Test("finds the first repetitions of many rows, in their order")
  func manyRows() throws {
    var rows: [TablesFixture.Row] = []
    for key in 1...20_000 as ClosedRange<ObjectKey> {
      rows.append(("A", key, ["name": .text("n\(key % 1000 == 0 ? key - 77 : key)")]))
    }
    let schema = try schema()
    let found = findings(schema, rows, rowsPerSegment: 3000, limit: 12)
    #expect(found.map(\.key) == (1...12).map { $0 * 1000 })
    #expect(found.first?.detail == "object 923 has the same name")
    let tables = TablesFixture.tables(schema, nextKey: 20_001, rowsPerSegment: 3000, rows)
    for rowsOfRun in [1, 6000] {
      #expect(TablesCheck.findings(tables, limit: 12, rowsOfRun: rowsOfRun) == found)
    }
  }
}
