import DocumentData
import DocumentTables
import Foundation
import Synchronization
import Testing

/// What closures have seen of their container.
private struct Seen: Equatable {
  var place: String
  var urls: [URL]
  var names: [String]
  var version: Schema.Version
  var plan: String
  var birds: Int
}

private let seen = Mutex<[URL: [Seen]]>([:])

private func look(
  _ place: String, _ context: ModelContext, _ type: (some PersistentModel).Type
) throws {
  let container = context.container
  let configurations = container.configurations.sorted { $0.name < $1.name }
  guard let url = configurations.first?.url else { return }
  let beside = ModelContext(container)
  let entry = Seen(
    place: place, urls: configurations.map(\.url), names: configurations.map(\.name),
    version: container.schema.version, plan: container.migrationPlan.map { "\($0)" } ?? "none",
    birds: try beside.all(type).count)
  seen.withLock { $0[url, default: []].append(entry) }
}

private func reversible() -> MigrationStage {
  .custom(
    fromVersion: BirdsV1.self, toVersion: BirdsV2.self,
    willMigrate: { try look("willMigrate", $0, BirdsV1.Bird.self) },
    didMigrate: { try look("didMigrate", $0, BirdsV2.Bird.self) },
    willRevert: { try look("willRevert", $0, BirdsV2.Bird.self) },
    didRevert: { try look("didRevert", $0, BirdsV1.Bird.self) })
}

private enum LookingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] { [reversible()] }
}

private enum TransformingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] {
    [
      .transforming(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self,
        transform: { old, new in
          try look("old", old, BirdsV1.Bird.self)
          try look("new", new, BirdsV2.Bird.self)
        })
    ]
  }
}

/// A closure that does everything to its container that could reach a file.
private enum WritingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [BirdsV1.self, BirdsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: BirdsV1.self, toVersion: BirdsV2.self,
        willMigrate: { context in
          let beside = ModelContext(context.container)
          beside.insert(BirdsV1.Bird(name: "beside"))
          try beside.save()
          try context.save()
        },
        didMigrate: { context in try context.container.erase() })
    ]
  }
}

@Suite("The container that the closure of a stage sees")
struct ClosureContainerTests {
  private let folder: MigrationFolder

  init() throws { folder = try MigrationFolder() }

  private func file(_ name: String) throws -> URL {
    let url = folder.url(name)
    try folder.write(try Birds.tables { $0.insert(BirdsV1.Bird(name: "wren")) }, to: url)
    return url
  }

  private func seen(at url: URL) -> [Seen] {
    DocumentDataTests.seen.withLock { $0[url] ?? [] }
  }

  @Test("has the configurations and the plan of the one being opened, and its version's schema")
  func opening() throws {
    let url = try file("birds.store")
    let configuration = ModelConfiguration("aviary", url: url)
    let container = try ModelContainer(
      for: Schema(versionedSchema: BirdsV2.self), migrationPlan: LookingPlan.self,
      configurations: configuration)
    #expect(container.configurations == [configuration])
    #expect(
      seen(at: url) == [
        Seen(
          place: "willMigrate", urls: [url], names: ["aviary"], version: Schema.Version(1, 0, 0),
          plan: "LookingPlan", birds: 1),
        Seen(
          place: "didMigrate", urls: [url], names: ["aviary"], version: Schema.Version(2, 0, 0),
          plan: "LookingPlan", birds: 1),
      ])
  }

  @Test("has them in both contexts of a transforming stage")
  func transforming() throws {
    let url = try file("birds.store")
    _ = try ModelContainer(
      for: Schema(versionedSchema: BirdsV2.self), migrationPlan: TransformingPlan.self,
      configurations: ModelConfiguration(url: url))
    #expect(seen(at: url).map(\.place) == ["old", "new"])
    #expect(seen(at: url).map(\.version) == [Schema.Version(1, 0, 0), Schema.Version(2, 0, 0)])
  }

  @Test("has the document's URL where a plan previews or converts it, on the way back too")
  func previewAndConversion() throws {
    let url = try file("birds.trips")
    _ = try LookingPlan.migrationPreview(of: url)
    #expect(seen(at: url).map(\.place) == ["willMigrate", "didMigrate"])
    let newer = folder.url("newer.trips")
    try LookingPlan.convert(url, to: Schema.Version(2, 0, 0), writingTo: newer)
    #expect(seen(at: url).count == 4)
    try LookingPlan.convert(
      newer, to: Schema.Version(1, 0, 0), writingTo: folder.url("older.trips"))
    // The way up is tried on what came out, so its closures see the container once more.
    #expect(
      seen(at: newer).map(\.place) == ["willRevert", "didRevert", "willMigrate", "didMigrate"])
  }

  @Test("has the document's URL where a document is opened")
  func document() async throws {
    let url = try file("birds.trips")
    let opening = SchemaOpening(
      Schema(versionedSchema: BirdsV2.self), plan: LookingPlan.self, schemaName: "birds")
    _ = try await ModelDocument(contentsOf: url.path, opening, .standard)
    #expect(seen(at: url).map(\.place) == ["willMigrate", "didMigrate"])
  }

  @Test("has all configurations where a container has several stores")
  func severalStores() throws {
    let url = try file("a.store")
    let other = folder.url("b.store")
    let configurations = [
      ModelConfiguration("a", schema: Schema([BirdsV2.Bird.self]), url: url),
      ModelConfiguration("b", schema: Schema([GalleryV1.Album.self]), url: other),
    ]
    _ = try ModelContainer(
      for: Schema(versionedSchema: WideV2.self), migrationPlan: WidePlan.self,
      configurations: configurations)
    #expect(seen(at: url).first?.urls == [url, other])
  }

  @Test("writes no file, whatever a closure does with it")
  func writing() throws {
    let url = try file("birds.store")
    let before = try Data(contentsOf: url)
    let container = try ModelContainer(
      for: Schema(versionedSchema: BirdsV2.self), migrationPlan: WritingPlan.self,
      configurations: ModelConfiguration(url: url))
    #expect(try Data(contentsOf: url) == before)
    #expect(try ModelContext(container).all(BirdsV2.Bird.self).isEmpty)
  }
}

private enum WideV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { BirdsV1.models + GalleryV1.models }
}

private enum WideV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { BirdsV2.models + GalleryV1.models }
}

private enum WidePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [WideV1.self, WideV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: WideV1.self, toVersion: WideV2.self,
        willMigrate: { try look("willMigrate", $0, BirdsV1.Bird.self) }, didMigrate: nil)
    ]
  }
}
