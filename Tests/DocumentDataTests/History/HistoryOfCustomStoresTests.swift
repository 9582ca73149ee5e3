import DocumentData
import Foundation
import Testing

@Suite("The history of custom stores")
struct HistoryOfCustomStoresTests {
  private func ledger() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Voyage.Entry.self]), configurations: [LedgerConfiguration()])
  }

  /// Entries in a ledger, ships in a document.
  private func mixed() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Voyage.models),
      configurations: [
        LedgerConfiguration(schema: Schema([Voyage.Entry.self])),
        ModelConfiguration(
          "ships", schema: Schema([Voyage.Ship.self, Voyage.Port.self]),
          isStoredInMemoryOnly: true),
      ])
  }

  @Test("a store that keeps a history is asked in its own type, with predicate, order and limit")
  func fetching() throws {
    let context = ModelContext(try ledger())
    context.author = "ann"
    let entry = try context.saveEntry("a")
    context.author = "bob"
    entry.text = "b"
    try context.save()
    context.delete(entry)
    try context.save()
    let all = try context.fetchHistory(HistoryDescriptor<LedgerTransaction>())
    #expect(all.map(\.author) == ["ann", "bob", "bob"])
    let token = all[0].token
    var descriptor = HistoryDescriptor<LedgerTransaction>(
      predicate: #Predicate { $0.token > token },
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    descriptor.fetchLimit = 1
    let last = try #require(try context.fetchHistory(descriptor).first)
    #expect(last.transactionIdentifier == 3)
    guard case .delete(let delete as any HistoryDelete<Voyage.Entry>) = last.changes[0] else {
      throw CocoaError(.fileNoSuchFile)
    }
    #expect(delete.tombstone[\.text] as? String == "gone")
    #expect(delete.tombstone.map { "\($0)" } == ["gone"])
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) { try context.history() }
    try context.deleteHistory(HistoryDescriptor<LedgerTransaction>())
    #expect(try context.fetchHistory(HistoryDescriptor<LedgerTransaction>()).isEmpty)
  }

  @Test("documents and custom stores side by side are each asked in their type")
  func sideBySide() throws {
    let context = ModelContext(try mixed())
    try context.saveEntry()
    context.insert(Voyage.Ship(name: "Ark"))
    try context.save()
    #expect(try context.fetchHistory(HistoryDescriptor<LedgerTransaction>()).count == 1)
    #expect(try context.history().map(\.words) == [["insert Ship 1"]])
  }

  @Test("the notification of a save has the token that the store returned")
  func notification() throws {
    let context = ModelContext(try ledger())
    let seen = Seen()
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let tokens =
        notification.userInfo?[ModelContext.NotificationKey.historyTokens.rawValue]
        as? [String: any HistoryToken]
      seen.token = tokens?["ledger"]
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.saveEntry()
    try context.saveEntry()
    #expect(
      seen.token as? LedgerToken == LedgerToken(tokenValue: 2, storeIdentifier: "ledger"))
  }

  @Test("a token names its store, also by a value with the store's identifier")
  func identifiers() throws {
    let container = try ledger()
    #expect(container.storeIdentifier(forConfigurationNamed: "ledger") == "ledger")
    #expect(container.configurationName(forStoreIdentifier: "ledger") == "ledger")
    let own: any HistoryToken = LedgerToken(tokenValue: 1, storeIdentifier: "ledger")
    #expect(own.storeIdentifier == "ledger")
    #expect(KeyedToken(tokenValue: ["a": 1]).storeIdentifier == "a")
    #expect(KeyedToken(tokenValue: ["a": 1, "b": 2]).storeIdentifier == "")
    #expect(KeyedToken(tokenValue: nil).storeIdentifier == "")
  }

  /// A token that does not tell its store otherwise, as those of 2024.
  private struct KeyedToken: HistoryToken {
    var tokenValue: [String: Int]?
    var id: Int { tokenValue?.values.max() ?? 0 }

    static func < (left: KeyedToken, right: KeyedToken) -> Bool { left.id < right.id }
  }

  @Test("a store without a history is no one's answer")
  func withoutHistory() throws {
    let context = try MemoryConfiguration().context()
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) { try context.history() }
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try HistoryObserver(modelContainer: context.container)
    }
  }

  @Test("a document as a store answers for itself, and its saves return tokens")
  func defaultStore() throws {
    let folder = try TemporaryFolder()
    let schema = Schema(Voyage.models)
    let store = try DefaultStore(
      ModelConfiguration("a", schema: schema, url: folder.file("a.trips")))
    let context = ModelContext(try Voyage.container(at: folder.file("a.trips")))
    try context.saveEntry("a")
    let snapshot = try #require(
      try store.fetch(
        DataStoreFetchRequest(
          descriptor: FetchDescriptor<Voyage.Entry>(), editingState: EditingState())
      ).fetchedSnapshots.first)
    let result = try store.save(
      DataStoreSaveChangesRequest(
        inserted: [], updated: [], deleted: [snapshot], editingState: EditingState(author: "bob")))
    let token = try #require(result.historyToken as? DefaultHistoryToken)
    #expect(token.tokenValue == [store.identifier: 2])
    let found = try store.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(found.map(\.author) == [nil, "bob"])
    #expect(try context.history(after: token).isEmpty)
    try store.deleteHistory(.documents(#Predicate { $0.token < token }))
    #expect(try context.history().count == 1)
    #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
  }

  @Test("a tombstone by hand finds values by the key paths of superclasses, too")
  func tombstone() {
    let tombstone = HistoryTombstone<Voyage.Ship>([\.tons: 5, \.name: "Ark"])
    #expect(tombstone[\.name] as? String == "Ark")
    #expect(tombstone[\.motto] == nil)
    #expect(tombstone.map { "\($0)" } == ["Ark", "5"])
    #expect(HistoryTombstone<Voyage.Ship>().map { "\($0)" }.isEmpty)
  }

  private final class Seen: @unchecked Sendable {
    var token: Any?
  }
}
