import Foundation
import Synchronization
import Testing

@testable import DocumentData

@Suite("Documents of one's own models")
struct ModelDocumentTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Recipe.self]

    @Model final class Recipe {
      @Attribute(.unique) var name: String
      init(name: String) { self.name = name }
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Recipe.self]

    @Model final class Recipe {
      @Attribute(.unique) var name: String
      var servings = 2
      init(name: String, servings: Int) {
        self.name = name
        self.servings = servings
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self]
    static let stages: [MigrationStage] = [
      .lightweight(fromVersion: V1.self, toVersion: V2.self)
    ]
  }

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "documents-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> URL { folder.appending(path: name) }

  private func names(_ document: ModelDocument) throws -> [String] {
    try document.withContext { context in
      try context.fetch(FetchDescriptor<V2.Recipe>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }
  }

  @Test("are made, written, changed, saved and read again")
  func life() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try ModelDocument(for: V2.Recipe.self, migrationPlan: Plan.self)
    try document.withContext { $0.insert(V2.Recipe(name: "Soup", servings: 4)) }
    try await document.write(to: file("a.json"))
    try document.withContext { $0.insert(V2.Recipe(name: "Bread", servings: 1)) }
    try await document.save()
    let again = try await ModelDocument(contentsOf: file("a.json"), for: V2.Recipe.self)
    #expect(try names(again) == ["Bread", "Soup"])
    #expect(try Data(contentsOf: file("a.json")).first == UInt8(ascii: "{"))
  }

  @Test("go to an older version and come back")
  func versions() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try ModelDocument(for: V2.Recipe.self, migrationPlan: Plan.self)
    try document.withContext { $0.insert(V2.Recipe(name: "Soup", servings: 4)) }
    let old = try await document.encoded(as: .xml, schemaVersion: Schema.Version(1, 0, 0))
    #expect(old.migrationReport.losses.count == 1)
    let step = try #require(old.migrationReport.stages.flatMap(\.steps).first)
    #expect(step.kind == .removed && step.property == "servings" && step.isLossy)
    try old.data.write(to: file("old"))
    let preview = try await ModelDocument.migrationPreview(of: file("old"), with: Plan.self)
    let restored = try await ModelDocument(
      bytes: old.data, for: V2.Recipe.self, migrationPlan: Plan.self)
    #expect(restored.originalVersion == Schema.Version(1, 0, 0))
    #expect(restored.migrationReport?.json == preview.json)
    #expect(
      try restored.withContext { try $0.fetch(FetchDescriptor<V2.Recipe>()).map(\.servings) }
        == [4])
    await #expect(throws: SwiftDataError.unknownSchema) {
      try await document.encoded(schemaVersion: Schema.Version(3, 0, 0))
    }
    let without = try ModelDocument(for: V2.Recipe.self)
    await #expect(throws: SwiftDataError.unknownSchema) {
      try await without.encoded(schemaVersion: Schema.Version(1, 0, 0))
    }
  }

  @Test("report the progress of their migration to the task that opens them")
  func progress() async throws {
    let document = try ModelDocument(for: V2.Recipe.self, migrationPlan: Plan.self)
    let old = try await document.encoded(schemaVersion: Schema.Version(1, 0, 0)).data
    let parts = Mutex<[MigrationProgress.Part]>([])
    _ = try await MigrationProgress.observing({ step in parts.withLock { $0.append(step.part) } }) {
      try await ModelDocument(bytes: old, for: V2.Recipe.self, migrationPlan: Plan.self)
    }
    #expect(parts.withLock { $0 } == [.schema, .end])
  }

  @Test("are returned and read in chunks", arguments: [0, 1, 7, 65_536])
  func chunks(size: Int) async throws {
    let document = try ModelDocument(for: V2.Recipe.self)
    try document.withContext { $0.insert(V2.Recipe(name: "Soup", servings: 4)) }
    let encoded = try await document.encoded(as: .flatXML)
    let chunks = encoded.chunks(ofSize: size)
    var sizes: Set<Int> = []
    for await chunk in chunks { sizes.insert(chunk.count) }
    #expect(sizes.max() == min(max(1, size), encoded.data.count))
    let again = try await ModelDocument(chunks: chunks, for: V2.Recipe.self)
    #expect(try names(again) == ["Soup"])
  }

  @Test("write nothing if the task is cancelled", arguments: DocumentFormat.allCases)
  func cancelledWriting(format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try ModelDocument(for: V2.Recipe.self)
    try document.withContext { $0.insert(V2.Recipe(name: "Soup", servings: 4)) }
    let url = file("a")
    try await document.write(to: url, format: format)
    let before = try Data(contentsOf: url)
    try document.withContext { $0.insert(V2.Recipe(name: "Bread", servings: 1)) }
    let works: [@Sendable () async throws -> Void] = [
      { try await document.save() },
      { try await document.write(to: url, format: format) },
      { _ = try await document.encoded(as: format) },
    ]
    for work in works {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await work()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(try Data(contentsOf: url) == before)
    try await document.save()
    #expect(try Data(contentsOf: url) != before)
  }

  @Test("concurrent saves leave the last committed state")
  func concurrentSaves() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try ModelDocument(for: V2.Recipe.self)
    try await document.write(to: file("a"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try document.withContext { $0.insert(V2.Recipe(name: "\(number)", servings: 1)) }
          try await document.save()
        }
      }
      try await group.waitForAll()
    }
    let again = try await ModelDocument(contentsOf: file("a"), for: V2.Recipe.self)
    #expect(try names(again).count == 20)
  }

  @Test("do long work on a thread of the library") @MainActor
  func performing() async throws {
    let document = try ModelDocument(for: V2.Recipe.self)
    let isMain = try await document.perform { context in
      context.insert(V2.Recipe(name: "Soup", servings: 4))
      return Thread.isMainThread
    }
    #expect(!isMain)
    #expect(try names(document) == ["Soup"])
  }

  @Test("keep their own file at the newest version")
  func ownFile() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try ModelDocument(for: V2.Recipe.self, migrationPlan: Plan.self)
    #expect(document.fileURL == nil)
    try await document.write(to: file("a"))
    #expect(document.fileURL?.path == file("a").path)
    let before = try Data(contentsOf: file("a"))
    await #expect(throws: SwiftDataError.saveFailure) {
      try await document.write(to: file("a"), schemaVersion: Schema.Version(1, 0, 0))
    }
    #expect(try Data(contentsOf: file("a")) == before)
    try await document.save()
  }

  @Test(
    "a configuration's format is that of the file after a save", arguments: DocumentFormat.allCases)
  func configuredFormat(format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = file("a.store")
    func save(_ name: String, _ format: DocumentFormat?) throws {
      let container = try ModelContainer(
        for: V2.Recipe.self, configurations: ModelConfiguration(url: url, format: format))
      let context = ModelContext(container)
      context.insert(V2.Recipe(name: name, servings: 1))
      try context.save()
    }
    try save("a", format)
    #expect(try await DocumentHandle(contentsOf: url, for: V2.Recipe.self).format == format)
    try save("b", nil)
    #expect(try await DocumentHandle(contentsOf: url, for: V2.Recipe.self).format == format)
    for other in DocumentFormat.allCases {
      try save("c\(other)", other)
      #expect(try await DocumentHandle(contentsOf: url, for: V2.Recipe.self).format == other)
    }
    #expect(try await names(ModelDocument(contentsOf: url, for: V2.Recipe.self)).count == 6)
  }

  @Test("containers that share an open file each save in their own format")
  func sharedFile() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = file("a.store")
    let contexts = try [DocumentFormat.flatXML, nil, .json].map { format in
      ModelContext(
        try ModelContainer(
          for: V2.Recipe.self, configurations: ModelConfiguration(url: url, format: format)))
    }
    for (context, expected) in zip(contexts, [DocumentFormat.flatXML, .flatXML, .json]) {
      context.insert(V2.Recipe(name: "\(ObjectIdentifier(context))", servings: 1))
      try context.save()
      #expect(try await DocumentHandle(contentsOf: url, for: V2.Recipe.self).format == expected)
    }
  }

  @Test(
    "without a format the file's name decides",
    arguments: [
      ("a.store", DocumentFormat.json), ("a.JSON", .flatJSON), ("a.trips.xml", .flatXML),
      ("a.trips", .json),
    ])
  func impliedFormat(name: String, format: DocumentFormat) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try ModelContainer(
      for: V2.Recipe.self, configurations: ModelConfiguration(url: file(name)))
    let context = ModelContext(container)
    context.insert(V2.Recipe(name: "a", servings: 1))
    try context.save()
    #expect(try await DocumentHandle(contentsOf: file(name), for: V2.Recipe.self).format == format)
  }
}
