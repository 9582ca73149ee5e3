import DocumentData
import DocumentTables
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
}
