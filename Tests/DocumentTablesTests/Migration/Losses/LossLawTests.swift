import DocumentMigration
import DocumentTables
import Testing

@Suite("The law that losses serve")
struct LossLawTests {
  // Spec 7.3-5, 10-1
  @Test("what is lost, put back, makes the original", arguments: 0..<100)
  func law(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(seed))
    let original = try generator.fixture()
    var damaged = original
    damaged.rowsPerSegment = Int.random(in: 1...4, using: &generator.random)
    for _ in 0..<Int.random(in: 0...15, using: &generator.random) {
      try generator.change(&damaged)
    }
    let counterparts = try Self.counterparts(seed)
    let before = try original.tables()
    let after = try damaged.tables()
    let down = try damaged.tables(SchemaVersion(1, 0, 0))
    let losses = Losses.between(before, after, downgraded: down, counterparts: counterparts)
    #expect(losses.isEmpty == (LossFixture.dump(before) == LossFixture.dump(after)))

    let carried = losses.carried(in: down, from: before)
    #expect(carried.carried.count == losses.groups.count)
    var up = try damaged.tables()
    up.carried = carried.carried + [.text("another program's")]
    up.extensions = carried.extensions
    up.keptParts = carried.keptParts
    let outcome = up.restoringCarried(
      of: LossStage(from: before.schema, to: down.schema), from: carried,
      counterparts: counterparts)
    #expect(outcome.dropped.isEmpty)
    #expect(outcome.restored.count == losses.count)
    var result = outcome.tables
    #expect(result.carried == [.text("another program's")])
    result.carried = []
    #expect(LossFixture.dump(result) == LossFixture.dump(before))
  }

  static let removed: Set<String> = ["days", "twin", "items", "boss", "trips", "price", "place"]

  static func counterparts(_ seed: Int) throws -> StageCounterparts {
    try LossFixture.counterparts(
      withoutEntities: seed % 3 == 0 ? ["Work", "Visa"] : [],
      withoutProperties: seed % 2 == 0 ? removed : [])
  }

  @Test("the generated changes lose everything that can be lost")
  func kinds() throws {
    var kinds: Set<LossKind> = []
    var reasons: Set<LossReason> = []
    for seed in 0..<30 {
      var generator = LossGenerator(seed: UInt64(seed))
      let original = try generator.fixture()
      var damaged = original
      for _ in 0..<15 { try generator.change(&damaged) }
      let losses = Losses.between(
        try original.tables(), try damaged.tables(),
        downgraded: try damaged.tables(SchemaVersion(1, 0, 0)),
        counterparts: try Self.counterparts(seed))
      for group in losses.groups {
        kinds.insert(group.header.kind)
        reasons.insert(group.header.reason)
      }
    }
    #expect(kinds == Set(LossKind.allCases))
    let expected: Set<LossReason> = [
      .removedProperty, .removedEntity, .becameSuperentity, .deleted, .added,
      .objectLost, .changed,
    ]
    #expect(reasons.isSuperset(of: expected))
  }

  // Spec 10.4-1
  @Test("after another program's edits the result is valid, and edits stay", arguments: 0..<150)
  func edits(seed: Int) throws {
    var generator = LossGenerator(seed: UInt64(1000 + seed))
    let original = try generator.fixture()
    var damaged = original
    for _ in 0..<Int.random(in: 0...15, using: &generator.random) {
      try generator.change(&damaged)
    }
    var edited = damaged
    generator.reusesKeys = true
    for _ in 0..<Int.random(in: 1...8, using: &generator.random) { try generator.change(&edited) }
    let counterparts = try Self.counterparts(seed)
    let before = try original.tables()
    let down = try damaged.tables(SchemaVersion(1, 0, 0))
    let losses = Losses.between(
      before, try damaged.tables(), downgraded: down, counterparts: counterparts)
    let older = try edited.tables(SchemaVersion(1, 0, 0))
    let outcome = try edited.tables().restoring(
      losses, from: older, counterparts: counterparts)
    #expect(TablesCheck.findings(outcome.tables) == [])
    #expect(outcome.restored.count + outcome.droppedCount == losses.count)
    let restored = LossFixture(outcome.tables)
    for (key, row) in restored.rows {
      guard let first = original.rows[key], let second = damaged.rows[key],
        let third = edited.rows[key], second.entity == third.entity, first.entity == row.entity
      else { continue }
      for name in ["mood", "note", "title", "when", "perdiem", "boss", "price", "place"] {
        guard let wanted = first.values[name], let found = row.values[name] else { continue }
        let isLost = wanted != second.values[name]
        let isGuarded = seed % 2 != 0 || !Self.removed.contains(name)
        let isEdited = second.values[name] != third.values[name]
        if isLost, !isEdited || !isGuarded {
          #expect(found == wanted, "\(key).\(name)")
        } else {
          #expect(found == third.values[name] ?? found, "\(key).\(name)")
        }
      }
    }
  }
}
