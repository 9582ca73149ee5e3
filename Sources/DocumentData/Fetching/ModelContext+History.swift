import DocumentTables

extension ModelContext {
  /// Fetches the recorded saves of the container's stores, oldest first.
  ///
  /// ```swift
  /// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
  /// if let token { descriptor.predicate = #Predicate { $0.token > token && $0.author == "widget" } }
  /// let transactions = try context.fetchHistory(descriptor)
  /// ```
  ///
  /// Unsaved changes are not among them. Transactions of several documents are in the order of time;
  /// the token of each covers the transactions of all documents up to it.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` if the history after a token in the predicate is
  ///   no longer complete: transactions were removed, or the document is another copy.
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if no store has transactions of this type.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  {
    let stores = cores.filter { $0.custom == nil }
    var found: [T] = []
    var isAnswered = false
    if T.self == DefaultHistoryTransaction.self, !stores.isEmpty {
      try Self.checkTokens(in: descriptor.predicate, of: stores)
      found = Self.merged(stores.map(\.historyTransactions)) as? [T] ?? []
      isAnswered = true
    }
    if !isAnswered || stores.count < cores.count {
      for core in cores {
        guard let custom = core.custom, let own = try custom.fetchHistory(descriptor) else {
          continue
        }
        found += own
        isAnswered = true
      }
    }
    guard isAnswered else { throw SwiftDataError(noHistoryOf: T.self) }
    return try descriptor.applied(to: found)
  }

  /// Deletes recorded saves, and with them what they keep of deleted objects.
  ///
  /// The descriptor's order and limit count too. Documents are written at once; their objects stay as
  /// they are. Tokens from before a deleted transaction expire.
  ///
  /// - Throws: ``SwiftDataError/readOnlyStore`` if a store may not be written,
  ///   ``SwiftDataError/invalidTransactionFetchRequest`` if no store has transactions of this type, and
  ///   the errors of writing a store.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isAnswered = false
    let stores = cores.filter { $0.custom == nil }
    if let own = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>, !stores.isEmpty {
      let matching = try own.applied(to: Self.merged(stores.map(\.historyTransactions)))
      let byStore = Dictionary(grouping: matching, by: \.storeIdentifier)
      for core in stores {
        guard let transactions = byStore[core.store.identifier] else { continue }
        if core.isReadOnly { throw SwiftDataError.notWritable }
        let numbers = Set(transactions.map(\.id))
        _ = try core.store.removeHistory(as: core.writing) { numbers.contains($0.number) }
      }
      isAnswered = true
    }
    for core in cores {
      if let custom = core.custom, try custom.deleteHistory(descriptor) { isAnswered = true }
    }
    guard isAnswered else { throw SwiftDataError(noHistoryOf: T.self) }
  }

  /// Merges the transactions of several documents by time; each token gets the positions of all
  /// documents up to there.
  private static func merged(
    _ lists: [[DefaultHistoryTransaction]]
  ) -> [DefaultHistoryTransaction] {
    guard lists.count > 1 else { return lists.first ?? [] }
    var rest = lists.map { $0[...] }
    var positions: [String: DefaultHistoryToken.Position] = [:]
    var result: [DefaultHistoryTransaction] = []
    while true {
      var next: Int?
      for index in rest.indices {
        guard let first = rest[index].first else { continue }
        if let other = next.flatMap({ rest[$0].first }), other.timestamp <= first.timestamp {
          continue
        }
        next = index
      }
      guard let next, var transaction = rest[next].popFirst() else { return result }
      positions.merge(transaction.token.positions) { $1 }
      transaction.token = DefaultHistoryToken(positions)
      result.append(transaction)
    }
  }

  private static func checkTokens(in predicate: Any?, of cores: [ContextCore]) throws {
    guard let predicate else { return }
    for token in DefaultHistoryToken.tokens(in: predicate) {
      try token.check(against: cores.map(\.store))
    }
  }
}

extension ContextCore {
  fileprivate var historyTransactions: [DefaultHistoryTransaction] {
    store.current.tables.history.map {
      HistoryReading(history: $0, catalog: catalog, storeIdentifier: store.identifier).transactions
    } ?? []
  }
}

extension SwiftDataError {
  fileprivate init(noHistoryOf type: any HistoryTransaction.Type) {
    self.init(
      .invalidTransactionFetchRequest,
      "no store of the container has transactions of the type \(type); documents have "
        + "\(DefaultHistoryTransaction.self)")
  }
}
