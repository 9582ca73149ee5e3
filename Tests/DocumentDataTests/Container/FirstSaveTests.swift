import DocumentData
import DocumentFile
import DocumentTables
import Foundation
import Testing

@Suite("A save where nothing has changed")
struct FirstSaveTests {
  typealias Person = Offices.Person

  private func old(_ url: URL) throws {
    let container = try ModelContainer(
      for: PaletteV1.Colour.self, migrationPlan: PalettePlan.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(PaletteV1.Colour(name: "red"))
    try context.save()
  }

  private func open(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Colour.self, migrationPlan: PalettePlan.self,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func bytes(_ url: URL) throws -> Data { try Data(contentsOf: url) }

  @Test(
    "writes what opening has migrated, once", arguments: [true, false])
  func migrated(inTransaction: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    try old(url)
    let before = try bytes(url)
    let container = try open(url)
    #expect(container.migrationReport?.stages.count == 2)
    let context = ModelContext(container)
    #expect(!context.hasChanges)
    #expect(try bytes(url) == before)
    if inTransaction { try context.transaction {} } else { try context.save() }
    let after = try bytes(url)
    #expect(after != before)
    #expect(try DocumentFile.read(.path(url.path)).tables.schema.version?.text == "3.0.0")
    try context.save()
    try ModelContext(container).save()
    #expect(try bytes(url) == after)
    #expect(try ModelContext(open(url)).only(Colour.self).fullName == "red!")
  }

  @Test("does not run closures again at the next opening")
  func onceOnly() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    try old(url)
    do { try ModelContext(open(url)).save() }
    let again = try open(url)
    #expect(again.migrationReport == nil)
    #expect(try ModelContext(again).only(Colour.self).fullName == "red!")
  }

  @Test("makes the file of a new container, and of one that was erased")
  func new() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("people.store")
    let container = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: url))
    #expect(folder.names == [])
    try ModelContext(container).save()
    #expect(folder.names == ["people.store"])
    #expect(try DocumentFile.read(.path(url.path)).tables.rowCount == 0)
    try container.erase()
    #expect(folder.names == [])
    try ModelContext(container).save()
    #expect(folder.names == ["people.store"])
  }

  @Test("writes every store of several that needs it")
  func several() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Offices.whole,
      configurations: ModelConfiguration(
        "trips", schema: Offices.trips, url: folder.file("trips.store")),
      ModelConfiguration("people", url: folder.file("people.store")))
    let context = ModelContext(container)
    context.insert(Person(name: "Ada", age: 1))
    try context.save()
    #expect(folder.names == ["people.store", "trips.store"])
  }

  @Test("is silent in a container that may not be written")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    try old(url)
    let before = try bytes(url)
    let container = try open(url, allowsSave: false)
    try ModelContext(container).save()
    #expect(container.migrationReport != nil)
    #expect(try bytes(url) == before)
    let missing = try open(folder.file("none.store"), allowsSave: false)
    try ModelContext(missing).save()
    #expect(folder.names == ["colours.store"])
  }

  @Test("is needed still after one that failed")
  func failed() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("colours.store")
    try old(url)
    let before = try bytes(url)
    let context = ModelContext(try open(url))
    try Data("something else".utf8).write(to: url)
    #expect(throws: SwiftDataError.saveFailure) { try context.save() }
    try before.write(to: url)
    try context.save()
    #expect(try DocumentFile.read(.path(url.path)).tables.schema.version?.text == "3.0.0")
  }

  @Test("tells observers of nothing")
  func notifications() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: folder.file("people.store")))
    let context = ModelContext(container)
    nonisolated(unsafe) var heard = 0
    let tokens = [ModelContext.willSave, ModelContext.didSave].map {
      NotificationCenter.default.addObserver(forName: $0, object: context, queue: nil) { _ in
        heard += 1
      }
    }
    try context.save()
    #expect(heard == 0)
    #expect(folder.names == ["people.store"])
    context.insert(Person(name: "Ada", age: 1))
    try context.save()
    #expect(heard == 2)
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }

  @Test("is not what a main context does by itself")
  @MainActor func autosave() async throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: folder.file("people.store")))
    let context = container.mainContext
    let ada = Person(name: "Ada", age: 1)
    context.insert(ada)
    context.rollback()
    await Task.yield()
    try await Task.sleep(for: .milliseconds(1))
    #expect(folder.names == [])
    try context.save()
    #expect(folder.names == ["people.store"])
  }
}

@Suite("An empty file")
struct EmptyFileTests {
  typealias Person = Offices.Person

  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("people.store")
    try Data().write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
  }

  private func open(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Person.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  @Test("is the place of a new store, whose first save keeps the rights of the file")
  func newStore() throws {
    let container = try open()
    #expect(container.migrationReport == nil)
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 0)
    #expect(try Data(contentsOf: url).isEmpty)
    context.insert(Person(name: "a", age: 1))
    try context.save()
    context.insert(Person(name: "b", age: 2))
    try context.save()
    let rights = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    #expect((rights as? NSNumber)?.intValue == 0o600)
    #expect(try ModelContext(open()).fetchCount(FetchDescriptor<Person>()) == 2)
  }

  @Test("is shared by two containers before the first save")
  func shared() throws {
    let (first, second) = (ModelContext(try open()), ModelContext(try open()))
    first.insert(Person(name: "a", age: 1))
    try first.save()
    #expect(try second.fetchCount(FetchDescriptor<Person>()) == 1)
  }

  @Test("stays empty if the container may not save")
  func readOnly() throws {
    let context = ModelContext(try open(allowsSave: false))
    #expect(try context.fetchCount(FetchDescriptor<Person>()) == 0)
    #expect(try Data(contentsOf: url).isEmpty)
  }

  @Test("is not replaced if another program has written it in the meantime")
  func writtenMeanwhile() throws {
    let context = ModelContext(try open())
    context.insert(Person(name: "a", age: 1))
    let other = Data("something else".utf8)
    try other.write(to: url)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try Data(contentsOf: url) == other)
  }

  @Test("that a document became is refused, and stays as it is")
  func truncated() throws {
    let context = ModelContext(try open())
    context.insert(Person(name: "a", age: 1))
    try context.save()
    try Data().write(to: url)
    context.insert(Person(name: "b", age: 2))
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try Data(contentsOf: url).isEmpty)
  }
}
