extension QueryRun {
  /// Returns rows among which are all that satisfy the condition; nil if no index finds them faster
  /// than a scan.
  ///
  /// Conditions behind a function of the caller do not narrow, because the function must be called
  /// for every row that the conditions before it leave undecided.
  func candidates(_ condition: QueryPlan.Condition, _ hierarchy: Int) -> Candidates? {
    let table = tables.tables[hierarchy]
    // If more candidates remain, scanning the columns costs less.
    let enough = max(64, table.rowCount / 16)
    guard let candidates = narrowed(condition, hierarchy), candidates.count <= enough else {
      return nil
    }
    return candidates
  }

  private func narrowed(_ condition: QueryPlan.Condition, _ hierarchy: Int) -> Candidates? {
    switch condition.test {
    case .constant(false): return Candidates()
    case .all(let conditions): return narrowed(all: conditions, hierarchy)
    case .any(let conditions):
      guard !condition.isOpaque else { return nil }
      var union = Candidates()
      for condition in conditions {
        guard let part = candidates(condition, hierarchy) else { return nil }
        union.formUnion(part)
      }
      return union
    case .keys(let keys):
      let table = tables.tables[hierarchy]
      guard keys.count <= max(64, table.rowCount / 16) else { return nil }
      note(.keys)
      return Candidates(keys.lazy.compactMap(table.location))
    case .value(let column, let test):
      guard tables.schema.indexedColumns[hierarchy].isLeading(column), let values = test.equalValues
      else { return nil }
      if let value = values.first, values.count == 1 {
        return rows(hierarchy, column, equalTo: value)
      }
      return rows(hierarchy, columns: [column], valueLists: values.map { [$0] })
    case .reference(let end, let related), .someMember(let end, let related):
      guard !condition.isOpaque else { return nil }
      return narrowed(end, related)
    default: return nil
    }
  }

  private func narrowed(all conditions: [QueryPlan.Condition], _ hierarchy: Int) -> Candidates? {
    let conditions = conditions.prefix { !$0.isOpaque }
    var values: [Int: Value] = [:]
    for condition in conditions {
      if case .value(let column, let test) = condition.test, let list = test.equalValues,
        let value = list.first, list.count == 1
      {
        values[column] = value
      }
    }
    if values.count > 1 {
      for columns in tables.schema.indexedColumns[hierarchy].lists where columns.count > 1 {
        let list = columns.compactMap { values[$0] }
        if list.count == columns.count,
          let found = rows(hierarchy, columns: columns, valueLists: [list])
        {
          return found
        }
      }
    }
    var best: Candidates?
    for condition in conditions {
      guard let found = narrowed(condition, hierarchy), found.count < best?.count ?? .max else {
        continue
      }
      if found.count <= 64 { return found }
      best = found
    }
    return best
  }

  private func rows(_ hierarchy: Int, _ column: Int, equalTo value: Value) -> Candidates? {
    let layout = tables.schema.queriedColumns[hierarchy][column]
    let lookup = PointLookup(column: column, layout)
    switch lookup.row(in: tables.tables[hierarchy], equalTo: value) {
    case .unknown: return rows(hierarchy, columns: [column], valueLists: [[value]])
    case .none:
      note(.pointLookup(column: column))
      return Candidates()
    case .one(let location):
      note(.pointLookup(column: column))
      return Candidates(CollectionOfOne(location))
    }
  }

  /// Returns the rows that may have one of the lists of values in these columns, by their hashes.
  private func rows(
    _ hierarchy: Int, columns: [Int], valueLists: [[Value]]
  ) -> Candidates? {
    let table = tables.tables[hierarchy]
    guard valueLists.count <= max(64, table.rowCount / 64),
      let hashed = table.indexes.hashedTable(of: table.segments, columns: columns),
      let first = columns.first
    else { return nil }
    note(.hashes(columns: columns))
    var candidates = Candidates()
    for values in valueLists {
      guard let hash = KeyHashes.hash(values) else { continue }
      for location in hashed.locations(of: hash) { candidates.insert(location) }
    }
    guard !hashed.apart.isEmpty else { return candidates }
    let hashes = valueLists.compactMap { KeyHashes.hash($0.prefix(1)) }
    for position in hashed.apart {
      let segment = table.segments[position]
      guard let index = segment.columnIndexes[first].hashIndex(of: segment, column: first) else {
        candidates.insertAll(ofSegment: position, rowCount: segment.count)
        continue
      }
      for hash in hashes {
        for row in index.rows(of: hash) {
          candidates.insert(RowLocation(segment: position, row: row))
        }
      }
    }
    return candidates
  }

  /// Returns the rows that are related to rows that an index finds at the other end.
  private func narrowed(_ end: RelationshipEnd, _ condition: QueryPlan.Condition) -> Candidates? {
    let own = tables.tables[end.hierarchy]
    let destination = tables.tables[end.destinationHierarchy]
    guard let found = candidates(condition, end.destinationHierarchy), found.count <= 256 else {
      return nil
    }
    note(.relationship(end.relationship.name))
    var result = Candidates()
    for (position, rows) in found.ascending {
      let segment = destination.segments[position]
      rows.bits(rowCount: segment.count).forEach { row in
        for key in owners(of: segment, row, end, own) {
          if let location = own.location(of: key) { result.insert(location) }
        }
      }
    }
    return result
  }

  /// Returns the keys of the rows that a row at the other end belongs to.
  private func owners(
    of segment: Segment, _ row: Int, _ end: RelationshipEnd, _ own: Table
  ) -> [ObjectKey] {
    switch end.storage {
    case .reference, .list:
      return end.column.map { own.sources(of: segment.keys[row], throughColumn: $0) } ?? []
    case .derived, .order:
      guard let column = end.inverseColumn else { return [] }
      if let key = segment.columns[column].reference(at: row) { return [key] }
      return segment.columns[column].references(at: row).map(Array.init) ?? []
    }
  }
}

extension ValueTest {
  /// The values one of which a row must have to pass; nil if the test does not list them.
  var equalValues: [Value]? {
    switch self {
    case .never: []
    case .bool(let value): [.bool(value)]
    case .integers(let range):
      range.lowerBound == range.upperBound ? [.integer(range.lowerBound)] : nil
    case .unsigned(let range):
      range.lowerBound == range.upperBound ? [.unsigned(range.lowerBound)] : nil
    case .doubles(let lower, let upper): lower == upper ? [.double(lower)] : nil
    case .uuids(let range):
      range.lowerBound == range.upperBound ? [.uuid(range.lowerBound)] : nil
    case .data(let bytes): [.data(bytes)]
    case .text(let text): [.text(text.text)]
    case .spelling(let bytes): [.text(String(decoding: bytes, as: UTF8.self))]
    case .spellingSet(let set): set.map { .text(String(decoding: $0, as: UTF8.self)) }
    case .integerSet(let set): set.map(Value.integer)
    case .doubleSet(let set): set.filter { !$0.isNaN }.map(Value.double)
    case .textSet(let set): set.texts.map(Value.text)
    case .valueSet(let set): Array(set)
    case .textRange, .textTest, .spelled, .nested: nil
    }
  }
}
