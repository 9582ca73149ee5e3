import DocumentMigration
import DocumentTables

/// A pending change that contradicts what another process has saved.
struct Contradiction {
  /// An object, and one of its slots; no slot if a deletion contradicts the change of an object.
  struct Place: Hashable {
    var key: ObjectKey
    var slot: Int?
  }

  enum Kind {
    /// Both sides have set the slot, which had a value before.
    case value(Value)
    /// The other process has deleted the object.
    case deletedThere(LastRows)
    /// The context has deleted the object.
    case deletedHere
    /// The context has set the slot to an object that the other process has deleted.
    case targetDeleted(ObjectKey, hierarchy: Int, LastRows)
  }

  var kind: Kind
}

/// What other processes have saved since a version, as far as pending changes may contradict it.
private struct ForeignChanges {
  /// The changed columns of each row.
  var columns: [ObjectKey: Set<Int>] = [:]
  var deleted: Set<ObjectKey> = []
  /// The objects that others newly refer to.
  var referred: Set<ObjectKey> = []

  init(_ saves: [SavedChanges], _ catalog: ModelCatalog) {
    let ends = catalog.schema.hierarchies.map { layout in
      layout.columns.indices.filter { column in
        switch layout.columns[column].content {
        case .relationship(_, .order): false
        case .relationship: true
        default: false
        }
      }
    }
    for changes in saves.lazy.filter(\.isForeign).map(\.changes) {
      for row in changes.inserted {
        for column in ends[row.hierarchy] {
          referred.formUnion(row.value(ofColumn: column).relatedKeys)
        }
      }
      for row in changes.updated {
        columns[row.key, default: []].formUnion(row.changes.map(\.column))
        for change in row.changes where ends[row.hierarchy].contains(change.column) {
          referred.formUnion(Set(change.new.relatedKeys).subtracting(change.old.relatedKeys))
        }
      }
      deleted.formUnion(changes.deleted.map(\.key))
    }
  }
}

// Changes of other processes that contradict pending changes.
extension ContextCore {
  /// Compares the pending changes with those of other processes, before the base moves.
  ///
  /// - Parameter saves: The saves since the base; nil if they are not all known, and then every
  ///   difference counts as made by another process.
  func noteContradictions(to saves: [SavedChanges]?, _ before: LastRows, now: Tables) {
    let foreign = saves.map { ForeignChanges($0, catalog) }
    for (key, model) in pending.touched {
      guard let description = model._$state.description else { continue }
      noteLostTargets(of: model, key, description, foreign, before, now)
      let (old, new) = (row(of: key, description, before.tables), row(of: key, description, now))
      if new == nil, old != nil, foreign?.deleted.contains(key) ?? true {
        note(.deletedThere(before), key)
      }
      guard let old, let new else { continue }
      noteChangedValues(of: model, key, description, foreign, old, new, before.tables, now)
    }
    for (key, model) in pending.inserted {
      guard let description = model._$state.description else { continue }
      noteLostTargets(of: model, key, description, foreign, before, now)
    }
    for (key, model) in pending.deleted {
      guard let description = model._$state.description,
        let old = row(of: key, description, before.tables), let new = row(of: key, description, now)
      else { continue }
      // The object has kept its values and may be inserted again.
      noteLostTargets(of: model, key, description, foreign, before, now)
      noteChangedValues(of: model, key, description, foreign, old, new, before.tables, now)
      let isChanged =
        foreign.map { $0.columns[key] != nil || $0.referred.contains(key) }
        ?? (description.slots.contains { property in
          property.column.map {
            old.segment.value(at: old.row, column: $0) != new.segment.value(at: new.row, column: $0)
          } ?? false
        } || hasNewReferences(to: key, description, before.tables, now))
      if isChanged { note(.deletedHere, key) }
    }
  }

  private typealias Row = (segment: Segment, row: Int)

  private func row(of key: ObjectKey, _ description: ModelDescription, _ tables: Tables) -> Row? {
    let table = tables.tables[description.hierarchy]
    guard let location = table.location(of: key) else { return nil }
    let segment = table.segments[location.segment]
    return segment.entities[location.row] == description.discriminator
      ? (segment, location.row) : nil
  }

