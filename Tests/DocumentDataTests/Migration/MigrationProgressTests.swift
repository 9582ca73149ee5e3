import DocumentData
import DocumentTables
import Foundation
import Synchronization
import Testing

@Suite("The progress of a migration")
struct MigrationProgressTests {
  private static func threeBirds() throws -> Tables {
    try Birds.tables { context in
      for name in ["a", "b", "c"] { context.insert(BirdsV1.Bird(name: name)) }
    }
  }

  @Test("each part of each stage is told of, with the stage's number and the objects")
  func parts() throws {
    let lines = Mutex<[String]>([])
    let tables = try Self.threeBirds()
    _ = try MigrationProgress.observing { progress in
      lines.withLock { $0.append(progress.description) }
    } while: {
      try Birds.migrate(BirdPlan.self, tables)
    }
    #expect(
      lines.withLock { $0 } == [
        "stage 1 of 2, 1.0.0 → 2.0.0: schema, 3 objects",
        "stage 1 of 2, 1.0.0 → 2.0.0: checks, 3 objects",
        "stage 1 of 2, 1.0.0 → 2.0.0: end, 3 objects",
        "stage 2 of 2, 2.0.0 → 3.0.0: schema, 3 objects",
        "stage 2 of 2, 2.0.0 → 3.0.0: end, 3 objects",
      ])
  }

  private enum ClosurePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: BirdsV1.self, toVersion: BirdsV2.self, willMigrate: { _ in },
          didMigrate: { _ in })
      ]
    }
  }

  @Test("each closure is a part")
  func closures() throws {
    let seen = Mutex<[MigrationProgress]>([])
    _ = try MigrationProgress.observing { progress in
      seen.withLock { $0.append(progress) }
    } while: {
      try Birds.migrate(ClosurePlan.self, try Self.threeBirds())
    }
    let parts = seen.withLock { $0 }
    #expect(parts.map(\.part) == [.closureBefore, .schema, .closureAfter, .checks, .end])
    #expect(parts.allSatisfy { $0.objectCount == 3 })
  }

  @Test("a cancelled task's migration ends before the next part")
  func cancellation() async throws {
    let seen = Mutex(0)
    let task = Task {
      try MigrationProgress.observing { _ in
        seen.withLock { $0 += 1 }
        withUnsafeCurrentTask { $0?.cancel() }
      } while: {
        _ = try Birds.migrate(BirdPlan.self, try Self.threeBirds())
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(seen.withLock { $0 } == 1)
  }

  private static let migrator = Migrator(BirdPlan.self, schemaName: "birds")

  @Test("on the way down the losses are looked for behind each stage, and the way up is silent")
  func partsDown() throws {
    let lines = Mutex<[String]>([])
    let newest = try Birds.migrate(BirdPlan.self, try Self.threeBirds()).tables
    _ = try MigrationProgress.observing { progress in
      lines.withLock { $0.append(progress.description) }
    } while: {
      try Self.migrator.convert(newest, to: Schema.Version(1, 0, 0), losses: .carry)
    }
    #expect(
      lines.withLock { $0 } == [
        "stage 1 of 2, 3.0.0 → 2.0.0: schema, 3 objects",
        "stage 1 of 2, 3.0.0 → 2.0.0: losses, 3 objects",
        "stage 1 of 2, 3.0.0 → 2.0.0: end, 3 objects",
        "stage 2 of 2, 2.0.0 → 1.0.0: schema, 3 objects",
        "stage 2 of 2, 2.0.0 → 1.0.0: losses, 3 objects",
        "stage 2 of 2, 2.0.0 → 1.0.0: end, 3 objects",
      ])
  }

  @Test(
    "a cancelled task's way down ends before the next part, also while the way up is tried",
    arguments: [MigrationProgress.Part.schema, .losses, .end])
  func cancellationDown(part: MigrationProgress.Part) async throws {
    let folder = try MigrationFolder()
    let newest = try Birds.migrate(BirdPlan.self, try Self.threeBirds()).tables
    try folder.write(newest, to: folder.url("new"))
    let start = folder.url("new")
    let end = folder.url("old")
    let seen = Mutex<[MigrationProgress.Part]>([])
    let task = Task {
      try MigrationProgress.observing { progress in
        seen.withLock { $0.append(progress.part) }
        if progress.part == part { withUnsafeCurrentTask { $0?.cancel() } }
      } while: {
        _ = try BirdPlan.convert(start, to: Schema.Version(1, 0, 0), writingTo: end)
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(seen.withLock { $0.last } == part)
    #expect(!FileManager.default.fileExists(atPath: end.path))
    #expect(
      TablesDump.text(try folder.read(start), all: true) == TablesDump.text(newest, all: true))
  }
}
