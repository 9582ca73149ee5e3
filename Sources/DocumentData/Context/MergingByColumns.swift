import DocumentTables

extension ContextCore {
  /// Merges duplicates without making objects.
  ///
  /// - Returns: How many rows are gone; nil where objects have to do it: outside of the closures of
  ///   migration stages, where observers may ask for them, with unsaved changes or objects that
  ///   somebody holds, and for what `ColumnMerge` does not know how to do.
  func mergeByColumns(_ rules: MergeRules) throws -> Int? {
    advance()
    guard savedChanges != nil, bridge == nil, journal == nil, pending.isEmpty, !refusesToSave,
      !isReadOnly, identityMap.size.count == 0, let merge = ColumnMerge(rules, catalog),
      var changes = merge.changes(of: base.tables)
    else { return nil }
    guard !changes.isEmpty else { return 0 }
    changes.author = author
    let before = base.tables
    do {
      guard let version = try store.commit(changes, after: base.generation) else { return nil }
      base = version
    } catch {
      if firstSaveError == nil { firstSaveError = error }
      throw error
    }
    savedChanges?.append(ChangeWords(changes, before: before))
    return changes.deleted.count
  }
}

/// The rows that merging duplicates changes, read from columns: the same that a save of merged
/// objects would change.
struct ColumnMerge {
  private let rules: MergeRules
  private let hierarchy: Int
  private let catalog: ModelCatalog
  /// Of the joined and filled properties, in the order of their slots.
  private let properties: [(property: ModelDescription.Slot, isJoined: Bool)]

  /// Nil where more would have to be done than to move members and to fill what is nil.
  init?(_ rules: MergeRules, _ catalog: ModelCatalog) {
    let description = rules.description
    self.rules = rules
    self.catalog = catalog
    hierarchy = description.hierarchy
    let joined = Set(rules.joined)
    properties = joined.union(rules.filled).sorted().map {
      (description.slots[$0], joined.contains($0))
    }
    guard catalog.oneWayReferences[hierarchy].isEmpty, knowsAllRelationships,
      properties.allSatisfy({ isPlain($0.property, isJoined: $0.isJoined) }), !isConstrained
    else { return nil }
  }

  /// No relationship is left to a delete rule, and no two lead to the same rows.
  private var knowsAllRelationships: Bool {
    let names = Set(properties.map(\.property.name))
    let destinations = properties.compactMap(\.property.end?.destinationHierarchy)
    guard Set(destinations).count == destinations.count, !destinations.contains(hierarchy) else {
      return false
    }
    return catalog.descriptions.allSatisfy { other in
      other.hierarchy != hierarchy || !rules.description.kinds[Int(other.discriminator)]
        || other.slots.allSatisfy { $0.end == nil || names.contains($0.name) }
    }
  }

  /// Members refer to their object, each to one at most, and may refer to none.
  private func isPlain(_ property: ModelDescription.Slot, isJoined: Bool) -> Bool {
    guard let end = property.end else { return property.column != nil }
    guard end.inverseColumn != nil, property.inverseIsToOne, !property.inverseIsCounted,
      end.relationship.minimumCount ?? 0 == 0, end.relationship.maximumCount ?? 0 == 0,
      let inverse = end.relationship.inverse,
      let back = catalog.schema.relationship(named: inverse, of: end.relationship.destination),
      back.relationship.isNullable,
      catalog.schema.storage(of: back.relationship, declaredIn: back.entity.name) == .reference
    else { return false }
    return isJoined
      ? end.storage == .order && end.column != nil
      : end.storage == .derived && end.relationship.isNullable
  }

  /// Whether a unique key could come to be another.
  private var isConstrained: Bool {
    let names = Set(
      properties.flatMap { [$0.property.name, $0.property.end?.relationship.inverse ?? ""] })
    return catalog.schema.entities.contains { entity in
      entity.uniquenessConstraints.contains { !names.isDisjoint(with: $0) }
    }
  }

  // MARK: Changes

  private struct Row {
    let key: ObjectKey
    let segment: Segment
    let row: Int

    func ranks(_ attributes: [MergeRules.Attribute]) -> ([MergeRank], key: ObjectKey) {
      (attributes.map { MergeRank(segment.value(at: row, column: $0.column)) }, key)
    }
  }

