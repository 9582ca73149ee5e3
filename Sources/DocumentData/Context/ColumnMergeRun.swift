import DocumentTables

/// Merges groups of rows one after the other, and gathers what that changes.
///
/// Rows of groups, and rows that refer to them, are called by their positions in lists: there are many.
struct ColumnMergeRun {
  private let merge: ColumnMerge
  private let groups: DuplicateGroups
  private let tables: Tables
  private let table: Table
  private let keys: [ObjectKey]
  /// The groups' rows in the order of their keys.
  private let ascending: [Int]
  /// Of each property that is a relationship, who refers to the groups' rows.
  private var members: [Members?]
  private var isGone: [Bool]
  /// What rows that stay get of their own.
  private var changes: [[PropertyChange]]

  private struct Members {
    let end: RelationshipEnd
    let inverse: Int
    let rows: ReferringRows
    /// The row that each of them is to refer to; what it is if that stays.
    var targets: [Target]
  }

  private enum Target {
    case same
    case none
    case row(Int)
  }

  init(_ merge: ColumnMerge, _ groups: DuplicateGroups, _ tables: Tables) {
    self.merge = merge
    self.groups = groups
    self.tables = tables
    let table = tables.tables[merge.hierarchy]
    self.table = table
    keys = groups.rows.map { table.segments[$0.segment].keys[$0.row] }
    let positions = KeyPositions(keys)
    ascending = positions.ascending
    members = merge.properties.map { property, _ in
      guard !groups.isEmpty, let end = property.end, let inverse = end.inverseColumn else {
        return nil
      }
      let rows = ReferringRows(
        in: tables.tables[end.destinationHierarchy], column: inverse, to: positions)
      return Members(
        end: end, inverse: inverse, rows: rows,
        targets: [Target](repeating: .same, count: rows.locations.count))
    }
    isGone = [Bool](repeating: false, count: keys.count)
    changes = [[PropertyChange]](repeating: [], count: keys.count)
  }

  // MARK: One group

  /// - Returns: Whether each row leads to one object at most through a to-one.
  mutating func merge(_ group: Int) -> Bool {
    let rows = Array(groups[group])
    let candidates = rows.sorted { precedes($1, $0, merge.rules.kept) }
    guard let survivor = candidates.first else { return true }
    for (index, (property, isJoined)) in merge.properties.enumerated() {
      if members[index] == nil {
        if let column = property.column { fill(column, of: survivor, from: candidates) }
      } else if isJoined {
        let order = merge.rules.order
        let inOrder = order.isEmpty ? rows : rows.sorted { precedes($0, $1, order) }
        join(inOrder, index, into: survivor)
      } else {
        guard fill(index, from: candidates) else { return false }
      }
    }
    for row in candidates.dropFirst() { isGone[row] = true }
    return true
  }

  private func precedes(_ left: Int, _ right: Int, _ attributes: [MergeRules.Attribute]) -> Bool {
    for attribute in attributes {
      let ranks = (
        MergeRank(value(of: left, attribute.column)), MergeRank(value(of: right, attribute.column))
      )
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    }
    return keys[left] < keys[right]
  }

  private func value(of row: Int, _ column: Int) -> Value {
    let location = groups.rows[row]
    return table.segments[location.segment].value(at: location.row, column: column)
  }

  private mutating func join(_ rows: [Int], _ property: Int, into survivor: Int) {
    guard let end = members[property]?.end, let column = end.column else { return }
    var keys: [ObjectKey] = []
    var hasList = false
    var ownCount: Int?
    for row in rows {
      let count = keys.count
      guard appendRelated(of: row, property, to: &keys) else { continue }
      hasList = true
      if row == survivor {
        ownCount = keys.count - count
        continue
      }
      lead(row, property, to: .row(survivor))
    }
    // The list stays the same where all of it was there before.
    guard hasList, ownCount != keys.count else { return }
    let old = value(of: survivor, column)
    let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    let isNullable = end.relationship.isNullable
    // The order of keys needs no list; an empty one says "empty, not nil" (spec 5.3).
    let new: Value = (keys.isEmpty ? !isNullable : isAscending) ? .null : .references(keys)
    if old != new { note(PropertyChange(column: column, old: old, new: new), of: survivor) }
  }

