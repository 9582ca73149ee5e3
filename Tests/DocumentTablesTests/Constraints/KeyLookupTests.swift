import Testing

@testable import DocumentTables

@Suite("Looking up rows by unique keys")
struct KeyLookupTests {
  private static let texts = [
    "a", "b", "é", "e\u{301}", "", "\u{212A}", "K", "a\0", "🏖", "zebra crossing",
  ]

  private static func schema() throws -> TableSchema {
    let item = TableEntity(
      name: "Item",
      attributes: [
        TableAttribute(name: "name", type: .scalar(.text), isNullable: true),
        TableAttribute(name: "size", type: .scalar(.double), isNullable: true),
      ], uniquenessConstraints: [["name", "size"]])
    return try TableSchema(name: "items", version: nil, entities: [item])
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static func text(_ random: inout Generator) -> Value {
    Bool.random(using: &random)
      ? .null : .text(texts[Int.random(in: 0..<texts.count, using: &random)])
  }

  private static func size(_ random: inout Generator) -> Value {
    let sizes: [Value] = [.null, .double(0), .double(-0.0), .double(.nan), .double(1.5)]
    return sizes[Int.random(in: 0..<sizes.count, using: &random)]
  }

  @Test("the rows are those that a scan finds, before and after edits", arguments: 1...6)
  func oracle(seed: UInt64) throws {
    var random = Generator(state: seed)
    var tables = Tables(schema: try Self.schema(), documentID: 1)
    for round in 0..<6 {
      var changes = ChangeSet(nextKey: tables.nextKey)
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        changes.inserted.append(
          InsertedRow(
            hierarchy: 0, key: changes.nextKey, discriminator: 0,
            values: [Self.text(&random), Self.size(&random)]))
        changes.nextKey += 1
      }
      if round > 1, let segment = tables.tables[0].segments.first {
        let row = Int.random(in: 0..<segment.count, using: &random)
        changes.updated.append(
          UpdatedRow(
            hierarchy: 0, key: segment.keys[row],
            changes: [
              PropertyChange(
                column: 0, old: segment.value(at: row, column: 0), new: .text("zebra crossing"))
            ]))
      }
      tables = tables.applying(changes)
      // More than once, so that indexes are made and handed on.
      for columns in [[0], [0, 1], [1], [0], [0, 1], [1]] {
        let lists = (0..<3).map { _ in
          columns.map { $0 == 0 ? Self.text(&random) : Self.size(&random) }
        }
        #expect(
          tables.tables[0].locations(ofKeys: lists, columns: columns)
            == Self.scan(tables.tables[0], lists, columns))
      }
    }
  }

  private static func scan(
    _ table: Table, _ lists: [[Value]], _ columns: [Int]
  ) -> [RowLocation] {
    let wanted = lists.compactMap { ComparisonKey.list($0) }
    var found: [RowLocation] = []
    for (position, segment) in table.segments.enumerated() {
      for row in 0..<segment.count {
        guard let keys = segment.comparisonKeys(at: row, columns: columns),
          wanted.contains(keys)
        else { continue }
        found.append(RowLocation(segment: position, row: row))
      }
    }
    return found
  }

  @Test("nothing is found for nothing, for nil, and for lists that do not fit")
  func nothing() throws {
    var tables = Tables(schema: try Self.schema(), documentID: 1)
    var changes = ChangeSet(nextKey: 2)
    changes.inserted.append(
      InsertedRow(hierarchy: 0, key: 1, discriminator: 0, values: [.null, .double(1)]))
    tables = tables.applying(changes)
    let table = tables.tables[0]
    #expect(table.locations(ofKeys: [], columns: [0]).isEmpty)
    #expect(table.locations(ofKeys: [[.null]], columns: [0]).isEmpty)
    #expect(table.locations(ofKeys: [[.double(1)]], columns: [0, 1]).isEmpty)
    #expect(table.locations(ofKeys: [[]], columns: []).isEmpty)
    #expect(table.locations(ofKeys: [[.double(1)]], columns: [1]).count == 1)
  }
}
