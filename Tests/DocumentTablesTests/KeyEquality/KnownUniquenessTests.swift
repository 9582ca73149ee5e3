import Testing

@testable import DocumentMigration
@testable import DocumentTables

@Suite("Uniqueness that was proven")
struct KnownUniquenessTests {
  private func schema(
    version: Int = 1, count: ScalarType = .int64, renamed: Bool = false, _ unique: [[String]]
  ) throws -> TableSchema {
    try TableSchema(
      name: "S", version: SchemaVersion(version, 0, 0),
      entities: [
        TableEntity(
          name: "A",
          attributes: [
            TableAttribute(name: "count", type: .scalar(count)),
            TableAttribute(
              name: renamed ? "title" : "name", originalName: renamed ? "name" : nil,
              type: .scalar(.text), isNullable: true),
          ], uniquenessConstraints: unique),
        TableEntity(name: "B", superentity: "A"),
      ])
  }

  private func rows(_ names: [String]) -> [TablesFixture.Row] {
    names.enumerated().map { index, name in
      (
        index % 3 == 2 ? "B" : "A", ObjectKey(index + 1),
        ["count": .integer(Int64(index) << 20), "name": .text(name)]
      )
    }
  }

  /// The tables after all but the first of each group by name have gone.
  private func merged(
    _ names: [String], schema: TableSchema, entities: [Bool] = [true, true],
    keeping kept: Int? = nil
  ) throws -> Tables {
    let tables = TablesFixture.tables(schema, rowsPerSegment: 2, rows(names))
    let name = try #require(schema.hierarchies[0].column(named: "name", of: "A"))
    let groups = DuplicateGroups(of: tables.tables[0], byColumns: [name], entities: entities)
    var isGone = [Bool](repeating: false, count: groups.rows.count)
    for group in 0..<groups.count {
      for position in groups[group].dropFirst() where position != kept { isGone[position] = true }
    }
    return tables.applying([TableEdit(removing: isGone, of: groups, in: tables, 0)])
  }

  @Test("is known of a merge that leaves one row of each group, by these columns and more")
  func merge() throws {
    let schema = try schema([])
    let table = try merged(["a", "b", "a", "c", "b", "a"], schema: schema).tables[0]
    #expect(table.segments.map(\.count) == [2, 1])
    #expect(table.isKnownUnique(byColumns: [1], entities: [true, true]))
    #expect(table.isKnownUnique(byColumns: [0, 1], entities: [true, false]))
    #expect(!table.isKnownUnique(byColumns: [0], entities: [true, true]))
    // The search says the same without that knowledge.
    let unknown = Table(segments: table.segments)
    #expect(DuplicateGroups(of: unknown, byColumns: [1], entities: [true, true]).isEmpty)
    #expect(!unknown.isKnownUnique(byColumns: [1], entities: [true, true]))
  }

  @Test("is not known where two rows of a group stay, nor of entities that were not looked at")
  func incomplete() throws {
    let schema = try schema([["name"]])
    let tables = try merged(["a", "a", "b", "a"], schema: schema, keeping: 1)
    #expect(!tables.tables[0].isKnownUnique(byColumns: [1], entities: [true, true]))
    #expect(UniquenessCheck.findings(tables, limit: 9).map(\.key) == [2])
    let some = try merged(["a", "a", "a"], schema: schema, entities: [true, false])
    #expect(some.tables[0].isKnownUnique(byColumns: [1], entities: [true, false]))
    #expect(!some.tables[0].isKnownUnique(byColumns: [1], entities: [true, true]))
    #expect(UniquenessCheck.findings(some, limit: 9).map(\.key) == [3])
  }

  @Test("is known of tables that were checked, by the constraints of their schema")
  func checked() throws {
    var tables = TablesFixture.tables(try schema([["name"]]), rows(["a", "b", "c"]))
    #expect(!tables.tables[0].isKnownUnique(byColumns: [1], entities: [true, true]))
    tables.noteUniqueness()
    tables.noteUniqueness()
    #expect(tables.tables[0].isKnownUnique(byColumns: [0, 1], entities: [true, true]))
    #expect(!tables.tables[0].isKnownUnique(byColumns: [0], entities: [true, true]))
    #expect(tables.tables[0].known.count == 1)
  }

  @Test("is forgotten with every change of rows")
  func changes() throws {
    let tables = try merged(["a", "b", "a"], schema: try schema([["name"]]))
    #expect(UniquenessCheck.findings(tables, limit: 9).isEmpty)
    let updated = ChangeSet(
      updated: [
        UpdatedRow(
          hierarchy: 0, key: 2,
          changes: [PropertyChange(column: 1, old: .text("b"), new: .text("a"))])
      ], nextKey: 9)
    #expect(UniquenessCheck.findings(tables.applying(updated), limit: 9).map(\.key) == [2])
    let inserted = ChangeSet(
      inserted: [
        InsertedRow(
          hierarchy: 0, key: 8, discriminator: 1, values: [.integer(0), .text("b")])
      ], nextKey: 9)
    #expect(UniquenessCheck.findings(tables.applying(inserted), limit: 9).map(\.key) == [8])
  }

  @Test("is forgotten where a merge changes the columns")
  func changingMerge() throws {
    let tables = TablesFixture.tables(
      try schema([["name"]]), rowsPerSegment: 2, rows(["a", "a", "b"]))
    let groups = DuplicateGroups(of: tables.tables[0], byColumns: [1], entities: [true, true])
    var edit = TableEdit(removing: [false, true], of: groups, in: tables, 0)
    edit.set(1, column: 1, .text("b"))
    #expect(UniquenessCheck.findings(tables.applying([edit]), limit: 9).map(\.key) == [3])
  }

  @Test("goes with a column to another schema, under another name, but not through a conversion")
  func migration() throws {
    let old = try schema([])
    let tables = try merged(["a", "b", "a"], schema: old)
    let next = try schema(version: 2, renamed: true, [["title"]])
    let migrated = try tables.migrated(by: SchemaDifference(from: old, to: next))
    let title = try #require(next.hierarchies[0].column(named: "title", of: "A"))
    #expect(migrated.tables[0].isKnownUnique(byColumns: [title], entities: [true, true]))

    // Two numbers become one where there is less room.
    let wide = try schema(version: 2, [])
    let narrow = try schema(version: 1, count: .int16, [["count"]])
    let numbers = TablesFixture.tables(wide, rows(["a", "b", "c"]))
    let groups = DuplicateGroups(of: numbers.tables[0], byColumns: [0], entities: [true, true])
    let known = numbers.applying([TableEdit(removing: [], of: groups, in: numbers, 0)])
    #expect(known.tables[0].isKnownUnique(byColumns: [0], entities: [true, true]))
    let back = try known.migrated(by: SchemaDifference(from: narrow, to: wide).reversed())
    #expect(UniquenessCheck.findings(back, limit: 9).map(\.key) == [3])
  }
}
