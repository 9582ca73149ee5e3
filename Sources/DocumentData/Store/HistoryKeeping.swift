import DocumentTables

// The history of tables that a store changes.
extension Tables {
  /// Sets what the history records from now on, and begins a history if there is none.
  mutating func keepHistory(_ policy: HistoryPolicy) {
    if policy.detail == .none || history == nil {
      history = History(document: documentID, lineage: UUIDText.number(of: UUID()), policy: policy)
    }
    history?.policy = policy
  }

  /// Returns the history with the transaction of a change, within the bounds of its policy.
  ///
  /// - Parameter fingerprint: The model fingerprint of the schema, which is made once and kept.
  func history(after change: StoreChange, _ fingerprint: inout Digest?) -> History? {
    guard var history, history.policy.detail != .none else { return self.history }
    let known = fingerprint ?? schema.modelFingerprint()
    fingerprint = known
    switch change {
    case .rows(let changes):
      history.record(
        changes, before: self, fingerprint: known,
        stamp: HistorySource.current.stamp(author: changes.author))
    case .tables(let edits):
      let names = Set(edits.map { schema.hierarchies[$0.hierarchy].name })
      let stamp = HistorySource.current.stamp(author: nil)
      history.append(
        History.Transaction(
          unknown: historyRanges().filter { names.contains($0.hierarchy) },
          fingerprint: known, stamp: stamp), of: schema)
      history.prune(now: stamp.time)
    }
    return history
  }
}
