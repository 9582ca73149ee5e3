import Foundation
import Testing

@testable import DocumentData

@Suite("Errors")
struct ErrorTests {
  typealias Person = Offices.Person
  typealias Trip = Offices.Trip

  /// Every name that SwiftData has, and those of this package.
  static let all: [SwiftDataError] = [
    .includePendingChangesWithBatchSize, .unsupportedPredicate, .unsupportedKeyPath,
    .sortingPendingChangesWithIdentifiers, .unsupportedSortDescriptor, .duplicateConfiguration,
    .configurationFileNameTooLong, .configurationFileNameContainsInvalidCharacters,
    .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer,
    .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
    .historyTokenExpired, .invalidTransactionFetchRequest, .unknownDataStoreSchema,
    .migrationStageFailure, .readOnlyStore, .modelOfAnotherSchema, .concurrentDeletion,
    .saveFailure, .invalidDataStoreAnswer, .mutationDuringEnumeration,
    .unrepresentableResult,
  ]

  @Test("each error is equal to itself alone, whatever its details")
  func equality() {
    #expect(Set(Self.all).count == Self.all.count)
    for error in Self.all {
      var detailed = error
      detailed.explanation = "because"
      detailed.entity = "Trip"
      #expect(detailed == error)
      #expect(Set([detailed, error]).count == 1)
      #expect(error ~= (detailed as any Error))
      #expect(Self.all.filter { $0 ~= (detailed as any Error) } == [error])
    }
  }

  @Test("a catch clause names the error")
  func catching() {
    struct Other: Error {}
    func fail(with error: any Error) throws { throw error }
    func kind(_ error: any Error) -> String {
      do {
        try fail(with: error)
        return "none"
      } catch SwiftDataError.unknownSchema {
        return "schema"
      } catch SwiftDataError.loadIssueModelContainer {
        return "load"
      } catch {
        return "other"
      }
    }
    #expect(kind(SwiftDataError(.unknownSchema, "x", entity: "Trip")) == "schema")
    #expect(kind(SwiftDataError(.loadIssueModelContainer)) == "load")
    #expect(kind(SwiftDataError(.saveFailure)) == "other")
    #expect(kind(Other()) == "other")
  }

  @Test("an error in words has its code, its place, and its cause once")
  func words() throws {
    struct Cause: Error, CustomStringConvertible { let description = "the disk is full" }
    let error = SwiftDataError(
      .migrationStageFailure, "its closure failed", stage: "1.0.0 → 2.0.0", entity: "Trip",
      property: "name", object: 7, underlying: Cause())
    #expect(
      error.description == "migrationStageFailure (stage 1.0.0 → 2.0.0, Trip.name, object 7): "
        + "its closure failed: the disk is full")
    let folder = try TemporaryFolder()
    let url = folder.file("diary.store")
    try Data("Dear diary".utf8).write(to: url)
    let opening = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: url))
    }
    let text = try #require(opening).description
    #expect(text.components(separatedBy: "diary.store").count == 2)
    #expect(opening?.underlying != nil)
  }

  @Test("an object of another version in a context: the save names both classes, then goes on")
  func modelOfAnotherVersion() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: BirdsV2.self),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(BirdsV2.Bird(name: "wren"))
    context.insert(BirdsV1.Bird(name: "robin"))
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.entity == "Bird")
    let words = try #require(error).explanation
    #expect(words.contains("BirdsV1.Bird"))
    #expect(words.contains("BirdsV2.Bird"))
    #expect(words.contains("2.0.0"))
    try context.save()
    #expect(try context.only(BirdsV2.Bird.self).name == "wren")
    #expect(throws: SwiftDataError.unknownSchema) {
      try context.fetch(FetchDescriptor<BirdsV1.Bird>())
    }
  }

  @Test("an object of another context can be neither inserted nor deleted here")
  func objectOfAnotherContext() throws {
    let container = try Offices.container()
    let first = ModelContext(container)
    let person = Person(name: "Ada", age: 36)
    first.insert(person)
    try first.save()
    let second = ModelContext(container)
    second.insert(person)
    let inserting = #expect(throws: SwiftDataError.modelValidationFailure) { try second.save() }
    #expect(inserting?.explanation.contains("fetch it in this one") == true)
    second.delete(person)
    let deleting = #expect(throws: SwiftDataError.modelValidationFailure) { try second.save() }
    #expect(deleting?.explanation.contains("fetch it in this one") == true)
    #expect(!second.hasChanges)
    #expect(!person.isDeleted)
    #expect(try second.only(Person.self).name == "Ada")
    // An object that nobody has inserted is simply not there.
    second.delete(Person(name: "Ben", age: 1))
    #expect(!second.hasChanges)
  }

  @Test("a document of another schema is refused where nothing says how it becomes this one")
  func storeOfAnotherSchema() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("a.store"))
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: BirdsV2.self), configurations: configuration))
    context.insert(BirdsV2.Bird(name: "wren"))
    try context.save()
    let before = try Data(contentsOf: configuration.url)
    // An older program without a plan.
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try ModelContainer(
        for: Schema(versionedSchema: BirdsV1.self), configurations: configuration)
    }
    // A plan that does not know the document.
    enum Short: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [BirdsV1.self] }
      static var stages: [MigrationStage] { [] }
    }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try ModelContainer(
        for: BirdsV1.Bird.self, migrationPlan: Short.self, configurations: configuration)
    }
    #expect(error?.explanation.contains("2.0.0") == true)
    #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: BirdsV3.Bird.self, migrationPlan: Short.self, configurations: configuration)
    }
    #expect(throws: SwiftDataError.backwardMigration) {
      try ModelContainer(
        for: BirdsV1.Bird.self, migrationPlan: BirdPlan.self, configurations: configuration)
    }
    #expect(try Data(contentsOf: configuration.url) == before)
  }

  @Test("a configuration that allows no saves refuses them, and reads")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let writer = ModelContext(
      try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: url)))
    writer.insert(Person(name: "Ada", age: 36))
    try writer.save()
    let container = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: url, allowsSave: false))
    let reader = ModelContext(container)
    try reader.only(Person.self).age = 1
    #expect(throws: SwiftDataError.readOnlyStore) { try reader.save() }
    #expect(throws: SwiftDataError.readOnlyStore) { try container.erase() }
    reader.rollback()
    #expect(try reader.only(Person.self).age == 36)
  }
}
