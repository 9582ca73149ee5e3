import DocumentTables

/// The references that pending changes add to the rows of a base and remove from them.
///
/// The tables of the base find the rows that refer to an object. With these changes, they find the rows
/// that refer to it now. This part reads no object: its callers state what a row refers to.
struct PendingReferences {
  /// The rows that begin or cease to refer to one object.
  private struct Change {
    var added: Set<ObjectKey> = []
    var removed: Set<ObjectKey> = []

    var isNone: Bool { added.isEmpty && removed.isEmpty }

    mutating func note(_ source: ObjectKey, _ refers: Bool) {
      if refers {
        if removed.remove(source) == nil { added.insert(source) }
      } else {
        if added.remove(source) == nil { removed.insert(source) }
      }
    }
  }

  /// The changes of each object's referring rows, by the referring column.
  private var changes: [ColumnIdentity: [ObjectKey: Change]] = [:]
  /// The deleted objects that rows without objects refer to until the save, by the referring column.
  private var lost: [ColumnIdentity: Set<ObjectKey>] = [:]

  // MARK: Changes

  /// Notes that a row begins or ceases to refer to an object.
  mutating func note(
    _ source: ObjectKey, refersTo target: ObjectKey, through column: ColumnIdentity, _ refers: Bool
  ) {
    // In place, so that the sets are not copied.
    changes[column, default: [:]][target, default: Change()].note(source, refers)
  }

  /// Notes whether a row refers to an object, and replaces earlier notes of both.
  ///
  /// - Parameter saved: Whether the row of the base refers to the object.
  mutating func state(
    _ source: ObjectKey, refersTo target: ObjectKey, through column: ColumnIdentity,
    _ refers: Bool, saved: Bool
  ) {
    var change = changes[column]?[target] ?? Change()
    change.added.remove(source)
    change.removed.remove(source)
    if refers, !saved { change.added.insert(source) }
    if saved, !refers { change.removed.insert(source) }
    changes[column, default: [:]][target] = change.isNone ? nil : change
  }

  /// Forgets every change of a reference, because the base becomes another one.
  mutating func forgetChanges() { changes = [:] }

  /// Whether a row has begun or ceased to refer to an object through a column.
  func haveChanged(to target: ObjectKey, through column: ColumnIdentity) -> Bool {
    changes[column]?[target] != nil
  }

  /// The columns with changed references.
  var changedColumns: some Sequence<ColumnIdentity> { changes.keys }

  /// The objects that rows have begun or ceased to refer to through a column.
  func changedTargets(through column: ColumnIdentity) -> some Sequence<ObjectKey> {
    (changes[column] ?? [:]).keys
  }

  // MARK: Sources

  /// The keys of the rows that refer to an object through a column.
  ///
  /// - Parameter table: The table of the column in the base.
  func sources(
    of target: ObjectKey, through column: ColumnIdentity, in table: Table
  ) -> [ObjectKey] {
    if !lost.isEmpty, lost[column]?.contains(target) == true {
      return changed([], of: target, column)
    }
    return storedSources(of: target, through: column, in: table)
  }

  /// The keys of the rows that refer to an object through a column, also of rows that lose the reference at
  /// the save.
  func storedSources(
    of target: ObjectKey, through column: ColumnIdentity, in table: Table
  ) -> [ObjectKey] {
    changed(table.sources(of: target, throughColumn: column.column), of: target, column)
  }

  private func changed(
    _ saved: [ObjectKey], of target: ObjectKey, _ column: ColumnIdentity
  ) -> [ObjectKey] {
    guard !changes.isEmpty, let change = changes[column]?[target] else { return saved }
    var keys = saved
    keys.removeAll { change.removed.contains($0) }
    keys.append(contentsOf: change.added)
    return Set(keys).sorted()
  }

  // MARK: References that rows lose at the save

  var hasLost: Bool { !lost.isEmpty }

  /// Notes that the rows without objects lose their references to a deleted object.
  mutating func lose(_ target: ObjectKey, through column: ColumnIdentity) {
    lost[column, default: []].insert(target)
  }

  /// Leaves the rows their references to an object that returns.
  mutating func regain(_ target: ObjectKey) {
    if lost.isEmpty { return }
    for column in Array(lost.keys) { lost[column]?.remove(target) }
    lost = lost.filter { !$0.value.isEmpty }
  }

  /// Forgets the losses, because every row that has one has got an object.
  mutating func forgetLost() { lost = [:] }

  /// The columns of a hierarchy whose rows lose references, with the objects that they lose.
  func lost(in hierarchy: Int) -> [(column: Int, targets: Set<ObjectKey>)] {
    lost.compactMap { $0.key.hierarchy == hierarchy ? ($0.key.column, $0.value) : nil }
  }

  /// The rows that lose references, in the order of their keys.
  ///
  /// - Parameter hasObject: Whether the row of a key has an object, which states its references itself.
  func losses(
    since base: Tables, exceptWhere hasObject: (ObjectKey) -> Bool
  ) -> [UpdatedRow] {
    var rows: [UpdatedRow] = []
    for (column, targets) in lost {
      let targets = Array(targets)
      let found = ReferringRows(
        in: base.tables[column.hierarchy], column: column.column, to: KeyPositions(targets))
      for (position, key) in found.keys.enumerated() where !hasObject(key) {
        let old = Value.reference(targets[found.target(at: position)])
        rows.append(
          UpdatedRow(
            hierarchy: column.hierarchy, key: key,
            changes: [PropertyChange(column: column.column, old: old, new: .null)]))
      }
    }
    if lost.count < 2 { return rows }
    rows.sort { ($0.key, $0.changes[0].column) < ($1.key, $1.changes[0].column) }
    var joined: [UpdatedRow] = []
    for row in rows {
      if let last = joined.indices.last, joined[last].key == row.key {
        joined[last].changes += row.changes
      } else {
        joined.append(row)
      }
    }
    return joined
  }
}
