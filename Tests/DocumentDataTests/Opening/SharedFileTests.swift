import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("Containers over one file in one process")
struct SharedFileTests {
  typealias Person = Offices.Person
  typealias Trip = Offices.Trip

  private func open(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func names(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
      .map(\.name)
  }

  private func add(_ name: String, to container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(Person(name: name, age: 1))
    try context.save()
  }

  /// What the file holds, whatever this process has open.
  private func stored(_ url: URL) throws -> Int {
    try DocumentFile.read(.path(url.path)).tables.rowCount
  }

  @Test("save in turn, and see what the other has saved")
  func turns() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    try add("Ada", to: app)
    let widget = try open(url)
    let watching = ModelContext(app)
    let ada = try watching.only(Person.self)
    let context = ModelContext(widget)
    try context.only(Person.self).age = 40
    try context.save()
    try add("Ben", to: app)
    try add("Cid", to: widget)
    try add("Dan", to: app)
    #expect(try watching.fetchCount(FetchDescriptor<Person>()) == 4)
    #expect(ada.age == 40)
    #expect(try names(widget) == ["Ada", "Ben", "Cid", "Dan"])
    #expect(try stored(url) == 4)
    #expect(ada.persistentModelID.storeIdentifier == app.store.identifier)
    #expect(app.store === widget.store)
    #expect(app != widget)
  }

  enum Spelling: CaseIterable {
    case same, around, doubled, linkToFile, linkToFolder, linkOfLink, fromCurrentFolder
  }

  /// Another way to name a file of a folder.
  private func spell(_ name: String, in folder: TemporaryFolder, _ spelling: Spelling) throws -> URL
  {
    let files = FileManager.default
    let url = folder.file(name)
    switch spelling {
    case .same: return url
    case .around:
      try files.createDirectory(
        at: folder.file("x"), withIntermediateDirectories: true)
      return URL(fileURLWithPath: folder.url.path + "/x/../" + name)
    case .doubled: return URL(fileURLWithPath: folder.url.path + "//.//" + name)
    case .linkToFile:
      try files.createSymbolicLink(
        atPath: folder.file("link").path, withDestinationPath: name)
      return folder.file("link")
    case .linkToFolder:
      try files.createSymbolicLink(
        atPath: folder.file("there").path, withDestinationPath: folder.url.path)
      return folder.file("there").appendingPathComponent(name)
    case .linkOfLink:
      try files.createSymbolicLink(
        atPath: folder.file("second").path, withDestinationPath: folder.file(name).path)
      try files.createSymbolicLink(
        atPath: folder.file("first").path, withDestinationPath: "second")
      return folder.file("first")
    case .fromCurrentFolder:
      let depth = files.currentDirectoryPath.split(separator: "/").count
      let up = String(repeating: "../", count: depth)
      return URL(fileURLWithPath: up + url.path.dropFirst())
    }
  }

  @Test("know it by any path, there already or not", arguments: Spelling.allCases, [true, false])
  func spellings(spelling: Spelling, exists: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    if exists { try add("Ada", to: app) }
    let widget = try open(try spell("people.store", in: folder, spelling))
    try add("Ben", to: widget)
    try add("Cid", to: app)
    try add("Dan", to: widget)
    #expect(try stored(url) == (exists ? 4 : 3))
    let later = try open(try spell("people.store", in: folder, .same))
    try add("Eve", to: later)
    try add("Fay", to: app)
    #expect(try stored(url) == (exists ? 6 : 5))
  }

