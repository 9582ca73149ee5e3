import DocumentData
import DocumentTables
import Testing

@Suite("The way of a migration")
struct MigrationPathTests {
  // Spec 7.3-1
  @Test("stages run in the order of versions, whatever the order in which they are listed")
  func order() throws {
    enum Shuffled: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas.reversed() }
      static var stages: [MigrationStage] { BirdPlan.stages.reversed() }
    }
    let tables = try Birds.tables { context in
      let bird = BirdsV1.Bird(name: "wren")
      bird.weight = 9
      context.insert(bird)
    }
    let (migrated, report) = try Birds.migrate(Shuffled.self, tables)
    #expect(report.stages.map(\.toVersion) == [Schema.Version(2, 0, 0), Schema.Version(3, 0, 0)])
    let bird = try Birds.context(migrated, BirdsV3.self).only(BirdsV3.Bird.self)
    #expect(bird.name == "wren")
    #expect(bird.grams == 9)
    #expect(bird.song == "none")
    #expect(migrated.schema.version == SchemaVersion(3, 0, 0))
    #expect(migrated.nextKey == tables.nextKey)
  }

  @Test("a current document passes through no stage")
  func current() throws {
    let tables = try Birds.tables(BirdsV3.self)
    let (_, report) = try Birds.migrate(BirdPlan.self, tables)
    #expect(report.stages.isEmpty)
    #expect(report.description.isEmpty)
  }

  @Test("a migration may stop at an older version, and never goes back")
  func target() throws {
    let (migrated, _) = try Birds.migrate(BirdPlan.self, try Birds.tables(), to: BirdsV2.self)
    #expect(migrated.schema.version == SchemaVersion(2, 0, 0))
    #expect(throws: SwiftDataError.backwardMigration) {
      try Birds.migrate(BirdPlan.self, migrated, to: BirdsV1.self)
    }
  }

  @Test("a document without version is found by its shape")
  func withoutVersion() throws {
    var tables = try Birds.tables(BirdsV2.self)
    tables.schema = try tables.schema.renamed(version: nil)
    let (migrated, report) = try Birds.migrate(BirdPlan.self, tables)
    #expect(report.stages.count == 1)
    #expect(migrated.schema.version == SchemaVersion(3, 0, 0))
    enum Late: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [BirdsV3.self] }
      static var stages: [MigrationStage] { [] }
    }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try Birds.migrate(Late.self, tables) }
  }
}
