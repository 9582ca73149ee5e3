import DocumentTables

/// The history of one store, as an observer follows it.
struct ObservedHistory: Sendable {
  /// The saves that an observer counts.
  struct Filter: Sendable {
    /// All if it is empty.
    var authors: Set<String>
    /// All if it is empty.
    var entities: Set<String>

    func admits(author: String?) -> Bool {
      authors.isEmpty || author.map(authors.contains) ?? false
    }
  }

  /// The saves after a position that count.
  struct News {
    var count: Int
    /// The last position; nil before the first transaction.
    var token: (any HistoryToken)?
  }

  private let store: ContainerStore
  private let filter: Filter
  private let words: SchemaWords

  /// Nil for a custom store without a history.
  init?(
    _ store: ContainerStore, _ plan: (any SchemaMigrationPlan.Type)?, _ filter: Filter
  ) throws {
    if let custom = store.backing.custom, try custom.withHistory({ _ in true }) == nil {
      return nil
    }
    self.store = store
    self.filter = filter
    words = SchemaWords(store.catalog, store.store, plan)
  }

  /// The store's identifier, which can change when the store adopts the document of another process.
  var identifier: String { store.store.identifier }

  /// Returns the position from which to observe: a token of the store, or the end of its history.
  func start(_ token: (any HistoryToken)?) throws -> (any HistoryToken)? {
    if store.backing.custom != nil {
      let news = try news(since: token)
      return token ?? news.token
    }
    guard let token else { return store.store.historyToken }
    guard let own = token as? DefaultHistoryToken, let position = own.positions[identifier] else {
      throw SwiftDataError(historyTokenOf: identifier, "it belongs to another store")
    }
    guard let history = store.store.history else {
      throw SwiftDataError(historyTokenOf: identifier, "the document records no history")
    }
    try history.check(position, of: identifier, for: .reading)
    return DefaultHistoryToken(identifier, [identifier: position])
  }

  /// Returns the saves after a position that count; all if it is nil.
  ///
  /// - Throws: The errors of a custom store.
  func news(since token: (any HistoryToken)?) throws -> News {
    if let custom = store.backing.custom {
      return try custom.withHistory { try news(of: $0, since: token) }
        ?? News(count: 0, token: token)
    }
    guard let history = store.store.history, history.last != nil else {
      return News(count: 0, token: token)
    }
    let before = (token as? DefaultHistoryToken)?.positions[identifier] ?? .init()
    if before == history.end { return News(count: 0, token: token) }
    let last = DefaultHistoryToken(identifier, [identifier: history.end])
    guard (try? history.check(before, of: identifier, for: .reading)) != nil else {
      // The changes are unknown: the history does not go back to `before`.
      return News(count: 1, token: last)
    }
    let count = history.transactions.count {
      $0.number > before.number && isRelevant($0, history)
    }
    return News(count: count, token: last)
  }

  private func isRelevant(_ transaction: History.Transaction, _ history: History) -> Bool {
    guard filter.admits(author: transaction.author) else { return false }
    if filter.entities.isEmpty { return true }
    let names = words.names(of: transaction.schema, history)
    let found = history.found(by: transaction.number)
    return (found ?? transaction.groups).contains {
      names.isEntity($0.entity, oneOf: filter.entities)
    }
      || found == nil
        && transaction.unknown.contains {
          !filter.entities.isDisjoint(with: names.entities(inHierarchy: $0.hierarchy))
        }
  }

  // MARK: Custom stores

  private func news<Provider: HistoryProviding>(
    of provider: Provider, since token: (any HistoryToken)?
  ) throws -> News {
    let all = try provider.fetchHistory(HistoryDescriptor<Provider.HistoryType>())
    guard let last = all.map(\.token).max() else { return News(count: 0, token: token) }
    var new = all
    if let token {
      guard let before = token as? Provider.HistoryType.TokenType else {
        throw SwiftDataError(historyTokenOf: identifier, "it belongs to another store")
      }
      new = all.filter { $0.token > before }
    }
    return News(count: new.count(where: isRelevant), token: last as? any HistoryToken)
  }

  private func isRelevant(_ transaction: some HistoryTransaction) -> Bool {
    guard filter.admits(author: transaction.author) else { return false }
    let schema = store.catalog.schema
    return filter.entities.isEmpty
      || transaction.changes.contains { change in
        schema.lineage(of: change.changedPersistentIdentifier.entityName)
          .contains { filter.entities.contains($0.name) }
      }
  }

  /// Returns whether two positions are the same.
  static func areEqual(_ left: (any HistoryToken)?, _ right: (any HistoryToken)?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    func isEqual<Token: HistoryToken>(_ token: Token) -> Bool { token == right as? Token }
    return isEqual(left)
  }
}
