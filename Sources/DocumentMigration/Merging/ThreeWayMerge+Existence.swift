import DocumentTables

// Which objects the result has (spec 13.3).
extension ThreeWayMerge {
  /// Returns whether the result has an object.
  func exists(_ key: ObjectKey) -> Bool {
    if ours.isDeleted(key) || theirs.isDeleted(key) { return false }
    return ours.row(key) != nil || theirs.row(key) != nil || base.find(key) != nil
  }

  /// Drops changes until no side deletes an object that the other one changed or refers to.
  ///
  /// Each round drops a change, so the rounds end.
  mutating func settleExistence() {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for side in MergeSide.allCases {
        if settleDeletions(by: side) { isSettled = false }
      }
      for side in MergeSide.allCases {
        if settleReferences(of: side) { isSettled = false }
      }
    }
  }

  // MARK: Deleted objects

  private mutating func settleDeletions(by side: MergeSide) -> Bool {
    let other = side.other
    guard !self[side].deleted.isEmpty else { return false }
    var isChanged = false
    let anchored = self.anchored(by: other)
    for key in self[side].deleted.sorted() {
      guard self[side].isDeleted(key), !self[other].isDeleted(key),
        !settledDeletions.contains(key), let row = baseRows[key]
      else { continue }
      let record = anchored[key]
      guard record != nil || isEdited(key, by: other) else { continue }
      var conflict = self.conflict(.deletion, row)
      conflict.detail = record
      let after = self[other].row(key) ?? row
      conflict.base = tree(row, differingFrom: record == nil ? after : nil)
      conflict[other] = tree(after, differingFrom: record == nil ? row : nil)
      let winner = settle(&conflict)
      note(conflict)
      isChanged = true
      if winner == side { settledDeletions.insert(key) } else { keep(key, deletedBy: side) }
      if winner != other { self[other].drop(key) }
    }
    return isChanged
  }

  /// Returns the objects to which a side anchored an extension record or kept part that the base
  /// does not have like that, with words that name it.
  private func anchored(by side: MergeSide) -> [ObjectKey: String] {
    var found: [ObjectKey: String] = [:]
    let records = Set(base.extensions)
    for record in self[side].tables.extensions where !records.contains(record) {
      if let anchor = record.anchor {
        found[anchor] = "extension record \(record.entity) \(record.key) belongs to it"
      }
    }
    let parts = Set(base.keptParts)
    for part in self[side].tables.keptParts where !parts.contains(part) {
      if let anchor = part.anchor { found[anchor] = "part \(part.name) belongs to it" }
    }
    return found
  }

  /// Returns whether a side changed an object otherwise than by deleting what it refers to.
  private func isEdited(_ key: ObjectKey, by side: MergeSide) -> Bool {
    guard let before = baseRows[key], let after = self[side].row(key) else { return false }
    if before.discriminator != after.discriminator || before.foreign != after.foreign {
      return true
    }
    return columns[before.hierarchy].contains { column in
      column.isEdited(
        after.values[column.index], since: before.values[column.index],
        deleted: self[side].deleted)
    }
  }

  /// Returns a side's value of a property, with the references that the side removed only because it
  /// deleted the objects.
  func withoutForcedChange(
    _ side: MergeSide, _ column: ComparedColumn, _ before: InsertedRow, _ after: InsertedRow
  ) -> Value {
    column.withoutForcedChange(
      after.values[column.index], since: before.values[column.index], deleted: self[side].deleted)
  }

  /// Drops the deletion of an object, with those of the objects that it owns and of those without
  /// which it cannot be.
  ///
  /// - Parameter isNoted: Whether a conflict about the object itself has been noted.
  mutating func keep(_ key: ObjectKey, deletedBy side: MergeSide, isNoted: Bool = true) {
    let owned = ownedObjects(deletedBy: side)
    var waiting = [key]
    while let next = waiting.popLast() {
      guard self[side].isDeleted(next), !self[side.other].isDeleted(next),
        let row = self[side.other].row(next) ?? baseRows[next]
      else { continue }
      self[side].drop(next)
      if next != key || !isNoted {
        var conflict = self.conflict(.dependent, row)
        conflict.base = baseRows[next].map { tree($0) }
        conflict[side.other] = tree(row)
        conflict.detail = MergeWords.keptObject
        conflict.settled = side.other
        note(conflict)
      }
      waiting += owned[next] ?? []
      for column in columns[row.hierarchy] where column.isBound || column.ownsTargets {
        waiting += column.targets(of: row.values[column.index])
      }
    }
  }

  /// Returns the objects that a side deleted, by the object that owns them.
  private func ownedObjects(deletedBy side: MergeSide) -> [ObjectKey: [ObjectKey]] {
    var owned: [ObjectKey: [ObjectKey]] = [:]
    for key in self[side].deleted.sorted() where self[side].isDeleted(key) {
      guard let row = self[side.other].row(key) ?? baseRows[key] else { continue }
      for column in columns[row.hierarchy] where column.leadsToOwner {
        for owner in column.targets(of: row.values[column.index]) {
          owned[owner, default: []].append(key)
        }
      }
    }
    return owned
  }

  // MARK: References

  private mutating func settleReferences(of side: MergeSide) -> Bool {
    var isChanged = false
    for key in self[side].keys.sorted() {
      guard let row = self[side].row(key) else { continue }
      let before = baseRows[key]
      for column in columns[row.hierarchy] where column.end != nil && !column.isOrder {
        let known = before.map { column.targets(of: $0.values[column.index]) } ?? []
        for target in column.targets(of: row.values[column.index])
        where !known.contains(target) && !exists(target) {
          settle(side, row, column, target)
          isChanged = true
          break
        }
        if !isCurrent(row, of: side) { break }
      }
    }
    return isChanged
  }

  private func isCurrent(_ row: InsertedRow, of side: MergeSide) -> Bool {
    self[side].row(row.key) == row
  }

  /// Settles a new reference to an object that the result does not have.
  private mutating func settle(
    _ side: MergeSide, _ row: InsertedRow, _ column: ComparedColumn, _ target: ObjectKey
  ) {
    let isWhole = column.isBound && baseRows[row.key] == nil
    let isDeleted = self[side.other].isDeleted(target)
    var conflict = self.conflict(
      isDeleted ? .reference : .dependent, row, property: isWhole ? nil : column.layout.name)
    conflict.base = baseRows[row.key].map { tree($0.values[column.index], column) }
    conflict[side] = isWhole ? tree(row) : tree(row.values[column.index], column)
    conflict.detail =
      isDeleted
      ? "object \(agreement.ourKeys[target] ?? target) is deleted" : MergeWords.deletedOwner
    if isDeleted {
      let winner = settle(&conflict)
      note(conflict)
      if winner != side.other { keep(target, deletedBy: side.other, isNoted: false) }
      if winner == side { return }
    } else {
      conflict.settled = side.other
      note(conflict)
    }
    if isWhole { return self[side].drop(row.key) }
    remove(target, from: column, of: row, side)
  }

  /// Takes a reference out of a side's row.
  private mutating func remove(
    _ target: ObjectKey, from column: ComparedColumn, of row: InsertedRow, _ side: MergeSide
  ) {
    var row = row
    if column.end?.storage == .reference {
      row.values[column.index] = baseRows[row.key]?.values[column.index] ?? .null
    } else {
      row.values[column.index] = .references(
        column.targets(of: row.values[column.index]).filter { $0 != target })
    }
    if row == baseRows[row.key] { self[side].drop(row.key) } else { self[side].replace(row) }
  }
}

extension ComparedColumn {
  /// Whether deleting an object deletes those that it refers to in this column.
  var ownsTargets: Bool {
    guard let end, !isOrder else { return false }
    return end.relationship.deleteRule == .cascade
  }
}
