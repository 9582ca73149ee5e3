/// A search for the counterparts of objects whose keys do not name the same objects.
struct MatchSearch {
  /// An object of each document.
  private struct Pair {
    let hierarchy: Int
    let left: ObjectKey
    let right: ObjectKey
  }

  /// An object with the fingerprint of what must be equal.
  private typealias Candidate = (content: RowFingerprint, key: ObjectKey)

  private let left: Tables
  private let right: Tables
  private let columns: [[ComparedColumn]]
  private let uniques: [CheckPlan.Unique]
  /// The relationships of each hierarchy whose objects are owned.
  private let owned: [[RelationshipEnd]]
  /// The columns of other objects that state which objects of each hierarchy they own.
  private let owners: [[ComparedColumn.Place]]
  /// The left key of each matched right object.
  private(set) var keys: [ObjectKey: ObjectKey] = [:]
  private var matchedLeft: KeySet
  /// The matched objects whose owned objects are not yet compared.
  private var waiting: [Pair] = []

  /// - Parameters:
  ///   - known: The left keys of right objects that are matched already.
  ///   - open: Left objects that may get another counterpart although `known` names them.
  init(
    _ left: Tables, _ right: Tables, known: [ObjectKey: ObjectKey] = [:],
    open: Set<ObjectKey> = []
  ) {
    self.left = left
    self.right = right
    columns = left.schema.comparedColumns()
    uniques = CheckPlan(left.schema).uniques
    matchedLeft = KeySet(expectedCount: left.rowCount)
    keys = known
    for key in known.values where !open.contains(key) { _ = matchedLeft.insert(key) }
    var owned = left.schema.hierarchies.map { _ in [RelationshipEnd]() }
    for end in left.schema.owningEnds { owned[end.hierarchy].append(end) }
    self.owned = owned
    owners = left.schema.columnsOfOwners()
  }

  func isMatchedLeft(_ key: ObjectKey) -> Bool { matchedLeft.contains(key) }

  mutating func run() {
    let areAttributes = uniques.map { unique in
      unique.columns.allSatisfy { columns[unique.hierarchy][$0].end == nil }
    }
    for (unique, isAttributes) in zip(uniques, areAttributes) where isAttributes {
      matchUnique(unique)
    }
    for withReferences in [true, false] {
      for hierarchy in left.tables.indices {
        matchRoots(of: hierarchy, withReferences: withReferences)
      }
    }
    noteKnownOwners()
    matchOwned()
    // Each constraint may depend on the objects that another has matched.
    for _ in areAttributes where areAttributes.contains(false) {
      let count = keys.count
      for (unique, isAttributes) in zip(uniques, areAttributes) where !isAttributes {
        matchUnique(unique)
      }
      if keys.count == count { break }
      matchOwned()
    }
  }

  private mutating func match(_ hierarchy: Int, _ left: ObjectKey, _ right: ObjectKey) {
    guard keys[right] == nil, matchedLeft.insert(left) else { return }
    keys[right] = left
    waiting.append(Pair(hierarchy: hierarchy, left: left, right: right))
  }

  // MARK: Unique keys

  private mutating func matchUnique(_ unique: CheckPlan.Unique) {
    let hierarchy = unique.hierarchy
    var known: [RowFingerprint: ObjectKey] = [:]
    for segment in left.tables[hierarchy].segments {
      RowFingerprint.forEach(
        in: segment.columns(at: unique.columns),
        where: {
          unique.concerned[Int(segment.entities[$0])] && !matchedLeft.contains(segment.keys[$0])
        },
        { content, row in known[content] = known[content] == nil ? segment.keys[row] : 0 })
    }
    guard !known.isEmpty else { return }
    var found: [Pair] = []
    for segment in right.tables[hierarchy].segments {
      RowFingerprint.forEach(
        in: segment.columns(at: unique.columns).map(withLeftKeys),
        where: { unique.concerned[Int(segment.entities[$0])] && keys[segment.keys[$0]] == nil },
        { content, row in
          if let key = known[content], key != 0 {
            found.append(Pair(hierarchy: hierarchy, left: key, right: segment.keys[row]))
          }
        })
    }
    for pair in found { match(hierarchy, pair.left, pair.right) }
  }

