import DocumentTables

extension ContextCore {
  /// Merges duplicates without making objects.
  ///
  /// - Returns: How many rows are gone; nil where objects have to do it: outside of the closures of
  ///   migration stages, where observers may ask for them, with unsaved changes or objects that
  ///   somebody holds, and for what `ColumnMerge` does not know how to do.
  func mergeByColumns(_ rules: MergeRules) throws -> Int? {
    advance()
    guard let closure, custom == nil, journal == nil, pending.isEmpty, !refusesToSave,
      !isReadOnly, objects.identityMap.size.count == 0, let merge = ColumnMerge(rules, catalog),
      let (edits, words) = merge.edits(of: base.tables)
    else { return nil }
    // Nothing here holds the version before while it is edited, so that it can go piece by piece.
    base.tables = Tables(schema: schema, documentID: base.tables.documentID)
    defer { base = store.current }
    do {
      guard
        try store.commit(.tables(edits), after: base.generation, compression: compression) != nil
      else { return nil }
    } catch {
      closure.note(saveError: error)
      throw error
    }
    if words.count > 0 { closure.note(ChangeDescription(words)) }
    return words.removedCount
  }
}

/// The rows that merging duplicates changes, read from columns: the same that a save of merged
/// objects would change.
struct ColumnMerge {
  let rules: MergeRules
  let hierarchy: Int
  private let catalog: ModelCatalog

  /// Nil where more would have to be done than to move members and to fill what is nil.
  init?(_ rules: MergeRules, _ catalog: ModelCatalog) {
    let description = rules.description
    self.rules = rules
    self.catalog = catalog
    hierarchy = description.hierarchy
    guard catalog.oneWayReferences[hierarchy].isEmpty, knowsAllRelationships,
      rules.properties.allSatisfy(isPlain), !isConstrained
    else { return nil }
  }

  /// No relationship is left to a delete rule, and no two lead to the same rows.
  private var knowsAllRelationships: Bool {
    let names = Set(rules.properties.map(\.layout.name))
    let destinations = rules.properties.compactMap(\.layout.end?.destinationHierarchy)
    guard Set(destinations).count == destinations.count, !destinations.contains(hierarchy) else {
      return false
    }
    return catalog.descriptions.allSatisfy { other in
      other.hierarchy != hierarchy || !rules.description.kinds[Int(other.discriminator)]
        || other.slots.allSatisfy { $0.end == nil || names.contains($0.name) }
    }
  }

  /// Members refer to their object, each to one at most, and may refer to none.
  private func isPlain(_ property: MergeRules.Property) -> Bool {
    let layout = property.layout
    guard let end = layout.end else { return layout.column != nil }
    guard end.inverseColumn != nil, layout.inverseIsToOne, !layout.inverseIsCounted,
      end.relationship.minimumCount ?? 0 == 0, end.relationship.maximumCount ?? 0 == 0,
      let inverse = end.relationship.inverse,
      let back = catalog.schema.relationship(named: inverse, of: end.relationship.destination),
      back.relationship.isNullable,
      catalog.schema.storage(of: back.relationship, declaredIn: back.entity.name) == .reference
    else { return false }
    return property.isJoined
      ? end.storage == .order && end.column != nil
      : end.storage == .derived && end.relationship.isNullable
  }

  /// Whether a unique key could come to be another.
  private var isConstrained: Bool {
    let names = Set(
      rules.properties.flatMap { [$0.layout.name, $0.layout.end?.relationship.inverse ?? ""] })
    return catalog.schema.entities.contains { entity in
      entity.uniquenessConstraints.contains { !names.isDisjoint(with: $0) }
    }
  }

  /// What merging does to tables, and what a report tells of it; nil where tables break the rule that
  /// a to-one leads to one object, or have more rows than positions of 32 bits can tell apart.
  func edits(of tables: Tables) -> ([TableEdit], MergedRows)? {
    guard tables.rowCount < ReferringRows.maximumRows else { return nil }
    let groups = DuplicateGroups(
      of: tables.tables[hierarchy], byColumns: rules.keys.map(\.column),
      entities: rules.description.kinds)
    let run = ColumnMergeRun(self, groups, tables)
    for group in 0..<groups.count {
      guard rules.merge(Array(groups[group]), by: run) else { return nil }
    }
    return run.result()
  }
}
