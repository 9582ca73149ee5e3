import DocumentTables

extension LossRestoring {
  /// Drops the entries of a group whose guards do not hold, and merges lists that were changed.
  mutating func checkGuards(_ number: Int) {
    var group = groups[number]
    groups[number].states = []
    defer { groups[number] = group }
    guard group.kind != .extension, group.kind != .part else { return }
    var rows = RowSearch(base.tables[group.hierarchy])
    // The source is looked up again only when the entity changes, because neighbouring rows usually
    // have the same entity.
    var lastKind: (hierarchy: Int, entity: UInt16)?
    var lastSource: DowngradedRows.Source?
    for (place, key) in group.losses.keys.enumerated() where group.states[place] == nil {
      let found = older.place(of: key, hint: group.hint)
      if let problem = presenceProblem(group, found) {
        group.states[place] = problem
        continue
      }
      switch group.kind {
      case .value, .entity, .added:
        guard let location = rows.location(of: key) else {
          group.states[place] = .objectGone
          continue
        }
        let segment = rows.table.segments[location.segment]
        if group.kind == .added, segment.entities[location.row] != group.entity {
          group.states[place] = .keyTaken
          continue
        }
        guard group.kind == .value, let found else { break }
        if lastKind?.hierarchy != found.hierarchy || lastKind?.entity != found.discriminator {
          lastKind = (found.hierarchy, found.discriminator)
          lastSource = source(group, found)
        }
        if group.losses.guards.isEmpty {
          if lastSource != nil { group.states[place] = .malformed }
          continue
        }
        let value = lastSource.map { older.tree($0, key, at: found) }
        guard value != group.losses.guards[place] else { continue }
        if let merged = merged(group, place, value, segment, location.row) {
          group.values[place] = merged
        } else {
          group.states[place] = .valueChanged
        }
        continue
      default: break
      }
      if let found, group.kind != .value, group.kind != .entity {
        guard !group.losses.guards.isEmpty else {
          group.states[place] = .malformed
          continue
        }
        let value =
          group.kind == .foreign ? older.foreign(at: found) : older.rowTree(key, at: found)
        if value != group.losses.guards[place] { group.states[place] = .valueChanged }
      }
    }
  }

  /// Returns a problem if the object's existence or entity differs from when the entry was written.
  private func presenceProblem(
    _ group: RestorableGroup, _ found: DowngradedRows.Place?
  ) -> LossDropReason? {
    guard let entity = group.losses.header.olderEntity else {
      return found == nil ? nil : .keyTaken
    }
    guard let found else { return .objectGone }
    let name = older.entity(found.hierarchy, found.discriminator).name
    return name.utf8.elementsEqual(entity.utf8) ? nil : .keyTaken
  }

  private func source(_ group: RestorableGroup, _ found: DowngradedRows.Place) -> DowngradedRows
    .Source?
  {
    guard let property = group.losses.header.property,
      let name = counterparts.property(property, of: group.losses.header.entity)
    else { return nil }
    return older.source(name, found.hierarchy, found.discriminator)
  }

  /// Returns a list that another program has changed, merged with its lost members; nil for all
  /// other values.
  private func merged(
    _ group: RestorableGroup, _ place: Int, _ value: Tree?, _ segment: Segment, _ row: Int
  ) -> Value? {
    guard let column = group.column, let end = column.end, end.relationship.isToMany,
      let guardList = group.losses.guards[place].keyList, value?.keyList != nil
    else { return nil }
    let present = base.relatedKeys(of: segment.keys[row], in: segment, row: row, through: end)
    let list = mergedList(
      carried: column.targets(of: group.values[place]), guardList: guardList,
      present: present ?? [])
    return list.isEmpty && present == nil ? .null : .references(list)
  }
}
