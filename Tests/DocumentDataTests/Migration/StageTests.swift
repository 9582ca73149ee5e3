import DocumentData
import DocumentTables
import Testing

private typealias Old = BirdsV1.Bird
private typealias New = BirdsV2.Bird

/// One plan from version 1 to 2 for each behaviour of its closures.
private protocol OneStage: SchemaMigrationPlan {
  static var stage: MigrationStage { get }
}

extension OneStage {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] { [stage] }
}

private func custom(
  will: (@Sendable (ModelContext) throws -> Void)? = nil,
  did: (@Sendable (ModelContext) throws -> Void)? = nil
) -> MigrationStage {
  .custom(
    fromVersion: BirdsV1.self, toVersion: BirdsV2.self, willMigrate: will, didMigrate: did)
}

private enum Throwing: OneStage {
  static var stage: MigrationStage {
    custom(will: { context in
      for bird in try context.all(Old.self) { bird.name += "!" }
      try context.save()
      throw Broken()
    })
  }
}

private enum ThrowingLate: OneStage {
  static var stage: MigrationStage { custom(did: { _ in throw Broken() }) }
}

private enum Swallowing: OneStage {
  static var stage: MigrationStage {
    custom(will: { context in
      context.insert(New(name: "of the new version"))
      try? context.save()
    })
  }
}

private enum Unsaved: OneStage {
  static var stage: MigrationStage {
    custom(
      will: { context in
        for bird in try context.all(Old.self) { bird.weight += 1 }
      },
      did: { context in
        for bird in try context.all(New.self) { bird.song = "\(bird.weight)" }
      })
  }
}

private enum NewInOld: OneStage {
  static var stage: MigrationStage {
    custom(will: { context in context.insert(New(name: "n")) })
  }
}

private enum OldInNew: OneStage {
  static var stage: MigrationStage {
    custom(did: { context in context.insert(Old(name: "o")) })
  }
}

private enum Idle: OneStage {
  static var stage: MigrationStage { custom() }
}

private enum Renaming: OneStage {
  static var stage: MigrationStage {
    custom(will: { context in
      for (index, bird) in try context.all(Old.self).enumerated() { bird.name += "\(index)" }
    })
  }
}

private enum UndoneLater: OneStage {
  static var stage: MigrationStage {
    custom(did: { context in
      for bird in try context.all(New.self) { bird.name = "same" }
    })
  }
}

/// A closure that makes names unique, and something behind it that makes them be so no longer.
private func merging(
  then break: @escaping @Sendable (ModelContext) throws -> Void = { _ in },
  did: (@Sendable (ModelContext) throws -> Void)? = nil
) -> MigrationStage {
  custom(
    will: { context in
      try context.mergeDuplicates(of: Old.self, by: [\.name])
      try `break`(context)
    }, did: did)
}

private enum MergedOnly: OneStage {
  static var stage: MigrationStage { merging() }
}

private enum MergedThenInserted: OneStage {
  static var stage: MigrationStage { merging(then: { $0.insert(Old(name: "wren")) }) }
}

private enum MergedThenRenamed: OneStage {
  static var stage: MigrationStage {
    merging(then: { context in
      for bird in try context.all(Old.self) { bird.name = "same" }
      try context.save()
    })
  }
}

private enum MergedThenBrokenElsewhere: OneStage {
  static var stage: MigrationStage {
    merging(then: { context in
      let other = ModelContext(context.container)
      other.insert(Old(name: "wren"))
      try other.save()
    })
  }
}

private enum MergedThenBrokenLater: OneStage {
  static var stage: MigrationStage {
    merging(did: { context in
      for bird in try context.all(New.self) { bird.name = "same" }
    })
  }
}

@Suite("A stage and its closures")
struct StageTests {
  private func twoWrens() throws -> Tables {
    try Birds.tables { context in
      context.insert(Old(name: "wren"))
      context.insert(Old(name: "wren"))
    }
  }

  private func oneWren() throws -> Tables {
    try Birds.tables { $0.insert(Old(name: "wren")) }
  }

