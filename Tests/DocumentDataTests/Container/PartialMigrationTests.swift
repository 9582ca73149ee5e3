import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Migrating stores that hold a part of a container's models")
struct PartialMigrationTests {
  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Ship.self, Port.self] }

    @Model class Ship {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model class Port {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Ship.self, Port.self, Buoy.self] }

    @Model class Ship {
      @Attribute(originalName: "name") var title: String
      init(title: String) { self.title = title }
    }

    @Model class Port {
      @Attribute(.unique) var name: String
      init(name: String) { self.name = name }
    }

    @Model class Buoy {
      var number = 0
      init() {}
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            var names: Set<String> = []
            for port in try context.fetch(FetchDescriptor<V1.Port>())
            where !names.insert(port.name).inserted {
              context.delete(port)
            }
          },
          didMigrate: { context in
            for ship in try context.fetch(FetchDescriptor<V2.Ship>()) { ship.title += "!" }
          })
      ]
    }
  }

  enum Inserting: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
          didMigrate: { $0.insert(V2.Buoy()) })
      ]
    }
  }

  private func old(_ folder: TemporaryFolder, withVersion: Bool = true) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: V1.self),
        configurations: ModelConfiguration(
          "ships", schema: Schema(V1.Ship.self), url: folder.file("ships.store")),
        ModelConfiguration("ports", url: folder.file("ports.store"))))
    context.insert(V1.Ship(name: "Argo"))
    context.insert(V1.Port(name: "Iolkos"))
    context.insert(V1.Port(name: "Iolkos"))
    try context.save()
  }

  private func new(
    _ folder: TemporaryFolder, _ plan: (any SchemaMigrationPlan.Type)? = Plan.self,
    ships: Schema = Schema(V2.Ship.self)
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: V2.self), migrationPlan: plan,
      configurations: [
        ModelConfiguration("ships", schema: ships, url: folder.file("ships.store")),
        ModelConfiguration("ports", url: folder.file("ports.store")),
      ])
  }

  @Test("one plan migrates both stores, and its closures may speak of all models")
  func bothStores() throws {
    let folder = try TemporaryFolder()
    try old(folder)
    let container = try new(folder)
    #expect(container.migrationReport?.stages.count == 2)
    let context = ModelContext(container)
    #expect(try context.only(V2.Ship.self).title == "Argo!")
    #expect(try context.only(V2.Port.self).name == "Iolkos")
    context.insert(V2.Buoy())
    try context.only(V2.Ship.self).title = "Argo"
    try context.save()
    let again = try new(folder)
    #expect(again.migrationReport == nil)
    #expect(try ModelContext(again).only(V2.Ship.self).title == "Argo")
    #expect(try ModelContext(again).only(V2.Buoy.self).number == 0)
    #expect(
      container.stores.map { $0.store.current.tables.schema.entities.map(\.name).sorted() }
        == [["Ship"], ["Buoy", "Port"]])
  }

  @Test("what a stage inserts goes to the store that keeps it")
  func inserting() throws {
    let folder = try TemporaryFolder()
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: V1.self),
        configurations: ModelConfiguration(
          "ships", schema: Schema(V1.Ship.self), url: folder.file("ships.store")),
        ModelConfiguration("ports", url: folder.file("ports.store"))))
    context.insert(V1.Ship(name: "Argo"))
    try context.save()
    let container = try new(folder, Inserting.self)
    #expect(container.stores.map(\.store.current.tables.rowCount) == [1, 1])
  }

  @Test(
    "a document with objects that its configuration leaves to another store is refused by name",
    arguments: [true, false])
  func tooMuch(withPlan: Bool) throws {
    let folder = try TemporaryFolder()
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: V2.self),
        configurations: ModelConfiguration(
          url: folder.file("ships.store"))))
    context.insert(V2.Ship(title: "Argo"))
    context.insert(V2.Port(name: "Iolkos"))
    try context.save()
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try new(folder, withPlan ? Plan.self : nil)
    }
    #expect(error?.entity == "Port")
    context.delete(try context.only(V2.Port.self))
    try context.save()
    #expect(
      try ModelContext(new(folder, withPlan ? Plan.self : nil)).only(V2.Ship.self).title == "Argo")
  }
}

@Suite("Versions that nobody states")
struct UnstatedVersionTests {
  enum First: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Ship.self] }

    @Model class Ship {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum Second: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Ship.self] }

    @Model class Ship {
      var name: String
      var masts = 1
      init(name: String) { self.name = name }
    }
  }

  enum Third: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Ship.self] }

    @Model class Ship {
      @Attribute(originalName: "name") var title: String
      var masts = 1
      init(title: String) { self.title = title }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self, Third.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: First.self, toVersion: Second.self, willMigrate: nil,
          didMigrate: { context in
            for ship in try context.fetch(FetchDescriptor<Second.Ship>()) { ship.masts = 3 }
          }), .lightweight(fromVersion: Second.self, toVersion: Third.self),
      ]
    }
  }

  @Test("a plan whose schemas state no version migrates in the order of its list")
  func migration() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("ships.store"))
    let old = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: First.self), migrationPlan: nil,
        configurations: configuration))
    old.insert(First.Ship(name: "Argo"))
    try old.save()
    let container = try ModelContainer(
      for: Third.Ship.self, migrationPlan: Plan.self, configurations: configuration)
    #expect(container.migrationReport?.stages.count == 2)
    let context = ModelContext(container)
    let ship = try context.only(Third.Ship.self)
    #expect(ship.title == "Argo")
    #expect(ship.masts == 3)
    ship.masts = 2
    try context.save()
    let again = try ModelContainer(
      for: Third.Ship.self, migrationPlan: Plan.self, configurations: configuration)
    #expect(again.migrationReport == nil)
    #expect(try ModelContext(again).only(Third.Ship.self).masts == 2)
  }

  @Test("a document of a later schema of the list is not taken back to an earlier")
  func backwards() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("ships.store"))
    let context = ModelContext(
      try ModelContainer(
        for: Third.Ship.self, migrationPlan: Plan.self, configurations: configuration))
    context.insert(Third.Ship(title: "Argo"))
    try context.save()
    let error = #expect(throws: SwiftDataError.backwardMigration) {
      try ModelContainer(
        for: Second.Ship.self, migrationPlan: Plan.self, configurations: configuration)
    }
    #expect(error?.explanation.contains("Third") == true)
  }
}
