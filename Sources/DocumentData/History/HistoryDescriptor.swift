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
  /// Sorts transactions, and drops those beyond the limit.
  func window(of transactions: [TransactionType]) -> [TransactionType] {
    let sorted = sortBy.isEmpty ? transactions : transactions.sorted(using: sortBy)
    return Array(sorted.prefix(limit))
  }

  var limit: Int { fetchLimit == 0 ? .max : Int(clamping: fetchLimit) }
}