  @Test("an error of a closure fails the stage with its name and cause, and changes nothing")
  func throwing() throws {
    let tables = try oneWren()
    let before = TablesDump.text(tables, all: true)
    for plan in [Throwing.self, ThrowingLate.self] as [any SchemaMigrationPlan.Type] {
      let error = #expect(throws: SwiftDataError.migrationStageFailure) {
        try Birds.migrate(plan, tables)
      }
      #expect(error?.stage == "1.0.0 → 2.0.0")
      #expect(error?.underlying as? Broken == Broken())
    }
    #expect(TablesDump.text(tables, all: true) == before)
  }

  @Test("a save that failed fails the stage, also where its closure swallowed the error")
  func swallowing() throws {
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(Swallowing.self, try oneWren())
    }
    #expect(error?.stage == "1.0.0 → 2.0.0")
    #expect(error?.underlying as? SwiftDataError == .modelOfAnotherSchema)
  }

  @Test("a model of the new version in a context of the old one is refused by name")
  func newInOld() throws {
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(NewInOld.self, try oneWren())
    }
    #expect(error?.entity == "Bird")
    #expect(
      error?.explanation == """
        DocumentDataTests.BirdsV2.Bird belongs to version 2.0.0, and the context of willMigrate \
        holds objects of version 1.0.0, whose class is DocumentDataTests.BirdsV1.Bird: make its \
        objects in didMigrate, or make the stage a transforming one, whose closure sees both \
        versions
        """)
    let old = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(OldInNew.self, try oneWren())
    }
    #expect(
      old?.explanation == """
        DocumentDataTests.BirdsV1.Bird belongs to version 1.0.0, and the context of didMigrate \
        holds objects of version 2.0.0, whose class is DocumentDataTests.BirdsV2.Bird: make its \
        objects in willMigrate, or make the stage a transforming one, whose closure sees both \
        versions
        """)
  }

  // Spec 7.3-2
  @Test("what a closure leaves unsaved is saved, and both closures run on their version")
  func unsaved() throws {
    let (migrated, report) = try Birds.migrate(Unsaved.self, try oneWren())
    let bird = try Birds.context(migrated, BirdsV2.self).only(New.self)
    #expect(bird.weight == 1)
    #expect(bird.song == "1")
    #expect(
      report.description == """
        1.0.0 → 2.0.0 (custom)
          schema: Bird.song is new, "none"
          schema: Bird is unique by name (1 object)
          objects: Bird 1 changed: weight 0 → 1
          objects: Bird 1 changed: song "none" → "1"
        """)
    #expect(report.changeCount == 2)
  }

  // Spec 7.3-4
  @Test("a new constraint that does not hold fails the stage and names the object")
  func constraint() throws {
    for plan in [BirdPlan.self, Idle.self] as [any SchemaMigrationPlan.Type] {
      let error = #expect(throws: SwiftDataError.migrationStageFailure) {
        try Birds.migrate(plan, try twoWrens())
      }
      #expect(error?.stage == "1.0.0 → 2.0.0")
      #expect(error?.entity == "Bird")
      #expect(error?.property == "name")
      #expect(error?.object != nil)
    }
    let (migrated, _) = try Birds.migrate(Renaming.self, try twoWrens())
    #expect(migrated.rowCount == 2)
  }

  @Test("a closure after the stage cannot break the new constraint")
  func constraintBrokenLater() throws {
    let tables = try Birds.tables { context in
      context.insert(Old(name: "a"))
      context.insert(Old(name: "b"))
    }
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(UndoneLater.self, tables)
    }
    #expect(error?.property == "name")
  }

  @Test(
    "a constraint that held once a closure had merged is checked again after each change",
    arguments: [
      MergedThenInserted.self, MergedThenRenamed.self, MergedThenBrokenElsewhere.self,
      MergedThenBrokenLater.self,
    ] as [any SchemaMigrationPlan.Type])
  func constraintBrokenAfterMerge(plan: any SchemaMigrationPlan.Type) throws {
    let tables = try Birds.tables { context in
      for name in ["wren", "tit", "wren"] { context.insert(Old(name: name)) }
    }
    let (merged, report) = try Birds.migrate(MergedOnly.self, tables)
    #expect(merged.rowCount == 2)
    #expect(report.changeCount == 1)
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(plan, tables)
    }
    #expect(error?.entity == "Bird")
    #expect(error?.property == "name")
  }

  @Test("a stage without closures does what the schemas say")
  func idle() throws {
    let (migrated, report) = try Birds.migrate(Idle.self, try oneWren())
    #expect(migrated.rowCount == 1)
    #expect(report.stages.first?.kind == .custom)
    #expect(report.changeCount == 0)
  }
}
