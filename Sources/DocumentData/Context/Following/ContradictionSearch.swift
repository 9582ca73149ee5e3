import DocumentMigration
import DocumentTables

/// A search for contradictions between pending changes and what other processes have saved since a
/// version.
///
/// It precedes the move of a context to the version of the other processes. Values that only they have
/// changed become theirs, and lists that both sides have changed are merged.
struct ContradictionSearch {
  private let catalog: ModelCatalog
  private let foreign: ForeignChanges?
  private let before: LastRows
  private let now: Tables
  private(set) var found: Contradictions

  /// - Parameters:
  ///   - saves: The saves since the version; nil if they are not all known, and then every difference
  ///     counts as made by another process.
  ///   - before: The version on which the pending changes are based.
  ///   - now: The version of the other processes.
  ///   - known: The contradictions that were found before.
  init(
    _ catalog: ModelCatalog, _ saves: [SavedChanges]?, since before: LastRows, now: Tables,
    known: Contradictions = Contradictions()
  ) {
    self.catalog = catalog
    foreign = saves.map { ForeignChanges($0, catalog.schema.comparedColumns()) }
    self.before = before
    self.now = now
    found = known
  }

  /// Compares pending changes with those of the other processes.
  mutating func search(_ pending: PendingChanges) {
    for (key, model) in pending.touched {
      guard let description = model._$state.description else { continue }
      noteLostTargets(of: model, key, description, pending)
      let (old, new) = (row(of: key, description, before.tables), row(of: key, description, now))
      if new == nil, old != nil, foreign?.deleted.contains(key) ?? true {
        note(.deletedThere(before), key)
      }
      guard let old, let new else { continue }
      noteChangedValues(of: model, key, description, old, new)
    }
    for (key, model) in pending.inserted {
      guard let description = model._$state.description else { continue }
      noteLostTargets(of: model, key, description, pending)
    }
    for (key, model) in pending.deleted {
      guard let description = model._$state.description,
        let old = row(of: key, description, before.tables), let new = row(of: key, description, now)
      else { continue }
      // The object has kept its values and may be inserted again.
      noteLostTargets(of: model, key, description, pending)
      noteChangedValues(of: model, key, description, old, new)
      let isChanged =
        foreign.map { $0.edited.contains(key) || $0.referred.contains(key) }
        ?? (description.slots.contains { property in
          property.column.map {
            old.segment.value(at: old.row, column: $0) != new.segment.value(at: new.row, column: $0)
          } ?? false
        } || hasNewReferences(to: key, description))
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

  private mutating func note(
    _ contradiction: Contradiction, _ key: ObjectKey, _ slot: Int? = nil
  ) {
    found.note(contradiction, at: Contradiction.Place(key: key, slot: slot))
  }

  /// Compares the changed values of an object with the values that another process has saved.
  private mutating func noteChangedValues(
    of model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription,
    _ old: Row, _ new: Row
  ) {
    guard foreign == nil || foreign?.columns[key] != nil else { return }
    for (slot, property) in description.slots.enumerated() {
      guard let column = property.column, foreign?.columns[key]?.contains(column) ?? true,
        let mine = model._$slotValue(slot).stored
      else { continue }
      if let end = property.end, end.relationship.isToMany {
        mergeList(of: model, key, slot, end, old, new)
        continue
      }
      let values = ThreeVersions(
        base: old.segment.value(at: old.row, column: column), ours: mine,
        theirs: new.segment.value(at: new.row, column: column))
      switch values.undisputed {
      case .ours: break
      case .theirs: model._$setSlot(slot, to: .unset)
      case nil: note(.value(values.base), key, slot)
      }
    }
  }

  private mutating func noteLostTargets(
    of model: any PersistentModel, _ key: ObjectKey, _ description: ModelDescription,
    _ pending: PendingChanges
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

  private func hasNewReferences(to key: ObjectKey, _ description: ModelDescription) -> Bool {
    let inverses = description.slots.compactMap { property in
      property.end.flatMap { end in end.inverseColumn.map { (end.destinationHierarchy, $0) } }
    }
    let oneWay = catalog.oneWayReferences[description.hierarchy].map { ($0.hierarchy, $0.column) }
    return (inverses + oneWay).contains { hierarchy, column in
      !Set(now.tables[hierarchy].sources(of: key, throughColumn: column))
        .isSubset(of: before.tables.tables[hierarchy].sources(of: key, throughColumn: column))
    }
  }

  /// Merges a list that both sides have changed, member by member.
  ///
  /// Two different orders of the same members contradict each other.
  private mutating func mergeList(
    of model: any PersistentModel, _ key: ObjectKey, _ slot: Int, _ end: RelationshipEnd,
    _ old: Row, _ new: Row
  ) {
    guard case .value(.references(let mine)) = model._$slotValue(slot) else { return }
    let lists = ThreeVersions(
      base: before.tables.relatedKeys(of: key, in: old.segment, row: old.row, through: end) ?? [],
      ours: mine,
      theirs: now.relatedKeys(of: key, in: new.segment, row: new.row, through: end) ?? [])
    switch lists.undisputed {
    case .ours: break
    case .theirs: model._$setSlot(slot, to: .unset)
    case nil:
      let combination = ListCombination(lists)
      if combination.isConflict { return note(.value(.references(lists.base)), key, slot) }
      model._$setSlot(slot, to: .value(.references(combination.combined(winner: .ours))))
    }
  }
}

/// What other processes have saved since a version, as far as pending changes may contradict it.
private struct ForeignChanges {
  /// The changed columns of each row.
  var columns: [ObjectKey: Set<Int>] = [:]
  /// The objects that others have edited, by the rules of merges.
  var edited: Set<ObjectKey> = []
  var deleted: Set<ObjectKey> = []
  /// The objects that others newly refer to.
  var referred: Set<ObjectKey> = []

  init(_ saves: [SavedChanges], _ compared: [[ComparedColumn]]) {
    for changes in saves.lazy.filter(\.isForeign).map(\.changes) {
      let removed = Set(changes.deleted.map(\.key))
      for row in changes.inserted {
        for column in compared[row.hierarchy] where column.end != nil && !column.isOrder {
          referred.formUnion(column.targets(of: row.value(ofColumn: column.index)))
        }
      }
      for row in changes.updated {
        columns[row.key, default: []].formUnion(row.changes.map(\.column))
        if row.foreign != nil { edited.insert(row.key) }
        for change in row.changes {
          let column = compared[row.hierarchy][change.column]
          if column.isEdited(change.new, since: change.old, deleted: removed) {
            edited.insert(row.key)
          }
          guard column.end != nil, !column.isOrder else { continue }
          referred.formUnion(
            Set(column.targets(of: change.new)).subtracting(column.targets(of: change.old)))
        }
      }
      deleted.formUnion(removed)
    }
  }
}
