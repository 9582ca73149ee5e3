import DocumentTables
import Synchronization

/// An observer of the saves of a container's stores, by any context or process.
///
/// Code that reads ``eventCounter`` inside `withObservationTracking` is notified of each save that
/// concerns the observed models and authors, and then fetches the history since its token. A save of
/// another process counts as soon as the container has read it.
///
/// A notification arrives on a thread of the observer's own after the save, or on the thread that reads
/// one of the properties. The properties count a save at once; its notification may still be on its way
/// on the other thread.
public final class HistoryObserver: Observable, Sendable {
  /// The container whose stores are observed.
  public let modelContainer: ModelContainer
  /// The classes whose changes count, with their subclasses; empty for all.
  public let observedModels: [any PersistentModel.Type]
  /// The authors whose saves count; empty for all.
  public let authors: Set<String>

  fileprivate struct State {
    var events = 0
    var tokens: [String: any HistoryToken] = [:]
    /// What has changed since a thread last notified the program.
    var unannounced = Changes()
    /// Whether a thread is notifying the program.
    var isAnnouncing = false
  }

  fileprivate struct Changes {
    var hasNewTokens = false
    var hasNewEvents = false
  }

  private let registrar = ObservationRegistrar()
  private let state = Mutex(State())
  private let relay = SaveRelay()
  private let histories: [ObservedHistory]

  /// The number of saves since the observer was created, or since its tokens.
  ///
  /// Saves of one store that the observer can no longer tell apart, because they were removed or
  /// the history began anew, count as one.
  public var eventCounter: Int {
    update()
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.events }
  }

  /// The position in the history of each store, by the store's identifier: of the last save that the
  /// observer knows.
  ///
  /// The token of each document also states the positions in the others; see
  /// ``ModelContext/NotificationKey/historyTokens``.
  public var historyTokens: [String: any HistoryToken] {
    update()
    registrar.access(self, keyPath: \.historyTokens)
    return DefaultHistoryToken.joined(state.withLock { $0.tokens })
  }

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - historyTokens: The positions from which on saves count, by store. Saves of other stores count
  ///     from now on.
  ///   - observedModels: The classes whose changes count, with their subclasses; empty for all.
  ///   - authors: The authors whose saves count; empty for all.
  ///   - modelContainer: The container.
  ///   - isolation: The actor that uses the observer; recorded by the compiler, without effect.
  /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token after which the history is
  ///   incomplete, or that does not belong to its store, or to a store of the container;
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if no store keeps a history; errors of custom
  ///   stores, and of reading what another process has saved.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(historyTokens ?? [:], observedModels, authors, modelContainer)
  }

  private init(
    _ tokens: [String: any HistoryToken], _ models: [any PersistentModel.Type],
    _ authors: Set<String>, _ container: ModelContainer
  ) throws {
    modelContainer = container
    observedModels = models
    self.authors = authors
    for store in container.stores { try store.catchUp() }
    let filter = ObservedHistory.Filter(
      authors: authors, entities: Set(models.map { Schema.entityName(of: $0) }))
    histories = try container.stores.compactMap {
      try ObservedHistory($0, container.migrationPlan, filter)
    }
    if histories.isEmpty {
      throw SwiftDataError(
        .invalidTransactionFetchRequest, "no store of the container keeps a history")
    }
    let identifiers = Set(histories.map(\.identifier))
    if let other = tokens.keys.sorted().first(where: { !identifiers.contains($0) }) {
      throw SwiftDataError(
        historyTokenOf: other, "the container has no such store with a history")
    }
    for history in histories {
      let token = try history.start(tokens[history.identifier])
      state.withLock { $0.tokens[history.identifier] = token }
    }
    relay.start(container.stores) { [weak self] in self?.update() }
    for store in container.stores where store.configuration?.fileFollowing != .never {
      store.document?.follow()
    }
    update()
  }

  /// Counts the saves that the observer does not know yet, and notifies the program of them.
  private func update() {
    for history in histories { count(history) }
    announce()
  }

  private func count(_ history: ObservedHistory) {
    var isCurrent = false
    while !isCurrent {
      let before = state.withLock { $0.tokens[history.identifier] }
      // A custom store may fail; the next save asks it again.
      guard let news = try? history.news(since: before) else { return }
      if ObservedHistory.areEqual(news.token, before) { return }
      isCurrent = state.withLock { $0.take(news, after: before, of: history) }
    }
  }

  /// Notifies the program of what was counted, on one thread at a time.
  ///
  /// Two threads at once would call an `onChange` closure twice, because Observation removes a closure
  /// only after its call. A thread does not wait for another one that is notifying: closures of the
  /// program may wait for this thread. The other one goes on with what this thread has counted.
  private func announce() {
    while let changes = state.withLock({ $0.beginAnnouncing() }) {
      if changes.hasNewTokens { registrar.withMutation(of: self, keyPath: \.historyTokens) {} }
      if changes.hasNewEvents { registrar.withMutation(of: self, keyPath: \.eventCounter) {} }
      state.withLock { $0.isAnnouncing = false }
    }
  }
}

extension HistoryObserver.State {
  /// Takes the saves of one history: the token and the count change at once.
  ///
  /// - Returns: False if another thread has moved the token since, so that the saves are others.
  fileprivate mutating func take(
    _ news: ObservedHistory.News, after before: (any HistoryToken)?, of history: ObservedHistory
  ) -> Bool {
    guard ObservedHistory.areEqual(tokens[history.identifier], before) else { return false }
    tokens[history.identifier] = news.token
    events += news.count
    unannounced.hasNewTokens = true
    if news.count > 0 { unannounced.hasNewEvents = true }
    return true
  }

  /// - Returns: Nil if there is nothing to announce, or another thread is announcing.
  fileprivate mutating func beginAnnouncing() -> HistoryObserver.Changes? {
    guard !isAnnouncing, unannounced.hasNewTokens else { return nil }
    defer { unannounced = HistoryObserver.Changes() }
    isAnnouncing = true
    return unannounced
  }
}

/// Runs a closure after each save of some stores, on a queue of its own.
///
/// A save must not run code of observers before it ends.
private final class SaveRelay: StoreFollower {
  private struct Target {
    var action: (@Sendable () -> Void)?
    nonisolated(unsafe) var observer: (any NSObjectProtocol)?
  }

  private let target = Mutex(Target())
  private let queue = DispatchQueue(label: "DocumentData.HistoryObserver")

  func start(_ stores: [ContainerStore], _ action: @escaping @Sendable () -> Void) {
    target.withLock { $0.action = action }
    for store in stores where store.backing.custom == nil { store.store.add(self) }
    let custom = stores.filter { $0.backing.custom != nil }.map(\.store)
    if !custom.isEmpty { observe(custom) }
  }

  /// A custom store is in use until its save is announced.
  private func observe(_ custom: [DocumentStore]) {
    nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak self] notification in
      // The context that has saved posts this on the thread or actor that uses it.
      guard let context = notification.object as? ModelContext,
        context.cores.contains(where: { core in custom.contains { $0 === core.store } })
      else { return }
      self?.run()
    }
    target.withLock { $0.observer = observer }
  }

  func storeDidChange(by saver: AnyObject?) { run() }

  private func run() {
    guard let action = target.withLock({ $0.action }) else { return }
    queue.async { action() }
  }

  deinit {
    if let observer = target.withLock({ $0.observer }) {
      NotificationCenter.default.removeObserver(observer)
    }
  }
}
