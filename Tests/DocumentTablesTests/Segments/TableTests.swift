import DocumentTables
import Testing

@Suite("Tables of segments")
struct TableTests {
  private func table(_ keys: [[ObjectKey]]) throws -> Table {
    let schema = try TableSchema(name: "S", version: nil, entities: [TableEntity(name: "A")])
    let layout = try #require(schema.hierarchies.first)
    return Table(
      segments: keys.map { keys in
        let builder = SegmentBuilder(layout)
        for key in keys { builder.append(key: key, discriminator: 0, values: []) }
        return builder.finish()
      })
  }

  @Test(
    "find every key, and no other",
    arguments: [
      [], [[]], [[1]], [[1, 2, 3]], [[2, 4, 6], [8, 10]], [[5, 6, 7], [], [9, 11, 12], [13]],
    ] as [[[ObjectKey]]])
  func location(keys: [[ObjectKey]]) throws {
    let table = try table(keys)
    let all = keys.flatMap { $0 }
    #expect(table.rowCount == all.count)
    #expect(table.lastKey == all.last)
    for key in 0...20 as ClosedRange<ObjectKey> {
      let location = table.location(of: key)
      #expect((location != nil) == all.contains(key))
      if let location { #expect(table.segments[location.segment].keys[location.row] == key) }
    }
    #expect(table.location(of: .min) == nil)
    #expect(table.location(of: .max) == nil)
  }

  @Test("hold keys without gaps as a range")
  func keyColumns() {
    #expect(KeyColumn(ascending: [4, 5, 6]) == .consecutive(first: 4, count: 3))
    #expect(KeyColumn(ascending: [4, 6]) == .list([4, 6]))
    #expect(KeyColumn(ascending: [.min, .max]) == .list([.min, .max]))
    let empty = KeyColumn(ascending: [])
    #expect(empty.count == 0)
    #expect(empty.first == nil)
    #expect(empty.row(of: 0) == nil)
    for keys in [KeyColumn(ascending: [4, 5, 6]), KeyColumn(ascending: [2, 5, 9])] {
      for key in -1...12 as ClosedRange<ObjectKey> {
        let expected = (0..<keys.count).first { keys[$0] >= key } ?? keys.count
        #expect(keys.firstRow(notBelow: key) == expected)
      }
      #expect(keys.firstRow(notBelow: .min) == 0)
      #expect(keys.firstRow(notBelow: .max) == 3)
    }
  }

  @Test("find who refers to an object as a naive search does", arguments: 0..<20 as Range<UInt64>)
  func inverseIndex(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "A",
          relationships: [
            TableRelationship(name: "list", destination: "A", isToMany: true),
            TableRelationship(name: "one", destination: "A", isToMany: false),
          ])
      ])
    var one: [ObjectKey: [ObjectKey]] = [:]
    var list: [ObjectKey: [ObjectKey]] = [:]
    var rows: [TablesFixture.Row] = []
    for key in 1...60 as ClosedRange<ObjectKey> where Int.random(in: 0..<4, using: &random) > 0 {
      var values: [String: Value] = [:]
      if Bool.random(using: &random) {
        let target = ObjectKey.random(in: 1...20, using: &random)
        values["one"] = .reference(target)
        one[target, default: []].append(key)
      }
      if Bool.random(using: &random) {
        let targets = (1...20 as ClosedRange<ObjectKey>).shuffled(using: &random).prefix(4)
        values["list"] = .references(Array(targets))
        for target in targets { list[target, default: []].append(key) }
      }
      rows.append(("A", key, values))
    }
    let tables = TablesFixture.tables(schema, rowsPerSegment: 7, rows)
    let table = try #require(tables.tables.first)
    for target in 0...21 as ClosedRange<ObjectKey> {
      #expect(table.sources(of: target, throughColumn: 0) == list[target] ?? [])
      #expect(table.sources(of: target, throughColumn: 1) == one[target] ?? [])
    }
  }

  @Test("find who refers through a column of one value")
  func constantInverse() throws {
    let keys = KeyColumn(ascending: [3, 5])
    let segment = Segment(
      keys: keys, entities: .constant(0),
      columns: [
        .constant(.reference(9), count: 2), .constant(.references([7, 8]), count: 2),
        .constant(.null, count: 2),
      ])
    let table = Table(segments: [segment])
    #expect(table.sources(of: 9, throughColumn: 0) == [3, 5])
    #expect(table.sources(of: 8, throughColumn: 1) == [3, 5])
    #expect(table.sources(of: 9, throughColumn: 2) == [])
  }

  @Test("count the rows of each entity")
  func counts() throws {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(name: "A"), TableEntity(name: "B", superentity: "A"), TableEntity(name: "C"),
      ])
    let tables = TablesFixture.tables(
      schema, [("A", 1, [:]), ("B", 2, [:]), ("B", 3, [:]), ("B", 4, [:])])
    #expect(tables.rowCounts() == ["A": 1, "B": 3, "C": 0])
    #expect(tables.find(3)?.location == RowLocation(segment: 0, row: 2))
    #expect(tables.find(5) == nil)
  }
}
