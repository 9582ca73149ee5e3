import Testing

@testable import DocumentTables

@Suite("Editing a table")
struct TableEditTests {
  private func schema() throws -> TableSchema {
    let trip = TableEntity(
      name: "Trip",
      attributes: [
        TableAttribute(name: "count", type: .scalar(.int64), isNullable: true),
        TableAttribute(name: "name", type: .scalar(.text), isNullable: true),
      ],
      relationships: [TableRelationship(name: "parent", destination: "Trip", isToMany: false)])
    return try TableSchema(
      name: "S", version: nil, entities: [trip, TableEntity(name: "Work", superentity: "Trip")])
  }

  /// One row as a dictionary knows it.
  private struct Row: Equatable {
    var entity: UInt16
    var values: [Value]
    var foreign: Tree?
  }

  private func value(_ column: ColumnLayout, _ random: inout TextFormRandom) -> Value {
    if Int.random(in: 0..<4, using: &random) == 0 { return .null }
    let number = Int64.random(in: 0...99, using: &random)
    switch column.storage {
    case .integer: return .integer(number)
    case .reference: return .reference(number + 1)
    default: return .text(number % 2 == 0 ? "n\(number)" : "ü\(number)")
    }
  }

  private func rows(_ table: Table) -> [ObjectKey: Row] {
    var rows: [ObjectKey: Row] = [:]
    for segment in table.segments {
      for row in 0..<segment.count {
        rows[segment.keys[row]] = Row(
          entity: segment.entities[row],
          values: segment.columns.indices.map { segment.value(at: row, column: $0) },
          foreign: segment.foreign[row])
      }
    }
    return rows
  }

  /// Rows of every kind of edit, in any order, with several edits of one row.
  @Test(
    "gives what the same edits do to a dictionary, with any number of threads and any heap",
    arguments: 0..<24 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    let schema = try schema()
    let layout = schema.hierarchies[0]
    let highest = seed % 3 == 0 ? 3000 : 60
    var rowsBefore: [ObjectKey: Row] = [:]
    var segments: [Segment] = []
    var builder = SegmentBuilder(layout)
    for key in (1...ObjectKey(highest)) where Bool.random(using: &random) {
      let values = layout.columns.map { value($0, &random) }
      let entity = UInt16.random(in: 0...1, using: &random)
      builder.append(key: key, discriminator: entity, values: values)
      var row = Row(entity: entity, values: values)
      if key % 5 == 0 {
        row.foreign = .members(["com.example": .integer(key)])
        row.foreign.map(builder.setForeign)
      }
      rowsBefore[key] = row
      if builder.rowCount == highest / 6 {
        segments.append(builder.finish())
        builder = SegmentBuilder(layout)
      }
    }
    segments.append(builder.finish())
    var tables = Tables(schema: schema, documentID: 1, nextKey: 5000)
    tables.tables[0] = Table(segments: segments)

    var edit = TableEdit(0, of: schema)
    var expected = rowsBefore
    for _ in 0..<Int.random(in: 0...highest, using: &random) {
      let key = ObjectKey.random(in: 1...ObjectKey(highest), using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let entity = UInt16.random(in: 0...1, using: &random)
        edit.setEntity(key, entity)
        expected[key]?.entity = entity
      case 1:
        let tree: Tree? = Bool.random(using: &random) ? .members(["org.a": .integer(key)]) : nil
        edit.setForeign(key, tree)
        expected[key]?.foreign = tree
      default:
        let column = Int.random(in: layout.columns.indices, using: &random)
        let value = value(layout.columns[column], &random)
        edit.set(key, column: column, value)
        expected[key]?.values[column] = value
      }
    }
    // What comes and goes: of rows that nothing above changes, or foreign data would be one of two.
    for key in 1...ObjectKey(highest) where key % 11 == 0 {
      edit.remove(key)
      expected[key] = nil
    }
    for key in (ObjectKey(highest) + 1...ObjectKey(highest) + 9).shuffled(using: &random) {
      let values = layout.columns.map { value($0, &random) }
      edit.insert(InsertedRow(hierarchy: 0, key: key, discriminator: 1, values: values))
      expected[key] = Row(entity: 1, values: values)
      if key % 2 == 0 {
        edit.setForeign(key, .null)
        expected[key]?.foreign = .null
      }
    }

    for workers in [1, 4] {
      for largestHeap in [20, SegmentBuilder.largestHeapBytes] {
        let changed = tables.applying(
          [edit], largestHeap: largestHeap, workers: WorkerCount(workers))
        #expect(rows(changed.tables[0]) == expected)
        let keys = changed.tables[0].segments.flatMap { segment in
          (0..<segment.count).map { segment.keys[$0] }
        }
        #expect(zip(keys, keys.dropFirst()).allSatisfy(<))
        #expect(changed.nextKey == tables.nextKey)
      }
    }
    #expect(rows(tables.tables[0]) == rowsBefore)
  }

  @Test("makes the columns that reading the same rows would make")
  func form() throws {
    let schema = try schema()
    let layout = schema.hierarchies[0]
    let parent = try #require(layout.column(named: "parent", of: "Trip"))
    let rows = (1...4).map { ("Trip", ObjectKey($0), ["parent": Value.reference(1)]) }
    let tables = TablesFixture.tables(schema, rowsPerSegment: 2, rows)
    var edit = TableEdit(0, of: schema)
    for key in 1...3 as ClosedRange<ObjectKey> { edit.set(key, column: parent, .null) }
    let segments = tables.applying([edit]).tables[0].segments
    guard case .constant(.null, 2) = segments[0].columns[parent] else {
      Issue.record("a column of nothing but nil is no constant")
      return
    }
    #expect((0..<2).map { segments[1].value(at: $0, column: parent) } == [.null, .reference(1)])
  }

  @Test("keeps what is proven of columns that do not change, and of no others")
  func knownUniqueness() throws {
    let schema = try schema()
    let columns = [0, 1]
    var tables = TablesFixture.tables(
      schema, (1...3).map { ("Trip", $0, ["count": .integer($0), "name": .text("\($0)")]) })
    for column in columns {
      let groups = DuplicateGroups(
        of: tables.tables[0], byColumns: [column], entities: [true, true])
      tables = tables.applying([TableEdit(removing: [], of: groups, in: tables, 0)])
    }
    func known(_ change: (inout TableEdit) -> Void) -> [Bool] {
      var edit = TableEdit(0, of: schema)
      change(&edit)
      let table = tables.applying([edit]).tables[0]
      return columns.map { table.isKnownUnique(byColumns: [$0], entities: [true, true]) }
    }
    #expect(known { _ in } == [true, true])
    #expect(known { $0.remove(2) } == [true, true])
    #expect(known { $0.set(2, column: 0, .integer(1)) } == [false, true])
    #expect(known { $0.setEntity(2, 1) } == [false, false])
    let row = InsertedRow(hierarchy: 0, key: 9, discriminator: 0, values: [])
    #expect(known { $0.insert(row) } == [false, false])
  }

  @Test("removes foreign content with the objects that it belongs to")
  func anchoredContent() throws {
    let schema = try schema()
    var tables = TablesFixture.tables(schema, (1...2).map { ("Trip", $0, [:]) })
    tables.keptParts = [
      KeptPart(name: "a", bytes: [], anchor: 1), KeptPart(name: "b", bytes: [], anchor: 2),
    ]
    var edit = TableEdit(0, of: schema)
    edit.remove(1)
    #expect(tables.applying([edit]).keptParts.map(\.name) == ["b"])
  }
}
