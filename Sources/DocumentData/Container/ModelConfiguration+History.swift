import DocumentTables

extension ModelConfiguration {
  /// What a store's history records of each save, and how much of it is kept.
  ///
  /// The document's file states it, so every program that saves the file records the same.
  public struct HistoryPolicy: Hashable, Sendable {
    let policy: DocumentTables.HistoryPolicy

    /// Records nothing, and removes what was recorded.
    ///
    /// It is not named `none`, because Swift takes `.none` for nil where an optional policy is expected.
    public static let nothing = HistoryPolicy(policy: .none)

    /// Records which objects a save inserted, changed and deleted, with the names of changed
    /// properties and the values of deleted objects that are preserved on deletion.
    ///
    /// - Parameters:
    ///   - transactions: The most saves to keep; nil for no limit.
    ///   - days: The most days to keep a save; nil for no limit.
    ///   - bytes: The most bytes of all records; nil for no limit.
    public static func names(
      transactions: Int? = 1000, days: Int? = nil, bytes: Int? = 1_048_576
    ) -> HistoryPolicy {
      HistoryPolicy(.names, transactions, days, bytes)
    }

    /// Records also old and new values, up to 64 KiB each.
    ///
    /// - Parameters:
    ///   - transactions: The most saves to keep; nil for no limit.
    ///   - days: The most days to keep a save; nil for no limit.
    ///   - bytes: The most bytes of all records; nil for no limit.
    public static func values(
      transactions: Int? = 1000, days: Int? = nil, bytes: Int? = 1_048_576
    ) -> HistoryPolicy {
      HistoryPolicy(.values, transactions, days, bytes)
    }

    init(policy: DocumentTables.HistoryPolicy) { self.policy = policy }

    private init(
      _ detail: DocumentTables.HistoryPolicy.Detail, _ transactions: Int?, _ days: Int?,
      _ bytes: Int?
    ) {
      policy = DocumentTables.HistoryPolicy(
        detail, transactions: transactions.map { max(0, $0) }, days: days.map { max(0, $0) },
        bytes: bytes.map { max(0, $0) })
    }
  }
}
