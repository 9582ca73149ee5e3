extension Tables {
  /// The rows of a hierarchy, of whatever entity, that satisfy a query; ascending by their keys.
  ///
  /// - Parameters:
  ///   - limit: How many rows are enough; the first ones are selected, and what is far behind them is
  ///     not looked at.
  ///   - sharing: How many threads may look for them, where there are many rows.
  /// - Throws: ``QueryProblem``, and what an opaque condition throws: the error that the first row to
  ///   have one would give if rows were tested one by one.
  package func rows(
    of hierarchy: Int, where query: Query, limit: Int? = nil, sharing: ScanSharing = .standard
  ) throws -> RowSelection {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    var parts: [RowSelection.Part] = []
    try QueryRun(self, sharing: sharing).forEachPart(
      of: hierarchy, where: plan.root, limit: limit
    ) { parts.append($0) }
    return RowSelection(parts)
  }

  /// How many rows of a hierarchy satisfy a query; nothing is kept of them.
  ///
  /// - Throws: ``QueryProblem``, and what an opaque condition throws.
  package func count(
    of hierarchy: Int, where query: Query, sharing: ScanSharing = .standard
  ) throws -> Int {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    var count = 0
    try QueryRun(self, sharing: sharing).forEachPart(of: hierarchy, where: plan.root) {
      count += $0.rows.count
    }
    return count
  }

  /// Answers a query and tells how: for tests, and for whoever wonders whether an index is used.
  ///
  /// Indexes are made when they are needed for a second time, so the first answer may tell of scans.
  package func explain(
    of hierarchy: Int, where query: Query, sharing: ScanSharing = .standard
  ) throws -> Set<QueryStep> {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    let run = QueryRun(self, sharing: sharing, notesSteps: true)
    try run.forEachPart(of: hierarchy, where: plan.root) { _ in }
    return run.steps ?? []
  }
}
