import DocumentFile
import Foundation
import Testing

@testable import DocumentData

@Suite("The history of a file that another process saves")
struct HistoryOfProcessesTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("voyage.store")
  }

  /// A container that shares its store with no other, as in a process of its own.
  private func open(
    _ following: ModelConfiguration.FileFollowing = .automatic
  ) throws -> ModelContainer {
    try ModelContainer.ofOwnProcess(Voyage.models, at: url) { $0.fileFollowing = following }
  }

  /// Saves an entry as another process.
  private func saveElsewhere(_ text: String = "theirs") throws {
    let context = ModelContext(try open())
    context.author = "widget"
    try context.saveEntry(text)
  }

  @Test(
    "a fetch sees at once what the other process has saved, and its identifiers lead to objects")
  func fetching() throws {
    let container = try open()
    try ModelContext(container).saveEntry("mine")
    let token = try #require(try ModelContext(container).history().last?.token)
    #expect(try ModelContext(container).history(after: token).isEmpty)
    try saveElsewhere()
    let context = ModelContext(container)
    let author = "widget"
    let found = try context.history(#Predicate { $0.token > token && $0.author == author })
    #expect(found.map(\.words) == [["insert Entry 2"]])
    let identifier = try #require(found.first?.changes.first?.changedPersistentIdentifier)
    #expect((context.model(for: identifier) as? Voyage.Entry)?.text == "theirs")
    let next = try #require(found.last?.token)
    #expect(try ModelContext(container).history(after: next).isEmpty)
  }

  @Test("a context with unsaved changes keeps them, and saves them after the other's")
  func unsaved() throws {
    let container = try open()
    let context = ModelContext(container)
    let entry = try context.saveEntry("mine")
    entry.text = "changed"
    try saveElsewhere()
    #expect(try context.history().count == 2)
    #expect(entry.text == "changed")
    try context.save()
    #expect(try context.history().map(\.author) == [nil, "widget", nil])
    #expect(try ModelContext(open()).fetchCount(FetchDescriptor<Voyage.Entry>()) == 2)
  }

  @Test("deleting everything deletes the other's saves, too")
  func deletion() throws {
    let context = ModelContext(try open())
    try context.saveEntry()
    try saveElsewhere()
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try context.history().isEmpty)
    #expect(try ModelContext(open()).history().isEmpty)
    #expect(try ModelContext(open()).fetchCount(FetchDescriptor<Voyage.Entry>()) == 2)
  }

  @Test("an observer begins after what the other process had saved before")
  func observer() throws {
    let container = try open()
    try ModelContext(container).saveEntry()
    try saveElsewhere()
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.eventCounter == 0)
    let token = observer.historyTokens[container.store.identifier] as? DefaultHistoryToken
    #expect(token?.tokenValue == [container.store.identifier: 2])
  }

  @Test("a container that must not follow its file looks at it only to save")
  func never() throws {
    let context = ModelContext(try open(.never))
    try context.saveEntry()
    try saveElsewhere()
    #expect(try context.history().count == 1)
    try context.saveEntry()
    #expect(try context.history().map(\.author) == [nil, "widget", nil])
  }

  @Test("a file that cannot be read is an error, and a missing one is none")
  func damaged() throws {
    let context = ModelContext(try open())
    try context.saveEntry()
    try Data("no document".utf8).write(to: url, options: .atomic)
    #expect(throws: SwiftDataError.self) { try context.history() }
    try FileManager.default.removeItem(at: url)
    #expect(try context.history().count == 1)
  }

  @Test("a store that has adopted a save is freed with its container")
  func release() throws {
    weak var store: DocumentStore?
    weak var released: ModelContainer?
    do {
      let container = try open()
      (store, released) = (container.store, container)
      let context = ModelContext(container)
      try context.saveEntry()
      try saveElsewhere()
      #expect(try context.history().count == 2)
      try context.saveEntry()
      #expect(store != nil)
    }
    #expect(released == nil)
    #expect(store == nil)
  }
}
