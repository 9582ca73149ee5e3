import DocumentTables

/// What a request does with the transactions after a token, or before it.
enum TokenUse {
  /// Reads what came after it, so that nothing may be missing.
  case reading
  /// Removes transactions, which may be gone already.
  case removing
}

extension History {
  /// The position after the last transaction.
  var end: DefaultHistoryToken.Position { position(after: last?.number ?? 0) }

  /// The position after a transaction that exists, or that was removed last before a kept one.
  func position(after number: Int64) -> DefaultHistoryToken.Position {
    guard number > 0, let digest = digest(of: number) else { return .init() }
    return .init(number: number, origin: .init(lineage: lineage, digest: digest))
  }

  /// Checks that a token's position is a place in this history.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` with the reason.
  func check(
    _ position: DefaultHistoryToken.Position, of store: String, for use: TokenUse
  ) throws {
    // The first transactions of any history would follow a position without a transaction.
    guard let origin = position.origin else {
      if use == .reading, removedThrough > 0 { throw removed(after: 0, store) }
      return
    }
    guard origin.lineage == lineage else {
      throw SwiftDataError(
        historyTokenOf: store, "the history of the document began anew after the token")
    }
    let last = self.last?.number ?? 0
    guard position.number <= last else {
      throw SwiftDataError(
        historyTokenOf: store,
        "the document ends at transaction \(last), before the token's number \(position.number): "
          + "it is an older copy")
    }
    if let digest = digest(of: position.number), digest != origin.digest {
      throw SwiftDataError(
        historyTokenOf: store,
        "the document is a copy that went its own way before transaction \(position.number)")
    }
    if use == .reading, position.number < removedThrough {
      throw removed(after: position.number, store)
    }
  }

  private func removed(after number: Int64, _ store: String) -> SwiftDataError {
    SwiftDataError(
      historyTokenOf: store,
      "transactions after its number \(number) were removed, up to \(removedThrough)")
  }
}

extension SwiftDataError {
  /// Creates the error for a token that has no place in the history of a store.
  init(historyTokenOf store: String, _ reason: String) {
    self.init(
      .historyTokenExpired,
      "the token is no longer valid in the store \(store): \(reason); read the objects anew")
  }
}

extension DocumentStore {
  /// The position after the last transaction; nil if there was none.
  var historyToken: DefaultHistoryToken? { historyToken(of: history) }

  /// The position after the last transaction of the history in one version; nil if there was none.
  func historyToken(of history: History?) -> DefaultHistoryToken? {
    guard let history, history.last != nil else { return nil }
    return DefaultHistoryToken(identifier, [identifier: history.end])
  }
}
