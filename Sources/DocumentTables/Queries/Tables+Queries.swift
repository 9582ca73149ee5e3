extension Tables {
  /// Returns the rows of a hierarchy that satisfy a query, in ascending order of keys.
  ///
  /// - Parameters:
  ///   - limit: The number of rows that suffice. The first ones are selected; rows far behind them
  ///     are not tested.
  ///   - sharing: How many threads may search if there are many rows.
  /// - Throws: ``QueryProblem``, and errors of opaque conditions: the error that testing the rows
  ///   one by one would throw first.
  package func rows(
    of hierarchy: Int, where query: Query, limit: Int? = nil, sharing: ScanSharing = .standard
  ) throws -> RowSelection {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    var parts: [RowSelection.Part] = []
    try QueryRun(withMembers(plan.members), sharing: sharing).forEachPart(
      of: hierarchy, where: plan.root, limit: limit
    ) { parts.append($0) }
    return RowSelection(parts)
  }

  /// Returns the number of rows of a hierarchy that satisfy a query, without collecting them.
  ///
  /// - Throws: ``QueryProblem``, and errors of opaque conditions.
  package func count(
    of hierarchy: Int, where query: Query, sharing: ScanSharing = .standard
  ) throws -> Int {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    var count = 0
    try QueryRun(withMembers(plan.members), sharing: sharing).forEachPart(
      of: hierarchy, where: plan.root
    ) {
      count += $0.rows.count
    }
    return count
  }

  /// Answers a query and returns how it was answered, to show whether an index is used.
  ///
  /// An index is built when it is needed for the second time, so a first answer may consist of
  /// scans.
  package func explain(
    of hierarchy: Int, where query: Query, sharing: ScanSharing = .standard
  ) throws -> Set<QueryStep> {
    let plan = try QueryPlan(query, hierarchy: hierarchy, schema: schema)
    let run = QueryRun(withMembers(plan.members), sharing: sharing, notesSteps: true)
    try run.forEachPart(of: hierarchy, where: plan.root) { _ in }
    return run.steps ?? []
  }
}
