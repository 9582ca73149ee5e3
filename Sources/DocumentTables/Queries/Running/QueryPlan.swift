/// A query prepared for the tables of one schema: checked, flattened, with converted values.
package struct QueryPlan: Sendable {
  let hierarchy: Int
  let root: Condition
  /// The numbers of the members of structures that it tests, by hierarchy.
  let members: [Int: Set<Int>]
}

extension QueryPlan {
  /// One condition of a plan.
  final class Condition: Sendable {
    enum Test: Sendable {
      case constant(Bool)
      case not(Condition)
      case all([Condition])
      case any([Condition])
      case kind([Bool])
      case keys([ObjectKey])
      case isNull(column: Int)
      case value(column: Int, ValueTest)
      case reference(RelationshipEnd, Condition)
      case someMember(RelationshipEnd, Condition)
      case everyMember(RelationshipEnd, Condition)
      case memberCount(RelationshipEnd, ClosedRange<Int>)
      case opaque(column: Int, @Sendable (Value) throws -> Bool)
    }

    let test: Test
    /// Whether it contains a function of the caller, so that the order of tests is observable.
    let isOpaque: Bool
    /// Whether it depends on the objects of other rows.
    let isRelated: Bool
    /// The approximate cost of testing a row, in nanoseconds.
    let cost: Int

    init(_ test: Test) {
      self.test = test
      cost = Self.cost(of: test)
      isOpaque =
        switch test {
        case .opaque: true
        case .not(let condition), .reference(_, let condition), .someMember(_, let condition),
          .everyMember(_, let condition):
          condition.isOpaque
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.isOpaque)
        default: false
        }
      isRelated =
        switch test {
        case .reference, .someMember, .everyMember, .memberCount: true
        case .not(let condition): condition.isRelated
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.isRelated)
        default: false
        }
    }
  }
}

extension QueryPlan.Condition {
  private static func cost(of test: Test) -> Int {
    switch test {
    case .constant, .kind, .isNull, .keys: 0
    case .value(_, let test): test.cost
    case .not(let condition): condition.cost
    case .all(let conditions), .any(let conditions):
      conditions.reduce(0) { min($0 + $1.cost, 1_000_000) }
    case .memberCount: 40
    case .reference(_, let condition), .someMember(_, let condition),
      .everyMember(_, let condition):
      min(40 + condition.cost, 1_000_000)
    case .opaque: 1_000
    }
  }

  /// Sorts conditions by cost between the opaque ones, which keep their places, because their order
  /// is observable.
  static func cheapestFirst(_ conditions: [QueryPlan.Condition]) -> [QueryPlan.Condition] {
    var result: [QueryPlan.Condition] = []
    var start = 0
    func finish(_ end: Int) {
      result += conditions[start..<end].enumerated().sorted {
        ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
      }.map(\.element)
    }
    for (position, condition) in conditions.enumerated() where condition.isOpaque {
      finish(position)
      result.append(condition)
      start = position + 1
    }
    finish(conditions.count)
    return result
  }
}

extension ValueTest {
  fileprivate var cost: Int {
    switch self {
    case .never, .bool, .integers, .unsigned, .doubles, .uuids: 1
    case .text, .spelling, .data, .textTest(.isEmpty, _): 3
    case .textTest(.hasPrefix, _), .textTest(.hasSuffix, _): 5
    case .integerSet, .doubleSet, .textRange: 10
    case .textTest: 25
    case .textSet, .spellingSet, .valueSet, .spelled, .nested: 100
    }
  }
}

extension QueryPlan {
  /// - Throws: ``QueryProblem``.
  init(_ query: Query, hierarchy: Int, schema: TableSchema) throws(QueryProblem) {
    self.hierarchy = hierarchy
    let members = NamedMembers()
    root = try QueryPlanning(schema: schema, hierarchy: hierarchy, members: members)
      .condition(query, depth: 0)
    self.members = members.numbers
  }
}

/// The members that the conditions of a plan name, by hierarchy.
private final class NamedMembers {
  var numbers: [Int: Set<Int>] = [:]
}

/// Creates the conditions of a plan; its recursion is limited by the maximum depth.
private struct QueryPlanning {
  let schema: TableSchema
  let hierarchy: Int
  let members: NamedMembers

