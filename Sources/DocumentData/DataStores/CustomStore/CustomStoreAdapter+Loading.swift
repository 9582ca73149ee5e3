import DocumentTables

// Snapshots become rows of the mirror, under the adapter's lock.
extension CustomStoreAdapter {
  /// Adds snapshots to the mirror, with the objects that they require.
  ///
  /// - Parameters:
  ///   - kinds: The entities of which the contents are complete. The method removes other rows of
  ///     these entities if a second request confirms that their objects are gone.
  ///   - gone: Other objects to remove.
  /// - Throws: ``SwiftDataError/invalidDataStoreAnswer``; the mirror is then unchanged.
  func absorb(
    _ contents: [SnapshotContent], everythingOf kinds: (hierarchy: Int, kinds: [Bool])? = nil,
    without gone: Set<ObjectKey> = [], _ state: EditingState
  ) throws {
    var batch: [ObjectKey: SnapshotRow] = [:]
    try gather(contents, into: &batch, state)
    var removed = gone
    if let kinds {
      let vanished = rows(of: kinds).subtracting(batch.keys)
      if !vanished.isEmpty {
        // A store may return the objects of a class without those of its subclasses.
        try gather(self.contents(of: vanished, state), into: &batch, state)
        removed.formUnion(vanished.subtracting(batch.keys))
      }
    }
    removed = removed.filter { key in hierarchy(of: key).map { isLoaded(key, $0) } ?? false }
    try check(batch, without: removed)
    try apply(batch, without: removed)
    if let kinds, kinds.kinds.allSatisfy({ $0 }) { complete.insert(kinds.hierarchy) }
  }

  private func rows(of kinds: (hierarchy: Int, kinds: [Bool])) -> Set<ObjectKey> {
    var keys: Set<ObjectKey> = []
    for segment in mirror.current.tables.tables[kinds.hierarchy].segments {
      for row in 0..<segment.count where kinds.kinds[Int(segment.entities[row])] {
        keys.insert(segment.keys[row])
      }
    }
    return keys
  }

  /// Converts snapshots to rows, and those of the objects that they require, transitively.
  private func gather(
    _ contents: [SnapshotContent], into batch: inout [ObjectKey: SnapshotRow],
    _ state: EditingState
  ) throws {
    var waiting = contents
    while !waiting.isEmpty {
      var needed: [ObjectKey: (row: SnapshotRow, property: String)] = [:]
      for content in waiting {
        // The first of two snapshots of one object wins.
        if let known = keys[content.identifier], batch[known] != nil { continue }
        if let known = keys[content.identifier], withheld.contains(known) { continue }
        let row = try row(of: content)
        batch[row.key] = row
        for (property, end, key) in row.required
        where !isLoaded(key, end.destinationHierarchy) && !withheld.contains(key) {
          needed[key] = (row, property)
        }
      }
      for key in batch.keys { needed[key] = nil }
      waiting = try self.contents(of: Set(needed.keys), state)
      let found = Set(waiting.map(\.identifier))
      for (key, (row, property)) in needed
      where !(identifiers[key].map(found.contains) ?? false) {
        throw Self.lacking(row.identifier, property, identifiers[key])
      }
    }
  }

  private static func lacking(
    _ identifier: PersistentIdentifier, _ property: String, _ required: PersistentIdentifier?
  ) -> SwiftDataError {
    SwiftDataError(
      .invalidDataStoreAnswer,
      "\(identifier) cannot be without an object that the store does not have: "
        + (required.map { "\($0)" } ?? "nil"),
      entity: identifier.entityName, property: property)
  }

  /// Checks that required objects exist and that both ends of their relationships agree.
  private func check(
    _ batch: [ObjectKey: SnapshotRow], without removed: Set<ObjectKey>
  ) throws {
    let tables = mirror.current.tables
    for row in batch.values {
      for (property, end, key) in row.required where end.storage == .derived {
        // The other end determines the related object.
        guard let column = end.inverseColumn, !withheld.contains(key) else { continue }
        let back =
          batch[key]?.values[column]
          ?? tables.tables[end.destinationHierarchy].location(of: key).map {
            tables.tables[end.destinationHierarchy].segments[$0.segment]
              .value(at: $0.row, column: column)
          }
        guard back == .reference(row.key) else {
          throw SwiftDataError(
            .invalidDataStoreAnswer,
            "\(row.identifier) and the object that it cannot be without contradict each other",
            entity: row.identifier.entityName, property: property)
        }
      }
    }
    for key in removed {
      guard let hierarchy = hierarchy(of: key) else { continue }
      for description in catalog.descriptions {
        for property in description.slots where property.isRequiredToOne {
          guard let end = property.end, end.destinationHierarchy == hierarchy,
            let column = end.column
          else { continue }
          let holders = tables.tables[end.hierarchy].sources(of: key, throughColumn: column)
          for holder in holders where !removed.contains(holder) {
            if let row = batch[holder], row.values[column] != .reference(key) { continue }
            throw Self.lacking(
              identifier(of: holder, description.entityName), property.name, identifiers[key])
          }
        }
      }
    }
  }

  private func apply(
    _ batch: [ObjectKey: SnapshotRow], without removed: Set<ObjectKey>
  ) throws {
    let current = mirror.current
    var new: [InsertedRow] = []
    var changes = ChangeSet(nextKey: current.tables.nextKey)
    for row in batch.values.sorted(by: { $0.key < $1.key }) {
      unread[row.description.hierarchy]?.remove(row.key)
      for (identity, sources) in row.sources { stated[identity, default: [:]][row.key] = sources }
      let hierarchy = row.description.hierarchy
      let table = current.tables.tables[hierarchy]
      guard let location = table.location(of: row.key) else {
        new.append(
          InsertedRow(
            hierarchy: hierarchy, key: row.key, discriminator: row.description.discriminator,
            values: row.values))
        continue
      }
      let edits = self.edits(of: row, in: table.segments[location.segment], location.row)
      if !edits.isEmpty {
        changes.updated.append(UpdatedRow(hierarchy: hierarchy, key: row.key, changes: edits))
      }
    }
    for key in removed.sorted() {
      guard let hierarchy = hierarchy(of: key),
        let location = current.tables.tables[hierarchy].location(of: key)
      else { continue }
      forget(key)
      let segment = current.tables.tables[hierarchy].segments[location.segment]
      changes.deleted.append(
        DeletedRow(
          hierarchy: hierarchy, key: key, discriminator: segment.entities[location.row],
          values: segment.values(at: location.row)))
    }
    if !new.isEmpty { mirror.reveal(new) }
    if !changes.isEmpty { _ = try mirror.commit(.rows(changes), after: mirror.current.generation) }
  }

  /// Forgets an object that the store has removed.
  func forget(_ key: ObjectKey) {
    if let hierarchy = hierarchy(of: key) { unread[hierarchy]?.remove(key) }
    for identity in stated.keys { stated[identity]?[key] = nil }
  }

  private func edits(
    of row: SnapshotRow, in segment: Segment, _ position: Int
  ) -> [PropertyChange] {
    let columns = catalog.schema.hierarchies[row.description.hierarchy].columns
    return columns.indices.compactMap { column in
      let old = segment.value(at: position, column: column)
      let new = row.values[column]
      if old == new { return nil }
      // A list of dates has two representations.
      if let type = columns[column].attribute?.type, !old.isNull, !new.isNull,
        Tree(old, of: type) == Tree(new, of: type)
      {
        return nil
      }
      return PropertyChange(column: column, old: old, new: new)
    }
  }
}
