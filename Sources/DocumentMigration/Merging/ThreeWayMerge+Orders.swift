import DocumentTables

// The orders of lists whose members the other end states (spec 13.4).
extension ThreeWayMerge {
  /// Returns tables with the orders of all lists whose members or order a side changed.
  mutating func withOrders(_ rows: [ObjectKey: InsertedRow?], in tables: Tables) -> Tables {
    var affected: [ComparedColumn.Place: Set<ObjectKey>] = [:]
    for side in MergeSide.allCases {
      for (place, keys) in self[side].orders { affected[place, default: []].formUnion(keys) }
    }
    for (key, row) in rows {
      let versions = [baseRows[key], ours.row(key), theirs.row(key), row]
      for version in versions.compactMap({ $0 }) {
        for column in columns[version.hierarchy] {
          guard let place = column.orderColumn else { continue }
          affected[place, default: []].formUnion(
            column.targets(of: version.values[column.index]))
        }
      }
    }
    var edits = base.schema.hierarchies.indices.map { TableEdit($0, of: base.schema) }
    for (place, keys) in affected {
      let column = columns[place.hierarchy][place.column]
      for key in keys.sorted() {
        guard let location = tables.tables[place.hierarchy].location(of: key) else { continue }
        let segment = tables.tables[place.hierarchy].segments[location.segment]
        guard column.owners[Int(segment.entities[location.row])] else { continue }
        let members = column.members(of: key, in: tables)
        let wanted = order(of: key, column, members)
        let written = column.storedOrder(wanted, members: members)
        let stored = segment.columns[place.column].references(at: location.row).map(Array.init)
        if written != stored {
          edits[place.hierarchy].set(
            key, column: place.column, written.map { .references($0) } ?? .null)
        }
      }
    }
    return tables.applying(edits)
  }

  /// Returns the order that both sides' changes give a list; nil for a list that is nil or in the
  /// order of keys.
  private mutating func order(
    of key: ObjectKey, _ column: ComparedColumn, _ members: [ObjectKey]
  ) -> [ObjectKey]? {
    let before = list(of: key, column, in: base)
    let one = list(of: key, column, in: ours.tables, deletedBy: .ours, before)
    let other = list(of: key, column, in: theirs.tables, deletedBy: .theirs, before)
    guard let one else { return other ?? before ?? nil }
    guard let other else { return one }
    let versions = ThreeVersions(base: before ?? nil, ours: one, theirs: other)
    if let side = versions.undisputed { return versions[side] }
    guard !members.isEmpty else { return one ?? other }
    let lists = ListCombination(versions.map { $0 ?? [] })
    guard lists.isConflict,
      let row = ours.row(key) ?? theirs.row(key)
        ?? base.row(key, hierarchy: column.hierarchy, columns)
    else { return lists.combined(winner: .ours) }
    var conflict = self.conflict(.order, row, property: column.layout.name)
    conflict.base = before.map { tree($0.map { .references($0) } ?? .null, column) }
    conflict.ours = tree(one.map { .references($0) } ?? .null, column)
    conflict.theirs = tree(other.map { .references($0) } ?? .null, column)
    let winner = settle(&conflict)
    show(conflict)
    return lists.combined(winner: winner)
  }

  /// Returns the list of an object, nil in the list's place if it is nil; nil if the tables do not
  /// have the object.
  private func list(
    of key: ObjectKey, _ column: ComparedColumn, in tables: Tables
  ) -> [ObjectKey]?? {
    guard let end = column.end,
      let location = tables.tables[column.hierarchy].location(of: key)
    else { return nil }
    let segment = tables.tables[column.hierarchy].segments[location.segment]
    guard column.owners[Int(segment.entities[location.row])] else { return nil }
    return .some(tables.relatedKeys(of: key, in: segment, row: location.row, through: end))
  }

  /// Returns the list of an object in a side, with the members that it lost only because the side
  /// deleted them and that the result has.
  private func list(
    of key: ObjectKey, _ column: ComparedColumn, in tables: Tables, deletedBy side: MergeSide,
    _ before: [ObjectKey]??
  ) -> [ObjectKey]?? {
    guard let list = self.list(of: key, column, in: tables) else { return nil }
    guard let old = before ?? nil, !self[side].deleted.isEmpty else { return list }
    let present = Set(list ?? [])
    let removed = Set(
      old.filter { self[side].deleted.contains($0) && !present.contains($0) && exists($0) })
    guard !removed.isEmpty else { return list }
    return .some(
      mergedList(
        carried: old, guardList: old.filter { !removed.contains($0) }, present: list ?? []))
  }
}
