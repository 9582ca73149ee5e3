import DocumentData
import DocumentTables
import Testing

private enum NoSchemas: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [] }
  static var stages: [MigrationStage] { [] }
}

private enum OneVersionTwice: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas + [BirdsOtherV1.self] }
  static var stages: [MigrationStage] { BirdPlan.stages }
}

private enum SchemaLacking: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    BirdPlan.stages + [.lightweight(fromVersion: BirdsV3.self, toVersion: BirdsV9.self)]
  }
}

private enum Skipping: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: BirdsV1.self, toVersion: BirdsV3.self)]
  }
}

private enum SkippingBesides: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] { BirdPlan.stages + Skipping.stages }
}

private enum StageTwice: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] { BirdPlan.stages + [oneToTwo] }
}

private enum SkippingBack: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    BirdPlan.stages + [.lightweight(fromVersion: BirdsV3.self, toVersion: BirdsV1.self)]
  }
}

private enum ToItself: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    BirdPlan.stages + [.lightweight(fromVersion: BirdsV2.self, toVersion: BirdsV2.self)]
  }
}

private enum TwiceBack: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    let back = MigrationStage.lightweight(fromVersion: BirdsV2.self, toVersion: BirdsV1.self)
    return [twoToThree, back, back]
  }
}

private enum Late: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV2.self, BirdsV3.self] }
  static var stages: [MigrationStage] { [twoToThree] }
}

@Suite("Plans and documents that no migration leads through")
struct PlanRefusalTests {
  private func error(
    _ plan: any SchemaMigrationPlan.Type, _ version: any VersionedSchema.Type = BirdsV1.self
  ) throws -> String {
    let tables = try Birds.tables(version)
    let error = try #require(throws: SwiftDataError.self) { try Birds.migrate(plan, tables) }
    return error.description
  }

  @Test(
    "a plan that contradicts itself is refused with all its versions and stages",
    arguments: [
      (NoSchemas.self, "unknownSchema: the plan NoSchemas has no schemas"),
      (
        OneVersionTwice.self,
        """
        unknownSchema: in the plan OneVersionTwice BirdsV1 and BirdsOtherV1 both have version \
        1.0.0: give each schema a versionIdentifier of its own
        """
      ),
      (
        SchemaLacking.self,
        """
        unknownSchema: the plan SchemaLacking has no schema BirdsV9, which the stage 3.0.0 → 9.0.0 \
        names (its versions: 1.0.0, 2.0.0, 3.0.0; its stages: 1.0.0 → 2.0.0, 2.0.0 → 3.0.0, \
        3.0.0 → 9.0.0)
        """
      ),
      (
        Skipping.self,
        """
        unknownSchema: the plan Skipping skips 2.0.0 with the stage 1.0.0 → 3.0.0: documents of a \
        version that is skipped would have no way on (its versions: 1.0.0, 2.0.0, 3.0.0; its \
        stages: 1.0.0 → 3.0.0)
        """
      ),
      (
        SkippingBesides.self,
        """
        unknownSchema: the plan SkippingBesides skips 2.0.0 with the stage 1.0.0 → 3.0.0: \
        documents of a version that is skipped would have no way on (its versions: 1.0.0, 2.0.0, \
        3.0.0; its stages: 1.0.0 → 2.0.0, 2.0.0 → 3.0.0, 1.0.0 → 3.0.0)
        """
      ),
      (
        StageTwice.self,
        """
        unknownSchema: the plan StageTwice has two stages 1.0.0 → 2.0.0 (its versions: 1.0.0, \
        2.0.0, 3.0.0; its stages: 1.0.0 → 2.0.0, 2.0.0 → 3.0.0, 1.0.0 → 2.0.0)
        """
      ),
      (
        SkippingBack.self,
        """
        unknownSchema: the plan SkippingBack skips 2.0.0 with the stage 3.0.0 → 1.0.0: documents of \
        a version that is skipped would have no way on (its versions: 1.0.0, 2.0.0, 3.0.0; its \
        stages: 1.0.0 → 2.0.0, 2.0.0 → 3.0.0, 3.0.0 → 1.0.0)
        """
      ),
      (
        ToItself.self,
        """
        unknownSchema: the plan ToItself has the stage 2.0.0 → 2.0.0, which begins and ends with one \
        version (its versions: 1.0.0, 2.0.0, 3.0.0; its stages: 1.0.0 → 2.0.0, 2.0.0 → 3.0.0, \
        2.0.0 → 2.0.0)
        """
      ),
      (
        TwiceBack.self,
        """
        unknownSchema: the plan TwiceBack has two stages 2.0.0 → 1.0.0 (its versions: 1.0.0, 2.0.0, \
        3.0.0; its stages: 2.0.0 → 3.0.0, 2.0.0 → 1.0.0, 2.0.0 → 1.0.0)
        """
      ),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func plans(plan: any SchemaMigrationPlan.Type, text: String) throws {
    #expect(try error(plan) == text)
  }

  @Test("a newer document, and one of a version that is not in the plan, are named as such")
  func versions() throws {
    #expect(
      try error(BirdPlan.self, BirdsV9.self) == """
        unknownDataStoreSchema: the document's schema birds has version 9.0.0, which is newer than \
        3.0.0, the newest this program knows; use a newer program, or work with the document \
        without its models (the versions of the plan BirdPlan: 1.0.0, 2.0.0, 3.0.0)
        """)
    #expect(
      try error(Late.self) == """
        unknownDataStoreSchema: the document's schema birds has version 1.0.0, which is not among \
        those this program knows; add the schema that the document was written with to the plan, \
        and a stage that leads on (the versions of the plan Late: 2.0.0, 3.0.0)
        """)
  }

  @Test("the same version with another shape names the first difference")
  func otherShape() throws {
    #expect(
      try error(BirdPlan.self, BirdsOtherV1.self) == """
        unknownDataStoreSchema (Bird): the document says version 1.0.0, and no schema of that \
        version in the plan BirdPlan has its shape: Bird is unique by name in the document, and is \
        not unique by anything in 1.0.0, and one more thing differs; add the schema that the \
        document was written with to the plan, and a stage that leads on
        """)
  }

  @Test("a document without version that nobody knows is compared with the schema next to it")
  func withoutVersion() throws {
    var tables = try Birds.tables(BirdsV2.self)
    var entities = tables.schema.entities
    entities[0].attributes[2].type = .scalar(.int64)
    tables.schema = try TableSchema(name: "birds", version: nil, entities: entities)
    let changed = tables
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try Birds.migrate(BirdPlan.self, changed)
    }
    #expect(error?.entity == "Bird")
    #expect(error?.property == "weight")
    #expect(
      error?.explanation == """
        the document states no version, and no schema of the plan BirdPlan has its shape: \
        Bird.weight is of type int64 in the document, and is of type int32 in 2.0.0; add the \
        schema that the document was written with to the plan, and a stage that leads on
        """)
  }

  @Test("a document is not opened as an older version")
  func older() throws {
    let tables = try Birds.tables(BirdsV3.self)
    let error = #expect(throws: SwiftDataError.backwardMigration) {
      try Birds.migrate(BirdPlan.self, tables, to: BirdsV1.self)
    }
    #expect(
      error?.explanation == """
        the document has version 3.0.0, and opening it as the older 1.0.0 would lose what only the \
        newer one can hold: use a program that knows the newer one, or write the older version to \
        a file of its own
        """)
  }
}
