import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Subclasses that a schema lacks")
struct MissingSubclassTests {
  private static func tables(_ types: any PersistentModel.Type...) throws -> Tables {
    let container = try makeContainer(types)
    let context = ModelContext(container)
    context.insert(Vehicle(plate: "v"))
    if types.count > 1 { context.insert(Truck(plate: "t")) }
    try context.save()
    return container.store.current.tables
  }

  @Test("a document that holds objects of one is refused and names it")
  func document() throws {
    let opening = SchemaOpening(Schema(Vehicle.self), schemaName: "samples")
    let error = try #require(throws: SwiftDataError.unknownDataStoreSchema) {
      try opening.open(try Self.tables(Vehicle.self, Truck.self))
    }
    #expect(error.entity == "Truck")
    #expect(error.explanation.contains("add Truck.self"))
    #expect(try opening.open(try Self.tables(Vehicle.self)).report == nil)
  }

  @Test("a document whose schema has one, but no objects of it, opens")
  func noObjects() throws {
    let container = try makeContainer([Vehicle.self, Truck.self])
    let opening = SchemaOpening(Schema(Vehicle.self), schemaName: "samples")
    let opened = try opening.open(container.store.current.tables)
    #expect(opened.tables.schema.entities.map(\.name) == ["Vehicle"])
  }

  private enum Versions: SchemaMigrationPlan {
    enum SchemaV1: VersionedSchema {
      static var models: [any PersistentModel.Type] { [Vehicle.self, Truck.self] }
    }
    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test("a container without one that the plan's newest version has is refused and names it")
  func plan() {
    let error = #expect(throws: SwiftDataError.unknownSchema) {
      try ModelContainer(
        for: Vehicle.self, migrationPlan: Versions.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error?.entity == "Truck")
    #expect(error?.explanation.contains("add Truck.self") ?? false)
  }

  @Test("inserting an object of one warns at once, and the save is refused by name")
  func insertion() throws {
    let container = try ModelContainer(
      for: Vehicle.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let warnings = Warnings()
    let token = observe(container, warnings)
    defer { NotificationCenter.default.removeObserver(token) }
    let context = ModelContext(container)
    context.insert(Truck(plate: "t"))
    context.insert(Truck(plate: "u"))
    let missing = try #require(container.missingSubclasses.first)
    #expect(container.missingSubclasses.count == 1)
    #expect(missing.entity == "Truck")
    #expect(missing.superentity == "Vehicle")
    #expect(missing.place == .object)
    #expect(warnings.found == [missing])
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.explanation == missing.description)
    #expect(missing.description.contains("add Truck.self"))
  }

  @Test("a document whose schema has one, but no objects of it, opens with a warning")
  func emptyEntity() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("vehicles.store"))
    let context = ModelContext(
      try ModelContainer(for: Schema([Vehicle.self, Truck.self]), configurations: configuration))
    context.insert(Vehicle(plate: "v"))
    try context.save()
    #expect(context.container.missingSubclasses.isEmpty)
    let container = try ModelContainer(for: Vehicle.self, configurations: configuration)
    #expect(container.missingSubclasses.map(\.entity) == ["Truck"])
    #expect(container.missingSubclasses.map(\.place) == [.document])
  }

  private final class Warnings {
    var found: [MissingSubclass] = []
  }

  private func observe(
    _ container: ModelContainer, _ warnings: Warnings
  ) -> any NSObjectProtocol {
    // Posted on the thread that uses the context, which is that of the test.
    nonisolated(unsafe) let box = warnings
    return NotificationCenter.default.addObserver(
      forName: ModelContainer.didFindMissingSubclass, object: container, queue: nil
    ) { notification in
      let subclass = notification.userInfo?[ModelContainer.missingSubclassKey]
      if let subclass = subclass as? MissingSubclass { box.found.append(subclass) }
    }
  }
}
