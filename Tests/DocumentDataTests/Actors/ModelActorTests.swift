import DocumentData
import Foundation
import Testing

@ModelActor
actor Librarian {
  func add(_ name: String) throws -> PersistentIdentifier {
    let author = Library.Author(name: name)
    modelContext.insert(author)
    try modelContext.save()
    return author.persistentModelID
  }

  func rename(_ identifier: PersistentIdentifier, to name: String) throws {
    guard let author = self[identifier, as: Library.Author.self] else { throw Nobody() }
    author.name = name
    try modelContext.save()
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Library.Author>()) }

  func isBook(_ identifier: PersistentIdentifier) -> Bool {
    self[identifier, as: Library.Book.self] != nil
  }

  func isOnMainThread() -> Bool { Thread.isMainThread }

  func addWithoutSaving(_ name: String) { modelContext.insert(Library.Author(name: name)) }

  func pending() -> Int { modelContext.insertedModelsArray.count }

  /// What is done between two suspensions is not interrupted.
  func countUp(_ times: Int) async throws {
    for _ in 0..<times {
      let author = try modelContext.fetch(FetchDescriptor<Library.Author>())[0]
      let pages = (author.motto.flatMap(Int.init) ?? 0) + 1
      author.motto = "\(pages)"
      await Task.yield()
    }
    try modelContext.save()
  }

  func motto() throws -> String? {
    try modelContext.fetch(FetchDescriptor<Library.Author>()).first?.motto
  }

  func check() { assertIsolated() }

  struct Nobody: Error {}
}

/// An actor that says itself what the macro would say.
actor HandmadeLibrarian: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
  }

  func names() throws -> [String] {
    try modelContext.fetch(FetchDescriptor<Library.Author>()).map(\.name)
  }
}

@Suite("Model actors")
struct ModelActorTests {
  @Test("an actor has a context of its own on its container, which others see the saves of")
  func saving() async throws {
    let container = try Library.container()
    let librarian = Librarian(modelContainer: container)
    #expect(librarian.modelContainer == container)
    let identifier = try await librarian.add("a")
    let context = ModelContext(container)
    #expect((context.model(for: identifier) as? Library.Author)?.name == "a")
    try await librarian.rename(identifier, to: "b")
    #expect(try context.only(Library.Author.self).name == "b")
  }

  @Test("objects of others are reached by identifier, by class")
  func identifiers() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    let author = Library.Author(name: "a")
    context.insert(author)
    let librarian = Librarian(modelContainer: container)
    let identifier = author.persistentModelID
    await #expect(throws: Librarian.Nobody.self) {
      try await librarian.rename(identifier, to: "b")
    }
    try context.save()
    try await librarian.rename(identifier, to: "b")
    #expect(await librarian.isBook(identifier) == false)
  }

  @Test("an actor that is made on the main actor does not run there")
  @MainActor func offMain() async throws {
    let librarian = Librarian(modelContainer: try Library.container())
    #expect(await librarian.isOnMainThread() == false)
    await librarian.check()
    await librarian.addWithoutSaving("a")
    #expect(await librarian.pending() == 1)
  }

  @Test("pieces of an actor's work do not meet, and several actors may work at once")
  func concurrency() async throws {
    let container = try Library.container()
    let librarians = (0..<4).map { _ in Librarian(modelContainer: container) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, librarian) in librarians.enumerated() {
        for number in 0..<10 {
          group.addTask { _ = try await librarian.add("\(index) \(number)") }
        }
      }
      try await group.waitForAll()
    }
    for librarian in librarians { #expect(try await librarian.count() == 40) }
  }

  @Test("a context that an actor changes keeps its changes across suspensions")
  func suspension() async throws {
    let container = try Library.container()
    let librarian = Librarian(modelContainer: container)
    _ = try await librarian.add("a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await librarian.countUp(25) } }
      try await group.waitForAll()
    }
    #expect(try await librarian.motto() == "100")
  }

  @Test("an actor may be written by hand")
  func handmade() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    context.insert(Library.Author(name: "a"))
    try context.save()
    #expect(try await HandmadeLibrarian(container).names() == ["a"])
  }

  @Test("the main context hears of what an actor saves")
  @MainActor func observed() async throws {
    final class Flag: @unchecked Sendable { var count = 0 }
    let container = try Library.container()
    let author = Library.Author(name: "a")
    container.mainContext.insert(author)
    try container.mainContext.save()
    let flag = Flag()
    withObservationTracking {
      _ = author.name
    } onChange: {
      flag.count += 1
    }
    try await Librarian(modelContainer: container).rename(author.persistentModelID, to: "b")
    for _ in 0..<2000 where flag.count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(flag.count == 1)
    #expect(author.name == "b")
  }
}
