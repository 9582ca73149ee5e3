import DocumentData
import Foundation
import Testing

/// Two versions of a fleet, the second with other names for both relationships.
private enum FleetV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Ship.self, Sailor.self] }

  @Model class Ship {
    var name: String
    var sailors: [Sailor]? = []
    var captain: Sailor?

    init(name: String) { self.name = name }
  }

  @Model class Sailor {
    var name: String

    init(name: String) { self.name = name }
  }
}

private enum FleetV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Ship.self, Sailor.self] }

  @Model class Ship {
    var name: String
    @Relationship(originalName: "sailors") var crew: [Sailor]? = []
    @Relationship(deleteRule: .deny, originalName: "captain") var master: Sailor?

    init(name: String) { self.name = name }
  }

  @Model class Sailor {
    var name: String

    init(name: String) { self.name = name }
  }
}

private enum FleetPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [FleetV1.self, FleetV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: FleetV1.self, toVersion: FleetV2.self)]
  }
}

@Suite("Renamed relationships")
struct OriginalNameTests {
  @Test("keep objects, order, nil and empty through a lightweight migration")
  func renamed() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("fleet.trip")
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: FleetV1.self), configurations: ModelConfiguration(url: file))
      let context = ModelContext(container)
      let full = FleetV1.Ship(name: "full")
      full.sailors = ["c", "a", "b"].map { FleetV1.Sailor(name: $0) }
      full.captain = full.sailors?.last
      let empty = FleetV1.Ship(name: "empty")
      let unknown = FleetV1.Ship(name: "unknown")
      unknown.sailors = nil
      [full, empty, unknown].forEach { context.insert($0) }
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: FleetV2.self), migrationPlan: FleetPlan.self,
      configurations: ModelConfiguration(url: file))
    let context = ModelContext(container)
    let ships = Dictionary(
      uniqueKeysWithValues: try context.all(FleetV2.Ship.self).map { ($0.name, $0) })
    #expect(ships["full"]?.crew?.map(\.name) == ["c", "a", "b"])
    #expect(ships["full"]?.master?.name == "b")
    #expect(ships["empty"]?.crew?.isEmpty == true)
    #expect(ships["unknown"]?.crew?.isEmpty == true)
    #expect(try container.nullCount(of: "crew", in: "Ship") == 1)

    // The rule that came with the new version holds for the old objects.
    context.delete(try #require(ships["full"]))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }
}
