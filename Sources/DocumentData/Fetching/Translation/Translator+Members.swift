import DocumentTables

// Conditions on the objects of a to-many relationship.
extension Translator {
  /// Translates a test of the members into a condition on their rows.
  func condition<Test: PredicateExpression>(
    _ test: Test, of members: MembersForm, _ variable: PredicateExpressions.VariableID
  ) -> RowCondition? {
    let inner = inside(members.end, variable)
    let condition = inner.condition(test)
    effort = inner.effort
    if inner.canThrow { canThrow = true }
    return condition
  }

  func condition(_ members: MembersForm, countIn range: ClosedRange<Int>) -> Query? {
    guard let filter = members.filter else {
      return members.path.lift(.members(members.end, .count(range)))
    }
    if range.lowerBound == 1, range.upperBound == Int.max {
      return members.path.lift(.members(members.end, .some(filter)))
    }
    if range.lowerBound <= 0, range.upperBound == 0 {
      return members.path.lift(.not(.members(members.end, .some(filter))))
    }
    return counted(members.end, filter, range).map { members.path.lift($0) }
  }

  /// Returns a query for the rows whose number of members that satisfy a query is in a range.
  ///
  /// Finds these members first, and then counts them by the rows that they belong to.
  private func counted(
    _ end: RelationshipEnd, _ filter: Query, _ range: ClosedRange<Int>
  ) -> Query? {
    let tables = source.tables
    guard filter.isManageable,
      let found = try? tables.rows(of: end.destinationHierarchy, where: filter)
    else {
      return nil
    }
    let table = tables.tables[end.destinationHierarchy]
    if end.storage == .list {
      guard let column = end.column else { return nil }
      let keys = Set(found.map { table.segments[$0.segment].keys[$0.row] })
      return .opaque(column: column) { value in
        guard case .references(let list) = value else { return range.contains(0) }
        return range.contains(list.reduce(0) { $0 + (keys.contains($1) ? 1 : 0) })
      }
    }
    guard let column = end.inverseColumn else { return nil }
    var counts: [ObjectKey: Int] = [:]
    for location in found {
      let value = table.segments[location.segment].value(at: location.row, column: column)
      for key in value.relatedKeys { counts[key, default: 0] += 1 }
    }
    if range.contains(0) {
      return .not(.keys(Set(counts.filter { !range.contains($0.value) }.keys)))
    }
    return .keys(Set(counts.filter { range.contains($0.value) }.keys))
  }
}

extension MembersForm {
  /// The condition that some member satisfies a condition.
  func contains(_ condition: RowCondition) -> RowCondition {
    RowCondition(
      isTrue: some(condition.isTrue), isFalse: condition.isTotal ? nil : every(condition.isFalse))
  }

  /// The condition that every member satisfies a condition.
  func allSatisfy(_ condition: RowCondition) -> RowCondition {
    RowCondition(
      isTrue: every(condition.isTrue), isFalse: condition.isTotal ? nil : some(condition.isFalse))
  }

  func some(_ query: Query) -> Query {
    path.lift(.members(end, .some(.conjunction((filter.map { [$0] } ?? []) + [query]))))
  }

  private func every(_ query: Query) -> Query {
    let test: Query = filter.map { .disjunction([$0.negated, query]) } ?? query
    return path.lift(.members(end, .every(test)))
  }
}