  /// Returns a column of the right document whose references are those of the left one, and nil if
  /// the object is not matched.
  private func withLeftKeys(_ column: Column) -> Column {
    switch column {
    case .constant(.reference(let key), let count):
      return .constant(keys[key].map { .reference($0) } ?? .null, count: count)
    case .reference(let references):
      let builder = ColumnBuilder(.reference)
      for row in references.values.indices {
        let key = references.nulls[row] ? nil : keys[references.values[row]]
        builder.append(key.map { .reference($0) } ?? .null)
      }
      return builder.finish()
    default: return column
    }
  }

  // MARK: Content

  /// Matches objects that no other owns.
  private mutating func matchRoots(of hierarchy: Int, withReferences: Bool) {
    let ones = roots(of: hierarchy, in: left) {
      matchedLeft.contains($0)
    } reference: { target in
      guard withReferences else { return nil }
      return target.map { .reference(matchedLeft.contains($0) ? $0 : 0) } ?? .null
    }
    guard !ones.isEmpty else { return }
    let others = roots(of: hierarchy, in: right) {
      keys[$0] != nil
    } reference: { target in
      guard withReferences else { return nil }
      return target.map { .reference(keys[$0] ?? 0) } ?? .null
    }
    matchEqual(hierarchy, ones, others)
  }

  private func roots(
    of hierarchy: Int, in tables: Tables, _ isMatched: (ObjectKey) -> Bool,
    reference: (ObjectKey?) -> Value?
  ) -> [Candidate] {
    let toOwners = columns[hierarchy].filter(\.leadsToOwner).map(\.index)
    var found: [Candidate] = []
    for segment in tables.tables[hierarchy].segments {
      for row in 0..<segment.count {
        let key = segment.keys[row]
        guard !isMatched(key), toOwners.allSatisfy({ segment.columns[$0].isNull(at: row) }),
          owners[hierarchy].allSatisfy({
            tables.tables[$0.hierarchy].sources(of: key, throughColumn: $0.column).isEmpty
          })
        else { continue }
        found.append((content(hierarchy, segment, row, reference: reference), key))
      }
    }
    return found
  }

  /// Returns the fingerprint of a row's entity and attributes.
  ///
  /// - Parameter reference: Returns what stands for a reference, nil if there is none; nil to leave
  ///   out all references. A reference to an object that is not matched differs from none, and equals
  ///   any other such.
  private func content(
    _ hierarchy: Int, _ segment: Segment, _ row: Int, reference: (ObjectKey?) -> Value?
  ) -> RowFingerprint {
    let entity = segment.entities[row]
    var values: [Value] = [.integer(Int64(entity))]
    for column in columns[hierarchy] where column.owners[Int(entity)] {
      if column.end == nil {
        values.append(segment.value(at: row, column: column.index))
      } else if column.end?.storage == .reference,
        let value = reference(segment.columns[column.index].reference(at: row))
      {
        values.append(value)
      }
    }
    return RowFingerprint(ofWritten: values)
  }

  /// Matches objects with equal content; equal ones in their order.
  private mutating func matchEqual(_ hierarchy: Int, _ ones: [Candidate], _ others: [Candidate]) {
    func sorted(_ candidates: [Candidate]) -> [Int] {
      candidates.indices.sorted { (candidates[$0].content, $0) < (candidates[$1].content, $1) }
    }
    let order = sorted(ones)
    let otherOrder = sorted(others)
    var found: [(Int, Int)] = []
    var place = 0
    var otherPlace = 0
    while place < order.count, otherPlace < otherOrder.count {
      let content = ones[order[place]].content
      let other = others[otherOrder[otherPlace]].content
      if content == other { found.append((order[place], otherOrder[otherPlace])) }
      if content <= other { place += 1 }
      if other <= content { otherPlace += 1 }
    }
    // The order of fingerprints differs from run to run.
    for (one, other) in found.sorted(by: { $0.0 < $1.0 }) {
      match(hierarchy, ones[one].key, others[other].key)
    }
  }

  // MARK: Owned objects