  /// Nil where tables break the rule that a to-one leads to one object.
  func changes(of tables: Tables) -> ChangeSet? {
    let table = tables.tables[hierarchy]
    var changes = ChangeSet(nextKey: tables.nextKey)
    let groups = table.duplicateGroups(byColumns: rules.keys.map(\.column)) {
      rules.description.kinds[Int($0)]
    }
    for group in groups {
      let rows = group.compactMap { key in
        table.location(of: key).map {
          Row(key: key, segment: table.segments[$0.segment], row: $0.row)
        }
      }
      let candidates = Array(Self.inOrder(rows, of: rules.kept).reversed())
      guard let survivor = candidates.first else { continue }
      var edits: [PropertyChange] = []
      for (property, isJoined) in properties {
        if isJoined, let end = property.end {
          let rows = Self.inOrder(rows, of: rules.order)
          edits += join(rows, end, into: survivor, tables, &changes)
        } else if let end = property.end {
          guard fill(end, from: candidates, tables, &changes) else { return nil }
        } else if let column = property.column {
          edits += fill(column, of: survivor, from: candidates)
        }
      }
      if !edits.isEmpty {
        changes.updated.append(UpdatedRow(hierarchy: hierarchy, key: survivor.key, changes: edits))
      }
      changes.deleted += candidates.dropFirst().map(deleted)
    }
    changes.updated.sort { $0.key < $1.key }
    changes.deleted.sort { $0.key < $1.key }
    return changes
  }

  /// Ascending.
  private static func inOrder(_ rows: [Row], of attributes: [MergeRules.Attribute]) -> [Row] {
    rows.map { (row: $0, rank: $0.ranks(attributes)) }
      .sorted { MergeRank.precedes($0.rank, $1.rank) }.map(\.row)
  }

  private func join(
    _ rows: [Row], _ end: RelationshipEnd, into survivor: Row, _ tables: Tables,
    _ changes: inout ChangeSet
  ) -> [PropertyChange] {
    guard let column = end.column, let inverse = end.inverseColumn else { return [] }
    var own: [ObjectKey]?
    var members: [ObjectKey]?
    for row in rows {
      let keys = tables.relatedKeys(of: row.key, in: row.segment, row: row.row, through: end)
      guard let keys else { continue }
      members = (members ?? []) + keys
      if row.key == survivor.key {
        own = keys
        continue
      }
      for key in keys {
        changes.updated.append(
          Self.reference(key, end.destinationHierarchy, inverse, from: row.key, to: survivor.key))
      }
    }
    guard let members, members != own else { return [] }
    let old = survivor.segment.value(at: survivor.row, column: column)
    let isAscending = zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
    let isNullable = end.relationship.isNullable
    // The order of keys needs no list; an empty one says "empty, not nil" (spec 5.3).
    let new: Value =
      (members.isEmpty ? !isNullable : isAscending) ? .null : .references(members)
    return old == new ? [] : [PropertyChange(column: column, old: old, new: new)]
  }

  /// - Returns: Whether each row leads to one object at most.
  private func fill(
    _ end: RelationshipEnd, from candidates: [Row], _ tables: Tables, _ changes: inout ChangeSet
  ) -> Bool {
    guard let inverse = end.inverseColumn, let survivor = candidates.first else { return false }
    var isFilled = false
    for row in candidates {
      let related = tables.tables[end.destinationHierarchy]
        .sources(of: row.key, throughColumn: inverse)
      guard related.count <= 1 else { return false }
      guard let key = related.first else { continue }
      if row.key != survivor.key {
        changes.updated.append(
          Self.reference(
            key, end.destinationHierarchy, inverse, from: row.key,
            to: isFilled ? nil : survivor.key))
      }
      isFilled = true
    }
    return true
  }

  private func fill(_ column: Int, of survivor: Row, from candidates: [Row]) -> [PropertyChange] {
    guard survivor.segment.columns[column].isNull(at: survivor.row) else { return [] }
    let values = candidates.lazy.map { $0.segment.value(at: $0.row, column: column) }
    guard let value = values.first(where: { !$0.isNull }) else { return [] }
    return [PropertyChange(column: column, old: .null, new: value)]
  }

  private static func reference(
    _ key: ObjectKey, _ hierarchy: Int, _ column: Int, from old: ObjectKey, to new: ObjectKey?
  ) -> UpdatedRow {
    let change = PropertyChange(
      column: column, old: .reference(old), new: new.map { .reference($0) } ?? .null)
    return UpdatedRow(hierarchy: hierarchy, key: key, changes: [change])
  }

  private func deleted(_ row: Row) -> DeletedRow {
    let discriminator = row.segment.entities[row.row]
    let columns = catalog.schema.hierarchies[hierarchy].columns
    var preserved: [Int: Value] = [:]
    for property in catalog.description(hierarchy: hierarchy, discriminator: discriminator)?.slots
      ?? []
    {
      guard let column = property.column, columns[column].attribute?.isPreservedOnDeletion == true
      else { continue }
      preserved[column] = row.segment.value(at: row.row, column: column)
    }
    return DeletedRow(
      hierarchy: hierarchy, key: row.key, discriminator: discriminator, preserved: preserved)
  }
}
