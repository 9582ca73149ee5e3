import DocumentTables
import Testing

@testable import DocumentMigration

@Suite("Tables with other keys")
struct RekeyingTests {
  private static func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  /// New keys for all objects and extension records, each below the next key.
  private static func shuffled(
    _ tables: Tables, _ random: inout TextFormRandom
  ) -> [ObjectKey: ObjectKey] {
    let used = Set(
      TablesFixture.rows(tables).keys + tables.extensions.map(\.key)
        + tables.carried.flatMap { tree -> [ObjectKey] in
          tree["loss"]?.textValue == "object"
            ? (tree["keys"]?.arrayValue ?? []).compactMap(\.integerValue) : []
        })
    let new = (1..<tables.nextKey).shuffled(using: &random)
    return Dictionary(uniqueKeysWithValues: zip(used.sorted(), new))
  }

  private static func inverse(_ keys: [ObjectKey: ObjectKey]) -> [ObjectKey: ObjectKey] {
    Dictionary(uniqueKeysWithValues: keys.map { ($1, $0) })
  }

  @Test("new keys and the old ones again give the same document", arguments: 0..<100)
  func thereAndBack(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(seed))
    let tables = try generator.fixture().tables()
    let keys = Self.shuffled(tables, &generator.random)
    let rekeyed = tables.rekeyed(keys)
    #expect(TablesCheck.findings(rekeyed) == [])
    #expect(rekeyed.nextKey == tables.nextKey)
    #expect(Self.text(rekeyed.rekeyed(Self.inverse(keys))) == Self.text(tables))
  }

  @Test("documents of any schema survive new keys, too")
  func generatedSchemas() throws {
    var count = 0
    for seed in 0..<150 {
      var generator = GeneratedMigration(seed: UInt64(seed))
      guard
        let schema = try? TableSchema(
          name: "S", version: SchemaVersion(1, 0, 0), entities: generator.entities())
      else { continue }
      let tables = generator.tables(schema)
      guard TablesCheck.findings(tables).isEmpty else { continue }
      var random = TextFormRandom(seed: UInt64(seed))
      let keys = Self.shuffled(tables, &random)
      let rekeyed = tables.rekeyed(keys)
      #expect(TablesCheck.findings(rekeyed) == [], "seed \(seed)")
      let again = rekeyed.rekeyed(Self.inverse(keys))
      #expect(Self.text(again) == Self.text(tables), "seed \(seed)")
      count += 1
    }
    #expect(count > 80)
  }

  @Test("every relationship leads to the same objects, in the same order", arguments: 0..<40)
  func relationships(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(500 + seed))
    let tables = try generator.fixture().tables()
    let keys = Self.shuffled(tables, &generator.random)
    let rekeyed = tables.rekeyed(keys)
    for (key, row) in TablesFixture.rows(tables) {
      let new = try #require(keys[key])
      guard case .text(let entity) = row["$entity"] else { continue }
      for owner in tables.schema.lineage(of: entity) {
        for relationship in owner.relationships {
          let before = try Self.related(key, relationship.name, entity, in: tables)
          let after = try Self.related(new, relationship.name, entity, in: rekeyed)
          #expect(after == before.map { $0.map { keys[$0] ?? 0 } }, "\(key).\(relationship.name)")
        }
      }
    }
  }

  private static func related(
    _ key: ObjectKey, _ name: String, _ entity: String, in tables: Tables
  ) throws -> [ObjectKey]? {
    let end = try #require(tables.schema.relationshipEnd(named: name, of: entity))
    let location = try #require(tables.tables[end.hierarchy].location(of: key))
    return tables.relatedKeys(
      of: key, in: tables.tables[end.hierarchy].segments[location.segment], row: location.row,
      through: end)
  }

  // Spec 13.2-7
  @Test("a list in the order of keys keeps its order when keys change places")
  func keyOrder() throws {
    var fixture = LossFixture()
    fixture.rows = [
      1: LossScenario.trip("a"), 5: LossScenario.item("first", in: 1),
      6: LossScenario.item("second", in: 1),
    ]
    let tables = try fixture.tables()
    let rekeyed = tables.rekeyed([5: 2000])
    #expect(try Self.related(1, "items", "Trip", in: rekeyed) == [2000, 6])
    #expect(rekeyed.nextKey == 2001)
    // Back in the order of keys, nothing is stored.
    let again = rekeyed.rekeyed([6: 2001])
    #expect(try Self.related(1, "items", "Trip", in: again) == [2000, 2001])
    #expect(TablesFixture.rows(again)[1]?["items"] == .null)
  }

  @Test("tables without a replaced key keep their segments")
  func sharing() throws {
    var fixture = LossFixture()
    fixture.rows = [
      1: LossScenario.trip("a"), 5: LossScenario.item("x", in: 1),
      9: LossFixture.Row(entity: "Visa", values: [:]),
    ]
    let tables = try fixture.tables()
    let rekeyed = tables.rekeyed([9: 10, 700: 800])
    let changed = try #require(tables.schema.hierarchyIndex(of: "Visa"))
    for hierarchy in tables.tables.indices where hierarchy != changed {
      for (old, new) in zip(tables.tables[hierarchy].segments, rekeyed.tables[hierarchy].segments) {
        #expect(old === new)
      }
    }
    #expect(rekeyed.tables[changed].segments.map { $0.keys[0] } == [10])
  }
}

