import Foundation
import Testing

@testable import DocumentData

@Suite("The history of a container of several documents")
struct HistoryOfStoresTests {
  private let folder: TemporaryFolder
  private let clock = HistoryClock()
  private static let ships = Schema([Voyage.Ship.self, Voyage.Port.self])
  private static let entries = Schema([Voyage.Entry.self])

  init() throws { folder = try TemporaryFolder() }

  private func container(_ ships: Bool = true, _ entries: Bool = true) throws -> ModelContainer {
    var configurations: [ModelConfiguration] = []
    if ships {
      configurations.append(
        ModelConfiguration("ships", schema: Self.ships, url: folder.file("ships.trips")))
    }
    if entries {
      configurations.append(
        ModelConfiguration("entries", schema: Self.entries, url: folder.file("entries.trips")))
    }
    let models: [any PersistentModel.Type] =
      (ships ? [Voyage.Ship.self, Voyage.Port.self] : []) + (entries ? [Voyage.Entry.self] : [])
    return try ModelContainer(for: Schema(models), configurations: configurations)
  }

  private func saveShip(_ context: ModelContext, at time: Double) throws {
    clock.now = time
    try clock.run {
      context.insert(Voyage.Ship(name: "s"))
      try context.save()
    }
  }

  private func saveEntry(_ context: ModelContext, at time: Double) throws {
    clock.now = time
    _ = try clock.run { try context.saveEntry() }
  }

  /// Where the transactions are from, such as `ships 1`.
  private func places(
    _ found: [DefaultHistoryTransaction], _ container: ModelContainer
  ) -> [String] {
    found.map {
      let identifier = $0.storeIdentifier
      let name = container.stores.first { $0.store.identifier == identifier }?.name
      return "\(name ?? "?") \($0.transactionIdentifier)"
    }
  }

