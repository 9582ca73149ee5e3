import Foundation

@testable import DocumentTables

/// What a query means, row by row over values and with nothing but Swift's own operators.
struct QueryOracle {
  let tables: Tables

  func rows(_ hierarchy: Int, _ query: Query) throws -> [RowLocation] {
    var result: [RowLocation] = []
    for (position, segment) in tables.tables[hierarchy].segments.enumerated() {
      for row in 0..<segment.count {
        let location = RowLocation(segment: position, row: row)
        if try holds(query, hierarchy, location) { result.append(location) }
      }
    }
    return result
  }

  func holds(_ query: Query, _ hierarchy: Int, _ location: RowLocation) throws -> Bool {
    let segment = tables.tables[hierarchy].segments[location.segment]
    func value(_ number: Int) -> Value { self.value(number, hierarchy, location) }
    func order(_ column: Int) -> SpelledOrder? {
      tables.schema.queriedColumns[hierarchy][column].spelledOrder
    }
    func related(_ end: RelationshipEnd) -> [ObjectKey]? {
      tables.relatedKeys(
        of: segment.keys[location.row], in: segment, row: location.row, through: end)
    }
    func holds(_ query: Query, _ end: RelationshipEnd, _ key: ObjectKey) throws -> Bool? {
      guard let place = tables.tables[end.destinationHierarchy].location(of: key) else {
        return nil
      }
      return try self.holds(query, end.destinationHierarchy, place)
    }
    switch query {
    case .constant(let outcome): return outcome
    case .not(let query): return try !self.holds(query, hierarchy, location)
    case .all(let list):
      for query in list where try !self.holds(query, hierarchy, location) { return false }
      return true
    case .any(let list):
      for query in list where try self.holds(query, hierarchy, location) { return true }
      return false
    case .kind(let kinds):
      let discriminator = Int(segment.entities[location.row])
      return kinds.indices.contains(discriminator) && kinds[discriminator]
    case .keys(let keys): return keys.contains(segment.keys[location.row])
    case .isNull(let column): return value(column) == .null
    case .equals(let column, let other): return Self.isEqual(value(column), other)
    case .isOneOf(let column, let others):
      return others.contains { Self.isEqual(value(column), $0) }
    case .range(let column, let range):
      let own = value(column)
      guard own != .null, !Self.isNaN(own) else { return false }
      let spelled = order(column)
      if let lower = range.lower {
        guard
          Self.isBefore(lower.value, own, spelled)
            || lower.isInclusive && Self.isAlike(lower.value, own, spelled)
        else { return false }
      }
      if let upper = range.upper {
        guard
          Self.isBefore(own, upper.value, spelled)
            || upper.isInclusive && Self.isAlike(own, upper.value, spelled)
        else { return false }
      }
      return true
    case .text(let column, let test):
      guard case .text(let text) = value(column) else { return false }
      let characters = Array(text)
      switch test {
      case .contains(let part): return characters.contains(Array(part))
      case .hasPrefix(let prefix): return characters.starts(with: Array(prefix))
      case .hasSuffix(let suffix):
        return characters.reversed().starts(with: Array(suffix).reversed())
      case .isEmpty: return characters.isEmpty
      case .count(let range): return range.contains(characters.count)
      }
    case .reference(let end, let query):
      for key in related(end) ?? [] where try holds(query, end, key) == true { return true }
      return false
    case .members(let end, .some(let query)):
      for key in related(end) ?? [] where try holds(query, end, key) == true { return true }
      return false
    case .members(let end, .every(let query)):
      for key in related(end) ?? [] where try holds(query, end, key) == false { return false }
      return true
    case .members(let end, .count(let range)): return range.contains((related(end) ?? []).count)
    case .opaque(let column, let function): return try function(value(column))
    }
  }

  /// The value of a column, or of a member of a structure.
  func value(_ number: Int, _ hierarchy: Int, _ location: RowLocation) -> Value {
    let segment = tables.tables[hierarchy].segments[location.segment]
    guard let (column, member) = tables.schema.queriedColumns[hierarchy].member(number) else {
      return segment.value(at: location.row, column: number)
    }
    let layout = tables.schema.hierarchies[hierarchy].columns[column]
    guard case .tree(let tree) = segment.value(at: location.row, column: column),
      case .structure(let structure)? = layout.attribute?.type
    else { return .null }
    return structure.values(of: tree)[member]
  }

  private static func isNaN(_ value: Value) -> Bool {
    switch value {
    case .double(let value), .date(let value): value.isNaN
    default: false
    }
  }

  static func isEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.null, _), (_, .null): false
    case (.text(let left), .text(let right)): left == right
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
      left == right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
    default: left == right
    }
  }

  private static func isAlike(_ left: Value, _ right: Value, _ spelled: SpelledOrder?) -> Bool {
    guard case (.text(let left), .text(let right)) = (left, right), spelled == nil else {
      return isEqual(left, right)
    }
    return !(left < right) && !(right < left)
  }

  static func isBefore(_ left: Value, _ right: Value, _ spelled: SpelledOrder?) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.unsigned(let left), .unsigned(let right)): left < right
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
      left < right
    case (.uuid(let left), .uuid(let right)): left < right
    case (.text(let left), .text(let right)):
      switch spelled {
      case .decimal: (Decimal(string: left) ?? 0) < (Decimal(string: right) ?? 0)
      case .clockTime:
        QueryFixture.clockTimes.firstIndex(of: left) ?? 0
          < QueryFixture.clockTimes.firstIndex(of: right) ?? 0
      case .zonedTime:
        QueryFixture.times.firstIndex(of: left) ?? 0 < QueryFixture.times.firstIndex(of: right) ?? 0
      case nil: left < right
      }
    default: false
    }
  }
}
