import DocumentTables
import Testing

@Suite("Deleting objects by the delete rules")
struct ObjectDeletionTests {
  private static func schema(
    items: DeleteRule = .cascade, isTripNullable: Bool = true, isListNullable: Bool = true
  ) throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip", attributes: [TableAttribute(name: "name", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "items", destination: "Item", inverse: "trip", isToMany: true,
              isNullable: isListNullable, deleteRule: items)
          ]),
        TableEntity(
          name: "Item", attributes: [TableAttribute(name: "title", type: .scalar(.text))],
          relationships: [
            TableRelationship(
              name: "trip", destination: "Trip", inverse: "items", isToMany: false,
              isNullable: isTripNullable),
            TableRelationship(name: "friends", destination: "Item", isToMany: true),
          ]),
      ])
  }

  private static func tables(_ schema: TableSchema) -> Tables {
    TablesFixture.tables(
      schema,
      [
        ("Trip", 1, ["name": .text("Nile"), "items": .references([11, 10, 12])]),
        ("Trip", 2, ["name": .text("Oslo")]),
        ("Item", 10, ["title": .text("a"), "trip": .reference(1), "friends": .references([20])]),
        ("Item", 11, ["title": .text("b"), "trip": .reference(1), "friends": .references([])]),
        ("Item", 12, ["title": .text("c"), "trip": .reference(1), "friends": .references([])]),
        (
          "Item", 20,
          ["title": .text("d"), "trip": .reference(2), "friends": .references([10, 11])]
        ),
      ])
  }

  private static func deleted(
    _ keys: [(entity: String, key: ObjectKey)], _ tables: Tables
  ) throws(ObjectDeletion.Refusal) -> Tables {
    let places = keys.compactMap { object in
      tables.schema.hierarchyIndex(of: object.entity).map { ($0, object.key) }
    }
    return tables.applying(try ObjectDeletion(places, from: tables).changes)
  }

  @Test("an owner takes what it owns along, and lists lose what is gone")
  func cascade() throws {
    let result = try Self.deleted([("Trip", 1)], Self.tables(try Self.schema()))
    let rows = TablesFixture.rows(result)
    #expect(rows.keys.sorted() == [2, 20])
    #expect(rows[20]?["friends"] == .references([]))
    #expect(TablesCheck.findings(result) == [])
  }

  @Test(
    "what is not owned stays, and refers to nothing", arguments: [DeleteRule.nullify, .noAction])
  func nullify(rule: DeleteRule) throws {
    let result = try Self.deleted([("Trip", 1)], Self.tables(try Self.schema(items: rule)))
    let rows = TablesFixture.rows(result)
    #expect(rows.keys.sorted() == [2, 10, 11, 12, 20])
    #expect([10, 11, 12].allSatisfy { rows[$0]?["trip"] == .null })
    #expect(TablesCheck.findings(result) == [])
  }

  @Test("an order keeps the other members, and none is stored where it is that of the keys")
  func order() throws {
    let tables = Self.tables(try Self.schema())
    let two = try Self.deleted([("Item", 12)], tables)
    #expect(TablesFixture.rows(two)[1]?["items"] == .references([11, 10]))
    let one = try Self.deleted([("Item", 11)], tables)
    #expect(TablesFixture.rows(one)[1]?["items"] == .null)
    #expect(TablesCheck.findings(two) == [] && TablesCheck.findings(one) == [])
  }

  @Test("a list that loses all is empty, and not nil", arguments: [true, false])
  func empty(isNullable: Bool) throws {
    let tables = Self.tables(try Self.schema(isListNullable: isNullable))
    // The order of the first is stored, that of the second is that of the keys.
    let result = try Self.deleted(
      [("Item", 10), ("Item", 11), ("Item", 12), ("Item", 20)], tables)
    for key in [ObjectKey(1), 2] {
      #expect(TablesFixture.rows(result)[key]?["items"] == (isNullable ? .references([]) : .null))
    }
    #expect(TablesCheck.findings(result) == [])
  }

  @Test("a rule denies it while an object is there, unless that goes too")
  func deny() throws {
    let tables = Self.tables(try Self.schema(items: .deny))
    #expect(throws: ObjectDeletion.Refusal.denied(object: 2, property: "items", target: 20)) {
      try Self.deleted([("Trip", 2)], tables)
    }
    let result = try Self.deleted([("Trip", 2), ("Item", 20)], tables)
    #expect(TablesFixture.rows(result).keys.sorted() == [1, 10, 11, 12])
    #expect(TablesFixture.rows(result)[10]?["friends"] == .references([]))
  }

  @Test("an object that another one needs stays")
  func required() throws {
    let tables = Self.tables(try Self.schema(items: .nullify, isTripNullable: false))
    #expect(throws: ObjectDeletion.Refusal.required(object: 20, property: "trip", target: 2)) {
      try Self.deleted([("Trip", 2)], tables)
    }
  }

  @Test("objects that are not there are ignored")
  func missing() throws {
    let tables = Self.tables(try Self.schema())
    let places: [(hierarchy: Int, key: ObjectKey)] = [(0, 99), (7, 1)]
    #expect(try ObjectDeletion(places, from: tables).changes.isEmpty)
  }

  @Test("what stays is valid, and differs by references only", arguments: 0..<60)
  func generated(seed: Int) throws {
    var scenario = try MergeScenario(seed: 60_000 + seed)
    let tables = scenario.base
    let all = tables.tables.indices.flatMap { hierarchy in
      tables.tables[hierarchy].segments.flatMap { segment in
        (0..<segment.count).map { (hierarchy, segment.keys[$0]) }
      }
    }
    guard let victim = all.randomElement(using: &scenario.generator.random) else { return }
    do throws(ObjectDeletion.Refusal) {
      let deletion = try ObjectDeletion([victim], from: tables)
      let result = tables.applying(deletion.changes)
      #expect(result.find(victim.1) == nil)
      #expect(TablesCheck.findings(result) == [])
      let gone = Set(deletion.changes.deleted.map(\.key))
      let before = TablesFixture.rows(tables)
      for (key, row) in TablesFixture.rows(result) {
        #expect(!gone.contains(key))
        for (name, value) in row where before[key]?[name] != value {
          switch value {
          case .null, .references: break
          default: Issue.record("\(key).\(name) became \(value)")
          }
        }
      }
      #expect(tables.rowCount == result.rowCount + gone.count)
    } catch {
      // The rules of this document do not allow it.
    }
  }
}