  @Test("transactions are in the order of time, and the last token covers all stores")
  func order() throws {
    let context = ModelContext(try container())
    try saveShip(context, at: 10)
    try saveEntry(context, at: 20)
    try saveShip(context, at: 30)
    let found = try context.history()
    #expect(places(found, context.container) == ["ships 1", "entries 1", "ships 2"])
    #expect(found.map(\.token) == found.map(\.token).sorted())
    let last = try #require(found.last?.token)
    #expect(last.tokenValue?.values.sorted() == [1, 2])
    #expect(try context.history(after: last).isEmpty)
    #expect(try context.history(#Predicate { $0.token == last }).count == 1)
    try saveEntry(context, at: 40)
    #expect(places(try context.history(after: last), context.container) == ["entries 2"])
    let first = found[0].token
    #expect(
      places(try context.history(after: first), context.container) == [
        "entries 1", "ships 2", "entries 2",
      ])
  }

  @Test("a save whose clock is behind a token's time is not lost")
  func clockBehind() throws {
    let context = ModelContext(try container())
    try saveShip(context, at: 10)
    try saveEntry(context, at: 1000)
    let token = try #require(try context.history().last?.token)
    try saveShip(context, at: 20)
    let after = try context.history(after: token)
    #expect(places(after, context.container) == ["ships 2"])
    let next = try #require(after.last?.token)
    #expect(next > token)
    #expect(try context.history(after: next).isEmpty)
    #expect(try context.history(#Predicate { $0.token <= token }).count == 2)
    #expect(try context.history(#Predicate { $0.token == token }).count == 1)
  }

  @Test("a token of one store reads on in this store, and the others from their beginning")
  func oneStore() throws {
    let context = ModelContext(try container())
    try saveShip(context, at: 10)
    let token: DefaultHistoryToken
    do {
      let ships = ModelContext(try container(true, false))
      try saveShip(ships, at: 20)
      token = try #require(try ships.history().last?.token)
      try saveShip(ships, at: 30)
    }
    let whole = ModelContext(try container())
    try saveEntry(whole, at: 5)
    #expect(places(try whole.history(after: token), whole.container) == ["entries 1", "ships 3"])
  }

  @Test("a token of more stores than the container has compares by the container's")
  func fewerStores() throws {
    let token: DefaultHistoryToken
    do {
      let context = ModelContext(try container())
      for time in 1...5 { try saveEntry(context, at: Double(time)) }
      try saveShip(context, at: 6)
      token = try #require(try context.history().last?.token)
      try saveShip(context, at: 7)
    }
    let ships = ModelContext(try container(true, false))
    #expect(places(try ships.history(after: token), ships.container) == ["ships 2"])
    #expect(try ships.history(#Predicate { $0.token <= token }).count == 1)
  }

  @Test("a token says which stores had no history yet, and expires when their first saves are gone")
  func withoutHistory() throws {
    let context = ModelContext(try container())
    try saveShip(context, at: 10)
    let token = try #require(try context.history().last?.token)
    for time in 20...22 { try saveEntry(context, at: Double(time)) }
    #expect(try context.history(after: token).count == 3)
    let date = Date(timeIntervalSinceReferenceDate: 21)
    try context.deleteHistory(
      .documents(#Predicate { $0.timestamp == date }))
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: token) }
  }

  @Test("deleting removes from each store what its own transactions match")
  func deletion() throws {
    let context = ModelContext(try container())
    try saveShip(context, at: 10)
    try saveEntry(context, at: 20)
    try saveShip(context, at: 30)
    let token = try context.history()[1].token
    try context.deleteHistory(.documents(#Predicate { $0.token <= token }))
    #expect(places(try context.history(), context.container) == ["ships 2"])
    #expect(try context.history(after: token).count == 1)
  }

  @Test("a store whose transactions were all deleted stays in later tokens, and loses nothing")
  func emptied() throws {
    let token: DefaultHistoryToken
    do {
      let context = ModelContext(try container())
      try saveShip(context, at: 10)
      try saveEntry(context, at: 20)
      try saveShip(context, at: 30)
      let all = try #require(try context.history().last?.token)
      try context.deleteHistory(.documents(#Predicate { $0.token <= all }))
      #expect(try context.history().isEmpty)
      try saveShip(context, at: 40)
      token = try #require(try context.history().last?.token)
      #expect(token.tokenValue?.values.sorted() == [1, 3])
      try saveEntry(context, at: 50)
      #expect(places(try context.history(after: token), context.container) == ["entries 2"])
      #expect(
        places(try context.history(after: all), context.container) == ["ships 3", "entries 2"])
    }
    let coded = try JSONEncoder().encode(token)
    let again = try JSONDecoder().decode(DefaultHistoryToken.self, from: coded)
    let context = ModelContext(try container())
    try saveEntry(context, at: 60)
    #expect(
      places(try context.history(after: again), context.container) == ["entries 2", "entries 3"])
  }

  @Test("the token that a save posts for a store covers what every store had then")
  func posted() throws {
    let context = ModelContext(try container())
    let posts = PostedTokens(of: context)
    context.insert(Voyage.Ship(name: "s"))
    try saveEntry(context, at: 10)
    for time in 20...22 { try saveEntry(context, at: Double(time)) }
    try #require(posts.tokens.count == 2)
    for token in posts.tokens.values {
      #expect(try context.history(after: token).isEmpty)
    }
    try saveShip(context, at: 30)
    for token in posts.before.values {
      #expect(places(try context.history(after: token), context.container) == ["ships 2"])
    }
    let observer = try HistoryObserver(modelContainer: context.container)
    #expect(observer.historyTokens.count == 2)
    try saveEntry(context, at: 40)
    #expect(observer.eventCounter == 1)
    for case let token as DefaultHistoryToken in observer.historyTokens.values {
      #expect(try context.history(after: token).isEmpty)
    }
  }

  @Test("the container tells the names of the stores that transactions and tokens are of")
  func names() throws {
    let context = ModelContext(try container())
    try saveShip(context, at: 10)
    let found = try #require(try context.history().last)
    let identifier = try #require(
      context.container.storeIdentifier(forConfigurationNamed: "ships"))
    #expect(found.storeIdentifier == identifier)
    #expect(found.token.storeIdentifier == identifier)
    #expect(context.container.configurationName(forStoreIdentifier: identifier) == "ships")
    #expect(context.container.storeIdentifier(forConfigurationNamed: "none") == nil)
    #expect(context.container.configurationName(forStoreIdentifier: "none") == nil)
  }

  @Test("an observer refuses a token of a store that the container lacks")
  func foreignToken() throws {
    let other = try TemporaryFolder()
    let token: DefaultHistoryToken
    do {
      let context = ModelContext(try Voyage.container(at: other.file("a.trips")))
      try context.saveEntry()
      token = try #require(try context.history().last?.token)
    }
    let container = try container()
    try saveEntry(ModelContext(container), at: 10)
    let store = try #require(token.tokenValue?.keys.first)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [store: token], modelContainer: container)
    }
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try ModelContext(container).history(after: token)
    }
  }
}

/// The tokens of the last two notifications of a context's saves.
private final class PostedTokens: @unchecked Sendable {
  // Unchecked, because the context posts on the thread of the test, which reads afterwards.
  private(set) var tokens: [String: DefaultHistoryToken] = [:]
  private(set) var before: [String: DefaultHistoryToken] = [:]
  private var observer: (any NSObjectProtocol)?

  init(of context: ModelContext) {
    observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { [weak self] notification in
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      guard let self, let tokens = notification.userInfo?[key] as? [String: any HistoryToken]
      else { return }
      before = self.tokens
      self.tokens = tokens.compactMapValues { $0 as? DefaultHistoryToken }
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }
}
