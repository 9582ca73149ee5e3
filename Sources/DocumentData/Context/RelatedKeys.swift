import DocumentTables

extension ContextCore {
  /// The keys of the rows that refer to an object through a column, pending changes included.
  func sources(of target: ObjectKey, hierarchy: Int, column: Int) -> [ObjectKey] {
    var keys = base.tables.tables[hierarchy].sources(of: target, throughColumn: column)
    let identity = PendingChanges.ColumnIdentity(hierarchy: hierarchy, column: column)
    if let change = pending.inverse[identity]?[target] {
      keys.removeAll { change.removed.contains($0) }
      keys.append(contentsOf: change.added)
      keys = Set(keys).sorted()
    }
    if !pending.deleted.isEmpty { keys.removeAll { pending.deleted[$0] != nil } }
    return keys
  }

  /// The value of one of an object's columns, pending changes included.
  func storedValue(of model: any PersistentModel, slot: Int, column: Int) -> Value {
    switch model._$slotValue(slot) {
    case .value(let value), .decoded(_, let value): return value
    case .unset, .model, .models, .failed: break
    }
    guard let segment = model._$state.segment else { return .null }
    return segment.value(at: Int(model._$state.row), column: column)
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
        case .reference(let target) = storedValue(of: model, slot: slot, column: column)
      else { return [] }
      return isDeleted(target) ? [] : [target]
    case .list:
      guard let column = end.column,
        case .references(let keys) = storedValue(of: model, slot: slot, column: column)
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
          case .references(let keys) = storedValue(of: model, slot: slot, column: column)
        { keys } else { nil }
      if members.isEmpty { return stored == nil && end.relationship.isNullable ? nil : [] }
      return membersInOrder(members, stored: stored)
    }
  }

  func isDeleted(_ key: ObjectKey) -> Bool {
    !pending.deleted.isEmpty && pending.deleted[key] != nil
  }
}
