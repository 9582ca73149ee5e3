import DocumentTables

// The objects of the result, property by property (spec 13.4).
extension ThreeWayMerge {
  /// Returns the changed objects of the result; nil for deleted ones.
  mutating func mergedRows() -> [ObjectKey: InsertedRow?] {
    var rows: [ObjectKey: InsertedRow?] = [:]
    for key in Set(ours.keys).union(theirs.keys).sorted() {
      if ours.isDeleted(key) || theirs.isDeleted(key) {
        rows[key] = .some(nil)
        continue
      }
      guard let row = mergedRow(key) else { continue }
      rows[key] = withoutMissing(row)
    }
    return rows
  }

  private mutating func mergedRow(_ key: ObjectKey) -> InsertedRow? {
    let before = baseRows[key]
    guard var one = ours.row(key) ?? before, var other = theirs.row(key) ?? before else {
      return ours.row(key) ?? theirs.row(key)
    }
    if let before {
      one = withoutForcedChanges(.ours, before, one)
      other = withoutForcedChanges(.theirs, before, other)
      if !ours.isTouched(key) { return other }
      if !theirs.isTouched(key) { return one }
    }
    if one == other { return one }
    var old = before ?? blank(one)
    if one.discriminator != other.discriminator {
      if let before, let same = relabelled(other, before, as: one) {
        other = same
      } else if let before, let same = relabelled(one, before, as: other) {
        one = same
      } else if before == nil, isKind(one, of: other) {
        other = specialised(other, as: one)
      } else if before == nil, isKind(other, of: one) {
        one = specialised(one, as: other)
      } else {
        var conflict = self.conflict(.entity, old)
        conflict.base = before.map { tree($0) }
        conflict.ours = tree(one)
        conflict.theirs = tree(other)
        let winner = settle(&conflict)
        show(conflict)
        return ThreeVersions(base: before ?? one, ours: one, theirs: other)[winner]
      }
      if before == nil { old = blank(one) }
    }
    var row = one
    for column in columns[row.hierarchy]
    where !column.isOrder && column.owners[Int(row.discriminator)] {
      let index = column.index
      let isOld = column.owners[Int(old.discriminator)]
      row.values[index] = merged(
        column, base: isOld ? old.values[index] : column.initialValue, one, other,
        hasBase: before != nil)
    }
    row.foreign = mergedForeign(old.foreign, one, other)
    return row
  }

  private func withoutForcedChanges(
    _ side: MergeSide, _ before: InsertedRow, _ after: InsertedRow
  ) -> InsertedRow {
    guard self[side].isTouched(after.key), before.discriminator == after.discriminator else {
      return after
    }
    var row = after
    for column in columns[row.hierarchy] where column.end != nil {
      row.values[column.index] = withoutForcedChange(side, column, before, after)
    }
    return row
  }

  /// Returns a row of which only the defaults are stated: what two new objects are compared with.
  private func blank(_ row: InsertedRow) -> InsertedRow {
    InsertedRow(
      hierarchy: row.hierarchy, key: row.key, discriminator: row.discriminator,
      values: columns[row.hierarchy].map { column in
        column.owners[Int(row.discriminator)] && !column.isOrder ? column.initialValue : .null
      })
  }

  /// Returns a row as one of the entity that the other side gave it; nil if it has another entity
  /// than in the base, or a change that the new entity has no place for.
  private func relabelled(
    _ row: InsertedRow, _ before: InsertedRow, as other: InsertedRow
  ) -> InsertedRow? {
    guard row.discriminator == before.discriminator else { return nil }
    var result = row
    result.discriminator = other.discriminator
    for column in columns[row.hierarchy] where !column.isOrder {
      let value = row.values[column.index]
      let isOld = column.owners[Int(row.discriminator)]
      let isNew = column.owners[Int(other.discriminator)]
      if isOld, !isNew {
        guard column.areWrittenAlike(value, before.values[column.index]) else { return nil }
        result.values[column.index] = .null
      } else if isNew, !isOld {
        result.values[column.index] = column.initialValue
      }
    }
    return result
  }

  /// Returns whether a new object's entity is the other's or one of its subentities.
  private func isKind(_ row: InsertedRow, of other: InsertedRow) -> Bool {
    let entities = base.schema.hierarchies[row.hierarchy].entities
    return base.schema.isEntity(
      entities[Int(row.discriminator)].name, kindOf: entities[Int(other.discriminator)].name)
  }