  @Test("a container that may not save sees what another saves, and still may not")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    try add("Ada", to: app)
    let reader = try open(url, allowsSave: false)
    try add("Ben", to: app)
    #expect(try names(reader) == ["Ada", "Ben"])
    #expect(throws: SwiftDataError.readOnlyStore) { try add("Cid", to: reader) }
    #expect(throws: SwiftDataError.readOnlyStore) { try reader.erase() }
    try add("Dan", to: app)
    #expect(try stored(url) == 3)
  }

  @Test("each keeps its policy of uniqueness")
  func uniqueness() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    try add("Ada", to: app)
    var strict = ModelConfiguration(url: url)
    strict.uniqueness = .refuse
    let other = try ModelContainer(for: Person.self, configurations: strict)
    #expect(throws: SwiftDataError.modelValidationFailure) { try add("Ada", to: other) }
    try add("Ada", to: app)
    #expect(try stored(url) == 1)
  }

  @Test("each writes as its configuration compresses")
  func compression() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    func open(_ compression: DocumentCompression) throws -> ModelContext {
      var configuration = ModelConfiguration(url: url)
      configuration.compression = compression
      return ModelContext(
        try ModelContainer(for: Person.self, configurations: configuration))
    }
    func edit(_ context: ModelContext) throws -> Int {
      for person in try context.all(Person.self) { person.age += 1 }
      try context.save()
      return try Data(contentsOf: url).count
    }
    let quick = try open(.autosave)
    for number in 0..<600 {
      quick.insert(Person(name: "Somebody \(number &* 7919) of \(number % 31)", age: number % 17))
    }
    try quick.save()
    let small = try open(.export)
    let sizes = try [edit(quick), edit(small), edit(quick)]
    #expect(sizes[1] < sizes[0])
    #expect(sizes[1] < sizes[2])
  }

  @Test("what one erases is gone from the other")
  func erasing() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    try add("Ada", to: app)
    let widget = try open(url)
    let context = ModelContext(widget)
    let ada = try context.only(Person.self)
    try app.erase()
    #expect(try context.all(Person.self).isEmpty)
    #expect(ada.modelContext == nil)
    #expect(folder.names == [])
    try add("Ben", to: widget)
    try add("Cid", to: app)
    #expect(try stored(url) == 2)
  }

  @Test("one of several stores may be shared")
  func oneOfSeveral() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try ModelContainer(
      for: Offices.whole,
      configurations: ModelConfiguration(
        "trips", schema: Offices.trips, url: folder.file("trips.store")),
      ModelConfiguration("people", schema: Offices.people, url: url))
    let widget = try open(url)
    try add("Ada", to: app)
    try add("Ben", to: widget)
    let context = ModelContext(app)
    context.insert(Trip(name: "Nile"))
    context.insert(Person(name: "Cid", age: 1))
    try context.save()
    #expect(try names(widget) == ["Ada", "Ben", "Cid"])
    #expect(try stored(url) == 3)
  }

  @Test("a file that another program has replaced is opened anew, and not overwritten by the first")
  func replacedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    try add("Ada", to: app)
    let elsewhere = folder.file("other.store")
    let other = try open(elsewhere)
    try add("Ben", to: other)
    try Data(contentsOf: elsewhere).write(to: url)
    let widget = try open(url)
    #expect(try names(widget) == ["Ben"])
    try add("Cid", to: widget)
    #expect(throws: SwiftDataError.saveFailure) { try add("Dan", to: app) }
    #expect(try stored(url) == 2)
  }

  @Test("a file that was moved has the store of its new place")
  func moved() throws {
    let folder = try TemporaryFolder()
    let (url, new) = (folder.file("people.store"), folder.file("moved.store"))
    let app = try open(url)
    try add("Ada", to: app)
    try FileManager.default.moveItem(at: url, to: new)
    let widget = try open(new)
    try add("Ben", to: widget)
    #expect(throws: SwiftDataError.saveFailure) { try add("Cid", to: app) }
    #expect(try stored(new) == 2)
    #expect(folder.names == ["moved.store"])
  }

  @Test("another schema does not share the store")
  func otherSchema() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let app = try open(url)
    try add("Ada", to: app)
    let larger = try ModelContainer(
      for: Person.self, Trip.self, configurations: ModelConfiguration(url: url))
    #expect(app.store !== larger.store)
    try add("Ben", to: larger)
    #expect(throws: SwiftDataError.saveFailure) { try add("Cid", to: app) }
  }

  @Test("documents in memory are never shared")
  func memory() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let first = try ModelContainer(for: Person.self, configurations: configuration)
    let second = try ModelContainer(for: Person.self, configurations: configuration)
    try add("Ada", to: first)
    #expect(try names(second).isEmpty)
  }

  @Test("a store goes with the last container and context over it")
  func lifetime() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    weak var store: AnyObject?
    do {
      let app = try open(url)
      try add("Ada", to: app)
      store = app.store
      #expect(try open(url).store === app.store)
    }
    // A test that opens another file at this moment holds every open document for an instant.
    for _ in 0..<500 where store != nil { usleep(10_000) }
    #expect(store == nil)
    #expect(try names(open(url)) == ["Ada"])
  }

  @Test("threads that open at once get one store", arguments: [true, false])
  func atOnce(exists: Bool) async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    if exists { try add("Ada", to: open(url)) }
    let containers = try await withThrowingTaskGroup(of: ModelContainer.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try ModelContainer(for: Person.self, configurations: ModelConfiguration(url: url))
        }
      }
      return try await group.reduce(into: [ModelContainer]()) { $0.append($1) }
    }
    #expect(Set(containers.map { ObjectIdentifier($0.store) }).count == 1)
    for (number, container) in containers.enumerated() { try add("P\(number)", to: container) }
    #expect(try stored(url) == (exists ? 9 : 8))
  }
}

@Suite("Containers over one file that has to be migrated")
struct SharedMigrationTests {
  private func old(_ url: URL) throws {
    let container = try ModelContainer(
      for: PaletteV1.Colour.self, migrationPlan: PalettePlan.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(PaletteV1.Colour(name: "red"))
    try context.save()
  }

  private func open(_ url: URL, plan: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Colour.self, migrationPlan: plan ? PalettePlan.self : nil,
      configurations: ModelConfiguration(url: url))
  }

  @Test("share what was migrated, and both have the report until it is saved")
  func shared() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    try old(url)
    let first = try open(url)
    let second = try open(url)
    #expect(first.migrationReport?.stages.count == 2)
    #expect(second.migrationReport?.stages.count == 2)
    for (container, name) in [(first, "green"), (second, "blue"), (first, "grey")] {
      let context = ModelContext(container)
      context.insert(Colour(fullName: name))
      try context.save()
    }
    #expect(try open(url).migrationReport == nil)
    #expect(try DocumentFile.read(.path(url.path)).tables.rowCount == 4)
  }

  @Test("without the same plan they share it once it is saved, whatever plan they have")
  func otherPlan() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    try old(url)
    let first = try open(url)
    let context = ModelContext(first)
    context.insert(Colour(fullName: "green"))
    try context.save()
    let second = try open(url, plan: false)
    #expect(first.store === second.store)
    #expect(second.migrationReport == nil)
  }
}
