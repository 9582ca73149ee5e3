import DocumentData
import Foundation
import Testing

/// Three versions: the first stage renames an entity and its properties and drops one, the second
/// renames a property again and has a closure.
enum Flotilla {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Vessel.self, Cargo.self] }

    @Model class Vessel {
      @Attribute(.preserveValueOnDeletion) var title: String
      var weight: Int = 0
      var flag: String?
      var cargo: [Cargo] = []

      init(title: String) { self.title = title }
    }

    @Model class Cargo {
      var what: String
      var vessel: Vessel?

      init(what: String) { self.what = what }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Ship.self] }

    @Model(originalName: "Vessel") class Ship {
      @Attribute(.preserveValueOnDeletion, originalName: "title") var name: String
      @Attribute(originalName: "weight") var tons: Int = 0

      init(name: String) { self.name = name }
    }
  }

  enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Ship.self] }

    @Model class Ship {
      @Attribute(.preserveValueOnDeletion, originalName: "name") var label: String
      var tons: Int = 0

      init(label: String) { self.label = label }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: V1.self, toVersion: V2.self),
        .custom(
          fromVersion: V2.self, toVersion: V3.self, willMigrate: nil,
          didMigrate: { context in
            for ship in try context.fetch(FetchDescriptor<V3.Ship>()) { ship.tons += 1 }
            try context.save()
          }),
      ]
    }
  }

  static func context(_ version: any VersionedSchema.Type, at url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: Plan.self,
        configurations: ModelConfiguration(url: url)))
  }

  /// A document of version 1 whose history inserts two ships, changes and deletes.
  static func writeFirst(to url: URL) throws {
    var configuration = ModelConfiguration(url: url)
    configuration.history = .values()
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: V1.self), configurations: configuration))
    let ark = V1.Vessel(title: "Ark")
    let argo = V1.Vessel(title: "Argo")
    for vessel in [ark, argo] { context.insert(vessel) }
    let cargo = V1.Cargo(what: "tea")
    cargo.vessel = ark
    context.insert(cargo)
    try context.save()
    ark.title = "Ark II"
    ark.weight = 7
    ark.flag = "red"
    cargo.what = "silk"
    try context.save()
    context.delete(argo)
    try context.save()
  }
}

@Suite("Histories through migrations")
struct HistoryMigrationTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("fleet.trips")
    try Flotilla.writeFirst(to: file)
  }

  // Spec 11.4-5
  @Test("transactions stay in their words, and changes are those of the renamed class")
  func up() throws {
    let context = try Flotilla.context(Flotilla.V2.self, at: file)
    let found = try context.history()
    #expect(
      found.map(\.words) == [
        ["insert Ship 1", "insert Ship 2"], ["update Ship 1: name, tons"], ["delete Ship 2"], [],
      ])
    #expect(found.map(\.schemaVersion?.major) == [1, 1, 1, 2])
    #expect(found.map { $0.migratedFrom?.major } == [nil, nil, nil, 1])
    #expect(found.allSatisfy { $0.unknownChanges.isEmpty })
    guard
      case .update(let change as DefaultHistoryUpdate<Flotilla.V2.Ship>)? = found[1].changes.first
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(change.updatedPropertyNames == ["flag", "title", "weight"])
    #expect(change.oldValue(for: \.name) == "Ark")
    #expect(change.newValue(for: \.name) == "Ark II")
    #expect(change.newValue(for: \.tons) == 7)
    guard
      case .delete(let delete as DefaultHistoryDelete<Flotilla.V2.Ship>)? = found[2].changes.first
    else { throw CocoaError(.fileNoSuchFile) }
    #expect(delete.tombstone[\.name] as? String == "Argo")
    #expect(
      try context.fetch(FetchDescriptor<Flotilla.V2.Ship>()).map(\.persistentModelID)
        == [change.changedPersistentIdentifier])
  }

  @Test("changes of entities that the models no longer have are listed without a type")
  func untyped() throws {
    let found = try Flotilla.context(Flotilla.V2.self, at: file).history()
    let untyped = found.map(\.unlistedChanges)
    #expect(untyped.map(\.count) == [1, 1, 0, 0])
    let change = try #require(untyped[1].first)
    #expect(change.kind == .update)
    #expect(change.identifier.entityName == "Cargo")
  }

  @Test("a property that was renamed twice is found through the versions of the plan")
  func twice() throws {
    let context = try Flotilla.context(Flotilla.V3.self, at: file)
    let found = try context.history()
    #expect(found[1].words == ["update Ship 1: label, tons"])
    let migration = try #require(found.last)
    #expect(migration.migratedFrom?.major == 1)
    #expect(migration.schemaVersion?.major == 3)
    #expect(migration.unknownChanges == ["Ship"])
  }

  @Test("tokens of before a migration are valid after it, saved or not")
  func tokens() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: Flotilla.V1.self),
        configurations: ModelConfiguration(url: file)))
    let token = try #require(try context.history().last?.token)
    for _ in 0..<2 {
      let context = try Flotilla.context(Flotilla.V2.self, at: file)
      let after = try context.history(after: token)
      #expect(after.first?.migratedFrom?.major == 1)
      context.insert(Flotilla.V2.Ship(name: "new"))
      try context.save()
    }
    let last = try Flotilla.context(Flotilla.V2.self, at: file)
    #expect(try last.history(after: token).map(\.words.count) == [0, 1, 1])
  }

  @Test("a downgraded document has newer transactions in their words, under the older names")
  func down() async throws {
    let newer = folder.file("newer.trips")
    do {
      let context = try Flotilla.context(Flotilla.V2.self, at: file)
      let ship = try #require(try context.fetch(FetchDescriptor<Flotilla.V2.Ship>()).first)
      ship.name = "Ark III"
      try context.save()
    }
    let document = try await ModelDocument(
      contentsOf: file, for: Flotilla.V2.Ship.self, migrationPlan: Flotilla.Plan.self)
    try await document.write(
      to: newer, schemaVersion: Schema.Version(1, 0, 0), losses: .drop, includesHistory: true)
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: Flotilla.V1.self),
        configurations: ModelConfiguration(url: newer)))
    let found = try context.history()
    let update = try #require(
      found.first { $0.schemaVersion?.major == 2 && $0.migratedFrom == nil })
    #expect(update.words == ["update Vessel 1: title"])
    #expect(found[1].words == ["update Cargo 3: what", "update Vessel 1: title, weight, flag"])
    #expect(found.last?.migratedFrom?.major == 2)
    #expect(found.last?.schemaVersion?.major == 1)
  }
}
