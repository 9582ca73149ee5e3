import DocumentData
import DocumentTables
import Foundation
import Testing

private typealias Old = BirdsV1.Bird
private typealias New = BirdsV2.Bird

private protocol Misusing: SchemaMigrationPlan {
  static var work: @Sendable (ModelContext) throws -> Void { get }
}

extension Misusing {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self, willMigrate: nil, didMigrate: work)
    ]
  }
}

private enum Fetching: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.fetch(FetchDescriptor<Old>())
  }
}

private enum FetchingByName: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.fetch(FetchDescriptor<Old>(predicate: #Predicate { $0.name == "wren" }))
  }
}

private enum Counting: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.fetchCount(FetchDescriptor<Old>())
  }
}

private enum Identifying: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.fetchIdentifiers(FetchDescriptor<Old>())
  }
}

private enum Batching: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.fetch(FetchDescriptor<Old>(), batchSize: 10)
  }
}

private enum Enumerating: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    try? context.enumerate(FetchDescriptor<Old>()) { _ in }
  }
}

private enum DeletingByModel: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    try? context.delete(model: Old.self)
  }
}

private enum Merging: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.mergeDuplicates(of: Old.self, by: [\.name])
  }
}

private enum Grouping: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.duplicates(of: Old.self, by: [\.name])
  }
}

private enum InsertingAndRollingBack: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    context.insert(Old(name: "old"))
    context.rollback()
  }
}

private enum InsertingBeside: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    let beside = ModelContext(context.container)
    beside.insert(Old(name: "old"))
    try? beside.save()
  }
}

private enum FetchingBeside: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? ModelContext(context.container).fetch(FetchDescriptor<Old>())
  }
}

private enum Unlisted: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    _ = try? context.fetch(FetchDescriptor<GalleryV1.User>())
  }
}

/// Uses the class of the newest version, as a stage does that was written when it was this one.
private enum UsingTheNewest: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { BirdPlan.schemas }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self,
        willMigrate: { _ = try $0.fetch(FetchDescriptor<BirdsV3.Bird>()) }, didMigrate: nil),
      twoToThree,
    ]
  }
}

private enum InsertingTheNewest: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = {
    $0.insert(BirdsV3.Bird(name: "n"))
  }
}

private enum Warned: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    for _ in 0..<3 {
      _ = try? context.mergeDuplicates(of: New.self, by: [\.hashValue])
    }
    var descriptor = FetchDescriptor<New>()
    descriptor.propertiesToFetch = [\.hashValue]
    _ = try? context.fetch(descriptor)
    for bird in try context.all(New.self) { bird.song = "set" }
  }
}

private enum WarnedTransforming: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self,
        transform: { old, _ in _ = try? old.duplicates(of: Old.self, by: [\.hashValue]) })
    ]
  }
}

private enum ReadingTheNew: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self,
        transform: { old, _ in _ = try? old.fetch(FetchDescriptor<New>()) })
    ]
  }
}

private enum OwnError: Misusing {
  static let work: @Sendable (ModelContext) throws -> Void = { context in
    try? context.enumerate(FetchDescriptor<New>()) { _ in throw Broken() }
  }
}

@Suite("Errors that the closure of a stage has caught")
struct ClosureErrorTests {
  private func wren() throws -> Tables {
    try Birds.tables { $0.insert(Old(name: "wren")) }
  }

  @Test(
    "a class that the version does not have fails the stage",
    arguments: [
      Fetching.self, FetchingByName.self, Counting.self, Identifying.self, Batching.self,
      Enumerating.self, DeletingByModel.self, Merging.self, Grouping.self,
      InsertingAndRollingBack.self, InsertingBeside.self, FetchingBeside.self, Unlisted.self,
    ] as [any SchemaMigrationPlan.Type])
  func misuse(plan: any SchemaMigrationPlan.Type) throws {
    let tables = try wren()
    let error = #expect(throws: SwiftDataError.migrationStageFailure) {
      try Birds.migrate(plan, tables)
    }
    #expect(error?.stage == "1.0.0 → 2.0.0")
    #expect(error?.entity == (plan == Unlisted.self ? "User" : "Bird"))
  }

  @Test("the refusal of a fetch names both versions, and the class to use")
  func words() throws {
    let fetching = try #require(throws: SwiftDataError.self) {
      try Birds.migrate(Fetching.self, try wren())
    }
    #expect(
      fetching.explanation == """
        DocumentDataTests.BirdsV1.Bird belongs to version 1.0.0, and the context of didMigrate \
        holds objects of version 2.0.0, whose class is DocumentDataTests.BirdsV2.Bird: use \
        DocumentDataTests.BirdsV2.Bird
        """)
    let reading = try #require(throws: SwiftDataError.self) {
      try Birds.migrate(ReadingTheNew.self, try wren())
    }
    #expect(
      reading.explanation.hasPrefix(
        "DocumentDataTests.BirdsV2.Bird belongs to version 2.0.0, and the old context holds objects"
      ))
  }

  @Test("a class of neither version is refused with the class to use, and with one sentence")
  func newest() throws {
    let fetching = try #require(throws: SwiftDataError.self) {
      try Birds.migrate(UsingTheNewest.self, try wren())
    }
    let words = """
      DocumentDataTests.BirdsV3.Bird belongs to neither version of the stage, and the context of \
      willMigrate holds objects of version 1.0.0, whose class is DocumentDataTests.BirdsV1.Bird: use \
      DocumentDataTests.BirdsV1.Bird
      """
    #expect(fetching.explanation == words)
    #expect(fetching.localizedDescription == "stage 1.0.0 → 2.0.0: Bird: \(words)")
    let inserting = try #require(throws: SwiftDataError.self) {
      try Birds.migrate(InsertingTheNewest.self, try wren())
    }
    #expect(
      inserting.explanation == """
        DocumentDataTests.BirdsV3.Bird belongs to neither version of the stage, and the context of \
        didMigrate holds objects of version 2.0.0: make an object of DocumentDataTests.BirdsV2.Bird
        """)
  }

  @Test("an error that the closure caught is a warning in the report, each different one once")
  func warnings() throws {
    let (migrated, report) = try Birds.migrate(Warned.self, try wren())
    #expect(try Birds.context(migrated, BirdsV2.self).only(New.self).song == "set")
    let warnings = try #require(report.stages.first?.warnings)
    #expect(warnings.count == 2)
    #expect(
      warnings.first?.hasPrefix(
        "the context of didMigrate threw an error, which the closure caught: unsupportedKeyPath")
        == true)
    #expect(warnings.first?.hasSuffix("(3 times)") == true)
    let lines = report.description.split(separator: "\n").filter { $0.hasPrefix("  warning: ") }
    #expect(lines.map { $0.dropFirst(11) }.map(String.init) == warnings)
    #expect(report.json.contains(#""warnings":["the context of didMigrate threw"#))
    let reading = try Birds.migrate(WarnedTransforming.self, try wren()).report
    #expect(reading.stages.first?.warnings.first?.hasPrefix("the old context threw") == true)
  }

  @Test("an error that the closure has thrown itself is its own affair")
  func own() throws {
    let report = try Birds.migrate(OwnError.self, try wren()).report
    #expect(report.stages.first?.warnings == [])
    #expect(!report.json.contains("warnings"))
  }
}
