import DocumentFile
import Foundation
import Testing

@testable import DocumentData

@Suite("Making a container")
struct ContainerInitialiserTests {
  typealias Person = Offices.Person
  typealias Trip = Offices.Trip

  /// Each initialiser of SwiftData, over one file.
  enum Way: CaseIterable, Sendable {
    case types, schemaVariadic, schemaArray

    func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
      switch self {
      case .types:
        try ModelContainer(
          for: BirdsV3.Bird.self, migrationPlan: BirdPlan.self, configurations: configuration)
      case .schemaVariadic:
        try ModelContainer(
          for: Schema(versionedSchema: BirdsV3.self), migrationPlan: BirdPlan.self,
          configurations: configuration)
      case .schemaArray:
        try ModelContainer(
          for: Schema(versionedSchema: BirdsV3.self), migrationPlan: BirdPlan.self,
          configurations: [configuration])
      }
    }
  }

  @Test("each initialiser migrates by the plan it is given", arguments: Way.allCases)
  func plan(way: Way) throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("birds.store"))
    let old = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: BirdsV1.self), configurations: configuration))
    let bird = BirdsV1.Bird(name: "wren")
    bird.weight = 9
    old.insert(bird)
    try old.save()
    let container = try way.container(configuration)
    #expect(container.migrationReport?.stages.count == 2)
    #expect(container.migrationPlan != nil)
    #expect(container.configurations == [configuration])
    #expect(try ModelContext(container).only(BirdsV3.Bird.self).grams == 9)
  }

  @Test("no file is made before the first save", arguments: Way.allCases)
  func noFile(way: Way) throws {
    let folder = try TemporaryFolder()
    let container = try way.container(ModelConfiguration(url: folder.file("birds.store")))
    let context = ModelContext(container)
    #expect(try context.all(BirdsV3.Bird.self).isEmpty)
    #expect(folder.names == [])
    context.insert(BirdsV3.Bird(name: "wren"))
    #expect(folder.names == [])
    try context.save()
    #expect(folder.names == ["birds.store"])
  }

  @Test("without a configuration a container has the default file, which opening does not make")
  func defaultFile() throws {
    let container = try ModelContainer(for: Unsaved.self)
    #expect(container.configurations == [ModelConfiguration()])
    #expect(
      !FileManager.default.fileExists(atPath: DefaultLocation.file(named: "default").path))
  }

  /// Never saved, as that would make a file outside the tests' folders.
  @Model class Unsaved {
    var name = ""
    init() {}
  }

  @Test("models named by relationships and superclasses come along, subclasses do not")
  func relatedModels() throws {
    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(Set(container.schema.entities.map(\.name)) == ["Trip", "Stop"])
    let context = ModelContext(container)
    context.insert(Offices.LongTrip(name: "Nile", days: 9))
    let error = #expect(throws: SwiftDataError.modelOfAnotherSchema) { try context.save() }
    #expect(error?.entity == "LongTrip")
    let more = try ModelContainer(
      for: Offices.LongTrip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(Set(more.schema.entities.map(\.name)) == ["Trip", "Stop", "LongTrip"])
  }

  @Test("the folder of the default file is made with it, for its owner alone")
  func folders() throws {
    let folder = try TemporaryFolder()
    let deep = folder.file("a").appendingPathComponent("b/people.store")
    let tables = try Offices.container().store.current.tables
    let binding = DocumentBinding(path: deep.path, type: .generic, hasPrivateFolder: true)
    try binding.save(tables, as: FileWriting())
    #expect(FileManager.default.fileExists(atPath: deep.path))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("a").path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    let blocked = folder.file("a").appendingPathComponent("b/people.store/c/people.store")
    let failing = DocumentBinding(path: blocked.path, type: .generic, hasPrivateFolder: true)
    let refusal = #expect(throws: SwiftDataError.saveFailure) {
      try failing.save(tables, as: FileWriting())
    }
    #expect(refusal?.explanation.contains("b/people.store/c") == true)
  }

  @Test("two containers of unequal schemas on one file: the second to save is told")
  func twoContainers() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file("people.store"))
    let first = ModelContext(
      try ModelContainer(for: Person.self, configurations: configuration))
    let second = ModelContext(
      try ModelContainer(for: Person.self, Trip.self, configurations: configuration))
    for round in 1...2 {
      first.insert(Person(name: "Ada \(round)", age: 36))
      second.insert(Person(name: "Ben \(round)", age: 1))
      try first.save()
      let error = #expect(throws: SwiftDataError.saveFailure) { try second.save() }
      let words = try #require(error).explanation
      #expect(words.contains("people.store"))
      #expect(words.contains("open it again"))
      #expect(second.hasChanges)
    }
    let again = ModelContext(
      try ModelContainer(for: Person.self, configurations: configuration))
    #expect(try again.all(Person.self).map(\.name) == ["Ada 1", "Ada 2"])
  }

  @Test(
    "a file that is something else is refused by name",
    arguments: [
      (Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 80), "SQLite database"),
      (Array("bplist00".utf8), "binary property list"),
      (
        Array(
          #"<?xml version="1.0"?><!-- x --><!DOCTYPE plist PUBLIC "-//A" "b"><plist></plist>"#.utf8),
        "property list"
      ),
      (Array("<html><body></body></html>".utf8), "HTML"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "PNG"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), (Array("%PDF-1.7".utf8), "PDF"),
      (Array(#"{\rtf1 }"#.utf8), "RTF"), ([0x1F, 0x8B, 8], "gzip"),
      (Array("Dear diary".utf8), "expected a .trips zip"), (Array(#"{"name": 1}"#.utf8), ""),
      (Array("<trips/>".utf8), ""),
    ] as [([UInt8], String)])
  func otherFiles(bytes: [UInt8], words: String) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("other.store")
    try Data(bytes).write(to: url)
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: url))
    }
    let explanation = try #require(error).explanation
    #expect(explanation.contains("other.store"))
    if !words.isEmpty { #expect(explanation.contains(words)) }
    #expect(try Data(contentsOf: url) == Data(bytes))
  }

  @Test("a folder is refused by name")
  func folderInsteadOfFile() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: folder.url))
    }
  }
}
