import DocumentTables

/// A position in the history of documents.
///
/// A token stays valid when the program ends, and when the document is compressed, converted or
/// written anew. A fetch with a token of a copy that went its own way, of a history that began anew, or
/// of removed transactions throws ``SwiftDataError/historyTokenExpired``.
public struct DefaultHistoryToken: HistoryToken {
  /// The type of the value: the number of the last transaction, by store.
  public typealias TokenType = [String: Int64]

  /// The position in the history of one document.
  struct Position: Codable, Hashable, Sendable {
    var lineage: String
    var number: Int64
    /// The chained digest of the transaction.
    var digest: String
  }

  private enum CodingKeys: String, CodingKey {
    case positions = "stores"
  }

  let positions: [String: Position]

  /// The number of the last transaction of each store, by the store's identifier.
  public var tokenValue: [String: Int64]? { positions.mapValues(\.number) }

  /// The sum of the numbers.
  public var id: Int { Int(clamping: sum) }

  private var sum: Int64 {
    positions.values.reduce(0) { sum, position in
      let (result, overflow) = sum.addingReportingOverflow(max(0, position.number))
      return overflow ? .max : result
    }
  }

  /// Whether a token precedes another.
  ///
  /// A later position in any store is a later token. The order of tokens of different stores is
  /// arbitrary, but the same in every run.
  public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    let sums = (left.sum, right.sum)
    if sums.0 != sums.1 { return sums.0 < sums.1 }
    return left.description < right.description
  }

  private var description: String {
    positions.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.number) \($0.value.lineage) \($0.value.digest)" }
      .joined(separator: " ")
  }
}

extension DefaultHistoryToken {
  init(_ position: Position, of store: String) { positions = [store: position] }

  /// Creates a token of the positions of several stores.
  init(_ positions: [String: Position]) { self.positions = positions }

  /// The tokens that a predicate compares with.
  ///
  /// They are leaves of its expression, which only reflection can reach whatever the predicate is.
  static func tokens(in predicate: Any) -> [DefaultHistoryToken] {
    var found: [DefaultHistoryToken] = []
    var waiting: [Any] = [predicate]
    // The expression is the program's own; the limit only guards against captured collections.
    var budget = 100_000
    while let next = waiting.popLast(), budget > 0 {
      budget -= 1
      if let token = next as? DefaultHistoryToken {
        found.append(token)
      } else if !(next is AnyKeyPath) {
        waiting += Mirror(reflecting: next).children.map(\.value)
      }
    }
    return found
  }
}

extension History {
  /// The position of a transaction.
  func position(_ point: Point) -> DefaultHistoryToken.Position {
    DefaultHistoryToken.Position(
      lineage: UUIDText.text(lineage), number: point.number, digest: point.digest.text)
  }

  /// Checks that the history after a position is complete.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired``, with the reason.
  func check(_ position: DefaultHistoryToken.Position) throws {
    let reason: String
    if position.lineage != UUIDText.text(lineage) {
      reason = "the history of the document began anew after it"
    } else if position.number < removedThrough {
      reason =
        "transactions after its number \(position.number) were removed, up to \(removedThrough)"
    } else if position.number > last?.number ?? 0 {
      reason =
        "the document ends at transaction \(last?.number ?? 0), before the token's number "
        + "\(position.number): it is an older copy"
    } else if position.number > 0, digest(of: position.number)?.text != position.digest {
      reason = "the document is a copy that went its own way before transaction \(position.number)"
    } else {
      return
    }
    throw SwiftDataError(
      .historyTokenExpired, "the token is no longer valid: \(reason); read the objects anew")
  }
}

extension DefaultHistoryToken {
  /// Checks that the histories of stores are complete after this position.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired``.
  func check(against stores: [DocumentStore]) throws {
    for store in stores {
      guard let position = positions[store.identifier] else { continue }
      let history = store.current.tables.history
      guard let history else {
        throw SwiftDataError(
          .historyTokenExpired, "the document records no history; read the objects anew")
      }
      try history.check(position)
    }
  }
}

extension DocumentStore {
  /// The position after the last transaction; nil if there was none.
  var historyToken: DefaultHistoryToken? {
    guard let history = current.tables.history, let last = history.last else { return nil }
    return DefaultHistoryToken(history.position(last), of: identifier)
  }
}
