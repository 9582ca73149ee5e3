import DocumentTables

extension DefaultStore: HistoryProviding {
  /// The type of a document's transactions.
  public typealias HistoryType = DefaultHistoryTransaction
  /// The type of their tokens.
  public typealias TokenType = DefaultHistoryToken

  /// Fetches the recorded saves of the document, oldest first.
  ///
  /// - Throws: As ``ModelContext/fetchHistory(_:)`` does.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try history.fetch(descriptor)
  }

  /// Deletes recorded saves of the document.
  ///
  /// - Throws: As ``ModelContext/deleteHistory(_:)`` does.
  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws {
    try history.delete(descriptor)
  }
}