  func condition(_ query: Query, depth: Int) throws(QueryProblem) -> QueryPlan.Condition {
    guard schema.hierarchies.indices.contains(hierarchy) else {
      throw QueryProblem(.unknownHierarchy(hierarchy))
    }
    guard depth < Query.maximumDepth else { throw QueryProblem(.tooDeep) }
    return QueryPlan.Condition(try test(query, depth: depth))
  }

  private func test(
    _ query: Query, depth: Int
  ) throws(QueryProblem) -> QueryPlan.Condition.Test {
    switch query {
    case .constant(let outcome): return .constant(outcome)
    case .not: return try negation(query, depth: depth)
    case .all, .any: return try list(query, depth: depth)
    case .kind(let kinds): return .kind(kinds)
    case .keys(let keys): return .keys(keys.sorted())
    case .isNull(let column):
      _ = try layout(column)
      return .isNull(column: column)
    case .equals(let column, let value):
      return .value(column: column, ValueTest(equalTo: value, in: try layout(column)))
    case .isOneOf(let column, let values):
      return .value(column: column, ValueTest(isOneOf: values, in: try layout(column)))
    case .range(let column, let range):
      return .value(column: column, ValueTest(range, in: try layout(column)))
    case .text(let column, let test):
      return .value(column: column, ValueTest(test, in: try layout(column)))
    case .reference(let end, let query):
      return .reference(end, try related(end, query, depth: depth))
    case .members(let end, .some(let query)):
      return .someMember(end, try related(end, query, depth: depth))
    case .members(let end, .every(let query)):
      return .everyMember(end, try related(end, query, depth: depth))
    case .members(let end, .count(let range)):
      try check(end)
      return .memberCount(end, range)
    case .opaque(let column, let function):
      _ = try layout(column)
      return .opaque(column: column, function)
    }
  }

  private func layout(_ column: Int) throws(QueryProblem) -> ColumnLayout {
    let columns = schema.queriedColumns[hierarchy]
    guard columns.contains(column) else { throw QueryProblem(.unknownColumn(column)) }
    if columns.isMember(column) { members.numbers[hierarchy, default: []].insert(column) }
    return columns[column]
  }

  private func related(
    _ end: RelationshipEnd, _ query: Query, depth: Int
  ) throws(QueryProblem) -> QueryPlan.Condition {
    try check(end)
    return try QueryPlanning(schema: schema, hierarchy: end.destinationHierarchy, members: members)
      .condition(query, depth: depth + 1)
  }

  private func check(_ end: RelationshipEnd) throws(QueryProblem) {
    let hierarchies = schema.hierarchies
    guard end.hierarchy == hierarchy, hierarchies.indices.contains(end.destinationHierarchy),
      end.column.map({ hierarchies[hierarchy].columns.indices.contains($0) }) ?? true,
      end.inverseColumn.map({
        hierarchies[end.destinationHierarchy].columns.indices.contains($0)
      }) ?? true
    else { throw QueryProblem(.foreignRelationship(end.relationship.name)) }
  }

  private func negation(
    _ query: Query, depth: Int
  ) throws(QueryProblem) -> QueryPlan.Condition.Test {
    var inner = query
    var isNegated = false
    while case .not(let next) = inner {
      inner = next
      isNegated.toggle()
    }
    let test = try test(inner, depth: isNegated ? depth + 1 : depth)
    return isNegated ? .not(QueryPlan.Condition(test)) : test
  }

  /// Returns the conditions of a list, including those of nested lists of the same kind.
  private func list(_ query: Query, depth: Int) throws(QueryProblem) -> QueryPlan.Condition.Test {
    var isAll = false
    if case .all = query { isAll = true }
    var conditions: [QueryPlan.Condition] = []
    var rest = [query]
    while let next = rest.popLast() {
      switch (next, isAll) {
      case (.all(let parts), true), (.any(let parts), false):
        rest.append(contentsOf: parts.reversed())
      default: conditions.append(try condition(next, depth: depth + 1))
      }
    }
    if let only = conditions.first, conditions.count == 1 { return only.test }
    let ordered = QueryPlan.Condition.cheapestFirst(conditions)
    return isAll ? .all(ordered) : .any(ordered)
  }
}
