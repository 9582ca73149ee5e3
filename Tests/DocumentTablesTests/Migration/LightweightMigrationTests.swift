import DocumentMigration
import DocumentTables
import Testing

@Suite("A lightweight migration")
struct LightweightMigrationTests {
  private func tables() throws -> Tables {
    let schema = try TableSchema(
      name: "S", version: nil, entities: SchemaDifferenceTests.base())
    return TablesFixture.tables(
      schema,
      [
        ("Trip", 1, ["name": .text("a"), "days": .integer(3), "items": .references([5, 4])]),
        ("Trip", 2, ["name": .text("b")]),
        ("Work", 3, ["name": .text("c"), "reason": .text("r"), "days": .integer(-7)]),
        ("Item", 4, ["trip": .reference(1)]), ("Item", 5, ["trip": .reference(1)]),
        ("Item", 6, ["trip": .reference(3)]),
        ("Tag", 7, ["trips": .references([3, 1])]), ("Tag", 8, ["trips": .references([2, 1])]),
      ])
  }

  private func migrated(
    _ tables: Tables, _ change: (inout [TableEntity]) -> Void
  ) throws -> Tables {
    let result = try tables.migrated(by: SchemaDifferenceTests.difference(change))
    for table in result.tables {
      for segment in table.segments {
        #expect(segment.columns.allSatisfy { $0.count == segment.count })
      }
    }
    return result
  }

  private func related(_ tables: Tables, _ key: ObjectKey, _ property: String) throws
    -> [ObjectKey]?
  {
    let place = try #require(tables.find(key))
    let segment = tables.tables[place.hierarchy].segments[place.location.segment]
    let row = place.location.row
    let entity = tables.schema.hierarchies[place.hierarchy].entities[Int(segment.entities[row])]
    let end = try #require(tables.schema.relationshipEnd(named: property, of: entity.name))
    return tables.relatedKeys(of: key, in: segment, row: row, through: end)
  }

  private func heap(_ column: Column) -> UInt? {
    guard case .text(let texts) = column else { return nil }
    return texts.bytes.withUnsafeBufferPointer { $0.baseAddress.map { UInt(bitPattern: $0) } }
  }

  // Spec 7.3-3
  @Test("shares the columns for a rename, an addition and a removal")
  func sharing() throws {
    let before = try tables()
    let after = try migrated(before) { entities in
      entities[0].attributes[1].name = "title"
      entities[0].attributes[1].originalName = "name"
      entities[0].uniquenessConstraints = []
      entities[0].attributes.append(
        TableAttribute(name: "added", type: .scalar(.uint64), defaultValue: .value(.integer(5))))
      entities[1].attributes = []
    }
    let old = try #require(before.schema.hierarchyIndex(of: "Trip"))
    let new = try #require(after.schema.hierarchyIndex(of: "Trip"))
    let name = try #require(before.schema.hierarchies[old].column(named: "name", of: "Trip"))
    let title = try #require(after.schema.hierarchies[new].column(named: "title", of: "Trip"))
    let added = try #require(after.schema.hierarchies[new].column(named: "added", of: "Trip"))
    #expect(before.tables[old].segments.count == after.tables[new].segments.count)
    for (left, right) in zip(before.tables[old].segments, after.tables[new].segments) {
      #expect(heap(left.columns[name]) != nil)
      #expect(heap(left.columns[name]) == heap(right.columns[title]))
      guard case .constant(.unsigned(5), left.count) = right.columns[added] else {
        Issue.record("the added column takes room")
        return
      }
    }
    #expect(after.schema.hierarchies[new].column(named: "reason", of: "Work") == nil)
    #expect(TablesFixture.rows(after)[3]?["title"] == .text("c"))
    #expect(TablesFixture.rows(after)[3]?["days"] == .integer(-7))
  }

