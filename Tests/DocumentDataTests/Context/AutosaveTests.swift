import DocumentData
import DocumentTables
import Foundation
import Testing

@Suite("Autosave")
struct AutosaveTests {
  typealias Author = Library.Author

  /// Lets the main thread finish what it has been given.
  @MainActor private func waitUntil(_ condition: () -> Bool) async throws {
    for _ in 0..<1000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("the main context saves by itself once the current work is done")
  @MainActor func mainContextSaves() async throws {
    let container = try Library.container()
    let context = container.mainContext
    #expect(context.autosaveEnabled)
    context.insert(Author(name: "a"))
    context.insert(Author(name: "b"))
    #expect(context.hasChanges)
    try await waitUntil { !context.hasChanges }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 2)
  }

  @Test("a context that is not the main one saves only when it is told to")
  @MainActor func othersWait() async throws {
    let container = try Library.container()
    let context = ModelContext(container)
    #expect(!context.autosaveEnabled)
    context.insert(Author(name: "a"))
    try await Task.sleep(for: .milliseconds(20))
    #expect(context.hasChanges)
  }

  @Test("what keeps an autosave from succeeding is posted, and the changes stay")
  @MainActor func failure() async throws {
    let schema = try Library.container().store.current.tables.schema
    struct DiskIsFull: Error {}
    let container = ModelContainer(
      store: DocumentStore(
        Tables(schema: schema, documentID: 1), durable: ClosureContent { _ in throw DiskIsFull() }),
      catalog: ModelCatalog(Library.models, schema: schema), schema: Schema(Library.models))
    let context = container.mainContext
    nonisolated(unsafe) var posted: (any Error)?
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didFailToAutosave, object: context, queue: nil
    ) { posted = $0.userInfo?[ModelContext.autosaveErrorKey] as? any Error }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Author(name: "a"))
    try await waitUntil { posted != nil }
    #expect(posted is DiskIsFull)
    #expect(context.hasChanges)
  }
}