  /// Returns a new object as one of a subentity, with its defaults.
  private func specialised(_ row: InsertedRow, as other: InsertedRow) -> InsertedRow {
    relabelled(row, row, as: other) ?? row
  }

  private mutating func merged(
    _ column: ComparedColumn, base: Value, _ one: InsertedRow, _ other: InsertedRow, hasBase: Bool
  ) -> Value {
    let versions = ThreeVersions(
      base: base, ours: one.values[column.index], theirs: other.values[column.index])
    if let side = versions.undisputed(column.areWrittenAlike) { return versions[side] }
    let isList = column.end?.storage == .list
    let lists = ListCombination(versions.map(column.targets(of:)))
    if isList, !lists.isConflict { return .references(lists.combined(winner: .ours)) }
    var conflict = self.conflict(isList ? .order : .value, one, property: column.layout.name)
    conflict.base = hasBase ? tree(base, column) : nil
    conflict.ours = tree(versions.ours, column)
    conflict.theirs = tree(versions.theirs, column)
    let winner = settle(&conflict)
    show(conflict)
    if isList { return .references(lists.combined(winner: winner)) }
    // An object that both have inserted cannot be without the value.
    return winner == nil && !hasBase && column.isBound ? versions.ours : versions[winner]
  }

  /// Returns a row without references to objects that the result does not have.
  private func withoutMissing(_ row: InsertedRow) -> InsertedRow {
    var row = row
    for column in columns[row.hierarchy] where column.end != nil && !column.isOrder {
      switch row.values[column.index] {
      case .reference(let target):
        if column.layout.isNullable, !exists(target) { row.values[column.index] = .null }
      case .references(let targets):
        let present = targets.filter(exists)
        if present.count < targets.count { row.values[column.index] = .references(present) }
      default: break
      }
    }
    return row
  }

  // MARK: Data of other programs

  private mutating func mergedForeign(
    _ base: Tree?, _ one: InsertedRow, _ other: InsertedRow
  ) -> Tree? {
    let whole = ThreeVersions(base: base, ours: one.foreign, theirs: other.foreign)
    if let side = whole.undisputed { return whole[side] }
    let versions = whole.map(Self.members)
    var result: [TreeMember] = []
    let all = versions.base + versions.ours + versions.theirs
    let names = Set(all.map { TreeMember($0.name, .null) })
    for name in names.map(\.name).sorted(by: utf8Precedes) {
      let values = versions.map { members in
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
      }
      var side = values.undisputed
      if side == nil {
        var conflict = self.conflict(.foreign, one, property: name)
        conflict.state(values)
        side = settle(&conflict)
        show(conflict)
      }
      if let value = values[side] { result.append(TreeMember(name, value)) }
    }
    return result.isEmpty ? nil : .object(result)
  }

  private static func members(_ tree: Tree?) -> [TreeMember] {
    if case .object(let members) = tree { members } else { [] }
  }

  // MARK: Edits

  /// Returns the edits that make the rows of the result from the base.
  func edits(for rows: [ObjectKey: InsertedRow?]) -> [TableEdit] {
    var edits = base.schema.hierarchies.indices.map { TableEdit($0, of: base.schema) }
    for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
      guard let row else {
        if let before = baseRows[key] { edits[before.hierarchy].remove(key) }
        continue
      }
      guard let before = baseRows[key] else {
        edits[row.hierarchy].insert(row)
        if let foreign = row.foreign { edits[row.hierarchy].setForeign(key, foreign) }
        continue
      }
      if row.discriminator != before.discriminator {
        edits[row.hierarchy].setEntity(key, row.discriminator)
      }
      for column in columns[row.hierarchy] {
        if column.isOrder {
          let isLost =
            column.owners[Int(before.discriminator)]
            && !column.owners[Int(row.discriminator)]
          if isLost { edits[row.hierarchy].set(key, column: column.index, .null) }
        } else if row.values[column.index] != before.values[column.index] {
          edits[row.hierarchy].set(key, column: column.index, row.values[column.index])
        }
      }
      if row.foreign != before.foreign { edits[row.hierarchy].setForeign(key, row.foreign) }
    }
    return edits
  }
}
