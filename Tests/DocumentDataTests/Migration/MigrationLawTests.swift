import DocumentData
import DocumentTables
import Testing

@Suite("The laws of migration")
struct MigrationLawTests {
  private static let seeds = Array(UInt64(0)..<30)

  private func convert(
    _ tables: Tables, to major: Int, _ plan: any SchemaMigrationPlan.Type = HerbPlan.self,
    _ losses: LossPolicy = .carry
  ) throws -> Tables {
    try Migrator(plan, schemaName: "birds")
      .convert(tables, to: Schema.Version(major, 0, 0), losses: losses).tables
  }

  private func text(_ tables: Tables) -> String { TablesDump.text(tables, all: true) }

  @Test("down and up again gives the original, from every version to every older one")
  func downAndUp() throws {
    for seed in Self.seeds {
      let newest = try RandomHerbs.last(seed)
      for start in 2...4 {
        let original = try convert(newest, to: start, HerbPlan.self, .drop)
        for target in 1..<start {
          let down = try convert(original, to: target)
          #expect(down.schema.version == SchemaVersion(target, 0, 0))
          let again = try convert(down, to: start)
          #expect(text(again) == text(original), "seed \(seed), \(start) to \(target)")
        }
      }
    }
  }

  @Test("up, down and up again gives what up gave")
  func upDownUp() throws {
    for seed in Self.seeds {
      let oldest = try RandomHerbs.first(seed)
      for target in 2...4 {
        let up = try convert(oldest, to: target)
        for start in 1..<target {
          let again = try convert(try convert(up, to: start), to: target)
          #expect(text(again) == text(up), "seed \(seed), \(target) to \(start)")
        }
      }
    }
  }

  @Test("a lightweight stage does what the same change does as a custom one")
  func lightweightAndCustom() throws {
    for seed in Self.seeds {
      let oldest = try RandomHerbs.first(seed)
      let up = try convert(oldest, to: 2)
      #expect(text(up) == text(try convert(oldest, to: 2, CustomHerbPlan.self)))
      #expect(
        text(try convert(up, to: 1)) == text(try convert(up, to: 1, CustomHerbPlan.self)))
    }
  }

  @Test("in one go is the same as with files in between, on both ways")
  func filesBetween() throws {
    let folder = try MigrationFolder()
    for seed in Self.seeds.prefix(6) {
      for (start, targets) in [
        (try RandomHerbs.first(seed), [2, 3, 4]), (try RandomHerbs.last(seed), [3, 2, 1]),
      ] {
        var file = folder.url("start")
        try folder.write(start, to: file)
        for target in targets {
          let next = folder.url("version \(target)")
          try HerbPlan.convert(file, to: Schema.Version(target, 0, 0), writingTo: next)
          file = next
        }
        let inOneGo = folder.url("in one go")
        try HerbPlan.convert(
          folder.url("start"), to: Schema.Version(targets[2], 0, 0), writingTo: inOneGo)
        #expect(text(try folder.read(file)) == text(try folder.read(inOneGo)), "seed \(seed)")
      }
    }
  }

  @Test("what is not to be lost is not, and what is dropped does not come back")
  func policies() throws {
    let tables = try Birds.tables(HerbsV4.self) { context in
      let herb = HerbsV4.Herb(name: "sage", size: "7 cm", code: "S")
      herb.smell = "sweet"
      context.insert(herb)
    }
    let migrator = Migrator(HerbPlan.self, schemaName: "birds")
    let error = #expect(throws: SwiftDataError.lossyMigration) {
      try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .refuse)
    }
    #expect(error?.stage == "4.0.0 → 3.0.0")
    #expect(error?.property == "code")
    #expect(
      error?.explanation == """
        3 things would be lost, first Herb 1.code: "S": version 3.0.0 has no such property
        """)
    let carried = try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(carried.report.lossCount > 0)
    #expect(!carried.tables.carried.isEmpty)
    #expect(carried.report.isReversed)
    let dropped = try migrator.convert(tables, to: Schema.Version(1, 0, 0), losses: .drop)
    #expect(dropped.tables.carried.isEmpty)
    #expect(dropped.report.lossCount == carried.report.lossCount)
    let again = try migrator.convert(dropped.tables, to: Schema.Version(4, 0, 0), losses: .carry)
    let herb = try Birds.context(again.tables, HerbsV4.self).only(HerbsV4.Herb.self)
    #expect(herb.smell == nil)
    let back = try migrator.convert(carried.tables, to: Schema.Version(4, 0, 0), losses: .carry)
    let other = try Birds.context(back.tables, HerbsV4.self).only(HerbsV4.Herb.self)
    #expect(other.smell == "sweet")
    #expect(back.report.stages.flatMap(\.restored).contains { $0.property == "smell" })
    #expect(back.report.json.hasPrefix("{\"direction\":\"up\""))
  }
}
