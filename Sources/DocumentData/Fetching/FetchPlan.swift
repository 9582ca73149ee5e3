import DocumentTables

/// The plan for finding the objects that satisfy a predicate: a query over columns, then tests for
/// the conditions that the query cannot express.
///
/// A predicate is a conjunction of one or more conjuncts. Conjuncts that columns can decide become
/// the query, regardless of their position; the others become tests in their order. A conjunct without
/// a value selects no row, so the order does not matter. Regular expressions alone can throw: if a
/// later conjunct excludes a row from the query, an error that an earlier conjunct would throw for
/// that row is not thrown. For rows that the query selects, the plan runs no test that evaluation in
/// order would skip.
struct FetchPlan<T: PersistentModel> {
  enum Test {
    /// A function of several columns of the row.
    case row(FunctionForm)
    case object(ObjectTest<T>)
  }

  var query: Query
  var tests: [Test] = []

  /// - Parameter kinds: The requested classes, by discriminator.
  init(_ predicate: Predicate<T>?, kinds: [Bool], translator: Translator) {
    query = kinds.contains(false) ? .kind(kinds) : .constant(true)
    guard let predicate else { return }
    var queries = [query]
    for conjunct in Self.conjuncts(of: predicate.expression) {
      translator.begin(predicate.variable.key)
      switch Self.translate(conjunct, translator) {
      case .query(let part) where !translator.canThrow || tests.isEmpty: queries.append(part)
      case .row(let function): tests.append(.row(function))
      default: tests.append(.object(ObjectTest(conjunct, predicate.variable)))
      }
    }
    query = .conjunction(queries)
  }

  /// The columns that tests of rows read.
  var columnsOfTests: [Int] {
    tests.flatMap { test -> [Int] in
      guard case .row(let form) = test else { return [] }
      return form.columns
    }
  }

  private enum Translation {
    case query(Query)
    case row(FunctionForm)
    case none
  }

  private static func translate(
    _ conjunct: any PredicateExpression<Bool>, _ translator: Translator
  ) -> Translation {
    guard let form = translator.form(conjunct) else { return .none }
    if let query = translator.condition(of: form)?.isTrue {
      return query.isManageable ? .query(query) : .none
    }
    if case .function(let function) = form, function.path == .row { return .row(function) }
    return .none
  }

  /// Returns the operands of a conjunction and of nested conjunctions, from left to right.
  private static func conjuncts(
    of expression: any PredicateExpression<Bool>
  ) -> [any PredicateExpression<Bool>] {
    var found: [any PredicateExpression<Bool>] = []
    var waiting = [expression]
    while let next = waiting.popLast() {
      if let conjunction = next as? any ConjunctionExpression {
        waiting += conjunction.conjuncts.reversed()
      } else if let body = (next as? any CheckedNode)?.body as? any PredicateExpression<Bool> {
        waiting.append(body)
      } else {
        found.append(next)
      }
    }
    return found
  }
}

extension FetchPlan.Test {
  /// Whether a row passes the test; `model` returns its object and is called only if the test needs
  /// it.
  func passes(
    _ segment: Segment, _ row: Int, _ model: () -> T?
  ) throws -> Bool {
    switch self {
    case .row(let form):
      let values = form.columns.map { segment.value(at: row, column: $0) }
      return try ThreeValuedLogic.isTrue { try form.function.read(values) as? Bool ?? false }
    case .object(let test):
      guard let model = model() else { return false }
      return try test.passes(model)
    }
  }
}

/// A conjunction of two conditions.
protocol ConjunctionExpression {
  var conjuncts: [any PredicateExpression<Bool>] { get }
}

extension PredicateExpressions.Conjunction: ConjunctionExpression {
  var conjuncts: [any PredicateExpression<Bool>] { [lhs, rhs] }
}
