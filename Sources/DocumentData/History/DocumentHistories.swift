import DocumentTables

/// The histories of a container's documents, as one sequence of transactions.
///
///     store A   1 ── 2 ─────────── 3
///     store B        1 ── 2
///     tokens    A1   A2   A2  A2   A3     in the order of time; each token
///                    B1   B1  B2   B2     states the position in every store
///
/// Clocks may disagree, so the time of a transaction may be before that of a token which does not
/// cover it. Transactions that the tokens of the predicate cover therefore precede all others.
struct DocumentHistories {
  /// One document of the container.
  struct Source {
    let identifier: String
    let history: History?
    let words: SchemaWords

    /// The position before the first transaction that is kept.
    fileprivate var start: DefaultHistoryToken.Position {
      guard let history else { return .init() }
      let first = history.transactions.first { _ in true }?.number
      return history.position(after: first.map { $0 - 1 } ?? history.last?.number ?? 0)
    }
  }

  private struct Entry {
    var source: Int
    var transaction: History.Transaction
    var digest: Digest
    /// The last number before the store's next transaction: removed ones follow this one.
    var through: Int64
    /// How many of the tokens do not cover the transaction.
    var rank: Int

    static func precedes(_ left: Entry, _ right: Entry) -> Bool {
      (left.rank, left.transaction.time, left.source, left.transaction.number)
        < (right.rank, right.transaction.time, right.source, right.transaction.number)
    }
  }

  let sources: [Source]

  init(_ sources: [Source]) { self.sources = sources }

  /// Returns the transactions that a descriptor requests.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token in the predicate, and the errors of
  ///   the predicate.
  func transactions(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, for use: TokenUse
  ) throws -> [DefaultHistoryTransaction] {
    let tokens = CapturedTokens.tokens(in: descriptor.predicate)
    for token in tokens { try check(token, for: use) }
    let isReversed = descriptor.isFromNewest && sources.count == 1
    let limit = descriptor.sortBy.isEmpty || isReversed ? descriptor.limit : .max
    var positions = Dictionary(
      sources.map { ($0.identifier, $0.start) }, uniquingKeysWith: { first, _ in first })
    let test = descriptor.predicate.map(ObjectTest.init)
    var found: [DefaultHistoryTransaction] = []
    let entries = entries(tokens)
    for index in entries.indices {
      let entry = entries[isReversed ? entries.count - 1 - index : index]
      let source = sources[entry.source]
      guard let history = source.history, found.count < limit else { break }
      // What was removed before this fetch is nothing that a later one could miss.
      positions[source.identifier] = history.position(after: entry.through)
      var transaction = DefaultHistoryTransaction(
        entry.transaction, digest: entry.digest,
        token: DefaultHistoryToken(source.identifier, positions),
        found: history.found(by: entry.transaction.number),
        names: source.words.names(of: entry.transaction.schema, history),
        history: history)
      if let test {
        let token = transaction.token
        transaction.token = token.evaluated(as: entry.transaction.number)
        guard try test.passes(transaction) else { continue }
        transaction.token = token
      }
      found.append(transaction)
    }
    return descriptor.window(of: found)
  }

  private func entries(_ tokens: [DefaultHistoryToken]) -> [Entry] {
    var entries: [Entry] = []
    for (index, source) in sources.enumerated() {
      guard let history = source.history else { continue }
      let first = entries.count
      for (transaction, digest) in history.recorded {
        if entries.count > first { entries[entries.count - 1].through = transaction.number - 1 }
        entries.append(
          Entry(
            source: index, transaction: transaction, digest: digest,
            through: history.last?.number ?? transaction.number,
            rank: tokens.firstIndex { $0.covers(transaction.number, of: source.identifier) }
              ?? tokens.count))
      }
    }
    return sources.count > 1 ? entries.sorted(by: Entry.precedes) : entries
  }

  /// - Throws: ``SwiftDataError/historyTokenExpired``.
  func check(_ token: DefaultHistoryToken, for use: TokenUse) throws {
    guard sources.contains(where: { token.positions[$0.identifier] != nil }) else {
      throw SwiftDataError(
        historyTokenOf: token.store, "the token belongs to no store of the container")
    }
    for source in sources {
      guard let position = token.positions[source.identifier] else { continue }
      if let history = source.history {
        try history.check(position, of: source.identifier, for: use)
      } else if position.number > 0 {
        throw SwiftDataError(
          historyTokenOf: source.identifier, "the document records no history")
      }
    }
  }
}

extension HistoryDescriptor<DefaultHistoryTransaction> {
  /// Whether the order is the reverse of that in which a document records its saves.
  fileprivate var isFromNewest: Bool {
    guard sortBy.count == 1, let order = sortBy.first, order.order == .reverse else { return false }
    let keyPaths: [PartialKeyPath<DefaultHistoryTransaction>] = [
      \.id, \.token, \.transactionIdentifier,
    ]
    return order.keyPath.map(keyPaths.contains) ?? false
  }
}