  /// Keeps the first contradiction of a place, whose base both sides have seen.
  private func note(_ kind: Contradiction.Kind, _ key: ObjectKey, _ slot: Int? = nil) {
    let place = Contradiction.Place(key: key, slot: slot)
    if case .value = pending.contradictions[place]?.kind { return }
    pending.contradictions[place] = Contradiction(kind: kind)
  }

  /// Compares the changed values of an object with the values that another process has saved.
  private func noteChangedValues(
    of model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription,
    _ foreign: ForeignChanges?, _ old: Row, _ new: Row, _ before: Tables, _ now: Tables
  ) {
    guard foreign == nil || foreign?.columns[key] != nil else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let column = property.column, foreign?.columns[key]?.contains(column) ?? true,
        let mine = model._$slotValue(slot).stored
      else { continue }
      if let end = property.end, end.relationship.isToMany {
        mergeList(of: model, key, slot, end, old, new, before, now)
        continue
      }
      let was = old.segment.value(at: old.row, column: column)
      let theirs = new.segment.value(at: new.row, column: column)
      if was == theirs { continue }
      if mine == was || mine == theirs {
        model._$setSlot(slot, to: .unset)
      } else {
        note(.value(was), key, slot)
      }
    }
  }

  private func noteLostTargets(
    of model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription,
    _ foreign: ForeignChanges?, _ before: LastRows, _ now: Tables
  ) {
    for (slot, property) in description.slots.enumerated() {
      guard let end = property.end, end.storage == .reference, let column = end.column,
        case .value(.reference(let target)) = model._$slotValue(slot),
        foreign?.deleted.contains(target) ?? true, pending.inserted[target] == nil,
        before.tables.tables[end.destinationHierarchy].location(of: target) != nil,
        now.tables[end.destinationHierarchy].location(of: target) == nil
      else { continue }
      if let old = row(of: key, description, before.tables),
        old.segment.value(at: old.row, column: column) == .reference(target)
      {
        continue
      }
      note(.targetDeleted(target, hierarchy: end.destinationHierarchy, before), key, slot)
    }
  }

  private func hasNewReferences(
    to key: ObjectKey, _ description: ModelDescription, _ before: Tables, _ now: Tables
  ) -> Bool {
    let inverses = description.slots.compactMap { property in
      property.end.flatMap { end in end.inverseColumn.map { (end.destinationHierarchy, $0) } }
    }
    let oneWay = catalog.oneWayReferences[description.hierarchy].map { ($0.hierarchy, $0.column) }
    return (inverses + oneWay).contains { hierarchy, column in
      !Set(now.tables[hierarchy].sources(of: key, throughColumn: column))
        .isSubset(of: before.tables[hierarchy].sources(of: key, throughColumn: column))
    }
  }

  // MARK: Lists

  /// Merges a list that both sides have changed, element by element.
  ///
  /// Two different orders of the same elements contradict each other.
  private func mergeList(
    of model: any PersistentModel, _ key: ObjectKey, _ slot: Int, _ end: RelationshipEnd,
    _ old: Row, _ new: Row, _ before: Tables, _ now: Tables
  ) {
    guard case .value(.references(let mine)) = model._$slotValue(slot) else { return }
    let was = before.relatedKeys(of: key, in: old.segment, row: old.row, through: end) ?? []
    let theirs = now.relatedKeys(of: key, in: new.segment, row: new.row, through: end) ?? []
    if theirs == was { return }
    if mine == was {
      model._$setSlot(slot, to: .unset)
      return
    }
    let shared = Set(was).intersection(mine).intersection(theirs)
    let orders = [was, mine, theirs].map { $0.filter(shared.contains) }
    if Set(orders).count == 3 { return note(.value(.references(was)), key, slot) }
    model._$setSlot(
      slot,
      to: .value(.references(mergedList(carried: mine, guardList: was, present: theirs))))
  }
}
