import DocumentTables
import Testing

@Suite("Undoing a save from a history")
struct SaveReversalTests {
  private static func save(
    _ before: Tables, _ after: Tables, _ detail: HistoryPolicy.Detail = .values
  ) -> History.Transaction {
    History.Transaction(
      ChangeSet(from: before, to: after), before: before,
      fingerprint: before.schema.modelFingerprint(), detail: detail,
      stamp: HistoryStamp(time: 0, author: nil))
  }

  private static func reversal(
    _ save: History.Transaction, _ tables: Tables
  ) throws(SaveReversal.Refusal) -> ChangeSet {
    try SaveReversal(
      of: save, in: tables, fingerprint: tables.schema.modelFingerprint()
    ).changes
  }

  /// The changes that a history records: not those of data of other programs.
  private static func recorded(_ changes: ChangeSet) -> ChangeSet {
    var recorded = changes
    recorded.updated = changes.updated.filter { !$0.changes.isEmpty }
    (recorded.extensions, recorded.keptParts, recorded.carried) = ([], [], nil)
    recorded.nextKey = 0
    return recorded
  }

  @Test("brings back exactly what was there before", arguments: 0..<60)
  func back(seed: Int) throws {
    var scenario = try MergeScenario(seed: 40_000 + seed)
    let after = try scenario.changed(
      scenario.base, Int.random(in: 1...12, using: &scenario.generator.random))
    let save = Self.save(scenario.base, after)
    let back = after.applying(try Self.reversal(save, after))
    #expect(TablesCheck.findings(back) == [])
    #expect(Self.recorded(ChangeSet(from: scenario.base, to: back)).isEmpty)
    // Undoing is a save, which can be undone.
    let forth = back.applying(try Self.reversal(Self.save(after, back), back))
    #expect(Self.recorded(ChangeSet(from: after, to: forth)).isEmpty)
  }

  @Test("is refused if the history keeps names only", arguments: 0..<10)
  func names(seed: Int) throws {
    var scenario = try MergeScenario(seed: 50_000 + seed)
    let after = try scenario.changed(scenario.base, 8)
    let save = Self.save(scenario.base, after, .names)
    guard save.groups.contains(where: { $0.kind == .delete }) else { return }
    #expect {
      try Self.reversal(save, after)
    } throws: { error in
      if case SaveReversal.Refusal.notKept? = error as? SaveReversal.Refusal { true } else { false }
    }
  }

  private static func schema() throws -> TableSchema {
    try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "name", type: .scalar(.text)),
            TableAttribute(name: "note", type: .scalar(.text), isNullable: true),
          ])
      ])
  }

  private static func tables(_ rows: [TablesFixture.Row]) throws -> Tables {
    TablesFixture.tables(try schema(), rows)
  }

  @Test("is refused if the object was changed, removed or made again since")
  func since() throws {
    let empty = try Self.tables([])
    let first = try Self.tables([("Trip", 1, ["name": .text("a")])])
    let second = try Self.tables([("Trip", 1, ["name": .text("b")])])
    let third = try Self.tables([("Trip", 1, ["name": .text("c")])])
    #expect(throws: SaveReversal.Refusal.changed(entity: "Trip", key: 1, property: "name")) {
      try Self.reversal(Self.save(first, second), third)
    }
    #expect(throws: SaveReversal.Refusal.existence(entity: "Trip", key: 1)) {
      try Self.reversal(Self.save(first, second), empty)
    }
    #expect(throws: SaveReversal.Refusal.existence(entity: "Trip", key: 1)) {
      try Self.reversal(Self.save(empty, first), empty)
    }
    #expect(throws: SaveReversal.Refusal.existence(entity: "Trip", key: 1)) {
      try Self.reversal(Self.save(first, empty), first)
    }
  }

  @Test("leaves what later saves changed of other properties")
  func otherProperties() throws {
    let first = try Self.tables([("Trip", 1, ["name": .text("a")])])
    let second = try Self.tables([("Trip", 1, ["name": .text("b")])])
    let third = try Self.tables([("Trip", 1, ["name": .text("b"), "note": .text("n")])])
    let back = third.applying(try Self.reversal(Self.save(first, second), third))
    #expect(TablesFixture.rows(back)[1]?["name"] == .text("a"))
    #expect(TablesFixture.rows(back)[1]?["note"] == .text("n"))
  }

  @Test("is refused for a value that the history leaves out, as for a long text")
  func longTexts() throws {
    let long = String(repeating: "x", count: 70_000)
    let first = try Self.tables([("Trip", 1, ["name": .text("a"), "note": .text(long)])])
    let second = try Self.tables([("Trip", 1, ["name": .text("a"), "note": .text("short")])])
    #expect(throws: SaveReversal.Refusal.notKept(entity: "Trip", key: 1, property: "note")) {
      try Self.reversal(Self.save(first, second), second)
    }
    let none = try Self.tables([])
    #expect(throws: SaveReversal.Refusal.notKept(entity: "Trip", key: 1, property: "note")) {
      try Self.reversal(Self.save(first, none), none)
    }
  }

  @Test("is refused for a migration, for another schema, and for changes that nobody recorded")
  func otherSaves() throws {
    let first = try Self.tables([("Trip", 1, ["name": .text("a")])])
    let second = try Self.tables([("Trip", 1, ["name": .text("b")])])
    var save = Self.save(first, second)
    save.migratedFrom = first.schema.modelFingerprint()
    #expect(throws: SaveReversal.Refusal.migrated) { try Self.reversal(save, second) }
    save = Self.save(first, second)
    save.schema = Digest(of: [1])
    #expect(throws: SaveReversal.Refusal.migrated) { try Self.reversal(save, second) }
    save = Self.save(first, second)
    save.unknown = first.historyRanges()
    #expect(throws: SaveReversal.Refusal.unrecorded) { try Self.reversal(save, second) }
  }
}
