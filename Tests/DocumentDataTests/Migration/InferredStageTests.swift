import DocumentData
import DocumentTables
import Testing

private enum LossV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    @Attribute(.unique) var name: String
    init(name: String) { self.name = name }
  }
}

private enum UnknownV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    @Attribute(.unique) var name: String
    var weight: Int32 = 0
    var song: String = "none"
    var code: String
    init(name: String) {
      self.name = name
      code = name
    }
  }
}

private enum OtherTypeV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Bird.self] }

  @Model class Bird {
    @Attribute(.unique) var name: String
    var weight: String = ""
    var song: String = "none"
    init(name: String) { self.name = name }
  }
}

private protocol ThreeVersions: SchemaMigrationPlan {
  static var third: any VersionedSchema.Type { get }
}

extension ThreeVersions {
  static var third: any VersionedSchema.Type { BirdsV3.self }
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self, third] }
  static var stages: [MigrationStage] { [] }
}

private enum NoStages: ThreeVersions {}

private enum LastOnly: ThreeVersions {
  static var stages: [MigrationStage] { [twoToThree] }
}

private enum FirstOnly: ThreeVersions {
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self, willMigrate: nil,
        didMigrate: { context in
          for bird in try context.all(BirdsV2.Bird.self) { bird.song = "set" }
        })
    ]
  }
}

private enum Losing: ThreeVersions {
  static var third: any VersionedSchema.Type { LossV3.self }
}

private enum Undecided: ThreeVersions {
  static var third: any VersionedSchema.Type { UnknownV3.self }
}

private enum Retyped: ThreeVersions {
  static var third: any VersionedSchema.Type { OtherTypeV3.self }
}

private enum CustomOver: ThreeVersions {
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: BirdsV1.self, toVersion: BirdsV3.self, willMigrate: nil, didMigrate: nil)
    ]
  }
}

private enum CustomBack: ThreeVersions {
  static var stages: [MigrationStage] {
    [
      oneToTwo,
      .custom(
        fromVersion: BirdsV3.self, toVersion: BirdsV2.self, willMigrate: { _ in }, didMigrate: nil),
    ]
  }
}

@Suite("Stages that a plan does not declare")
struct InferredStageTests {
  private func document() throws -> Tables {
    try Birds.tables { context in
      let wren = BirdsV1.Bird(name: "wren")
      wren.weight = 9
      context.insert(wren)
    }
  }

  @Test(
    "are inferred at the beginning, in the middle and at the end, and noted",
    arguments: [
      (NoStages.self, [true, true]), (LastOnly.self, [true, false]),
      (FirstOnly.self, [false, true]),
    ] as [(any SchemaMigrationPlan.Type, [Bool])])
  func inferred(plan: any SchemaMigrationPlan.Type, gaps: [Bool]) throws {
    let (migrated, report) = try Birds.migrate(plan, try document())
    #expect(report.stages.map(\.isInferred) == gaps)
    let bird = try Birds.context(migrated, BirdsV3.self).only(BirdsV3.Bird.self)
    #expect(bird.name == "wren")
    #expect(bird.grams == 9)
    #expect(bird.song == (plan == FirstOnly.self ? "set" : "none"))
    let lines = report.description.split(separator: "\n").filter { $0.hasSuffix(")") }
    let note = "2.0.0 → 3.0.0 (lightweight, inferred: the plan declares no stage here)"
    #expect(lines.contains { $0 == note } == gaps[1])
    let member = #""from":"1.0.0","inferred":true,"kind":"lightweight""#
    #expect(report.json.contains(member) == gaps[0])
    #expect(report.json.contains("inferred") == gaps.contains(true))
  }

  @Test("are inferred on the way back, whose losses are kept as ever")
  func back() throws {
    let migrator = Migrator(NoStages.self, schemaName: "birds")
    let newest = try Birds.tables(BirdsV3.self) { context in
      let wren = BirdsV3.Bird(name: "wren")
      wren.song = "trill"
      context.insert(wren)
    }
    let down = try migrator.convert(newest, to: Schema.Version(1, 0, 0), losses: .carry)
    #expect(down.report.stages.map(\.isInferred) == [true, true])
    #expect(down.report.losses.count == 1)
    let up = try migrator.convert(down.tables, to: Schema.Version(3, 0, 0), losses: .carry)
    #expect(TablesDump.text(up.tables, all: true) == TablesDump.text(newest, all: true))
    #expect(throws: SwiftDataError.backwardMigration) {
      try migrator.migrate(newest, to: BirdsV1.self)
    }
  }

  @Test(
    "are refused where they would lose something, are no clear matter, or are crossed by code",
    arguments: [
      (
        Losing.self,
        """
        the plan Losing has no stage from 2.0.0 to 3.0.0, and an inferred one would lose something: \
        Bird.song is removed with its values; declare a lightweight stage if that is meant (its \
        versions: 1.0.0, 2.0.0, 3.0.0; its stages: none)
        """
      ),
      (
        Undecided.self,
        """
        the plan Undecided has no stage from 2.0.0 to 3.0.0, and none can be inferred: Bird.code: 
        """
      ),
      (
        Retyped.self,
        """
        the plan Retyped has no stage from 2.0.0 to 3.0.0, and none can be inferred: Bird.weight: 
        """
      ),
      (
        CustomOver.self,
        """
        the plan CustomOver skips 2.0.0 with the stage 1.0.0 → 3.0.0
        """
      ),
      (
        CustomBack.self,
        """
        the plan CustomBack has no stage from 2.0.0 to 3.0.0, and the stage 3.0.0 → 2.0.0 runs code \
        between them: declare the stage that leads on
        """
      ),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func refused(plan: any SchemaMigrationPlan.Type, words: String) throws {
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try Birds.migrate(plan, try document())
    }
    #expect(error?.explanation.hasPrefix(words) == true, "\(error?.explanation ?? "")")
  }
}
