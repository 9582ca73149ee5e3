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
}
