import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("What older versions left in stores that hold a part of a container's models")
struct PartialCarriedTests {
  enum V1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Boat.self, Pier.self] }

    @Model class Boat {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model class Pier {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum V2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Boat.self, Pier.self] }

    @Model class Boat {
      var name: String
      var masts = 1
      init(name: String) { self.name = name }
    }

    @Model class Pier {
      var name: String
      var length = 2
      init(name: String) { self.name = name }
    }
  }

  /// The same versions, as a program that keeps boats alone has them.
  enum BoatsV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { V1.versionIdentifier }
    static var models: [any PersistentModel.Type] { [V1.Boat.self] }
  }

  enum BoatsV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { V2.versionIdentifier }
    static var models: [any PersistentModel.Type] { [V2.Boat.self] }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
  }

  enum BoatsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [BoatsV1.self, BoatsV2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: BoatsV1.self, toVersion: BoatsV2.self)]
    }
  }

  @Test("comes back where such a store is migrated with the plan of all models")
  func restored() throws {
    let folder = try TemporaryFolder()
    let new = folder.file("new.store")
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: BoatsV2.self), migrationPlan: BoatsPlan.self,
        configurations: ModelConfiguration("boats", url: new)))
    let boat = V2.Boat(name: "Argo")
    boat.masts = 3
    context.insert(boat)
    try context.save()
    let old = folder.file("boats.store")
    let down = try BoatsPlan.convert(new, to: V1.versionIdentifier, writingTo: old)
    #expect(down.losses.map(\.property) == ["masts"])

    let container = try ModelContainer(
      for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self,
      configurations: [
        ModelConfiguration("boats", schema: Schema(V2.Boat.self), url: old),
        ModelConfiguration("piers", url: folder.file("piers.store")),
      ])
    #expect(container.migrationReport?.restored.map(\.property) == ["masts"])
    #expect(try ModelContext(container).only(V2.Boat.self).masts == 3)
    #expect(container.stores.allSatisfy { $0.store.current.tables.carried.isEmpty })
  }
}
