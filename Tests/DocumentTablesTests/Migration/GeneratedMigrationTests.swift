import DocumentMigration
import DocumentTables
import Testing

@Suite("A migration between generated schemas")
struct GeneratedMigrationTests {
  private struct Pair {
    var seed: UInt64
    var tables: Tables
    var difference: SchemaDifference
  }

  /// Pairs of schemas with rows, of those that need no decision.
  private func pairs(
    _ seeds: Range<UInt64>, decisions: SchemaDifference.Decisions = .refused
  ) -> [Pair] {
    seeds.compactMap { seed in
      var generator = GeneratedMigration(seed: seed)
      let entities = generator.entities()
      guard let old = try? TableSchema(name: "S", version: nil, entities: entities) else {
        return nil
      }
      let tables = generator.tables(old)
      var edited = entities
      for _ in 0..<(1 + seed % 3) { generator.edit(&edited) }
      guard let new = try? TableSchema(name: "S", version: nil, entities: edited),
        let difference = try? SchemaDifference(from: old, to: new, decisions: decisions)
      else { return nil }
      return Pair(seed: seed, tables: tables, difference: difference)
    }
  }

  private func findings(_ tables: Tables) -> [TableFinding] {
    TablesCheck.findings(tables).filter { $0.rule != .notUnique }
  }

  /// Whether every value of a structure has the members that the schema states.
  private func hasWholeStructures(_ tables: Tables) -> Bool {
    zip(tables.schema.hierarchies, tables.tables).allSatisfy { layout, table in
      layout.columns.indices.allSatisfy { index in
        guard case .structure(let structure)? = layout.columns[index].attribute?.type else {
          return true
        }
        return table.segments.allSatisfy { segment in
          (0..<segment.count).allSatisfy { row in
            guard case .tree(let tree) = segment.value(at: row, column: index) else { return true }
            return (try? structure.value(of: tree)) == tree
          }
        }
      }
    }
  }

  @Test("starts from valid tables")
  func generator() {
    for pair in pairs(0..<100) {
      #expect(findings(pair.tables).isEmpty, "seed \(pair.seed)")
    }
  }

  @Test("leads forward to valid tables, and back to valid tables of the older schema")
  func validBothWays() {
    var count = 0
    for pair in pairs(0..<300) {
      guard let forward = try? pair.tables.migrated(by: pair.difference) else { continue }
      #expect(findings(forward).isEmpty, "seed \(pair.seed)")
      #expect(hasWholeStructures(forward), "seed \(pair.seed): \(pair.difference.steps)")
      #expect(forward.schema == pair.difference.new)
      guard let back = try? forward.migrated(by: pair.difference.reversed()) else { continue }
      #expect(findings(back).isEmpty, "seed \(pair.seed)")
      #expect(hasWholeStructures(back), "seed \(pair.seed): \(pair.difference.steps)")
      #expect(back.schema == pair.tables.schema)
      count += 1
    }
    #expect(count > 80)
  }

