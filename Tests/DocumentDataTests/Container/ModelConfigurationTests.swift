import Foundation
import Testing

@testable import DocumentData

@Suite("Configurations")
struct ModelConfigurationTests {
  typealias Person = Offices.Person

  @Test("a configuration without a place has a file in the program's own folder")
  func defaultFile() {
    let configuration = ModelConfiguration()
    #expect(configuration.name == "default")
    #expect(configuration.url.lastPathComponent == "default.store")
    #expect(configuration.url.deletingLastPathComponent().path == DefaultLocation.folder.path)
    #expect(configuration.id == configuration.url)
    #expect(!configuration.isStoredInMemoryOnly)
    #expect(configuration.allowsSave)
    #expect(configuration.schema == nil)
    #expect(ModelConfiguration(isStoredInMemoryOnly: false) == configuration)
    let named = ModelConfiguration("trips")
    #expect(named.url.lastPathComponent == "trips.store")
    #expect(named.url.deletingLastPathComponent() == configuration.url.deletingLastPathComponent())
  }

  #if !canImport(Darwin)
    @Test(
      "the folder follows the XDG specification",
      arguments: [
        (["XDG_DATA_HOME": "/var/data"], "/var/data"),
        (["XDG_DATA_HOME": "data"], nil), (["XDG_DATA_HOME": ""], nil), ([:], nil),
      ] as [([String: String], String?)])
    func dataFolder(environment: [String: String], expected: String?) {
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      #expect(
        DefaultLocation.dataFolder(environment).path == expected ?? "\(home)/.local/share")
    }
  #endif

  @Test("the folder is the program's own")
  func programsOwnFolder() {
    #expect(
      DefaultLocation.folder.lastPathComponent
        == Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
  }

  @Test("every initialiser of SwiftData records what it is given")
  func initialisers() {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(memory.isStoredInMemoryOnly)
    #expect(memory.url.path == "/dev/null")
    let typed = ModelConfiguration(for: Person.self, isStoredInMemoryOnly: true)
    #expect(typed.schema?.entities.map(\.name) == ["Person"])
    #expect(typed.isStoredInMemoryOnly)
    let full = ModelConfiguration(
      "people", schema: Offices.people, isStoredInMemoryOnly: true, allowsSave: false,
      groupContainer: .identifier("group.people"), cloudKitDatabase: .private("iCloud.people"))
    #expect(full.name == "people")
    #expect(full.schema == Offices.people)
    #expect(!full.allowsSave)
    #expect(full.groupAppContainerIdentifier == "group.people")
    #expect(full.cloudKitContainerIdentifier == "iCloud.people")
    let url = URL(fileURLWithPath: "/tmp/people.trips")
    let placed = ModelConfiguration(
      schema: Offices.people, url: url, allowsSave: false, cloudKitDatabase: .none)
    #expect(placed.name == "people")
    #expect(placed.url == url)
    #expect(placed.groupContainer == .none)
    #expect(placed.cloudKitContainerIdentifier == nil)
    #expect(Set([memory, typed, full, placed, placed]).count == 4)
    var other = placed
    other.schema = nil
    #expect(other != placed)
    #expect(other.id == placed.id)
  }

  @Test(
    "a name that cannot be that of a file is refused",
    arguments: ["a/b", "", "..", "nul\0"].map { $0 == ".." ? "../up" : $0 })
  func invalidNames(name: String) throws {
    let error = #expect(
      throws: SwiftDataError.configurationFileNameContainsInvalidCharacters
    ) { try ModelContainer(for: Person.self, configurations: ModelConfiguration(name)) }
    #expect(error?.explanation.contains("url") == true)
    // A document in memory has no file.
    _ = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(name, isStoredInMemoryOnly: true))
  }

  @Test("a name longer than file systems take is refused", arguments: ["x", "é", "🏖"])
  func longNames(character: String) throws {
    let name = String(repeating: character, count: 256 / character.utf8.count)
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelContainer(for: Person.self, configurations: ModelConfiguration(name))
    }
    let folder = try TemporaryFolder()
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelContainer(
        for: Person.self, configurations: ModelConfiguration(url: folder.file(name)))
    }
  }

  @Test("a URL that is not a file's is refused")
  func noFile() throws {
    let url = try #require(URL(string: "https://example.com/people.store"))
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: url))
    }
  }
}