  @Test("widens numbers and times exactly")
  func widening() throws {
    let pairs: [(ScalarType, ScalarType, [Value], [Value])] = [
      (.int8, .int64, [.integer(-128), .null], [.integer(-128), .null]),
      (.uint32, .uint64, [.integer(4_294_967_295), .null], [.unsigned(4_294_967_295), .null]),
      (.int32, .double, [.integer(-2_147_483_648), .null], [.double(-2_147_483_648), .null]),
      (.uint16, .float, [.integer(65_535), .integer(0)], [.double(65_535), .double(0)]),
      (.float, .double, [.double(0.5), .null], [.double(0.5), .null]),
      (.int8, .double, [.null, .null], [.null, .null]),
      (
        .zonedTime, .clockTime, [.text("2026-07-01T14:30:00+02:00[Europe/Paris]"), .null],
        [.text("2026-07-01T14:30:00+02:00[Europe/Paris]"), .null]
      ),
    ]
    for (from, to, values, expected) in pairs {
      func schema(_ type: ScalarType) throws -> TableSchema {
        try TableSchema(
          name: "S", version: nil,
          entities: [
            TableEntity(
              name: "A",
              attributes: [TableAttribute(name: "n", type: .scalar(type), isNullable: true)])
          ])
      }
      let old = try schema(from)
      let tables = TablesFixture.tables(
        old, values.enumerated().map { ("A", ObjectKey($0.offset + 1), ["n": $0.element]) })
      let after = try tables.migrated(by: SchemaDifference(from: old, to: schema(to)))
      let rows = TablesFixture.rows(after)
      #expect([rows[1]?["n"], rows[2]?["n"]] == expected.map(Optional.some), "\(from) to \(to)")
      if from.storage != to.storage || to == .clockTime {
        #expect(throws: SchemaProblem.self) {
          try SchemaDifference(from: schema(to), to: schema(from))
        }
      }
    }
  }

  @Test("refuses to make a property required that is nil somewhere, and fills it from a default")
  func required() throws {
    let tables = try tables()
    #expect {
      try migrated(tables) { $0[0].attributes[0].isNullable = false }
    } throws: { error in
      (error as? SchemaProblem)?.property == "days"
        && (error as? SchemaProblem)?.detail.contains("object 2") == true
    }
    let filled = try migrated(tables) {
      $0[0].attributes[0].isNullable = false
      $0[0].attributes[0].defaultValue = .value(.integer(14))
    }
    #expect(
      [1, 2, 3].map { TablesFixture.rows(filled)[$0]?["days"] }
        == [.integer(3), .integer(14), .integer(-7)])
    // The rows of other entities are not asked.
    let reason = try migrated(tables) { $0[1].attributes[0].isNullable = false }
    #expect(TablesFixture.rows(reason)[3]?["reason"] == .text("r"))
    #expect(throws: Never.self) {
      try migrated(tables) { $0[2].relationships[0].isNullable = false }
    }
    #expect(throws: SchemaProblem.self) {
      try migrated(tables) {
        $0[2].relationships.append(
          TableRelationship(name: "z", destination: "Tag", isToMany: false, isNullable: false))
      }
    }
  }

  @Test("gives a required list that is new an empty list, and fills one that becomes required")
  func requiredLists() throws {
    func schema(_ isNullable: Bool?) throws -> TableSchema {
      try TableSchema(
        name: "S", version: nil,
        entities: [
          TableEntity(
            name: "A",
            relationships: isNullable.map {
              [TableRelationship(name: "l", destination: "A", isToMany: true, isNullable: $0)]
            } ?? [])
        ])
    }
    let without = TablesFixture.tables(try schema(nil), [("A", 1, [:]), ("A", 2, [:])])
    let added = try without.migrated(by: SchemaDifference(from: schema(nil), to: schema(false)))
    #expect(TablesFixture.rows(added)[2]?["l"] == .references([]))
    let nullable = TablesFixture.tables(
      try schema(true), [("A", 1, [:]), ("A", 2, ["l": .references([1])])])
    let filled = try nullable.migrated(by: SchemaDifference(from: schema(true), to: schema(false)))
    #expect(TablesFixture.rows(filled)[1]?["l"] == .references([]))
    #expect(TablesFixture.rows(filled)[2]?["l"] == .references([1]))
  }

  @Test("refuses fewer cases, or an abstract entity, only where an object stands in the way")
  func narrowing() throws {
    let tables = try tables()
    let cases: [Value] = [.text("a"), .text("b")]
    #expect(throws: SchemaProblem.self) {
      try migrated(tables) { $0[0].attributes[1].cases = cases }
    }
    #expect(throws: Never.self) {
      try migrated(tables) { $0[0].attributes[1].cases = cases + [.text("c")] }
    }
    #expect(throws: SchemaProblem.self) { try migrated(tables) { $0[0].isAbstract = true } }
    let empty = Tables(schema: tables.schema, documentID: 1)
    #expect(throws: Never.self) { try migrated(empty) { $0[0].isAbstract = true } }
  }

  @Test("takes the objects of a removed subentity, what refers to them, and what belongs to them")
  func removedSubentity() throws {
    var tables = try tables()
    tables.extensions = [
      ExtensionRecord(entity: "com.example.A", key: 90, anchor: 3, value: .null),
      ExtensionRecord(entity: "com.example.A", key: 91, anchor: 1, value: .null),
    ]
    tables.keptParts = [KeptPart(name: "p", bytes: [], anchor: 3)]
    let after = try migrated(tables) { $0.remove(at: 1) }
    let rows = TablesFixture.rows(after)
    #expect(rows.keys.sorted() == [1, 2, 4, 5, 6, 7, 8])
    #expect(rows[6]?["trip"] == .null)
    #expect(rows[4]?["trip"] == .reference(1))
    #expect(try related(after, 7, "trips") == [1])
    #expect(after.extensions.map(\.key) == [91])
    #expect(after.keptParts.isEmpty)
    #expect(TablesCheck.findings(after).isEmpty)
    #expect(after.nextKey == tables.nextKey)
  }

  @Test("refuses to remove an object to which another must refer")
  func neededObject() throws {
    var entities = SchemaDifferenceTests.base()
    entities[2].relationships[0].isNullable = false
    let old = try TableSchema(name: "S", version: nil, entities: entities)
    entities.remove(at: 1)
    let new = try TableSchema(name: "S", version: nil, entities: entities)
    let tables = TablesFixture.tables(
      old, [("Work", 1, ["name": .text("w")]), ("Item", 2, ["trip": .reference(1)])])
    #expect {
      try tables.migrated(by: SchemaDifference(from: old, to: new))
    } throws: { error in
      (error as? SchemaProblem)?.property == "trip"
    }
  }

  @Test("removes a table with its relationships, and leaves no reference behind")
  func removedTable() throws {
    let after = try migrated(try tables()) {
      $0.remove(at: 2)
      $0[0].relationships.removeFirst()
    }
    #expect(TablesFixture.rows(after).keys.sorted() == [1, 2, 3, 7, 8])
    #expect(TablesCheck.findings(after).isEmpty)
  }

  @Test("keeps every relationship of a renamed entity, wherever its truth now stands")
  func renamedEntity() throws {
    let before = try tables()
    // "Tag" came before "Trip" and held the keys; "Zone" comes after it and does not.
    let after = try migrated(before) { entities in
      entities[3].name = "Zone"
      entities[3].originalName = "Tag"
      entities[0].relationships[1].destination = "Zone"
      entities[2].name = "Zed"
      entities[2].originalName = "Item"
      entities[0].relationships[0].destination = "Zed"
    }
    #expect(
      before.schema.relationshipEnd(named: "trips", of: "Tag")?.storage == .list)
    #expect(after.schema.relationshipEnd(named: "trips", of: "Zone")?.storage == .order)
    for (key, property) in [
      (1, "items"), (3, "items"), (4, "trip"), (6, "trip"), (7, "trips"), (8, "trips"),
      (1, "tags"), (2, "tags"), (3, "tags"),
    ] as [(ObjectKey, String)] {
      #expect(try related(before, key, property) == related(after, key, property), "\(key)")
    }
    #expect(TablesCheck.findings(after).isEmpty)
  }

  @Test("keeps a one-to-one whose truth moves to the other end")
  func renamedOneToOne() throws {
    func schema(_ name: String, _ original: String?) throws -> TableSchema {
      try TableSchema(
        name: "S", version: nil,
        entities: [
          TableEntity(
            name: name, originalName: original,
            relationships: [
              TableRelationship(name: "m", destination: "M", inverse: "other", isToMany: false)
            ]),
          TableEntity(
            name: "M",
            relationships: [
              TableRelationship(name: "other", destination: name, inverse: "m", isToMany: false)
            ]),
        ])
    }
    let old = try schema("A", nil)
    let new = try schema("Z", "A")
    let tables = TablesFixture.tables(
      old, [("A", 1, ["m": .reference(4)]), ("A", 2, [:]), ("M", 3, [:]), ("M", 4, [:])])
    let after = try tables.migrated(by: SchemaDifference(from: old, to: new))
    #expect(after.schema.relationshipEnd(named: "m", of: "Z")?.storage == .derived)
    #expect(try related(after, 1, "m") == [4])
    #expect(try related(after, 4, "other") == [1])
    #expect(try related(after, 3, "other") == [])
  }

  @Test("leaves foreign data where it was")
  func foreignData() throws {
    var tables = try tables()
    let index = try #require(tables.schema.hierarchyIndex(of: "Trip"))
    let builder = SegmentBuilder(tables.schema.hierarchies[index])
    let work = try #require(tables.schema.hierarchies[index].entity(named: "Work")?.discriminator)
    let trip = try #require(tables.schema.hierarchies[index].entity(named: "Trip")?.discriminator)
    builder.append(key: 20, discriminator: work, values: [])
    builder.append(key: 21, discriminator: trip, values: [])
    builder.setForeign(.members(["com.example.k": .bool(true)]))
    tables.tables = tables.schema.hierarchies.map { _ in Table() }
    tables.tables[index] = Table(segments: [builder.finish()])
    let kept = try migrated(tables) {
      $0[0].attributes.removeFirst(); $0[0].indexes = []
    }
    let keptIndex = try #require(kept.schema.hierarchyIndex(of: "Trip"))
    #expect(kept.tables[keptIndex].segments.first?.foreign.keys.sorted() == [1])
    let after = try migrated(tables) { $0.remove(at: 1) }
    let newIndex = try #require(after.schema.hierarchyIndex(of: "Trip"))
    #expect(
      after.tables[newIndex].segments.first?.foreign
        == [0: .members(["com.example.k": .bool(true)])])
  }
}
