import DocumentMigration
import DocumentTables
import Testing

@Suite("What putting losses back overwrites")
struct OverwrittenDataTests {
  /// What is listed, or has to be: object, then property, `deleted` or `foreign`.
  private typealias Change = String

  private static func listed(_ data: OverwrittenData) -> [Change] {
    data.groups.flatMap { group in
      group.keys.map { "\($0) \(group.property ?? group.kind.rawValue)" }
    }
  }

  // Spec 10.5-4
  @Test("is exactly what was there before and is gone or different", arguments: 0..<100)
  func law(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(seed))
    let original = try generator.fixture()
    var damaged = original
    for _ in 0..<Int.random(in: 0...15, using: &generator.random) {
      try generator.change(&damaged)
    }
    let counterparts = try LossLawTests.counterparts(seed)
    let losses = Losses.between(
      try original.tables(), try damaged.tables(),
      downgraded: try damaged.tables(SchemaVersion(1, 0, 0)), counterparts: counterparts)
    let base = try damaged.tables()
    let outcome = base.restoring(
      losses, from: try damaged.tables(SchemaVersion(1, 0, 0)), counterparts: counterparts)
    let after = LossFixture(outcome.tables)
    var expected: Set<Change> = []
    // Values that are their property's default are listed where the older version has the property.
    var defaults: Set<Change> = []
    let names = [
      "days", "name", "mood", "note", "title", "when", "perdiem", "boss", "price", "place", "code",
      "next",
      "trip",
    ]
    for (key, row) in LossFixture(base).rows {
      guard let result = after.rows[key] else {
        expected.insert("\(key) deleted")
        continue
      }
      for name in names {
        guard let value = row.values[name], value != .null, value != result.values[name] ?? .null
        else { continue }
        if [.text("calm"), .double(0)].contains(value) {
          defaults.insert("\(key) \(name)")
        } else {
          expected.insert("\(key) \(name)")
        }
      }
      if let foreign = row.foreign, foreign != result.foreign { expected.insert("\(key) foreign") }
    }
    let lists = ["items", "tags", "trips", "clients", "visa", "twin", "home", "work"]
    let listed = Self.listed(outcome.overwritten).filter { change in
      !defaults.contains(change) && !lists.contains { change.hasSuffix(" \($0)") }
    }
    #expect(Set(listed) == expected)
    #expect(listed.count == expected.count, "each is listed once")
  }

  @Test("the generated changes overwrite data of every kind")
  func kinds() throws {
    var kinds: Set<OverwrittenData.Group.Kind> = []
    for seed in 0..<30 {
      var generator = LossGenerator(seed: UInt64(seed))
      let original = try generator.fixture()
      var damaged = original
      for _ in 0..<15 { try generator.change(&damaged) }
      let older = try damaged.tables(SchemaVersion(1, 0, 0))
      let counterparts = try LossLawTests.counterparts(seed)
      let losses = Losses.between(
        try original.tables(), try damaged.tables(), downgraded: older, counterparts: counterparts)
      let outcome = try damaged.tables().restoring(
        losses, from: older, counterparts: counterparts)
      kinds.formUnion(outcome.overwritten.groups.map(\.kind))
    }
    #expect(kinds == [.deleted, .replaced, .foreign])
  }

  @Test("values that were nil, or new in the newer version, are not there to be overwritten")
  func newValues() throws {
    var scenario = LossScenario(withoutProperties: ["mood"])
    scenario.original.rows[5] = LossScenario.trip(
      "a", ["days": .integer(3), "mood": .text("wild")])
    scenario.down = {
      $0.rows[5]?.values["days"] = .null
      $0.rows[5]?.values["mood"] = .text("calm")
    }
    let result = try scenario.run()
    #expect(result.outcome.restored.count == 2)
    #expect(result.outcome.overwritten.count == 0)
  }

  @Test("members that come back overwrite nothing; members that leave do")
  func lists() throws {
    for isShorter in [false, true] {
      var scenario = LossScenario()
      scenario.original.rows[1] = LossFixture.Row(
        entity: "Tag", values: ["trips": .references([2, 3])])
      scenario.original.rows[2] = LossScenario.trip("a")
      scenario.original.rows[3] = LossScenario.trip("b")
      scenario.original.rows[4] = LossScenario.trip("c")
      scenario.down = {
        $0.rows[1]?.values["trips"] = .references(isShorter ? [2, 3, 4] : [2])
      }
      let result = try scenario.run()
      #expect(result.outcome.restored.count > 0)
      #expect((result.outcome.overwritten.count > 0) == isShorter)
    }
  }

  @Test("a deleted object is listed with all it was")
  func deletedObject() throws {
    var scenario = LossScenario()
    scenario.original.rows[1] = LossScenario.trip("a")
    scenario.down = { $0.rows[2] = LossScenario.trip("made") }
    let group = try #require(try scenario.run().outcome.overwritten.groups.first)
    #expect(group.kind == .deleted && group.entity == "Trip" && group.keys == [2])
    #expect(group.title == "name")
    #expect(group.before[0]["name"] == .text("made"))
  }

  // Spec 10.4-3
  @Test("declined entries leave the document, and the report says why")
  func declined() throws {
    var scenario = LossScenario()
    scenario.original.rows[5] = LossScenario.trip("a", ["days": .integer(3)])
    scenario.down = { $0.rows[5]?.values["days"] = .null }
    let losses = try scenario.run().losses
    var lower = scenario.original
    scenario.down(&lower)
    var up = try losses.carried(in: lower.tables(), from: scenario.original.tables())
    up.carried.append(.text("another program's"))
    let stage = LossStage(schema: "S", from: SchemaVersion(2, 0, 0), to: SchemaVersion(1, 0, 0))
    let outcome = up.decliningCarried(of: stage)
    #expect(outcome.tables.carried == [.text("another program's")])
    #expect(LossFixture(outcome.tables).rows == LossFixture(up).rows)
    #expect(outcome.restored.isEmpty && outcome.dropped.map(\.reason) == [.declined])
  }
}
