import DocumentTables

/// Merges groups of rows one after the other, and collects the changes.
///
/// Positions in lists identify the rows of groups and the rows that refer to them, to save memory. A
/// class, so that closures do not copy the lists.
final class ColumnMergeRun: MergeExecution {
  private let merge: ColumnMerge
  private let groups: DuplicateGroups
  private let tables: Tables
  private let table: Table
  private let keys: [ObjectKey]
  /// The rows of the groups in the order of their keys.
  private let ascending: [Int]
  /// The rows that refer to the groups' rows, for each property that is a relationship.
  private let members: [Members?]
  private var isGone: [Bool]
  /// The rows that stay, by the rows that go; empty if nothing is anchored to objects.
  private var successors: [ObjectKey: ObjectKey] = [:]
  private let hasAnchors: Bool
  /// The changes of the rows that stay.
  private var changes: [[PropertyChange]]

  /// A class, so that reading it copies nothing.
  private final class Members {
    let end: RelationshipEnd
    let inverse: Int
    let rows: ReferringRows
    /// The row that each member will refer to.
    var targets: [Target]

    init(_ end: RelationshipEnd, inverse: Int, _ rows: ReferringRows) {
      self.end = end
      self.inverse = inverse
      self.rows = rows
      targets = [Target](repeating: .same, count: rows.keys.count)
    }

    /// Redirects the members of a row to another row.
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
    hasAnchors = !tables.extensions.isEmpty || !tables.keptParts.isEmpty
    keys = groups.rows.map { table.segments[$0.segment].keys[$0.row] }
    let positions = KeyPositions(keys)
    ascending = positions.ascending
    members = merge.rules.properties.map { property in
      guard !groups.isEmpty, let end = property.layout.end, let inverse = end.inverseColumn else {
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

  func key(of row: Int) -> ObjectKey { keys[row] }

  func value(of row: Int, _ attribute: MergeRules.Attribute) -> Value {
    value(of: row, column: attribute.column)
  }

  private func value(of row: Int, column: Int) -> Value {
    let location = groups.rows[row]
    return table.segments[location.segment].value(at: location.row, column: column)
  }

  func set(_ value: Value, of row: Int, _ attribute: MergeRules.Attribute) {
    note(PropertyChange(column: attribute.column, old: .null, new: value), of: row)
  }

  private func note(_ change: PropertyChange, of row: Int) { changes[row].append(change) }

  func remove(_ row: Int, inFavorOf survivor: Int) {
    isGone[row] = true
    if hasAnchors { successors[keys[row]] = keys[survivor] }
  }

  func join(_ rows: [Int], _ property: Int, into survivor: Int) {
    guard let members = members[property], let column = members.end.column else { return }
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
    // The list is unchanged if the row had every member before.
    guard hasList, ownCount != keys.count else { return }
    let old = value(of: survivor, column: column)
    let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    let isNullable = members.end.relationship.isNullable
    // The order of keys needs no list; an empty list means "empty, not nil" (spec 5.3).
    let new: Value = (keys.isEmpty ? !isNullable : isAscending) ? .null : .references(keys)
    if old != new { note(PropertyChange(column: column, old: old, new: new), of: survivor) }
  }

  func fill(_ property: Int, of candidates: [Int]) -> Bool {
    guard let members = members[property], let survivor = candidates.first else { return true }
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

  /// Appends the keys that ``Tables/relatedKeys(of:in:row:through:)`` returns.
  ///
  /// - Returns: False if that method returns nil.
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

  func result() -> ([TableEdit], MergedRows) {
    var edits = [
      TableEdit(
        removing: isGone, of: groups, in: tables, merge.hierarchy, successors: successors)
    ]
    var changed: [MergedRows.ChangedColumn] = []
    for (property, members) in zip(merge.rules.properties, members) {
      if let members {
        var edit = TableEdit(members.end.destinationHierarchy, of: tables.schema)
        changed.append(references(members, edits.count, &edit))
        edits.append(edit)
      }
      if let column = members.map(\.end.column) ?? property.layout.column {
        changed.append(values(of: column, &edits[0]))
      }
    }
    let removed = ascending.filter { isGone[$0] }.map { groups.rows[$0] }
    let changedRows = members.reduce(changes.count { !$0.isEmpty }) { count, members in
      count + (members?.targets.count { $0 != .same } ?? 0)
    }
    let words = MergedRows(
      edits, changed, changedRows: changedRows, before: tables, removed: removed,
      related: relatedOfRemoved())
    return (edits, words)
  }

  /// Adds the references that change to an edit.
  private func references(
    _ members: Members, _ position: Int, _ edit: inout TableEdit
  ) -> MergedRows.ChangedColumn {
    let count = members.targets.count { $0 != .same }
    edit.reserveCapacity(count, column: members.inverse)
    let old = ColumnBuilder(.reference, expectedRows: count)
    var entities: [UInt16] = []
    entities.reserveCapacity(count)
    let table = tables.tables[edit.hierarchy]
    for (position, target) in members.targets.enumerated() {
      let new: Value
      switch target {
      case .same: continue
      case .none: new = .null
      case .row(let row): new = .reference(keys[Int(row)])
      }
      edit.set(members.rows.keys[position], column: members.inverse, new)
      old.appendReference(keys[members.rows.target(at: position)])
      entities.append(discriminator(members.rows.location(at: position), table))
    }
    return MergedRows.ChangedColumn(
      edit: position, column: members.inverse, old: old.finish(), entities: entities)
  }

  /// Adds the changes of one column in the rows that stay to an edit.
  private func values(of column: Int, _ edit: inout TableEdit) -> MergedRows.ChangedColumn {
    let old = tables.schema.hierarchies[merge.hierarchy].columns[column].makeBuilder()
    var entities: [UInt16] = []
    for row in ascending {
      for change in changes[row] where change.column == column {
        edit.set(keys[row], column: column, change.new)
        old.append(change.old)
        entities.append(discriminator(groups.rows[row], table))
      }
    }
    return MergedRows.ChangedColumn(edit: 0, column: column, old: old.finish(), entities: entities)
  }

  private func discriminator(_ location: RowLocation, _ table: Table) -> UInt16 {
    table.segments[location.segment].entities[location.row]
  }

  /// The related keys of the rows that go, by the names of their relationships.
  private func relatedOfRemoved() -> [String: Column] {
    var related: [String: Column] = [:]
    for (property, members) in zip(merge.rules.properties, members) {
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
      related[property.layout.name] = builder.finish()
    }
    return related
  }
}