  /// Adds the objects that were matched from the beginning and own an object that is not.
  private mutating func noteKnownOwners() {
    guard !keys.isEmpty else { return }
    var noted = Set(waiting.map(\.right))
    func note(_ hierarchy: Int, _ right: ObjectKey) {
      guard let left = keys[right], noted.insert(right).inserted else { return }
      waiting.append(Pair(hierarchy: hierarchy, left: left, right: right))
    }
    for (hierarchy, table) in right.tables.enumerated() {
      let toOwners = columns[hierarchy].filter(\.leadsToOwner)
      for segment in table.segments {
        for row in 0..<segment.count where keys[segment.keys[row]] == nil {
          for column in toOwners {
            guard let end = column.end,
              let owner = segment.columns[column.index].reference(at: row)
            else { continue }
            note(end.destinationHierarchy, owner)
          }
          for owners in owners[hierarchy] {
            for owner in right.tables[owners.hierarchy].sources(
              of: segment.keys[row], throughColumn: owners.column)
            {
              note(owners.hierarchy, owner)
            }
          }
        }
      }
    }
  }

  /// Matches what matched objects own, and what these own.
  private mutating func matchOwned() {
    var next = 0
    while next < waiting.count {
      let pair = waiting[next]
      next += 1
      for end in owned[pair.hierarchy] { matchOwned(by: pair, through: end) }
    }
    waiting = []
  }

  private mutating func matchOwned(by owner: Pair, through end: RelationshipEnd) {
    let ones = members(of: owner.left, in: left, end).filter { !matchedLeft.contains($0) }
    guard !ones.isEmpty else { return }
    let others = members(of: owner.right, in: right, end).filter { keys[$0] == nil }
    if !end.relationship.isToMany, ones.count == 1, others.count == 1 {
      match(end.destinationHierarchy, ones[0], others[0])
      return
    }
    for withReferences in [true, false] {
      let rest = ones.filter { !matchedLeft.contains($0) }
      let otherRest = others.filter { keys[$0] == nil }
      if rest.isEmpty || otherRest.isEmpty { return }
      let one = candidates(rest, in: left, end) { target in
        guard withReferences else { return nil }
        return target.map { .reference(matchedLeft.contains($0) ? $0 : 0) } ?? .null
      }
      let other = candidates(otherRest, in: right, end) { target in
        guard withReferences else { return nil }
        return target.map { .reference(keys[$0] ?? 0) } ?? .null
      }
      matchEqual(end.destinationHierarchy, one, other)
    }
  }

  private func members(
    of owner: ObjectKey, in tables: Tables, _ end: RelationshipEnd
  ) -> [ObjectKey] {
    let table = tables.tables[end.hierarchy]
    guard let location = table.location(of: owner) else { return [] }
    return tables.relatedKeys(
      of: owner, in: table.segments[location.segment], row: location.row, through: end) ?? []
  }

  private func candidates(
    _ keys: [ObjectKey], in tables: Tables, _ end: RelationshipEnd,
    _ reference: (ObjectKey?) -> Value?
  ) -> [Candidate] {
    let table = tables.tables[end.destinationHierarchy]
    var found: [Candidate] = []
    for key in keys {
      guard let location = table.location(of: key) else { continue }
      let segment = table.segments[location.segment]
      found.append(
        (
          content(end.destinationHierarchy, segment, location.row, reference: reference), key
        ))
    }
    return found
  }
}

extension TableSchema {
  /// The ends of relationships whose objects are deleted with the object that has them.
  fileprivate var owningEnds: [RelationshipEnd] {
    entities.flatMap { entity in
      entity.relationships.lazy.filter { $0.deleteRule == .cascade }.compactMap {
        relationshipEnd(named: $0.name, of: entity.name)
      }
    }
  }

  /// Returns for each hierarchy the columns of other objects that state which of its objects they
  /// own.
  package func columnsOfOwners() -> [[ComparedColumn.Place]] {
    var owners = hierarchies.map { _ in [ComparedColumn.Place]() }
    for end in owningEnds where end.storage == .reference || end.storage == .list {
      guard let column = end.column else { continue }
      owners[end.destinationHierarchy].append(.init(hierarchy: end.hierarchy, column: column))
    }
    return owners
  }
}
