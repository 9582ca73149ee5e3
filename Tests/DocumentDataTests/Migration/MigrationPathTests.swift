import DocumentData
import DocumentTables
import Testing

private enum MissingStage: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] { [twoToThree] }
}

private enum GapAtTheEnd: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] { [oneToTwo] }
}

private enum TwoStages: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    [
      oneToTwo, twoToThree,
      .lightweight(fromVersion: BirdsV1.self, toVersion: BirdsV3.self),
    ]
  }
}

private enum TwoSchemas: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas + [BirdsOtherV1.self] }
  static var stages: [MigrationStage] { BirdPlan.stages }
}

private enum Backwards: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    [oneToTwo, .lightweight(fromVersion: BirdsV2.self, toVersion: BirdsV1.self)]
  }
}

private enum Beyond: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    [oneToTwo, .lightweight(fromVersion: BirdsV2.self, toVersion: BirdsV9.self)]
  }
}

private enum Nothing: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [] }
  static var stages: [MigrationStage] { [] }
}

@Suite("The way of a migration")
struct MigrationPathTests {
  @Test(
    "a plan whose stages do not lead in one way to the newest version is refused",
    arguments: [
      MissingStage.self, GapAtTheEnd.self, TwoStages.self, TwoSchemas.self, Backwards.self,
      Beyond.self, Nothing.self,
    ] as [any SchemaMigrationPlan.Type])
  func refusals(plan: any SchemaMigrationPlan.Type) throws {
    let tables = try Birds.tables()
    let error = #expect(throws: SwiftDataError.self) { try Birds.migrate(plan, tables) }
    #expect(error == .unknownSchema || error == .unknownDataStoreSchema)
    #expect(error?.explanation.isEmpty == false)
  }

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

  @Test("a newer document is named as newer")
  func newer() throws {
    let tables = try Birds.tables(BirdsV9.self)
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try Birds.migrate(BirdPlan.self, tables)
    }
    #expect(error?.explanation.contains("9.0.0, which is newer than 3.0.0") == true)
  }

  @Test("a version that is not in the plan is named as unknown")
  func unknown() throws {
    enum Late: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [BirdsV2.self, BirdsV3.self] }
      static var stages: [MigrationStage] { [twoToThree] }
    }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try Birds.migrate(Late.self, try Birds.tables())
    }
    #expect(error?.explanation.contains("not among those") == true)
  }

  @Test("the same version with another shape names the first difference")
  func otherShape() throws {
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try Birds.migrate(BirdPlan.self, try Birds.tables(BirdsOtherV1.self))
    }
    #expect(error?.explanation.contains("Bird.song is not in the released schema") == true)
    enum OtherPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [BirdsOtherV1.self] }
      static var stages: [MigrationStage] { [] }
    }
    let missing = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try Birds.migrate(OtherPlan.self, try Birds.tables())
    }
    #expect(missing?.explanation.contains("Bird has no attribute song") == true)
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
