import DocumentData
import DocumentTables
import Testing

private typealias Old = BirdsV1.Bird
private typealias New = BirdsV2.Bird

private protocol Transforming: SchemaMigrationPlan {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void { get }
}

extension Transforming {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] {
    [.transforming(fromVersion: BirdsV1.self, toVersion: BirdsV2.self, transform: transform)]
  }
}

private enum Singing: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, new in
      for bird in try old.all(Old.self) {
        guard let counterpart = new.counterpart(of: bird, as: New.self) else { throw Broken() }
        counterpart.song = "\(bird.name) of \(bird.weight)"
        counterpart.weight += 1
        #expect(bird.weight + 1 == counterpart.weight)
        #expect(bird.persistentModelID == counterpart.persistentModelID)
      }
      let added = New(name: "added")
      new.insert(added)
      #expect(old.counterpart(of: added, as: Old.self) == nil)
    }
  }
}

private enum NewInOld: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, _ in old.insert(New(name: "n")) }
  }
}

private enum OldInNew: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, new in
      for bird in try old.all(Old.self) { new.insert(bird) }
    }
  }
}

private enum Inserting: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, _ in old.insert(Old(name: "n")) }
  }
}

private enum Changing: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, _ in
      for bird in try old.all(Old.self) { bird.weight = 3 }
    }
  }
}

private enum Deleting: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, _ in
      for bird in try old.all(Old.self) { old.delete(bird) }
    }
  }
}

private enum SavingOld: Transforming {
  static var transform: @Sendable (ModelContext, ModelContext) throws -> Void {
    { old, new in
      new.insert(New(name: "n"))
      try? old.save()
    }
  }
}

@Suite("A stage whose closure sees both versions")
struct TransformingStageTests {
  private func oneWren() throws -> Tables {
    try Birds.tables { context in
      let wren = Old(name: "wren")
      wren.weight = 9
      context.insert(wren)
    }
  }

  @Test("objects of the two contexts are counterparts, and what the closure sets stays")
  func transform() throws {
    let (migrated, report) = try Birds.migrate(Singing.self, try oneWren())
    let birds = try Birds.context(migrated, BirdsV2.self).all(New.self)
    #expect(birds.map(\.name).sorted() == ["added", "wren"])
    #expect(birds.first { $0.name == "wren" }?.song == "wren of 9")
    #expect(report.stages.map(\.kind) == [.transforming])
    #expect(
      report.changes.map(\.description) == [
        "Bird 1 changed: weight 9 → 10", "Bird 1 changed: song \"none\" → \"wren of 9\"",
        "Bird 2 was added",
      ])
    #expect(
      report.description.contains(
        "\n  objects: Bird 1 changed: weight 9 → 10, song \"none\" → \"wren of 9\"\n"))
    let changes = report.changes
    #expect(changes.count == 3 && report.changeCount == 2)
    #expect(changes.map(\.kind) == [.value, .value, .newObject])
    #expect(changes.map(\.entity) == ["Bird", "Bird", "Bird"])
    #expect(changes.map(\.object) == [1, 1, 2])
    #expect(changes.map(\.property) == ["weight", "song", nil])
    #expect(changes.map(\.value) == ["9", "\"none\"", nil])
    #expect(changes.map(\.newValue) == ["10", "\"wren of 9\"", nil])
  }

  @Test(
    "what the contexts are not for is refused by name",
    arguments: [
      (
        NewInOld.self, SwiftDataError.modelOfAnotherSchema,
        """
        DocumentDataTests.BirdsV2.Bird belongs to version 2.0.0, and the old context holds objects \
        of version 1.0.0, whose class is DocumentDataTests.BirdsV1.Bird: insert it in the new \
        context
        """
      ),
      (
        OldInNew.self, .modelOfAnotherSchema,
        """
        DocumentDataTests.BirdsV1.Bird belongs to version 1.0.0, and the new context holds objects \
        of version 2.0.0, whose class is DocumentDataTests.BirdsV2.Bird: make an object of a class \
        of version 2.0.0
        """
      ),
      (
        Inserting.self, .readOnlyStore,
        """
        an object of Bird was inserted into the old context, whose objects of version 1.0.0 are \
        there to be read: make the change in the new context
        """
      ),
      (
        Changing.self, .readOnlyStore,
        """
        an object of Bird was changed in the old context, whose objects of version 1.0.0 are there \
        to be read: make the change in the new context
        """
      ),
      (
        Deleting.self, .readOnlyStore,
        """
        an object of Bird was deleted from the old context, whose objects of version 1.0.0 are \
        there to be read: make the change in the new context
        """
      ),
      (
        SavingOld.self, .readOnlyStore,
        """
        the old context was told to save, whose objects of version 1.0.0 are there to be read: \
        make the change in the new context
        """
      ),
    ] as [(any SchemaMigrationPlan.Type, SwiftDataError, String)])
  func refusals(
    plan: any SchemaMigrationPlan.Type, cause: SwiftDataError, text: String
  ) throws {
    let tables = try oneWren()
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(plan, tables)
    }
    #expect(error?.explanation == text)
    #expect(error?.underlying as? SwiftDataError == cause)
    #expect(error?.stage == "1.0.0 → 2.0.0")
  }
}
