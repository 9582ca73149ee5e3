import DocumentTables
import Foundation
import Testing

@testable import DocumentData

/// Models for two processes that save one document.
enum Fleet {
  @Model class Ship {
    @Attribute(.unique) var code: String
    var title = ""
    var notes = ""
    var berth: Int?
    @Relationship(deleteRule: .cascade, inverse: \Leg.ship) var legs: [Leg] = []
    @Relationship(deleteRule: .cascade, maximumModelCount: 3, inverse: \Boat.ship)
    var boats: [Boat] = []
    @Relationship(inverse: \Flag.ships) var flags: [Flag] = []

    init(_ code: String) { self.code = code }
  }

  @Model class Leg {
    var place: String
    var ship: Ship?

    init(_ place: String, of ship: Ship? = nil) {
      self.place = place
      self.ship = ship
    }
  }

  @Model class Boat {
    var number: Int
    var ship: Ship

    init(_ number: Int, of ship: Ship) {
      self.number = number
      self.ship = ship
    }
  }

  @Model class Flag {
    var name: String
    var ships: [Ship] = []

    init(_ name: String) { self.name = name }
  }

  static let models: [any PersistentModel.Type] = [Ship.self, Leg.self, Boat.self, Flag.self]
}

extension ModelContainer {
  /// A container over a file that shares its store with no other, as in a process of its own.
  static func ofOwnProcess(
    _ models: [any PersistentModel.Type], at url: URL,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    _ change: (inout ModelConfiguration) -> Void = { _ in }
  ) throws -> ModelContainer {
    let schema = Schema(models)
    var configuration = ModelConfiguration(url: url)
    change(&configuration)
    let opening = SchemaOpening(schema, plan: migrationPlan, schemaName: configuration.name)
    let keepers = EntityKeepers(
      stores: [
        EntityKeepers.Store(
          name: configuration.name, configuration: configuration, allowsSave: true,
          entities: Set(models.map { Schema.entityName(of: $0) }))
      ])
    let request = StoreRequest(store: 0, configuration: configuration, opening: opening)
    let (found, migrated) = try #require(try FoundDocument.migrated([request], keepers).first)
    return ModelContainer(
      ContainerStore(configuration, OpenDocument(found, migrated.tables, migrated.report)),
      schema: schema, migrationPlan: migrationPlan, configurations: [configuration])
  }
}

/// Two contexts over one file, each in a store of its own, as in two processes.
struct TwoProcesses {
  let folder: TemporaryFolder
  let url: URL
  let mine: ModelContext
  let theirs: ModelContext

  /// - Parameter fill: Fills the document that both then open.
  init(_ fill: (ModelContext) throws -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    url = folder.file("fleet.store")
    let first = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    try fill(first)
    try first.save()
    mine = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
    theirs = ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
  }

  /// The titles by code, as a process that opens the file now finds them.
  func titles() throws -> [String: String] {
    let ships = try fresh().all(Fleet.Ship.self)
    return Dictionary(uniqueKeysWithValues: ships.map { ($0.code, $0.title) })
  }

  /// A context of a process that opens the file now.
  func fresh() throws -> ModelContext {
    ModelContext(try ModelContainer.ofOwnProcess(Fleet.models, at: url))
  }
}

extension ModelContext {
  func ship(_ code: String) throws -> Fleet.Ship {
    try #require(
      try fetch(FetchDescriptor<Fleet.Ship>(predicate: #Predicate { $0.code == code })).first)
  }
}
