import DocumentTables
import Synchronization

/// An observer of the saves of a container's stores, by any context or process.
///
/// Code that reads ``eventCounter`` inside `withObservationTracking` is notified of each save that
/// concerns the observed models and authors, and then fetches the history since its token. A save of
/// another process counts as soon as the container has read it.
///
/// The counter changes on the thread that saved.
public final class HistoryObserver: Observable, Sendable {
  /// The container whose stores are observed.
  public let modelContainer: ModelContainer
  private let models: [any PersistentModel.Type]
  private let authors: Set<String>
  private let registrar = ObservationRegistrar()
  private let state: Mutex<State>
  private let listening = Mutex<[any StoreFollower]>([])

  private struct State {
    var events = 0
    var tokens: [String: DefaultHistoryToken] = [:]
  }

  /// The number of saves since the observer was created, or since its tokens.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.events }
  }

  /// The position in the history of each store, by the store's identifier: of the last save that the
  /// observer knows.
  public var historyTokens: [String: any HistoryToken] {
    registrar.access(self, keyPath: \.historyTokens)
    return state.withLock { $0.tokens }
  }

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - historyTokens: The positions from which on saves count, by store; nil for the present ones.
  ///   - observedModels: The classes whose changes count, with their subclasses; empty for all.
  ///   - authors: The authors whose saves count; empty for all.
  ///   - modelContainer: The container.
  ///   - isolation: The actor that uses the observer; recorded by the compiler, without effect.
  /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token after which the history is
  ///   incomplete.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(historyTokens, observedModels, authors, modelContainer)
  }

  private init(
    _ tokens: [String: any HistoryToken]?, _ models: [any PersistentModel.Type],
    _ authors: Set<String>, _ container: ModelContainer
  ) throws {
    modelContainer = container
    self.models = models
    self.authors = authors
    var state = State()
    let stores = container.core.stores.filter { $0.backing.custom == nil }
    for store in stores {
      let given = tokens.map { $0[store.store.identifier] as? DefaultHistoryToken }
      if let given, let token = given { try token.check(against: [store.store]) }
      state.tokens[store.store.identifier] = given ?? store.store.historyToken
    }
    self.state = Mutex(state)
    for store in stores {
      let follower = HistoryFollower(self, store)
      listening.withLock { $0.append(follower) }
      store.store.add(follower)
      if store.configuration?.fileFollowing != .never { store.document?.follow() }
      note(store)
    }
  }

  /// Counts the saves of a store that the observer does not know yet.
  fileprivate func note(_ store: ContainerStore) {
    guard let history = store.store.current.tables.history else { return }
    let identifier = store.store.identifier
    let known = state.withLock { $0.tokens[identifier]?.positions[identifier]?.number ?? 0 }
    let last = history.last?.number ?? 0
    guard last > known else { return }
    let events = history.transactions.count { $0.number > known && concerns($0, store.catalog) }
    registrar.withMutation(of: self, keyPath: \.historyTokens) {
      state.withLock { state in
        let now = state.tokens[identifier]?.positions[identifier]?.number ?? 0
        if now < last { state.tokens[identifier] = store.store.historyToken }
      }
    }
    guard events > 0 else { return }
    registrar.withMutation(of: self, keyPath: \.eventCounter) {
      state.withLock { $0.events += events }
    }
  }

  private func concerns(_ transaction: History.Transaction, _ catalog: ModelCatalog) -> Bool {
    guard authors.isEmpty || transaction.author.map(authors.contains) == true else { return false }
    guard !models.isEmpty else { return true }
    // Nobody knows which objects changed.
    if !transaction.unknown.isEmpty || transaction.migratedFrom != nil { return true }
    let names = Set(models.map { Schema.entityName(of: $0) })
    return transaction.groups.contains { group in
      catalog.schema.lineage(of: group.entity).contains { names.contains($0.name) }
        || names.contains(group.entity)
    }
  }
}

/// The link of a store to an observer, which the store does not keep alive.
private final class HistoryFollower: StoreFollower, @unchecked Sendable {
  // Unchecked, because a weak reference is a stored variable: it is set once, and reading it is safe
  // during the observer's deallocation.
  private weak var observer: HistoryObserver?
  private let store: ContainerStore

  init(_ observer: HistoryObserver, _ store: ContainerStore) {
    self.observer = observer
    self.store = store
  }

  func storeDidChange(by saver: AnyObject?) { observer?.note(store) }
}
