import DocumentTables

extension ContextCore {
  /// Merges duplicates without creating objects.
  ///
  /// - Returns: The number of removed rows; nil if objects have to be merged: outside of the closures of
  ///   migration stages, with unsaved changes or held objects, and for rules that `ColumnMerge` does not
  ///   support.
  func mergeByColumns(_ rules: MergeRules) throws -> Int? {
    advance()
    guard let closure, custom == nil, !undo.isOn, pending.isEmpty, !refusesToSave,
      !isReadOnly, objects.identityMap.size.count == 0, let merge = ColumnMerge(rules, catalog),
      let (edits, words) = merge.edits(of: base.tables)
    else { return nil }
    // The core releases the version before the edit, so that the edit can free it part by part.
    base.tables = Tables(schema: schema, documentID: base.tables.documentID)
    defer { base = store.current }
    do {
      guard
        try store.commit(.tables(edits), after: base.generation, writing: writing, by: saver) != nil
      else { return nil }
    } catch {
      closure.note(saveError: error)
      throw error
    }
    if words.count > 0 { closure.note(ChangeDescription(words)) }
    return words.removedCount
  }
}

/// A merge of duplicates over columns, which changes the same rows as a save of merged objects.
struct ColumnMerge {
  let rules: MergeRules
  let hierarchy: Int
  private let catalog: ModelCatalog

  /// Nil if the rules require more than moving members and filling nil values.
  init?(_ rules: MergeRules, _ catalog: ModelCatalog) {
    let description = rules.description
    self.rules = rules
    self.catalog = catalog
    hierarchy = description.hierarchy
    guard catalog.oneWayReferences[hierarchy].isEmpty, knowsAllRelationships,
      rules.properties.allSatisfy(isPlain), !isConstrained
    else { return nil }
  }

  /// Whether the rules name every relationship, and no two relationships share rows.
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

  /// Whether each member refers to one object at most, and may refer to none.
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

  /// Whether the merge could change a unique key.
  private var isConstrained: Bool {
    let names = Set(
      rules.properties.flatMap { [$0.layout.name, $0.layout.end?.relationship.inverse ?? ""] })
    return catalog.schema.entities.contains { entity in
      entity.uniquenessConstraints.contains { !names.isDisjoint(with: $0) }
    }
  }

  /// The edits of tables, and the merged rows for the report.
  ///
  /// Nil if a to-one leads to several objects, or if there are more rows than 32-bit positions.
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
