import DocumentTables

/// The history of a document as typed trees, the same in both forms (spec 11.3): its state, then its
/// transactions.
enum HistoryParts {
  /// The memory in bytes that one object takes which a transaction names.
  private static let bytesPerKey = 64

  /// The trees of a history, as the flat form lists them; none if there was no transaction.
  static func trees(of tables: Tables, _ contents: [HistoryContent]) -> [Tree] {
    guard let history = tables.history,
      let state = HistoryState(
        history, own: tables.schema.modelFingerprint(), contents: contents)
    else { return [] }
    return [state.tree] + history.transactions.map(\.tree)
  }

  /// Reads a history.
  ///
  /// - Parameters:
  ///   - state: The state; nil if there is none.
  ///   - header: The header, which states the policy.
  ///   - part: The part that errors name.
  static func history(
    state: Tree?, _ transactions: some Sequence<Tree>, of header: Header, limits: DocumentLimits,
    part: String
  ) throws(DocumentError) -> History? {
    guard let policy = header.history else {
      if state == nil { return nil }
      throw DocumentError(.historyMalformed, part: part, "the header states no policy")
    }
    do throws(HistoryProblem) {
      var read: [History.Transaction] = []
      var keys = 0
      for tree in transactions {
        let transaction = try History.Transaction(tree: tree)
        keys += min(transaction.keyCount, limits.expandedBytes)
        guard keys <= limits.expandedBytes / bytesPerKey else {
          throw HistoryProblem(
            "its transactions name more than \(limits.expandedBytes / bytesPerKey) objects",
            code: .tooLarge, transaction: transaction.number)
        }
        read.append(transaction)
      }
      guard let state else {
        guard read.isEmpty else { throw HistoryProblem("it has transactions but no state") }
        // The first transaction begins a lineage.
        return History(
          document: header.documentID, lineage: UInt128.random(in: .min ... .max), policy: policy)
      }
      return try History(
        try HistoryState(tree: state), read, document: header.documentID, policy: policy,
        schema: header.schema, fingerprint: header.modelFingerprint)
    } catch {
      throw DocumentError(error, part: part)
    }
  }
}

extension DocumentError {
  init(_ problem: HistoryProblem, part: String?) {
    let code: Code =
      switch problem.code {
      case .malformed: .historyMalformed
      case .digest: .historyDigest
      case .tooLarge: .limitExpanded
      }
    self.init(code, part: part, problem.detail)
  }
}
