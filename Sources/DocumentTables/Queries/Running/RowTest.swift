/// Tests rows one by one, conditions from left to right, no further than needed.
///
/// This defines the meaning of a query. It also finds the error that is thrown if several rows have
/// one.
struct RowTest {
  let tables: Tables

  func holds(
    _ condition: QueryPlan.Condition, _ hierarchy: Int, _ location: RowLocation
  ) throws -> Bool {
    let segment = tables.tables[hierarchy].segments[location.segment]
    let row = location.row
    switch condition.test {
    case .constant(let outcome): return outcome
    case .not(let condition): return try !holds(condition, hierarchy, location)
    case .all(let conditions):
      return try conditions.allSatisfy { try holds($0, hierarchy, location) }
    case .any(let conditions):
      return try conditions.contains { try holds($0, hierarchy, location) }
    case .kind(let kinds):
      let discriminator = Int(segment.entities[row])
      return discriminator < kinds.count && kinds[discriminator]
    case .keys(let keys): return keys.containsSorted(segment.keys[row])
    case .isNull(let column): return segment.columns[column].isNull(at: row)
    case .value(let column, let test): return test.matches(segment.value(at: row, column: column))
    case .opaque(let column, let function):
      return try function(segment.value(at: row, column: column))
    case .reference(let end, let condition):
      let keys = related(end, segment, row) ?? []
      return try keys.contains { try holds(condition, end.destinationHierarchy, $0) ?? false }
    case .someMember(let end, let condition):
      let keys = related(end, segment, row) ?? []
      return try keys.contains { try holds(condition, end.destinationHierarchy, $0) ?? false }
    case .everyMember(let end, let condition):
      let keys = related(end, segment, row) ?? []
      return try keys.allSatisfy { try holds(condition, end.destinationHierarchy, $0) ?? true }
    case .memberCount(let end, let range):
      return range.contains(related(end, segment, row)?.count ?? 0)
    }
  }

  private func related(
    _ end: RelationshipEnd, _ segment: Segment, _ row: Int
  ) -> [ObjectKey]? {
    tables.relatedKeys(of: segment.keys[row], in: segment, row: row, through: end)
  }

  /// Returns false if there is no such object.
  private func holds(
    _ condition: QueryPlan.Condition, _ hierarchy: Int, _ key: ObjectKey
  ) throws -> Bool? {
    guard let location = tables.tables[hierarchy].location(of: key) else { return nil }
    return try holds(condition, hierarchy, location)
  }
}

extension Array where Element == ObjectKey {
  /// Returns whether an ascending array contains a key.
  func containsSorted(_ key: ObjectKey) -> Bool {
    let position = firstPosition(notBelow: key)
    return position < count && self[position] == key
  }
}
