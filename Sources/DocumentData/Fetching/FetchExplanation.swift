import DocumentTables

/// An explanation of how a fetch finds its objects, for tests that a predicate is translated.
package struct FetchExplanation {
  /// The condition on columns.
  package var query: Query
  /// The number of conjuncts that are computed from several columns of a row.
  package var rowTestCount: Int
  /// The number of conjuncts that are evaluated object by object.
  package var objectTestCount: Int
  /// Whether every sort criterion is a column.
  package var isOrderedByColumns: Bool

  /// Whether the fetch is decided without creating objects.
  package var isTranslated: Bool { objectTestCount == 0 }
}

extension ModelContext {
  /// Explains how a fetch finds its objects.
  package func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> FetchExplanation {
    let core = core(of: T.self)
    core.advance()
    let fetched = try core.fetchedRows(descriptor)
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

  /// Returns the number of expressions of a grouped fetch that are evaluated object by object.
  package func evaluatedCount<T: PersistentModel, Key, each Result>(
    of key: FetchGroupKey<T, Key>, aggregates: repeat FetchAggregate<T, each Result>
  ) throws -> Int {
    let core = core(of: T.self)
    core.advance()
    var untyped: [GroupedFetch<T>.Aggregate] = []
    for aggregate in repeat each aggregates {
      untyped.append((aggregate.function, aggregate.expression))
    }
    let descriptor = FetchDescriptor<T>()
    let fetched = try core.fetchedRows(descriptor)
    return try GroupedFetch(descriptor, by: [key.key], untyped)
      .evaluatedCount(in: fetched.source.tables, fetched.translator)
  }
}