@Suite("Carried losses with other keys")
struct LossRekeyingTests {
  // Spec 13.2-7
  @Test("what was lost comes back to the objects under their new keys", arguments: 0..<100)
  func restoring(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(2000 + seed))
    let original = try generator.fixture()
    var damaged = original
    for _ in 0..<Int.random(in: 3...15, using: &generator.random) { try generator.change(&damaged) }
    let counterparts = try LossLawTests.counterparts(seed)
    let before = try original.tables()
    let down = try damaged.tables(SchemaVersion(1, 0, 0))
    let carried = Losses.between(
      before, try damaged.tables(), downgraded: down, counterparts: counterparts
    ).carried(in: down, from: before)

    let used = Set(original.rows.keys).union(damaged.rows.keys)
      .union(original.extensions.map(\.key)).union(damaged.extensions.map(\.key))
    // Members that come back to a list without an order are in the order of keys, so the new keys
    // must be in the order of the old ones.
    let new = (1..<down.nextKey).shuffled(using: &generator.random).prefix(used.count).sorted()
    let keys = Dictionary(uniqueKeysWithValues: zip(used.sorted(), new))
    let rekeyed = carried.rekeyed(keys, schemas: [before.schema])
    let up = LossFixture(rekeyed)
    var migrated = try up.tables()
    migrated.carried = rekeyed.carried
    let outcome = migrated.restoringCarried(
      of: LossStage(from: before.schema, to: down.schema), from: rekeyed,
      counterparts: counterparts)
    #expect(outcome.dropped.isEmpty)
    #expect(outcome.malformed.isEmpty)
    #expect(LossFixture.dump(outcome.tables) == LossFixture.dump(before.rekeyed(keys)))
  }

  @Test("other programs' trees stay as they are")
  func foreignTrees() throws {
    let tables = try LossFixture().tables()
    let rekeying = LossRekeying([1: 2], schemas: [tables.schema])
    let trees: [Tree] = [.text("theirs"), .members(["loss": .text("value"), "keys": .integer(1)])]
    for tree in trees {
      #expect(rekeying.rekeyed(tree) == tree)
      #expect(!rekeying.mayMisread(tree))
    }
  }

  // Spec 13.2-7
  @Test("numbers of a version that is not known could be keys, and are named")
  func unknownVersion() throws {
    var group = LossGroup(
      .init(
        stage: LossStage(
          schema: "S", from: SchemaVersion(2, 0, 0), to: SchemaVersion(1, 0, 0)), kind: .value,
        reason: .removedProperty, hierarchy: "Trip", entity: "Trip", olderEntity: "Trip",
        property: "next"))
    group.keys = [3, 4]
    group.values = [.integer(7), .null]
    let known = LossRekeying([3: 9, 7: 8], schemas: [try LossFixture.schema()])
    #expect(!known.mayMisread(group.tree))
    #expect(known.rekeyed(group.tree)["keys"] == .array([.integer(4), .integer(9)]))
    #expect(known.rekeyed(group.tree)["values"] == .array([.null, .integer(8)]))
    let unknown = LossRekeying([3: 9, 7: 8], schemas: [])
    #expect(unknown.mayMisread(group.tree))
    #expect(!LossRekeying([3: 9], schemas: []).mayMisread(group.tree))
  }
}
