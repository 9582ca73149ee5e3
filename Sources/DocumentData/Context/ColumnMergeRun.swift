import DocumentTables

/// Merges groups of rows one after the other, and gathers what that changes.
///
/// Rows of groups, and rows that refer to them, are called by their positions in lists: there are many.
///
/// A class, so that a closure that asks it copies nothing.
final class ColumnMergeRun {
  private let merge: ColumnMerge
  private let groups: DuplicateGroups
  private let tables: Tables
  private let table: Table
  private let keys: [ObjectKey]
  /// The groups' rows in the order of their keys.
  private let ascending: [Int]
  /// Of each property that is a relationship, who refers to the groups' rows.
  private let members: [Members?]
  private var isGone: [Bool]
  /// What rows that stay get of their own.
  private var changes: [[PropertyChange]]

  /// A class, so that asking for it copies nothing.
  private final class Members {
    let end: RelationshipEnd
    let inverse: Int
    let rows: ReferringRows
    /// The row that each of them is to refer to.
    var targets: [Target]

    init(_ end: RelationshipEnd, inverse: Int, _ rows: ReferringRows) {
      self.end = end
      self.inverse = inverse
      self.rows = rows
      targets = [Target](repeating: .same, count: rows.keys.count)
    }

    /// What refers to a row is to refer to another.
    func lead(_ row: Int, to target: Target) {
      for position in rows[row] { targets[Int(position)] = target }
    }
  }

  private enum Target: Equatable {
    case same
    case none
    case row(UInt32)
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
      return Members(end, inverse: inverse, rows)
    }
    isGone = [Bool](repeating: false, count: keys.count)
    changes = [[PropertyChange]](repeating: [], count: keys.count)
  }

  // MARK: One group

  /// - Returns: Whether each row leads to one object at most through a to-one.
  func merge(_ group: Int) -> Bool {
    let rows = Array(groups[group])
    let candidates = rows.sorted { precedes($1, $0, merge.rules.kept) }
    guard let survivor = candidates.first else { return true }
    for (index, (property, isJoined)) in merge.properties.enumerated() {
      if let members = members[index] {
        if isJoined {
          let order = merge.rules.order
          let inOrder = order.isEmpty ? rows : rows.sorted { precedes($0, $1, order) }
          join(inOrder, members, into: survivor)
        } else {
          guard fill(members, from: candidates) else { return false }
        }
      } else if let column = property.column {
        fill(column, of: survivor, from: candidates)
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

  private func join(_ rows: [Int], _ members: Members, into survivor: Int) {
    guard let column = members.end.column else { return }
    var keys: [ObjectKey] = []
    var hasList = false
    var ownCount: Int?
    for row in rows {
      let count = keys.count
      guard appendRelated(of: row, members, to: &keys) else { continue }
      hasList = true
      if row == survivor {
        ownCount = keys.count - count
      } else {
        members.lead(row, to: .row(UInt32(truncatingIfNeeded: survivor)))
      }
    }
    // The list stays the same where all of it was there before.
    guard hasList, ownCount != keys.count else { return }
    let old = value(of: survivor, column)
    let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    let isNullable = members.end.relationship.isNullable
    // The order of keys needs no list; an empty one says "empty, not nil" (spec 5.3).
    let new: Value = (keys.isEmpty ? !isNullable : isAscending) ? .null : .references(keys)
    if old != new { note(PropertyChange(column: column, old: old, new: new), of: survivor) }
  }

  /// - Returns: Whether each row leads to one object at most.
  private func fill(_ members: Members, from candidates: [Int]) -> Bool {
    guard let survivor = candidates.first else { return true }
    let to = Target.row(UInt32(truncatingIfNeeded: survivor))
    var isFilled = false
    for row in candidates {
      let count = members.rows[row].count
      if count == 0 { continue }
      guard count == 1 else { return false }
      if row != survivor { members.lead(row, to: isFilled ? .none : to) }
      isFilled = true
    }
    return true
  }

  private func fill(_ column: Int, of survivor: Int, from candidates: [Int]) {
    guard value(of: survivor, column).isNull else { return }
    for row in candidates {
      let value = value(of: row, column)
      if value.isNull { continue }
      return note(PropertyChange(column: column, old: .null, new: value), of: survivor)
    }
  }

  private func note(_ change: PropertyChange, of row: Int) { changes[row].append(change) }

  /// Appends the keys that ``Tables/relatedKeys(of:in:row:through:)`` gives.
  ///
  /// - Returns: False where it gives nil.
  private func appendRelated(
    of row: Int, _ members: Members, to keys: inout [ObjectKey]
  ) -> Bool {
    let positions = members.rows[row]
    let stored = members.end.storage == .order ? storedOrder(of: row, members.end) : nil
    if positions.isEmpty {
      return members.end.storage != .order || stored != nil || !members.end.relationship.isNullable
    }
    if let stored {
      let own = positions.map { members.rows.keys[Int($0)] }
      keys += membersInOrder(own, stored: stored)
    } else {
      for position in positions { keys.append(members.rows.keys[Int(position)]) }
    }
    return true
  }

  private func storedOrder(of row: Int, _ end: RelationshipEnd) -> ArraySlice<ObjectKey>? {
    let location = groups.rows[row]
    return end.column.flatMap {
      table.segments[location.segment].columns[$0].references(at: location.row)
    }
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
    changed.reserveCapacity(members.targets.count { $0 != .same })
    for (position, target) in members.targets.enumerated() {
      let new: ObjectKey?
      switch target {
      case .same: continue
      case .none: new = nil
      case .row(let row): new = keys[Int(row)]
      }
      let location = members.rows.location(at: position)
      changed.append(
        MergeEdit.Reference(
          location: location, key: members.rows.keys[position],
          discriminator: segments[location.segment].entities[location.row],
          old: keys[members.rows.target(at: position)], new: new))
    }
    return MergeEdit.References(
      hierarchy: members.end.destinationHierarchy, column: members.inverse, changed: changed)
  }

  /// What the rows that go were related to, by the names of their relationships.
  private func relatedOfRemoved() -> [String: Column] {
    var related: [String: Column] = [:]
    for ((property, _), members) in zip(merge.properties, members) {
      guard let members else { continue }
      let builder = ColumnBuilder(.references)
      var keys: [ObjectKey] = []
      for row in ascending where isGone[row] {
        keys.removeAll(keepingCapacity: true)
        if appendRelated(of: row, members, to: &keys) {
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