  /// - Returns: Whether each row leads to one object at most.
  private mutating func fill(_ property: Int, from candidates: [Int]) -> Bool {
    guard let survivor = candidates.first else { return true }
    var isFilled = false
    for row in candidates {
      guard let count = members[property]?.rows[row].count, count <= 1 else { return false }
      if count == 0 { continue }
      if row != survivor { lead(row, property, to: isFilled ? .none : .row(survivor)) }
      isFilled = true
    }
    return true
  }

  private mutating func fill(_ column: Int, of survivor: Int, from candidates: [Int]) {
    guard value(of: survivor, column).isNull else { return }
    for row in candidates {
      let value = value(of: row, column)
      if value.isNull { continue }
      return note(PropertyChange(column: column, old: .null, new: value), of: survivor)
    }
  }

  private mutating func note(_ change: PropertyChange, of row: Int) { changes[row].append(change) }

  /// What refers to a row is to refer to another.
  private mutating func lead(_ row: Int, _ property: Int, to target: Target) {
    guard let positions = members[property]?.rows[row] else { return }
    for position in positions { members[property]?.targets[position] = target }
  }

  /// Appends the keys that ``Tables/relatedKeys(of:in:row:through:)`` gives.
  ///
  /// - Returns: False where it gives nil.
  private func appendRelated(
    of row: Int, _ property: Int, to keys: inout [ObjectKey]
  ) -> Bool {
    guard let members = members[property] else { return false }
    let positions = members.rows[row]
    let stored = members.end.storage == .order ? storedOrder(of: row, members.end) : nil
    if positions.isEmpty {
      return members.end.storage != .order || stored != nil || !members.end.relationship.isNullable
    }
    let own = positions.lazy.map { key(of: members.rows.locations[$0], members.end) }
    if let stored {
      keys += membersInOrder(own, stored: stored)
    } else {
      keys += own
    }
    return true
  }

  private func storedOrder(of row: Int, _ end: RelationshipEnd) -> ArraySlice<ObjectKey>? {
    let location = groups.rows[row]
    return end.column.flatMap {
      table.segments[location.segment].columns[$0].references(at: location.row)
    }
  }

  private func key(of location: RowLocation, _ end: RelationshipEnd) -> ObjectKey {
    tables.tables[end.destinationHierarchy].segments[location.segment].keys[location.row]
  }

  // MARK: Result

  func result() -> (MergeEdit, MergedRows) {
    var edit = MergeEdit(hierarchy: merge.hierarchy, groups, without: isGone)
    edit.references = members.compactMap { $0.map(references) }
    for row in ascending where !changes[row].isEmpty {
      let location = groups.rows[row]
      edit.survivors.append(
        MergeEdit.Survivor(
          location: location, key: keys[row],
          discriminator: table.segments[location.segment].entities[location.row],
          changes: changes[row]))
    }
    return (edit, MergedRows(edit, before: tables, related: relatedOfRemoved()))
  }

  private func references(_ members: Members) -> MergeEdit.References {
    let segments = tables.tables[members.end.destinationHierarchy].segments
    var changed: [MergeEdit.Reference] = []
    for (position, target) in members.targets.enumerated() {
      let new: ObjectKey?
      switch target {
      case .same: continue
      case .none: new = nil
      case .row(let row): new = keys[row]
      }
      let location = members.rows.locations[position]
      let segment = segments[location.segment]
      changed.append(
        MergeEdit.Reference(
          location: location, key: segment.keys[location.row],
          discriminator: segment.entities[location.row],
          old: keys[members.rows.targets[position]], new: new))
    }
    return MergeEdit.References(
      hierarchy: members.end.destinationHierarchy, column: members.inverse, changed: changed)
  }

  /// What the rows that go were related to, by the names of their relationships.
  private func relatedOfRemoved() -> [String: Column] {
    var related: [String: Column] = [:]
    for (index, (property, _)) in merge.properties.enumerated() where members[index] != nil {
      let builder = ColumnBuilder(.references)
      var keys: [ObjectKey] = []
      for row in ascending where isGone[row] {
        keys.removeAll(keepingCapacity: true)
        if appendRelated(of: row, index, to: &keys) {
          builder.appendReferences(keys)
        } else {
          builder.appendNull()
        }
      }
      related[property.name] = builder.finish()
    }
    return related
  }
}
