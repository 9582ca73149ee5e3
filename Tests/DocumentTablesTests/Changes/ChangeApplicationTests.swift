import DocumentTables
import Testing

@Suite("Applying a change set")
struct ChangeApplicationTests {
  private func schema() throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "count", type: .scalar(.int64), isNullable: true),
            TableAttribute(name: "name", type: .scalar(.text), isNullable: true),
          ]),
        TableEntity(
          name: "Work", superentity: "Trip",
          attributes: [TableAttribute(name: "reason", type: .scalar(.text), isNullable: true)]),
        TableEntity(
          name: "Item",
          attributes: [TableAttribute(name: "on", type: .scalar(.date), isNullable: true)],
          relationships: [TableRelationship(name: "trip", destination: "Trip", isToMany: false)]),
      ])
  }

  private func insertion(
    _ schema: TableSchema, _ row: TablesFixture.Row
  ) throws -> InsertedRow {
    let index = try #require(schema.hierarchyIndex(of: row.entity))
    let entity = try #require(schema.hierarchies[index].entity(named: row.entity))
    return InsertedRow(
      hierarchy: index, key: row.key, discriminator: entity.discriminator,
      values: TablesFixture.values(row, entity, schema.hierarchies[index]))
  }

  private func value(of column: ColumnLayout, _ random: inout TextFormRandom) -> Value {
    if Int.random(in: 0..<4, using: &random) == 0 { return .null }
    let number = Int64.random(in: 0...99, using: &random)
    switch column.storage {
    case .integer: return .integer(number)
    case .double: return .date(Double(number))
    case .reference: return .reference(number + 1)
    default: return .text(number % 2 == 0 ? "n\(number)" : "ü\(number)")
    }
  }

  @Test("gives what the same changes do to a dictionary", arguments: 0..<40 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    let schema = try schema()
    var tables = Tables(schema: schema, documentID: 1)
    var expected: [ObjectKey: [String: Value]] = [:]
    for _ in 0..<12 {
      var changes = ChangeSet(nextKey: tables.nextKey)
      // Keys are left free, so that later rounds may insert between others.
      let free = (1...200).filter { expected[$0] == nil }.shuffled(using: &random)
      let share = [3, 30].randomElement(using: &random) ?? 3
      for key in expected.keys.sorted() where Int.random(in: 0..<share, using: &random) == 0 {
        let place = try #require(tables.find(key))
        let segment = tables.tables[place.hierarchy].segments[place.location.segment]
        let discriminator = segment.entities[place.location.row]
        let layout = schema.hierarchies[place.hierarchy]
        if Bool.random(using: &random) {
          changes.deleted.append(
            DeletedRow(hierarchy: place.hierarchy, key: key, discriminator: discriminator))
          expected[key] = nil
        } else {
          var list: [PropertyChange] = []
          let entity = layout.entities[Int(discriminator)]
          for property in entity.properties where Bool.random(using: &random) {
            let column = try #require(property.column)
            let new = value(of: layout.columns[column], &random)
            list.append(
              PropertyChange(
                column: column, old: segment.value(at: place.location.row, column: column),
                new: new))
            expected[key]?[property.name] = new
          }
          changes.updated.append(
            UpdatedRow(hierarchy: place.hierarchy, key: key, changes: list))
        }
      }
      for key in free.prefix(Int.random(in: 0...20, using: &random)) {
        let name = ["Trip", "Work", "Item"].randomElement(using: &random) ?? "Trip"
        let index = try #require(schema.hierarchyIndex(of: name))
        let entity = try #require(schema.hierarchies[index].entity(named: name))
        var values: [String: Value] = [:]
        for property in entity.properties {
          let column = try #require(property.column)
          values[property.name] = value(of: schema.hierarchies[index].columns[column], &random)
        }
        changes.inserted.append(try insertion(schema, (name, key, values)))
        values["$entity"] = .text(name)
        expected[key] = values
      }
      tables = tables.applying(changes)
      #expect(TablesFixture.rows(tables) == expected)
      #expect(tables.rowCount == expected.count)
      for table in tables.tables {
        let keys = table.segments.flatMap { segment in (0..<segment.count).map { segment.keys[$0] }
        }
        #expect(zip(keys, keys.dropFirst()).allSatisfy(<))
        #expect(table.segments.allSatisfy { $0.count > 0 })
        for segment in table.segments {
          #expect(segment.columns.allSatisfy { $0.count == segment.count })
        }
      }
      #expect(expected.keys.allSatisfy { $0 < tables.nextKey })
    }
  }

  private func trips(_ count: Int, perSegment: Int) throws -> Tables {
    TablesFixture.tables(
      try schema(), rowsPerSegment: perSegment,
      (1...count).map { ("Trip", ObjectKey($0), ["name": .text("n\($0)"), "count": .integer(1)]) })
  }

  /// The address of a text column's heap, which copies share.
  private func heap(_ column: Column) -> UInt? {
    guard case .text(let texts) = column else { return nil }
    return texts.bytes.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
  }

  @Test("shares the segments and the columns that it does not touch")
  func sharing() throws {
    let tables = try trips(30, perSegment: 10)
    let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let layout = tables.schema.hierarchies[index]
    let count = try #require(layout.column(named: "count", of: "Trip"))
    let name = try #require(layout.column(named: "name", of: "Trip"))
    let changed = tables.applying(
      ChangeSet(
        updated: [
          UpdatedRow(
            hierarchy: index, key: 15,
            changes: [PropertyChange(column: count, old: .integer(1), new: .integer(2))])
        ], nextKey: 1))
    let before = tables.tables[index].segments
    let after = changed.tables[index].segments
    #expect(after.count == 3)
    #expect(after[0] === before[0])
    #expect(after[1] !== before[1])
    #expect(after[2] === before[2])
    #expect(heap(after[1].columns[name]) != nil)
    #expect(heap(after[1].columns[name]) == heap(before[1].columns[name]))
    #expect(before[1].value(at: 4, column: count) == .integer(1))
    #expect(after[1].value(at: 4, column: count) == .integer(2))
    #expect(changed.nextKey == tables.nextKey)
  }

  @Test("keeps the segments that it does not touch")
  func keptSegments() throws {
    let schema = try schema()
    let index = try #require(schema.hierarchyIndex(of: "Trip"))
    let segments = [1, 11].map { first in
      let builder = SegmentBuilder(schema.hierarchies[index])
      for key in first..<first + 3 {
        builder.append(key: ObjectKey(key), discriminator: 0, values: [])
      }
      return builder.finish()
    }
    var tables = Tables(schema: schema, documentID: 1, nextKey: 20)
    tables.tables[index] = Table(segments: segments)
    let changed = tables.applying(
      ChangeSet(deleted: [DeletedRow(hierarchy: index, key: 12, discriminator: 0)], nextKey: 20))
    let numbers = changed.tables[index].segments.map(\.number)
    #expect(numbers.first == segments[0].number)
    #expect(numbers.count == 2 && !segments.map(\.number).contains(numbers[1]))
  }

  @Test("can delete all rows, and insert into what is left empty")
  func deleteAll() throws {
    let tables = try trips(10, perSegment: 4)
    let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let empty = tables.applying(
      ChangeSet(
        deleted: (1...10).map { DeletedRow(hierarchy: index, key: $0, discriminator: 0) },
        nextKey: 1000))
    #expect(empty.rowCount == 0)
    #expect(empty.tables[index].segments.isEmpty)
    let again = empty.applying(
      ChangeSet(inserted: [try insertion(tables.schema, ("Trip", 1000, [:]))], nextKey: 1001))
    #expect(again.tables[index].location(of: 1000) == RowLocation(segment: 0, row: 0))
    #expect(again.nextKey == 1001)
  }

  @Test("keeps segments of a bounded number of rows when many rows arrive")
  func manyRows() throws {
    let schema = try schema()
    let index = try #require(schema.hierarchyIndex(of: "Trip"))
    let rows = try (1...20_000).map { try insertion(schema, ("Trip", ObjectKey($0), [:])) }
    let tables = Tables(schema: schema, documentID: 1).applying(
      ChangeSet(inserted: rows, nextKey: 20_001))
    #expect(tables.rowCount == 20_000)
    #expect(tables.tables[index].segments.count == 3)
    #expect(
      tables.tables[index].segments.allSatisfy { $0.count <= SegmentBuilder.maximumRows })
  }

  @Test("takes the later of two changes of one property, and never traps on them")
  func repeatedChange() throws {
    let tables = try trips(3, perSegment: 3)
    let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let name = try #require(
      tables.schema.hierarchies[index].column(named: "name", of: "Trip"))
    func change(_ text: String) -> UpdatedRow {
      UpdatedRow(
        hierarchy: index, key: 2,
        changes: [PropertyChange(column: name, old: .null, new: .text(text))])
    }
    let changed = tables.applying(ChangeSet(updated: [change("x"), change("y")], nextKey: 4))
    #expect(TablesFixture.rows(changed)[2]?["name"] == .text("y"))
  }

  @Test("ignores rows and tables that do not exist, and fills in missing values with nil")
  func strangers() throws {
    let tables = try trips(3, perSegment: 3)
    let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let same = tables.applying(
      ChangeSet(
        inserted: [InsertedRow(hierarchy: 99, key: 50, discriminator: 0, values: [])],
        updated: [
          UpdatedRow(
            hierarchy: index, key: 99,
            changes: [PropertyChange(column: 0, old: .null, new: .integer(1))]),
          UpdatedRow(
            hierarchy: index, key: 1,
            changes: [PropertyChange(column: 99, old: .null, new: .integer(1))]),
        ],
        deleted: [DeletedRow(hierarchy: index, key: 99, discriminator: 0)], nextKey: 4))
    #expect(TablesFixture.rows(same) == TablesFixture.rows(tables))
    let short = tables.applying(
      ChangeSet(
        inserted: [InsertedRow(hierarchy: index, key: 4, discriminator: 0, values: [.integer(1)])],
        nextKey: 5))
    #expect(
      TablesFixture.rows(short)[4]
        == ["$entity": .text("Trip"), "count": .integer(1), "name": .null])
  }

  @Test("replaces a row that is inserted under its key, and keeps the next key above all")
  func replaced() throws {
    let tables = try trips(3, perSegment: 3)
    let changed = tables.applying(
      ChangeSet(
        inserted: [
          try insertion(tables.schema, ("Trip", 2, ["name": .text("new")])),
          try insertion(tables.schema, ("Trip", 5000, [:])),
        ], nextKey: 4))
    #expect(changed.rowCount == 4)
    #expect(TablesFixture.rows(changed)[2]?["name"] == .text("new"))
    #expect(changed.nextKey == 5001)
  }

  @Test("lets foreign data of rows follow them, and anchored content go with its object")
  func foreignContent() throws {
    let schema = try schema()
    let index = try #require(schema.hierarchyIndex(of: "Trip"))
    let builder = SegmentBuilder(schema.hierarchies[index])
    for key in [2, 4, 6, 8] as [ObjectKey] {
      builder.append(key: key, discriminator: 0, values: [])
      if key > 2 { builder.setForeign(.members(["com.example.k": .integer(key)])) }
    }
    var tables = Tables(schema: schema, documentID: 1, nextKey: 100)
    tables.tables[index] = Table(segments: [builder.finish()])
    tables.extensions = [
      ExtensionRecord(entity: "com.example.A", key: 50, anchor: 4, value: .null),
      ExtensionRecord(entity: "com.example.A", key: 51, anchor: 8, value: .null),
      ExtensionRecord(entity: "com.example.A", key: 52, value: .null),
    ]
    tables.keptParts = [
      KeptPart(name: "a", bytes: [], anchor: 4), KeptPart(name: "b", bytes: [], anchor: 6),
    ]
    let changed = tables.applying(
      ChangeSet(
        inserted: [
          try insertion(schema, ("Trip", 1, [:])), try insertion(schema, ("Trip", 5, [:])),
        ],
        deleted: [DeletedRow(hierarchy: index, key: 4, discriminator: 0)], nextKey: 100))
    var foreign: [ObjectKey: Tree] = [:]
    for segment in changed.tables[index].segments {
      for (row, tree) in segment.foreign { foreign[segment.keys[row]] = tree }
    }
    #expect(
      foreign == [
        6: .members(["com.example.k": .integer(6)]), 8: .members(["com.example.k": .integer(8)]),
      ])
    #expect(changed.extensions.map(\.key) == [51, 52])
    #expect(changed.keptParts.map(\.name) == ["b"])
  }

  @Test("values too long for one heap give the same rows, and keep their foreign data")
  func outgrownHeap() throws {
    let schema = try schema()
    let hierarchy = try #require(schema.hierarchyIndex(of: "Trip"))
    let layout = schema.hierarchies[hierarchy]
    let name = try #require(layout.columns.firstIndex { $0.name == "name" })
    let builder = SegmentBuilder(layout)
    for key in 1...20 {
      let values = layout.columns.map { $0.name == "name" ? Value.text("n\(key)") : .null }
      builder.append(key: ObjectKey(key), discriminator: 0, values: values)
      builder.setForeign(.members(["com.example": .integer(Int64(key))]))
    }
    var tables = Tables(schema: schema, documentID: 1, nextKey: 21)
    tables.tables[hierarchy] = Table(segments: [builder.finish()])
    let long = String(repeating: "x", count: 300)
    let changes = ChangeSet(
      updated: [3, 7, 20].map { key in
        UpdatedRow(
          hierarchy: hierarchy, key: key,
          changes: [PropertyChange(column: name, old: .text("n\(key)"), new: .text(long))])
      },
      deleted: [DeletedRow(hierarchy: hierarchy, key: 5, discriminator: 0)], nextKey: 21)
    for limit in [500, SegmentBuilder.largestHeapBytes] {
      let table = tables.applying(changes, largestHeap: limit).tables[hierarchy]
      #expect(table.rowCount == 19)
      for key in (1...20).map(ObjectKey.init) where key != 5 {
        let location = try #require(table.location(of: key))
        let segment = table.segments[location.segment]
        let expected = [3, 7, 20].contains(key) ? long : "n\(key)"
        #expect(segment.value(at: location.row, column: name) == .text(expected))
        #expect(segment.foreign[location.row] == .members(["com.example": .integer(key)]))
      }
    }
  }
}
