/// Criteria for fetching or deleting transactions.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The predicate that transactions must satisfy; nil for all of them.
  public var predicate: Predicate<TransactionType>?
  /// The most transactions to fetch; 0 for all of them.
  public var fetchLimit: UInt64 = 0
  /// The order of the transactions; by default oldest first.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// Creates a descriptor.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension HistoryDescriptor {
  /// Applies predicate, order and limit to transactions.
  ///
  /// - Throws: The errors of evaluating the predicate.
  func applied(to transactions: [TransactionType]) throws -> [TransactionType] {
    var result = try predicate.map { try transactions.filter($0.evaluate) } ?? transactions
    if !sortBy.isEmpty { result.sort(using: sortBy) }
    let limit = Int(clamping: fetchLimit)
    return limit > 0 && result.count > limit ? Array(result.prefix(limit)) : result
  }
}
