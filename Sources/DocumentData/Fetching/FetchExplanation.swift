import DocumentTables

/// How a fetch would find its objects; for tests, which notice if a predicate is no longer
/// translated.
package struct FetchExplanation {
  /// The condition on columns.
  package var query: Query
  /// How many conjuncts are computed from several columns of a row.
  package var rowTestCount: Int
  /// How many conjuncts are evaluated object by object.
  package var objectTestCount: Int
  /// Whether every criterion of the order is a column.
  package var isOrderedByColumns: Bool

  /// Whether no object has to be made to tell which are found.
  package var isTranslated: Bool { objectTestCount == 0 }
}

extension ModelContext {
  /// How a fetch would find its objects.
  package func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> FetchExplanation {
    let core = core(of: T.self)
    core.advance()
    let fetched = try FetchedRows(core, descriptor)
    var explanation = FetchExplanation(
      query: fetched.plan.query, rowTestCount: 0, objectTestCount: 0,
      isOrderedByColumns: fetched.orders.allSatisfy { $0.columnOrder != nil })
    for test in fetched.plan.tests {
      switch test {
      case .row: explanation.rowTestCount += 1
      case .object: explanation.objectTestCount += 1
      }
    }
    return explanation
  }
}
