import DocumentTables

extension ContextCore {
  /// The keys of the rows that refer to an object through a column, pending changes included.
  func sources(of target: ObjectKey, hierarchy: Int, column: Int) -> [ObjectKey] {
    if let custom { read(from: custom, sourcesOf: target, hierarchy, column) }
    let identity = ColumnIdentity(hierarchy: hierarchy, column: column)
    var keys = pending.references.sources(
      of: target, through: identity, in: base.tables.tables[hierarchy])
    if pending.hidesObjects { keys.removeAll(where: isDeleted) }
    return keys
  }

  /// The keys of the hidden objects that refer to an object through a column.
  func hiddenSources(of target: ObjectKey, hierarchy: Int, column: Int) -> [ObjectKey] {
    guard pending.hidesObjects else { return [] }
    return pending.references.storedSources(
      of: target, through: ColumnIdentity(hierarchy: hierarchy, column: column),
      in: base.tables.tables[hierarchy]
    ).filter(isDeleted)
  }

  /// The keys that a relationship of an inserted or stored object leads to; nil for a nil to-many.
  func relatedKeys(of model: any PersistentModel, slot: Int) -> [ObjectKey]? {
    guard let description = model._$state.description, let end = description.slots[slot].end else {
      return nil
    }
    let key = model._$state.key
    switch end.storage {
    case .reference:
      guard let column = end.column,
        case .reference(let target) = model._$storedValue(slot, column: column)
      else { return [] }
      return isDeleted(target) ? [] : [target]
    case .list:
      guard let column = end.column,
        case .references(let keys) = model._$storedValue(slot, column: column)
      else { return nil }
      return keys.filter { !isDeleted($0) }
    case .derived:
      guard let column = end.inverseColumn else { return [] }
      return sources(of: key, hierarchy: end.destinationHierarchy, column: column)
    case .order:
      guard let inverse = end.inverseColumn else { return [] }
      let members = sources(of: key, hierarchy: end.destinationHierarchy, column: inverse)
      let stored: [ObjectKey]? =
        if let column = end.column,
          case .references(let keys) = model._$storedValue(slot, column: column)
        { keys } else { nil }
      if !members.isEmpty { return membersInOrder(members, stored: stored) }
      guard stored == nil, end.relationship.isNullable else { return [] }
      return hasLostMembers(model, slot: slot, end, inverse) ? [] : nil
    }
  }

  /// Whether an optional to-many without members had members; it is then empty instead of nil, unless
  /// it was set to nil.
  private func hasLostMembers(
    _ model: any PersistentModel, slot: Int, _ end: RelationshipEnd, _ inverse: Int
  ) -> Bool {
    if case .value(.null) = model._$slotValue(slot) { return false }
    let key = model._$state.key
    let column = ColumnIdentity(hierarchy: end.destinationHierarchy, column: inverse)
    if pending.references.haveChanged(to: key, through: column) { return true }
    return !base.tables.tables[end.destinationHierarchy]
      .sources(of: key, throughColumn: inverse).isEmpty
  }

  /// Whether the program or a delete rule has deleted an object since the last save.
  func isDeleted(_ key: ObjectKey) -> Bool { pending.hidesObjects && pending.isHidden(key) }
}