  @Test("that gives nothing up forward gives all of it back")
  func nothingLost() {
    var count = 0
    for pair in pairs(0..<300)
    where pair.difference.cost < .lossy {
      guard
        let forward = try? pair.tables.migrated(by: pair.difference)
          .keepingValues(of: pair.tables, by: pair.difference),
        let back = try? forward.migrated(by: pair.difference.reversed())
          .puttingBackValues(by: pair.difference.reversed())
      else { continue }
      #expect(
        TablesDump.text(back, all: true) == TablesDump.text(pair.tables, all: true),
        "seed \(pair.seed): \(pair.difference.steps)")
      count += 1
    }
    #expect(count > 50)
  }

  @Test("gives the same rows segment by segment, where it can go so")
  func bySegment() throws {
    var count = 0
    for pair in pairs(0..<400) {
      guard let migration = SegmentMigration([pair.difference]) else { continue }
      var segments = migration.schema.hierarchies.map { _ in [Segment]() }
      var last = 0
      var isRefused = false
      for (hierarchy, table) in pair.tables.tables.enumerated() {
        for segment in table.segments {
          var narrowed: [SegmentMigration.Passage] = []
          do {
            let found = try #require(
              try migration.migrated(segment, hierarchy: hierarchy, narrowed: &narrowed),
              "seed \(pair.seed)")
            #expect(found.hierarchy >= last, "seed \(pair.seed)")
            last = found.hierarchy
            segments[found.hierarchy].append(found.segment)
          } catch is SchemaProblem {
            isRefused = true
          }
        }
      }
      let whole = try? pair.tables.migrated(by: pair.difference)
      #expect(isRefused == (whole == nil), "seed \(pair.seed): \(pair.difference.steps)")
      guard let whole, !isRefused else { continue }
      var parts = pair.tables
      parts.schema = migration.schema
      parts.tables = segments.map { Table(segments: $0) }
      #expect(
        TablesDump.text(parts, all: true) == TablesDump.text(whole, all: true),
        "seed \(pair.seed): \(pair.difference.steps)")
      count += 1
    }
    #expect(count > 80)
  }

  @Test("that is left to closures refuses no row")
  func leftToClosures() throws {
    for pair in pairs(0..<150, decisions: .leftToClosures) {
      let tables = try pair.tables.migrated(by: pair.difference)
      // What a closure is to put right is what must not be nil and cannot be made up, counts, and
      // values that are no longer cases.
      let open: [TableFinding.Rule] = [.missingReference, .tooFew, .tooMany, .abstractEntity]
      let all = findings(tables)
      let other = all.filter { !open.contains($0.rule) }
      #expect(other.isEmpty, "seed \(pair.seed): \(other)")
      // What no closure has put right is then found.
      #expect(
        (all.isEmpty && !hasOtherCase(tables))
          == ((try? tables.checkRows(after: pair.difference)) != nil),
        "seed \(pair.seed): \(all)")
    }
  }

  @Test("that is left to rows takes every table that another accepts, and empty tables")
  func leftToRows() throws {
    var count = 0
    for pair in pairs(0..<300, decisions: .leftToRows) {
      let empty = Tables(schema: pair.tables.schema, documentID: 1)
      #expect(throws: Never.self, "seed \(pair.seed)") {
        try empty.migrated(by: pair.difference)
      }
      guard let migrated = try? pair.tables.migrated(by: pair.difference) else { continue }
      #expect(findings(migrated).isEmpty, "seed \(pair.seed)")
      #expect(!hasOtherCase(migrated), "seed \(pair.seed)")
      count += 1
    }
    #expect(count > 80)
  }

  /// Whether a row has a value that is not one of the cases of its attribute.
  private func hasOtherCase(_ tables: Tables) -> Bool {
    zip(tables.schema.hierarchies, tables.tables).contains { layout, table in
      layout.columns.indices.contains { column in
        guard let cases = layout.columns[column].attribute?.cases else { return false }
        return table.segments.contains { segment in
          (0..<segment.count).contains { row in
            layout.entities[Int(segment.entities[row])].properties.contains { $0.column == column }
              && !segment.columns[column].isNull(at: row)
              && !cases.contains(segment.value(at: row, column: column))
          }
        }
      }
    }
  }

  @Test("that is left to closures finds a required object that was taken away and not replaced")
  func objectNotReplaced() throws {
    var entities = [
      TableEntity(name: "Base"), TableEntity(name: "Sub", superentity: "Base"),
      TableEntity(
        name: "Item",
        relationships: [
          TableRelationship(
            name: "base", destination: "Base", isToMany: false, isNullable: false)
        ]),
    ]
    let old = try TableSchema(name: "S", version: nil, entities: entities)
    entities.remove(at: 1)
    let new = try TableSchema(name: "S", version: nil, entities: entities)
    let difference = try SchemaDifference(from: old, to: new, decisions: .leftToClosures)
    let rows: [TablesFixture.Row] = [
      ("Base", 1, [:]), ("Sub", 2, [:]), ("Item", 3, ["base": .reference(1)]),
    ]
    let whole = try TablesFixture.tables(old, rows).migrated(by: difference)
    try whole.checkRows(after: difference)
    let open = try TablesFixture.tables(
      old, rows + [("Item", 4, ["base": .reference(2)])]
    ).migrated(by: difference)
    let problem = #expect(throws: SchemaProblem.self) { try open.checkRows(after: difference) }
    #expect(problem?.entity == "Item")
    #expect(problem?.property == "base")
    #expect(problem?.description.contains("object 4") == true)
  }

  @Test("touches no row where its steps touch none: every column is an old one")
  func sharing() {
    var count = 0
    for pair in pairs(0..<300) {
      guard pair.tables.touchedRows(by: pair.difference).allSatisfy({ $0 == 0 }),
        let after = try? pair.tables.migrated(by: pair.difference)
      else { continue }
      let old = Set(pair.tables.tables.flatMap(\.segments).flatMap(\.columns).compactMap(storage))
      for column in after.tables.flatMap(\.segments).flatMap(\.columns) {
        guard let storage = storage(column) else { continue }
        #expect(old.contains(storage), "seed \(pair.seed): \(pair.difference.steps)")
      }
      count += 1
    }
    #expect(count > 60)
  }

  /// Where a column's values lie; nil for one without storage of its own.
  private func storage(_ column: Column) -> UInt? {
    func address<Element>(_ array: [Element]) -> UInt? {
      array.isEmpty
        ? nil : array.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
    }
    return switch column {
    case .constant: nil
    case .bool(let column): address(column.values)
    case .integer(let column), .reference(let column): address(column.values)
    case .unsigned(let column): address(column.values)
    case .double(let column), .date(let column): address(column.values)
    case .uuid(let column): address(column.values)
    case .text(let column), .data(let column): address(column.ends)
    case .nested(let column): address(column.texts.ends)
    case .references(let column): address(column.ends)
    }
  }
}
