import DocumentData
import Foundation
import Synchronization

/// Three versions of models that a container keeps in several stores.
enum LibraryV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Folder.self, Memo.self] }

  @Model class Note {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model class Folder {
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
  }

  @Model class Memo {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

enum LibraryV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Note.self, Folder.self, Memo.self, Label.self]
  }

  @Model class Note {
    var text: String
    var folderName = ""
    init(_ text: String) { self.text = text }
  }

  @Model class Folder {
    @Attribute(.unique) var name: String
    var number = 0
    init(_ name: String) { self.name = name }
  }

  @Model class Memo {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model class Label {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// Folders are called binders, and memos are gone.
enum LibraryV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Note.self, Binder.self, Label.self] }

  @Model class Note {
    var text: String
    var folderName = ""
    init(_ text: String) { self.text = text }
  }

  @Model(originalName: "Folder") class Binder {
    @Attribute(.unique) var name: String
    var number = 0
    init(_ name: String) { self.name = name }
  }

  @Model class Label {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// What the closures of the library's plans do, in the test that runs them.
struct LibraryClosures: Sendable {
  typealias Closure = @Sendable (ModelContext) throws -> Void

  @TaskLocal static var current = LibraryClosures()

  /// From the first version to the second.
  var will: Closure?
  var did: Closure?
  /// From the second version to the third.
  var willRename: Closure?
  var didRename: Closure?
  /// From the second version to the first.
  var willRevert: Closure?
  var didRevert: Closure?
  var transform: (@Sendable (ModelContext, ModelContext) throws -> Void)?

  /// Makes a folder where there is none.
  static let seed: Closure = { context in
    if try context.fetch(FetchDescriptor<LibraryV2.Folder>()).isEmpty {
      context.insert(LibraryV2.Folder("Inbox"))
    }
  }

  static let first = MigrationStage.custom(
    fromVersion: LibraryV1.self, toVersion: LibraryV2.self,
    willMigrate: { try current.will?($0) }, didMigrate: { try current.did?($0) })
  static let second = MigrationStage.custom(
    fromVersion: LibraryV2.self, toVersion: LibraryV3.self,
    willMigrate: { try current.willRename?($0) }, didMigrate: { try current.didRename?($0) })
  static let back = MigrationStage.custom(
    fromVersion: LibraryV2.self, toVersion: LibraryV1.self,
    willMigrate: { try current.willRevert?($0) }, didMigrate: { try current.didRevert?($0) })
  static let transforming = MigrationStage.transforming(
    fromVersion: LibraryV1.self, toVersion: LibraryV2.self,
    transform: { try current.transform?($0, $1) })
}

enum LibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
  static var stages: [MigrationStage] { [LibraryClosures.first, LibraryClosures.back] }
}

enum LongLibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [LibraryV1.self, LibraryV2.self, LibraryV3.self]
  }
  static var stages: [MigrationStage] { [LibraryClosures.first, LibraryClosures.second] }
}

enum TransformingLibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
  static var stages: [MigrationStage] { [LibraryClosures.transforming] }
}

/// Two files: “local” keeps notes, “main” everything else.
struct LibraryFiles {
  let folder: TemporaryFolder
  var local: URL { folder.file("local.store") }
  var main: URL { folder.file("main.store") }

  init() throws { folder = try TemporaryFolder() }

  /// Makes both files in the first version.
  init(notes: [String], folders: [String], memos: [String] = []) throws {
    try self.init()
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: LibraryV1.self),
        configurations: ModelConfiguration(schema: Schema(LibraryV1.Note.self), url: local),
        ModelConfiguration(url: main)))
    for note in notes { context.insert(LibraryV1.Note(note)) }
    for folder in folders { context.insert(LibraryV1.Folder(folder)) }
    for memo in memos { context.insert(LibraryV1.Memo(memo)) }
    try context.save()
  }

  /// The names of a container's folders.
  func folders(of container: ModelContainer) throws -> [String] {
    try ModelContext(container).all(LibraryV2.Folder.self).map(\.name).sorted()
  }

  func open(
    _ version: any VersionedSchema.Type = LibraryV2.self,
    _ plan: any SchemaMigrationPlan.Type = LibraryPlan.self,
    running closures: LibraryClosures = LibraryClosures(),
    others: [ModelConfiguration] = [], savesLocal: Bool = true, mainFirst: Bool = false,
    mainKeepsAll: Bool = false
  ) throws -> ModelContainer {
    let notes = version.models.filter { "\($0)" == "Note" }
    // Without a schema “main” keeps notes too where “local” may not be written.
    let rest =
      savesLocal || mainKeepsAll ? nil : Schema(version.models.filter { "\($0)" != "Note" })
    var configurations = [
      ModelConfiguration(schema: Schema(notes), url: local, allowsSave: savesLocal),
      ModelConfiguration(schema: rest, url: main),
    ]
    if mainFirst { configurations.reverse() }
    return try LibraryClosures.$current.withValue(closures) {
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan,
        configurations: configurations + others)
    }
  }
}

/// Counts the runs of closures.
final class RunCount: Sendable {
  private let runs = Mutex(0)
  var value: Int { runs.withLock { $0 } }
  func add() { runs.withLock { $0 += 1 } }
}
